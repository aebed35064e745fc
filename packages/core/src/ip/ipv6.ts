import { formatIpv4 } from './ipv4.ts'

const GROUPS = new Uint16Array(8)

/**
 * Reads an IPv6 address (RFC 4291 §2.2, upper or lower case, `::`, dotted tail) into four 32-bit words, the highest first.
 * False when the text is not an address; the words are then undefined. Zone ids are refused.
 */
export function parseIpv6Words(text: string, words: Uint32Array): boolean {
  const size = text.length
  if (size < 2 || size > 45) return false
  let count = 0
  let gap = -1
  let at = 0
  if (text.charCodeAt(0) === 58) {
    if (text.charCodeAt(1) !== 58) return false
    gap = 0
    at = 2
  }
  while (at < size) {
    if (count === 8) return false
    const start = at
    let value = 0
    let code = 0
    for (; at < size; at++) {
      code = text.charCodeAt(at)
      const digit = toHexDigit(code)
      if (digit < 0) break
      value = (value << 4) | digit
      if (at - start > 3) return false
    }
    if (at < size && code === 46) {
      if (count > 6 || !readDottedTail(text, start, count)) return false
      count += 2
      at = size
      break
    }
    if (at === start) return false
    GROUPS[count++] = value
    if (at === size) break
    if (code !== 58) return false
    at++
    if (at === size) return false
    if (text.charCodeAt(at) === 58) {
      if (gap >= 0) return false
      gap = count
      at++
    }
  }
  if (gap < 0 ? count !== 8 : count > 7) return false
  if (gap >= 0) {
    const shift = 8 - count
    for (let group = count - 1; group >= gap; group--) GROUPS[group + shift] = GROUPS[group]!
    for (let group = gap; group < gap + shift; group++) GROUPS[group] = 0
  }
  for (let word = 0; word < 4; word++) words[word] = (GROUPS[2 * word]! << 16) | GROUPS[2 * word + 1]!
  return true
}

const WORDS = new Uint32Array(4)

/** The number of an IPv6 address, or -1n when the text is not one. */
export function parseIpv6(text: string): bigint {
  if (!parseIpv6Words(text, WORDS)) return -1n
  return toBigint(WORDS)
}

/** Four 32-bit words, the highest first, as one number. */
function toBigint(words: Uint32Array): bigint {
  return (BigInt(words[0]!) << 96n) | (BigInt(words[1]!) << 64n) | (BigInt(words[2]!) << 32n) | BigInt(words[3]!)
}

/**
 * An IPv6 number in the one canonical spelling of RFC 5952: lower case, no leading zeros, the longest run of two or
 * more zero groups (the first of equals) as `::`, and IPv4-mapped addresses with a dotted tail (§5).
 */
export function formatIpv6(value: bigint): string {
  if (value >> 32n === 0xffffn) return `::ffff:${formatIpv4(Number(value & 0xffff_ffffn))}`
  const groups = Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(112 - 16 * at)) & 0xffffn))
  const { start, length } = findLongestZeroRun(groups)
  const write = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':')
  if (length < 2) return write(groups)
  return `${write(groups.slice(0, start))}::${write(groups.slice(start + length))}`
}

/** All eight groups with all their zeros: `2001:0db8:0000:…`. */
export function formatFullIpv6(value: bigint): string {
  const hex = value.toString(16).padStart(32, '0')
  return hex.match(/.{4}/g)!.join(':')
}

function findLongestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  for (let start = 0; start < groups.length; start++) {
    let end = start
    while (end < groups.length && groups[end] === 0) end++
    if (end - start > best.length) best = { start, length: end - start }
    if (end > start) start = end
  }
  return best
}

function toHexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const lower = code | 32
  return lower >= 97 && lower <= 102 && code < 128 ? lower - 87 : -1
}

/** Reads `1.2.3.4` at the end of an address into two groups (RFC 4291 §2.2.3). */
function readDottedTail(text: string, start: number, group: number): boolean {
  let octet = -1
  let octets = 0
  let value = 0
  for (let at = start; at <= text.length; at++) {
    const digit = at < text.length ? text.charCodeAt(at) - 48 : -2
    if (digit === -2) {
      if (octet < 0 || ++octets > 4) return false
      value = value * 256 + octet
      octet = -1
    } else {
      if (digit < 0 || digit > 9 || octet === 0) return false
      octet = octet < 0 ? digit : octet * 10 + digit
      if (octet > 255) return false
    }
  }
  if (octets !== 4) return false
  GROUPS[group] = value / 65536
  GROUPS[group + 1] = value & 0xffff
  return true
}
