import type { MadeRecord } from './made.ts'

/** Longest string of a TXT record, in bytes (RFC 1035 §3.3). */
const MAX_STRING = 255

/** The strings of a TXT record; the values here are ASCII, a byte for each character. */
export function splitStrings(value: string): string[] {
  return value.match(new RegExp(`[^]{1,${MAX_STRING}}`, 'g')) ?? ['']
}

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/** One record as a line of a zone file (RFC 1035 §5.1). */
function toZoneLine({ name, type, value }: MadeRecord, ttlSeconds: number): string {
  const data = type === 'TXT' ? splitStrings(value).map(quote).join(' ') : value
  return `${name}. ${ttlSeconds} IN ${type} ${data}`
}

/** Lines for the own zone, then those for zones of others under a comment that names them. */
export function toZoneFile(records: readonly MadeRecord[], ttlSeconds: number): string {
  const own = records.filter(({ zone }) => zone === undefined)
  const others = Map.groupBy(
    records.filter(({ zone }) => zone !== undefined),
    ({ zone }) => zone!,
  )
  const blocks = [...others].map(([zone, rows]) => [`; ${zone}`, ...rows.map((row) => toZoneLine(row, ttlSeconds))].join('\n'))
  return `${[own.map((row) => toZoneLine(row, ttlSeconds)).join('\n'), ...blocks].filter(Boolean).join('\n\n')}\n`
}
