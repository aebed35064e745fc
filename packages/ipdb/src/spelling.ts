const OCTET = Array.from({ length: 256 }, (_, value) => String(value))
const DOTTED = Array.from({ length: 256 }, (_, value) => `.${value}`)

/** What rows begin and end with: the last two octets where the fourth is 0 or 255. */
const TAIL_0 = DOTTED.map((text) => `${text}.0`)
const TAIL_255 = DOTTED.map((text) => `${text}.255`)

/** IPv4 in dotted decimal. The parts fit the first-level cache; larger prepared parts were slower. */
export function spellV4(value: number): string {
  return spellHead(value) + spellTail(value)
}

/** The first two octets of an IPv4 address. */
export function spellHead(value: number): string {
  return OCTET[value >>> 24]! + DOTTED[(value >>> 16) & 255]!
}

/** The last two octets, with the dot before them. */
export function spellTail(value: number): string {
  const [third, fourth] = [(value >>> 8) & 255, value & 255]
  if (fourth === 0) return TAIL_0[third]!
  return fourth === 255 ? TAIL_255[third]! : DOTTED[third]! + DOTTED[fourth]!
}

/** Decimal digits of the numbers below 256 as bytes, the first lowest. */
const DIGITS = Uint32Array.from({ length: 256 }, (_, value) =>
  [...String(value)].reduce((bytes, digit, at) => bytes | (digit.charCodeAt(0) << (8 * at)), 0),
)

/** Writes IPv4 in dotted decimal into bytes. Returns the position behind it. */
export function putV4(value: number, target: Uint8Array, at: number): number {
  let to = putOctet(value >>> 24, target, at)
  target[to] = 0x2e
  to = putOctet((value >>> 16) & 255, target, to + 1)
  target[to] = 0x2e
  to = putOctet((value >>> 8) & 255, target, to + 1)
  target[to] = 0x2e
  return putOctet(value & 255, target, to + 1)
}

/** Writes a number below 256 in decimal. Returns the position behind it. */
export function putOctet(value: number, target: Uint8Array, at: number): number {
  const digits = DIGITS[value]!
  target[at] = digits
  if (value < 10) return at + 1
  target[at + 1] = digits >>> 8
  if (value < 100) return at + 2
  target[at + 2] = digits >>> 16
  return at + 3
}

const HEX = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
const COLON = 0x3a
/** For each set of zero groups, a bit for each, the first highest: 16 × the start of the longest run, and its size. */
const RUNS = Uint8Array.from({ length: 256 }, (_, zeros) => toLongestRun(zeros))
const MAPPED = Uint8Array.from('::ffff:', (letter) => letter.charCodeAt(0))
const MAX_V6_BYTES = 39
const SCRATCH = Buffer.alloc(MAX_V6_BYTES)

/** IPv6 words in the spelling of RFC 5952. */
export function spellV6(words: Uint32Array): string {
  return SCRATCH.toString('latin1', 0, putV6(words, SCRATCH, 0))
}

/** Writes IPv6 words in the spelling of RFC 5952 into bytes. Returns the position behind it. */
export function putV6(words: Uint32Array, target: Uint8Array, at: number): number {
  const [a, b, c, d] = [words[0]!, words[1]!, words[2]!, words[3]!]
  if (a === 0 && b === 0 && c === 0xffff) return putMapped(d, target, at)
  const run = RUNS[(toZeros(a) << 6) | (toZeros(b) << 4) | (toZeros(c) << 2) | toZeros(d)]!
  const start = run >>> 4
  const end = start + (run & 15)
  let to = at
  for (let group = 0; group < 8; group++) {
    if (group === start) {
      target[to] = target[to + 1] = COLON
      to += 2
      group = end - 1
    } else {
      if (group > 0 && group !== end) target[to++] = COLON
      const word = words[group >>> 1]!
      to = putGroup((group & 1) === 0 ? word >>> 16 : word & 0xffff, target, to)
    }
  }
  return to
}

/** Whether the two groups of a word are zero, as two bits. */
const toZeros = (word: number): number => (word >>> 16 === 0 ? 2 : 0) | ((word & 0xffff) === 0 ? 1 : 0)

/** The first of the longest runs of two or more zero groups; a start of 8 for none. */
function toLongestRun(zeros: number): number {
  let best = 8 << 4
  for (let start = 0; start < 8; start++) {
    let size = 0
    while (start + size < 8 && (zeros & (0x80 >>> (start + size))) !== 0) size++
    if (size > Math.max(1, best & 15)) best = (start << 4) | size
  }
  return best
}

function putGroup(group: number, target: Uint8Array, at: number): number {
  let to = at
  if (group > 0xfff) target[to++] = HEX[group >>> 12]!
  if (group > 0xff) target[to++] = HEX[(group >>> 8) & 15]!
  if (group > 0xf) target[to++] = HEX[(group >>> 4) & 15]!
  target[to] = HEX[group & 15]!
  return to + 1
}

/** An IPv4-mapped address has a dotted tail (RFC 5952 §5). */
function putMapped(tail: number, target: Uint8Array, at: number): number {
  for (let digit = 0; digit < MAPPED.length; digit++) target[at + digit] = MAPPED[digit]!
  return putV4(tail, target, at + MAPPED.length)
}

/** Host bits of the widest block that holds `address` and stays within `first` … `last`; all are IPv4 numbers. */
export function widestV4(address: number, first: number, last: number): number {
  const below = first === 0 ? 32 : 31 - Math.clz32(address ^ (first - 1))
  const above = last === 0xffff_ffff ? 32 : 31 - Math.clz32(address ^ (last + 1))
  return below < above ? below : above
}

const NEIGHBOUR = new Uint32Array(4)

/** The same for IPv6 words. */
export function widestV6(address: Uint32Array, first: Uint32Array, last: Uint32Array): number {
  const below = step(first, -1) ? highestDifference(address, NEIGHBOUR) : 128
  const above = step(last, 1) ? highestDifference(address, NEIGHBOUR) : 128
  return below < above ? below : above
}

/** Cuts host bits off, in place. */
export function cutV6(words: Uint32Array, hostBits: number): void {
  for (let word = 3, left = hostBits; word >= 0; word--, left -= 32) {
    if (left <= 0) return
    words[word] = left >= 32 ? 0 : ((words[word]! >>> left) << left) >>> 0
  }
}

/** Puts the address before or behind into NEIGHBOUR; false when there is none. */
function step(words: Uint32Array, by: 1 | -1): boolean {
  NEIGHBOUR.set(words)
  const edge = by === 1 ? 0xffff_ffff : 0
  for (let word = 3; word >= 0; word--) {
    if (NEIGHBOUR[word] !== edge) {
      NEIGHBOUR[word]! += by
      return true
    }
    NEIGHBOUR[word] = by === 1 ? 0 : 0xffff_ffff
  }
  return false
}

function highestDifference(a: Uint32Array, b: Uint32Array): number {
  for (let word = 0; word < 4; word++) {
    const difference = a[word]! ^ b[word]!
    if (difference !== 0) return 127 - 32 * word - Math.clz32(difference)
  }
  return 0
}
