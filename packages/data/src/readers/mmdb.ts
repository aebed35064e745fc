import type { LayerStream } from '../layer.ts'
import { readPacked } from './packed.ts'
import { MmdbDecoder, readMetadata, type MmdbMetadata } from './mmdb-decoder.ts'

/** Where IPv4 lies in a tree of both families: under 96 zero bits (format specification, “IPv4 addresses in an IPv6 tree”). */
const IPV4_DEPTH = 96

/**
 * The search tree of a MaxMind DB file (format version 2, also packed with gzip) as a step function, walked in address
 * order without recursion. Records are numbered as they are met and decoded only when described. Of a tree that holds
 * both families `family` tells which to walk; IPv6 unless given, then without the places where IPv4 hangs in.
 */
export async function readMmdb<Value>(
  path: string,
  toValue: (record: Readonly<Record<string, unknown>>) => Value,
  family?: 4 | 6,
): Promise<LayerStream<Value> & { readonly metadata: MmdbMetadata }> {
  const bytes = await readPacked(path)
  const metadata = readMetadata(bytes, path)
  return new MmdbWalk(bytes, { metadata, toValue, family: family ?? metadata.ipVersion })
}

class MmdbWalk<Value> implements LayerStream<Value> {
  readonly version: 4 | 6
  readonly metadata: MmdbMetadata
  value = 0
  rows = 0
  readonly #bytes: Buffer
  readonly #view: DataView
  readonly #decoder: MmdbDecoder
  readonly #toValue: (record: Readonly<Record<string, unknown>>) => Value
  readonly #numbers = new OffsetNumbers()
  /** Nodes from the root down to where the walk is, and the address bits so far. */
  readonly #path: Int32Array
  readonly #bits = new Uint32Array(4)
  /** The subtree of IPv4 inside IPv6, to be left out; -1 when there is none. */
  readonly #ipv4Root: number
  #depth = 0
  #node = 0
  /** A tree has each node once, so more visits than nodes go round in circles. */
  #visits = 0
  #isDone = false

  constructor(
    bytes: Buffer,
    options: { metadata: MmdbMetadata; toValue: (record: Readonly<Record<string, unknown>>) => Value; family: 4 | 6 },
  ) {
    const { metadata, toValue, family } = options
    if (metadata.ipVersion === 4 && family === 6) throw new Error('expected a MaxMind DB of IPv6, got one of IPv4')
    this.version = family
    this.metadata = metadata
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#decoder = new MmdbDecoder(bytes, metadata.dataStart)
    this.#toValue = toValue
    this.#path = new Int32Array(family === 4 ? 33 : 129)
    const ipv4Root = metadata.ipVersion === 6 ? this.#findIpv4Root() : 0
    if (family === 4) this.#node = ipv4Root
    this.#ipv4Root = family === 6 && ipv4Root < metadata.nodeCount ? ipv4Root : -1
  }

  describe(value: number): Value {
    return this.#toValue(this.#decoder.decode(this.#numbers.offsetOf(value)) as Record<string, unknown>)
  }

  next(into: Uint32Array, at: number): boolean {
    const { nodeCount } = this.metadata
    const bits = this.#bits
    while (!this.#isDone) {
      let node = this.#node
      while (node < nodeCount && node !== this.#ipv4Root) {
        if (this.#depth >= this.#path.length || ++this.#visits > nodeCount)
          throw new Error('expected a search tree, the MaxMind DB has a loop in it')
        this.#path[this.#depth++] = node
        node = this.#child(node, 0)
      }
      let found = 0
      if (node > nodeCount) {
        this.rows++
        found = this.#numbers.intern(node - nodeCount - 16)
      }
      const isNew = found !== this.value
      if (isNew) {
        into[at] = bits[0]!
        into[at + 1] = bits[1]!
        into[at + 2] = bits[2]!
        into[at + 3] = bits[3]!
        this.value = found
      }
      this.#turnRight()
      if (isNew) return true
    }
    return false
  }

  #findIpv4Root(): number {
    let node = 0
    for (let depth = 0; depth < IPV4_DEPTH && node < this.metadata.nodeCount; depth++) node = this.#child(node, 0)
    return node
  }

  /** From a leaf to the next subtree on its right. */
  #turnRight(): void {
    const bits = this.#bits
    let depth = this.#depth
    while (depth > 0) {
      const word = (depth - 1) >>> 5
      const mask = 0x8000_0000 >>> ((depth - 1) & 31)
      if ((bits[word]! & mask) === 0) {
        bits[word] = (bits[word]! | mask) >>> 0
        this.#node = this.#child(this.#path[depth - 1]!, 1)
        this.#depth = depth
        return
      }
      bits[word] = (bits[word]! & ~mask) >>> 0
      depth--
    }
    this.#isDone = true
  }

  #child(node: number, side: 0 | 1): number {
    const { recordSize } = this.metadata
    if (recordSize === 28) {
      // Seven bytes of two numbers that share the middle one: its upper half is the top of the left one.
      const word = this.#view.getUint32(node * 7 + 3 * side)
      return side === 0 ? ((word & 0xf0) << 20) | (word >>> 8) : word & 0x0fff_ffff
    }
    const width = recordSize / 8
    return this.#bytes.readUIntBE(node * 2 * width + side * width, width)
  }
}

/** Numbers for data offsets in the order they are met, from 1; a typed open hash table. */
class OffsetNumbers {
  #slots = new Int32Array(1 << 16)
  #offsets = new Int32Array(1 << 14)
  #size = 0

  intern(offset: number): number {
    const mask = this.#slots.length - 1
    let slot = (Math.imul(offset, 0x9e37_79b1) >>> 7) & mask
    for (;;) {
      const number = this.#slots[slot]!
      if (number === 0) break
      if (this.#offsets[number] === offset) return number
      slot = (slot + 1) & mask
    }
    const number = ++this.#size
    if (number >= this.#offsets.length) this.#grow()
    this.#offsets[number] = offset
    this.#slots[slot] = number
    if (this.#size * 2 > this.#slots.length) this.#rehash()
    return number
  }

  offsetOf(number: number): number {
    return this.#offsets[number]!
  }

  #grow(): void {
    const grown = new Int32Array(this.#offsets.length * 2)
    grown.set(this.#offsets)
    this.#offsets = grown
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2)
    const mask = this.#slots.length - 1
    for (let number = 1; number <= this.#size; number++) {
      let slot = (Math.imul(this.#offsets[number]!, 0x9e37_79b1) >>> 7) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = number
    }
  }
}
