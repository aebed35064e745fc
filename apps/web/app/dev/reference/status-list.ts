import type { StatusCode } from '@octet/tools/web/http-status/codes.ts'

export type StatusClass = 1 | 2 | 3 | 4 | 5

/** Codes of one class, in order. */
export type StatusGroup = { readonly statusClass: StatusClass; readonly codes: readonly StatusCode[] }

/** Codes under their classes; classes without one are left out. */
export function toStatusGroups(codes: readonly StatusCode[]): StatusGroup[] {
  const groups = ([1, 2, 3, 4, 5] as const).map((statusClass) => ({
    statusClass,
    codes: codes.filter(([code]) => Math.floor(code / 100) === statusClass),
  }))
  return groups.filter(({ codes }) => codes.length > 0)
}

/** Codes that a cache may keep without being told to (RFC 9110 §15.1). */
const STORED: ReadonlySet<number> = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])

/** Codes whose cause may pass by itself. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 423, 425, 429, 499, 500, 502, 503, 504, 507, 520, 521, 522])

export const isStored = (code: number): boolean => STORED.has(code)

/** Whether the same request may do better later, cannot, or did well already. */
export const toRetry = (code: number): 'later' | 'never' | 'else' => (code < 400 ? 'else' : PASSING.has(code) ? 'later' : 'never')

/** Where the definition can be read; products have none of their own. */
export function toSourceLink(code: number, source: string): string | undefined {
  const number = /^RFC (\d+)$/.exec(source)?.[1]
  if (!number) return undefined
  return `https://www.rfc-editor.org/rfc/rfc${number}.html${number === '9110' ? `#status.${code}` : ''}`
}
