import type { Text } from './text.ts'

const UNITS = {
  lines: ['line', '行'],
  bytes: ['byte', '字节'],
  fields: ['field', '个字段'],
  entries: ['entry', '项'],
  networks: ['network', '个网段'],
  numbers: ['number', '个号码'],
  versions: ['version', '个版本'],
} as const satisfies Record<string, readonly [one: string, zh: string]>

/** A number with its unit, for limits in messages: `counted(10, 'lines')` is “10 lines” and “10 行”. */
export function counted(count: number | string, unit: keyof typeof UNITS): Text {
  const [one, zh] = UNITS[unit]
  return { en: countOf(count, one, unit), zh: `${count} ${zh}` }
}

/** A number of things in English: `countOf(1, 'key')` is “1 key”, `countOf(2, 'entry', 'entries')` “2 entries”. */
export const countOf = (count: number | bigint | string, one: string, many = `${one}s`): string =>
  `${count} ${String(count) === '1' ? one : many}`
