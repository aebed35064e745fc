import { AppError } from '@octet/core/errors.ts'

/** Ports people ask for together; at most 20 each, so that anybody may ask them of any host. */
export const PRESETS = {
  common: [20, 21, 22, 23, 25, 53, 80, 110, 143, 443, 445, 587, 993, 995, 1433, 3306, 3389, 5432, 6379, 8080],
  web: [80, 443, 3000, 5000, 8000, 8008, 8080, 8081, 8443, 8888, 9000, 9443],
  mail: [25, 110, 143, 465, 587, 993, 995, 2525, 4190],
  remote: [22, 23, 3389, 5900, 5901, 5938, 5985, 5986],
  database: [1433, 1521, 3306, 5432, 5984, 6379, 7474, 8086, 9042, 9200, 11211, 27017],
} as const satisfies Record<string, readonly number[]>

/**
 * Reads `22, 80, 8000-8010`, with blanks, commas, semicolons or lines between.
 *
 * @throws {AppError} `bad_input` where a part is no port or range, or there are more than `limit`
 */
export function parsePortList(text: string, limit: number): number[] {
  const ports = new Set<number>()
  for (const part of text.split(/[\s,;，；、]+/).filter(Boolean)) {
    const [, first = '', last = first] = /^(\d{1,5})(?:[-–~](\d{1,5}))?$/.exec(part) ?? []
    if (first === '' || !isPort(Number(first)) || !isPort(Number(last)) || Number(first) > Number(last))
      throw refuse({ en: 'ports or ranges of 1–65535 such as 22, 8000-8010', zh: '1–65535 的端口或范围，如 22, 8000-8010' }, part)
    if (Number(last) - Number(first) + ports.size >= limit * 2) throw refuse(toLimit(limit), part)
    for (let port = Number(first); port <= Number(last); port++) ports.add(port)
  }
  if (ports.size === 0) throw refuse({ en: 'at least one port', zh: '至少一个端口' }, '')
  if (ports.size > limit) throw refuse(toLimit(limit), String(ports.size))
  return [...ports]
}

function isPort(number: number): boolean {
  return number >= 1 && number <= 65_535
}

function toLimit(limit: number) {
  return { en: `at most ${limit} ports (more only of your own address)`, zh: `最多 ${limit} 个端口（仅检查自己的地址时可更多）` }
}

function refuse(expected: { en: string; zh: string }, got: string): AppError {
  return new AppError('bad_input', { field: 'ports', expected, got: got.slice(0, 60) })
}
