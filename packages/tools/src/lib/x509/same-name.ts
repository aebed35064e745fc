import { isText, listDer, listParts, toText, type DerValue } from '../der.ts'

/**
 * Whether two names, as DER, are one (RFC 5280 §7.1): kinds of character strings, upper and lower case, and white space at
 * the ends or more of it than one blank make no difference, nor does the order within one part.
 */
export function isSameName(one: Uint8Array, other: Uint8Array): boolean {
  return toNameKey(one) === toNameKey(other)
}

function toNameKey(name: Uint8Array): string {
  const [whole] = listDer(name)
  const parts = whole ? listParts(whole) : []
  return JSON.stringify(parts.map((part) => listParts(part).map(toAttributeKey).toSorted()))
}

function toAttributeKey(attribute: DerValue): string {
  const [type, value] = listParts(attribute)
  const isWords = value !== undefined && isText(value)
  return JSON.stringify([type?.content.join(), isWords, isWords ? toPrepared(toText(value)) : value?.raw.join()])
}

/** The profile of RFC 4518 §2, which §7.1 names. */
const toPrepared = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
