import type { SqlTraits } from './dialects.ts'

/** A number as SQL has it; no zeros in front: 010 is a code, and as a number it would be another value. */
const NUMBER = /^[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/

export const isSqlNumber = (text: string): boolean => NUMBER.test(text)

/** A text as a literal of the dialect. */
export function toSqlText(text: string, { hasBackslash = false, hasNoDoubledQuotes = false }: SqlTraits): string {
  const escaped = hasBackslash ? text.replaceAll('\\', '\\\\') : text
  return `'${escaped.replaceAll("'", hasNoDoubledQuotes ? String.raw`\'` : "''")}'`
}

/** True or false; SQL Server and Oracle have bits and numbers for them. */
export function toSqlBoolean(value: boolean, { hasBatches = false, hasChosenQuotes = false }: SqlTraits): string {
  if (hasBatches || hasChosenQuotes) return value ? '1' : '0'
  return value ? 'TRUE' : 'FALSE'
}
