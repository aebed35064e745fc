import { listDer, listParts, toText, type DerValue } from '../../lib/der.ts'

/** Character strings that names are made of: UTF-8, printable, Teletex, IA5, BMP. */
const TEXTS = new Set([0x0c, 0x13, 0x14, 0x16, 0x1e])

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
  const text = value && TEXTS.has(value.tag) ? toPrepared(toText(value)) : value?.raw.join()
  return JSON.stringify([type?.content.join(), value && TEXTS.has(value.tag), text])
}

/** The profile of RFC 4518 §2, which §7.1 names. */
const toPrepared = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
