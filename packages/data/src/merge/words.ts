import type { IpVersion } from '@octet/core/ip/address.ts'

/** Compares two addresses of four 32-bit words: negative, 0 or positive. */
export function compareWords(a: Uint32Array, i: number, b: Uint32Array, j: number): number {
  if (a[i] !== b[j]) return a[i]! < b[j]! ? -1 : 1
  if (a[i + 1] !== b[j + 1]) return a[i + 1]! < b[j + 1]! ? -1 : 1
  if (a[i + 2] !== b[j + 2]) return a[i + 2]! < b[j + 2]! ? -1 : 1
  return a[i + 3] === b[j + 3] ? 0 : a[i + 3]! < b[j + 3]! ? -1 : 1
}

/** Moves an address to the next one, in place; false when there is none. IPv4 lives in the first word. */
export function increment(words: Uint32Array, at: number, version: IpVersion): boolean {
  for (let word = version === 4 ? at : at + 3; word >= at; word--) {
    if (words[word] !== 0xffff_ffff) {
      words[word]!++
      return true
    }
    words[word] = 0
  }
  return false
}
