import type { BitReader } from './bit-reader.ts'

/** Symbols that one table is used for, and bits of a code at most. */
const [GROUP_SYMBOLS, MAX_CODE_BITS] = [50, 20]
/** The first two symbols write the length of a run of the byte in front, in digits of 1 and 2. */
const [RUN_1, RUN_2] = [0, 1]

/** A Huffman table: codes of equal length follow each other, the shorter ones first. */
type Table = {
  readonly minBits: number
  /** For each length the first 20 bits that no code of it, nor a shorter one, begins with. */
  readonly ends: Int32Array
  /** For each length what is taken off its codes to find their place among the symbols. */
  readonly offsets: Int32Array
  readonly symbols: Uint16Array
}

/** Why a block is not read. */
export type BlockFault = 'damaged' | 'randomised'

/** Reads a block behind its mark and CRC: Huffman codes, moves to the front and runs of it, and the sorted turns of the text. */
export function readBlock(bits: BitReader, maxBytes: number): Uint8Array | BlockFault {
  if (bits.read(1) === 1) return 'randomised'
  const origin = bits.read(24)
  const used = readUsed(bits)
  const tableCount = bits.read(3)
  const selectorCount = bits.read(15)
  if (used.length === 0 || tableCount < 2 || tableCount > 6 || selectorCount === 0) return 'damaged'
  const selectors = readSelectors(bits, selectorCount, tableCount)
  const tables = Array.from({ length: tableCount }, () => readTable(bits, used.length + 2))
  if (!selectors || !tables.every((table) => table !== undefined)) return 'damaged'
  const sorted = readSorted(bits, { used, tables: selectors.map((at) => tables[at]!), maxBytes })
  return sorted && origin < sorted.length ? unsort(sorted, origin) : 'damaged'
}

/** The bytes that the block has, as bits: which rows of 16 there are, then each row. */
function readUsed(bits: BitReader): number[] {
  const rows = bits.read(16)
  const used: number[] = []
  for (let row = 0; row < 16; row++) {
    const columns = rows & (0x8000 >> row) ? bits.read(16) : 0
    for (let column = 0; column < 16; column++) if (columns & (0x8000 >> column)) used.push(row * 16 + column)
  }
  return used
}

/** Which table each group of symbols has: ones up to a zero say from how far behind it comes to the front. */
function readSelectors(bits: BitReader, count: number, tableCount: number): number[] | undefined {
  const front = [...Array(tableCount).keys()]
  const selectors: number[] = []
  while (selectors.length < count) {
    let far = 0
    while (bits.read(1) === 1) if (++far === tableCount) return undefined
    front.unshift(...front.splice(far, 1))
    selectors.push(front[0]!)
  }
  return selectors
}

/** The length of each code, as what it is more or less than the one before. */
function readTable(bits: BitReader, symbolCount: number): Table | undefined {
  const lengths: number[] = []
  let length = bits.read(5)
  while (lengths.length < symbolCount) {
    if (length < 1 || length > MAX_CODE_BITS) return undefined
    if (bits.read(1) === 0) lengths.push(length)
    else length += bits.read(1) === 0 ? 1 : -1
  }
  return toTable(lengths)
}

function toTable(lengths: readonly number[]): Table {
  const [ends, offsets] = [new Int32Array(MAX_CODE_BITS + 1), new Int32Array(MAX_CODE_BITS + 1)]
  const symbols: number[] = []
  let code = 0
  for (let length = 1; length <= MAX_CODE_BITS; length++) {
    offsets[length] = code - symbols.length
    for (const [symbol, own] of lengths.entries()) if (own === length) symbols.push(symbol)
    code = offsets[length]! + symbols.length
    ends[length] = code << (MAX_CODE_BITS - length)
    code <<= 1
  }
  return { minBits: Math.min(...lengths), ends, offsets, symbols: Uint16Array.from(symbols) }
}

function readSymbol(bits: BitReader, { minBits, ends, offsets, symbols }: Table): number | undefined {
  const next = bits.peek(MAX_CODE_BITS)
  let length = minBits
  while (next >= ends[length]!) if (++length > MAX_CODE_BITS) return undefined
  bits.skip(length)
  return symbols[(next >> (MAX_CODE_BITS - length)) - offsets[length]!]
}

type Coded = { readonly used: readonly number[]; readonly tables: readonly Table[]; readonly maxBytes: number }

/** The last bytes of all turns of the text, in the order of the turns; undefined where they do not fit or have no end. */
function readSorted(bits: BitReader, { used, tables, maxBytes }: Coded): Uint8Array | undefined {
  const sorted = new Uint8Array(maxBytes)
  const front = Uint8Array.from(used)
  let [size, run, digit] = [0, 0, 1]
  for (const table of tables)
    for (let i = 0; i < GROUP_SYMBOLS; i++) {
      const symbol = readSymbol(bits, table)
      if (symbol === RUN_1 || symbol === RUN_2) {
        run += digit * (symbol + 1)
        digit *= 2
        if (run > maxBytes) return undefined
        continue
      }
      if (size + run + 1 > maxBytes + (symbol === used.length + 1 ? 1 : 0)) return undefined
      sorted.fill(front[0]!, size, size + run)
      size += run
      ;[run, digit] = [0, 1]
      if (symbol === undefined) return undefined
      if (symbol === used.length + 1) return sorted.subarray(0, size)
      const byte = front[symbol - 1]!
      front.copyWithin(1, 0, symbol - 1)
      front[0] = byte
      sorted[size++] = byte
    }
  return undefined
}

/** Burrows and Wheeler backwards: from the last bytes of the sorted turns, and which turn is the text, to the text. */
function unsort(sorted: Uint8Array, origin: number): Uint8Array {
  const starts = new Uint32Array(257)
  for (const byte of sorted) starts[byte + 1]!++
  for (let byte = 0; byte < 256; byte++) starts[byte + 1]! += starts[byte]!
  const next = new Uint32Array(sorted.length)
  for (const [at, byte] of sorted.entries()) next[starts[byte]!++] = at
  const text = new Uint8Array(sorted.length)
  let at = next[origin]!
  for (let i = 0; i < text.length; i++) {
    text[i] = sorted[at]!
    at = next[at]!
  }
  return text
}
