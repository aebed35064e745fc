import type { Span } from './record-reader.ts'
import { cutV6, putOctet, putV4, putV6, spellHead, spellTail, spellV4, spellV6, widestV4, widestV6 } from './spelling.ts'
import type { V4Table } from './v4-table.ts'
import type { V6Table } from './v6-table.ts'

const PREFIXES = Array.from({ length: 33 }, (_, bits) => `/${bits}`)
const NETWORK = new Uint32Array(4)
/** Room for three addresses and a network. */
const TEXTS = Buffer.alloc(192)

const isNear = (one: number, other: number): boolean => (one ^ other) >>> 16 === 0

/** The numbers behind the span of an IPv4 address. One object is used over and over, so that a lookup makes no garbage. */
export class SpanV4 {
  ip = ''
  #address = 0
  #first = 0
  #last = 0

  /** Takes the row that answers for an address; `ip` is how the address was spelled. */
  set(table: V4Table, address: number, ip: string): this {
    this.ip = ip
    this.#address = address
    this.#first = table.findFirst(address)
    this.#last = table.findLast(address)
    return this
  }

  /** First and last address of the row, and the widest network around the address that stays inside. */
  spell(): Span {
    const first = this.#first
    const last = this.#last
    const hostBits = widestV4(this.#address, first, last)
    const network = cutV4(this.#address, hostBits)
    // Most rows and networks lie within one /16: its text is put together once.
    const head = spellHead(first)
    const start = head + spellTail(first)
    const base = network === first ? start : isNear(network, first) ? head + spellTail(network) : spellV4(network)
    const end = isNear(last, first) ? head + spellTail(last) : spellV4(last)
    return { ip: this.ip, start, end, network: base + PREFIXES[32 - hostBits]! }
  }

  putIp(target: Uint8Array, at: number): number {
    return putV4(this.#address, target, at)
  }

  putStart(target: Uint8Array, at: number): number {
    return putV4(this.#first, target, at)
  }

  putEnd(target: Uint8Array, at: number): number {
    return putV4(this.#last, target, at)
  }

  putNetwork(target: Uint8Array, at: number): number {
    const hostBits = widestV4(this.#address, this.#first, this.#last)
    const to = putV4(cutV4(this.#address, hostBits), target, at)
    target[to] = 0x2f
    return putOctet(32 - hostBits, target, to + 1)
  }
}

/** The numbers behind the span of an IPv6 address. One object is used over and over, so that a lookup makes no garbage. */
export class SpanV6 {
  readonly #address = new Uint32Array(4)
  readonly #first = new Uint32Array(4)
  readonly #last = new Uint32Array(4)

  /** Takes the row that answers for an address. */
  set(table: V6Table, row: number, address: Uint32Array): this {
    for (let word = 0; word < 4; word++) this.#address[word] = address[word]!
    table.readStart(row, this.#first)
    table.readLast(row, this.#last)
    return this
  }

  /** First and last address of the row, and the widest network around the address that stays inside. */
  spell(): Span {
    const startAt = this.putIp(TEXTS, 0)
    const baseEnd = this.putStart(TEXTS, startAt)
    const hostBits = this.#findNetwork()
    // Mostly the network begins with the row: then its text begins with that of the first address, too.
    const isFirst = isSame(NETWORK, this.#first)
    const networkAt = isFirst ? startAt : baseEnd
    const lengthAt = isFirst ? baseEnd : putV6(NETWORK, TEXTS, baseEnd)
    TEXTS[lengthAt] = 0x2f
    const endAt = putOctet(128 - hostBits, TEXTS, lengthAt + 1)
    // The four are parts of one text: to make one from bytes takes as long as to write them all.
    const text = TEXTS.toString('latin1', 0, this.putEnd(TEXTS, endAt))
    return {
      ip: text.slice(0, startAt),
      start: text.slice(startAt, baseEnd),
      end: text.slice(endAt),
      network: text.slice(networkAt, endAt),
    }
  }

  putIp(target: Uint8Array, at: number): number {
    return putV6(this.#address, target, at)
  }

  putStart(target: Uint8Array, at: number): number {
    return putV6(this.#first, target, at)
  }

  putEnd(target: Uint8Array, at: number): number {
    return putV6(this.#last, target, at)
  }

  putNetwork(target: Uint8Array, at: number): number {
    const hostBits = this.#findNetwork()
    const to = putV6(NETWORK, target, at)
    target[to] = 0x2f
    return putOctet(128 - hostBits, target, to + 1)
  }

  /** Puts the base of the network into NETWORK; gives its host bits. */
  #findNetwork(): number {
    const hostBits = widestV6(this.#address, this.#first, this.#last)
    for (let word = 0; word < 4; word++) NETWORK[word] = this.#address[word]!
    cutV6(NETWORK, hostBits)
    return hostBits
  }
}

const isSame = (one: Uint32Array, other: Uint32Array): boolean =>
  one[0] === other[0] && one[1] === other[1] && one[2] === other[2] && one[3] === other[3]

/** Where a block puts an IPv4 address: the prefix words and how far from the right end its 32 bits sit. */
export type Embedding = { readonly block: string; readonly prefix: readonly [number, number, number]; readonly shift: 0 | 80 }

/** Blocks whose addresses stand for IPv4 ones (RFC 4291 §2.5.5.2, RFC 6052 §2.1, RFC 3056 §2). */
export const EMBEDDINGS: readonly Embedding[] = [
  { block: '::ffff:0:0/96', prefix: [0, 0, 0xffff], shift: 0 },
  { block: '64:ff9b::/96', prefix: [0x64_ff9b, 0, 0], shift: 0 },
  { block: '2002::/16', prefix: [0x2002_0000, 0, 0], shift: 80 },
]

/** Whether an address may be of such a block, by its first word. */
export const mayEmbed = (word: number): boolean => word === 0 || word === 0x64_ff9b || word >>> 16 === 0x2002

/** The IPv4 number inside an address of a block. */
export function toEmbeddedV4(words: Uint32Array, { shift }: Embedding): number {
  return shift === 0 ? words[3]! : (((words[0]! & 0xffff) << 16) | (words[1]! >>> 16)) >>> 0
}

/** The span of an IPv4 row as the block of an address that stands for one in it writes it. */
export class EmbeddedSpan {
  readonly #words: Uint32Array
  readonly #embedding: Embedding
  readonly #table: V4Table

  constructor(table: V4Table, words: Uint32Array, embedding: Embedding) {
    this.#table = table
    this.#words = words
    this.#embedding = embedding
  }

  spell(): Span {
    const address = toEmbeddedV4(this.#words, this.#embedding)
    const first = this.#table.findFirst(address)
    const last = this.#table.findLast(address)
    const hostBits = widestV4(address, first, last)
    const spell = (value: number, rest: number) => spellV6(Uint32Array.from(embed(value, rest, this.#embedding)))
    return {
      ip: spellV6(this.#words),
      start: spell(first, 0),
      end: spell(last, 0xffff_ffff),
      network: `${spell(cutV4(address, hostBits), 0)}/${128 - this.#embedding.shift - hostBits}`,
    }
  }
}

function embed(value: number, rest: number, { prefix, shift }: Embedding): number[] {
  if (shift === 0) return [...prefix, value]
  return [(prefix[0] | (value >>> 16)) >>> 0, (((value & 0xffff) << 16) | (rest & 0xffff)) >>> 0, rest, rest]
}

function cutV4(address: number, hostBits: number): number {
  return hostBits === 32 ? 0 : ((address >>> hostBits) << hostBits) >>> 0
}
