import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import type { Pacer } from './pacer.ts'

const CANDIDATE =
  /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)|[\dA-Fa-f]{0,4}(?::[\dA-Fa-f]{0,4}){2,7}(?:\.\d{1,3}){0,3}(?![\w:]|\.\d))/g

/**
 * Every IPv4 and IPv6 address in a text in order of appearance, in canonical spelling, with how often it comes.
 * What only looks like one (times, versions, `1.2.3.4.5`) is left out. Linear in the length of the text.
 */
export function extractAddresses(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  addAddresses(text, counts)
  return counts
}

/** Characters between two breaths. */
const SLICE = 65_536
/** What can be no part of an address nor of what makes it none: a text may be cut before it. */
const BORDER = /[^\w.:。！-～]/g

/** The same for a long text, with breaths. */
export async function extractAddressesPaced(text: string, breathe: Pacer): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let at = 0; at < text.length; await breathe()) {
    BORDER.lastIndex = at + SLICE
    const end = BORDER.exec(text)?.index ?? text.length
    addAddresses(text.slice(at, end), counts)
    at = end
  }
  return counts
}

function addAddresses(text: string, counts: Map<string, number>): void {
  for (const [candidate] of toAscii(text).matchAll(CANDIDATE)) {
    const address = findAddress(candidate)
    if (!address || (address.version === 6 && /^[\d:]*$/.test(candidate) && !candidate.includes('::') && candidate.length < 15))
      continue
    const spelling = formatAddress(address)
    counts.set(spelling, (counts.get(spelling) ?? 0) + 1)
  }
}

/**
 * Full-width letters, digits and marks in ASCII. Less than `toHalfWidth` does: here the text around the addresses is any, and
 * a `。` after one ends the sentence, a `¹` belongs to no number.
 */
const toAscii = (text: string): string =>
  text
    .replaceAll(/(?<=[０-９])。(?=[０-９])/g, '.')
    .replaceAll(/[！-～]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) - 0xfee0))
