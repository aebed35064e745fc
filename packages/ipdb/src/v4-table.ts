/**
 * IPv4 search: what is known of each /20 stands in one line of the processor's memory, so that the row of an address, its
 * ends and its record are mostly there after waiting for memory once.
 *
 *     a line of 16 words: 0  bit s: a row starts at the /24 number s, 1 to 15; the sign is not set
 *                         1  the row that the first address of the line lies in
 *                         2  where that row begins, and where the last one of the line ends
 *                         4  its record, and those of the rows that start behind it, twelve at most
 *
 * Where a row starts inside a /24, or more than twelve have a part in it:
 *
 *     a line of 16 words: 0  the sign
 *                         1  the row that the first address of the line lies in
 *                         2  16 numbers of 16 bits: how many rows later the first address of each /24 is; the highest
 *                            bit says that more start inside, which are then walked
 */
const LINES = 1 << 20
const WORDS = 16
const [ROW, FIRST, LAST, RECORDS, SHORTS] = [1, 2, 3, 4, 4]
const MOST_RECORDS = WORDS - RECORDS
const IRREGULAR = 0x8000_0000 | 0
const INSIDE = 0x8000
const LATER = 0x7fff

/** Bytes of the index that {@link fillIndex} makes from the rows. */
export const INDEX_BYTES = 4 * WORDS * LINES

/** How many bits of a byte are set. */
const BITS_SET = Uint8Array.from({ length: 256 }, (_, byte) => [...byte.toString(2)].filter((bit) => bit === '1').length)

/** Addresses that a batch looks at in one go: their lines stay in the second cache, what is noted of them in the first. */
const CHUNK = 512
/** Positions of those that need one more look, and a place for the one that is written and then does not count. */
const NOTED = new Uint32Array(CHUNK + 1)
/** Takes what is read only so that it is there for the next step; the engine would leave the read out otherwise. */
const TOUCHED = new Uint32Array(CHUNK)

/** Finds rows by the index that {@link fillIndex} has made from them. */
export class V4Table {
  /** First address and record of each row. */
  readonly #rows: Uint32Array
  readonly #index: Int32Array
  readonly #shorts: Uint16Array
  readonly size: number

  constructor(rows: Uint32Array, index: Int32Array) {
    this.#rows = rows
    this.#index = index
    this.#shorts = new Uint16Array(index.buffer, index.byteOffset, index.length * 2)
    this.size = rows.length / 2
  }

  /** The row an address (0 … 2³²−1) lies in. */
  findRow(address: number): number {
    const line = toLine(address)
    const head = this.#index[line]!
    const first = this.#index[line + ROW]!
    if (head >= 0) return first + countStarts(head, address)
    const later = this.#shorts[toShort(line, address)]!
    const row = first + (later & LATER)
    return later < INSIDE ? row : walk(this.#rows, row, address)
  }

  /** The record of that row: the same wait for memory brings both. */
  findRecord(address: number): number {
    const line = toLine(address)
    const head = this.#index[line]!
    return head >= 0 ? this.#index[line + RECORDS + countStarts(head, address)]! : this.recordOf(this.findRow(address))
  }

  /** Where that row begins, in the same line. */
  findFirst(address: number): number {
    const line = toLine(address)
    const head = this.#index[line]!
    if (head < 0) return this.firstOf(this.findRow(address))
    const starts = head & upTo(address)
    return starts === 0 ? this.#index[line + FIRST]! >>> 0 : toSlotStart(address, 31 - Math.clz32(starts))
  }

  /** Where it ends. */
  findLast(address: number): number {
    const line = toLine(address)
    const head = this.#index[line]!
    if (head < 0) return this.lastOf(this.findRow(address))
    const starts = head & ~upTo(address)
    return starts === 0 ? this.#index[line + LAST]! >>> 0 : toSlotStart(address, 31 - Math.clz32(starts & -starts)) - 1
  }

  /**
   * The rows of the first `count` addresses. Each step reads one kind of memory, without asking what the reads say, so
   * that they wait together. What needs one more look is noted by counting on and not by a branch: the processor would
   * guess it wrong, and wait for each read alone.
   */
  findRows(addresses: Uint32Array, rows: Int32Array, count: number): void {
    for (let from = 0; from < count; from += CHUNK) {
      const to = Math.min(from + CHUNK, count)
      TOUCHED[0] = touchLines(this.#index, addresses, from, to)
      const irregular = readRegular(this.#index, addresses, rows, from, to)
      const inside = readIrregular(this.#shorts, addresses, rows, irregular)
      walkInside(this.#rows, addresses, rows, inside)
    }
  }

  /** The records of the first `count` addresses, whose rows have just been found. */
  readRecords(addresses: Uint32Array, rows: Int32Array, records: Uint32Array, count: number): void {
    const index = this.#index
    const table = this.#rows
    for (let from = 0; from < count; from += CHUNK) {
      const to = Math.min(from + CHUNK, count)
      let noted = 0
      for (let at = from; at < to; at++) {
        const line = toLine(addresses[at]!)
        const isIrregular = index[line]! >> 31
        NOTED[noted] = at
        noted -= isIrregular
        records[at] = index[line + RECORDS + ((rows[at]! - index[line + ROW]!) & ~isIrregular)]!
      }
      for (let one = 0; one < noted; one++) records[NOTED[one]!] = table[2 * rows[NOTED[one]!]! + 1]!
    }
  }

  recordOf(row: number): number {
    return this.#rows[2 * row + 1]!
  }

  firstOf(row: number): number {
    return this.#rows[2 * row]!
  }

  lastOf(row: number): number {
    return row + 1 < this.size ? this.#rows[2 * row + 2]! - 1 : 0xffff_ffff
  }
}

/**
 * Reads the lines of addresses for the first time. The fewer steps lie between two reads, the more of them wait at once:
 * by eight in a step, what the engine asks before each read is asked once.
 */
function touchLines(index: Int32Array, addresses: Uint32Array, from: number, to: number): number {
  let sum = 0
  let at = from
  for (; at + 8 <= to; at += 8)
    sum ^=
      index[toLine(addresses[at]!)]! ^
      index[toLine(addresses[at + 1]!)]! ^
      index[toLine(addresses[at + 2]!)]! ^
      index[toLine(addresses[at + 3]!)]! ^
      index[toLine(addresses[at + 4]!)]! ^
      index[toLine(addresses[at + 5]!)]! ^
      index[toLine(addresses[at + 6]!)]! ^
      index[toLine(addresses[at + 7]!)]!
  for (; at < to; at++) sum ^= index[toLine(addresses[at]!)]!
  return sum
}

/** The rows of regular lines, and of the others the first. Returns how many of the others it has noted. */
function readRegular(index: Int32Array, addresses: Uint32Array, rows: Int32Array, from: number, to: number): number {
  let noted = 0
  for (let at = from; at < to; at++) {
    const address = addresses[at]!
    const line = toLine(address)
    const head = index[line]!
    rows[at] = index[line + ROW]! + countStarts(head, address)
    NOTED[noted] = at
    noted += head >>> 31
  }
  return noted
}

/** Counts on from the first rows of irregular lines. Returns how many addresses it has noted in whose /24 more rows start. */
function readIrregular(shorts: Uint16Array, addresses: Uint32Array, rows: Int32Array, irregular: number): number {
  let noted = 0
  for (let one = 0; one < irregular; one++) {
    const at = NOTED[one]!
    const address = addresses[at]!
    const later = shorts[toShort(toLine(address), address)]!
    rows[at]! += later & LATER
    NOTED[noted] = at
    noted += later >>> 15
  }
  return noted
}

/** Walks on from the rows of the noted addresses. */
function walkInside(table: Uint32Array, addresses: Uint32Array, rows: Int32Array, inside: number): void {
  for (let one = 0; one < inside; one++) TOUCHED[one] = table[2 * rows[NOTED[one]!]! + 2]!
  for (let one = 0; one < inside; one++) {
    const at = NOTED[one]!
    rows[at] = walk(table, rows[at]!, addresses[at]!)
  }
}

/** Where the line of an address begins. */
const toLine = (address: number): number => (address >>> 12) << 4

/** Where the number of its /24 stands in an irregular line, counted in 16 bits. */
const toShort = (line: number, address: number): number => (line << 1) + SHORTS + ((address >>> 8) & 15)

/** The bits of the /24 of an address and of those before it. */
const upTo = (address: number): number => 0xffff >>> (15 - ((address >>> 8) & 15))

/** The first address of a /24 in the line of an address. */
const toSlotStart = (address: number, slot: number): number => ((address & ~0xfff) | (slot << 8)) >>> 0

/** How many rows start behind the first address of a regular line and not behind the /24 of an address. */
function countStarts(head: number, address: number): number {
  const starts = head & upTo(address)
  return BITS_SET[starts & 0xff]! + BITS_SET[starts >>> 8]!
}

function walk(rows: Uint32Array, from: number, address: number): number {
  let at = 2 * from + 2
  while (at < rows.length && rows[at]! <= address) at += 2
  return (at >>> 1) - 1
}

/** Fills the index from ascending rows, the first of which begins at 0. */
export function fillIndex(rows: Uint32Array, index: Int32Array): void {
  const count = rows.length / 2
  const shorts = new Uint16Array(index.buffer, index.byteOffset, index.length * 2)
  /** The first row that starts behind the first address of the line. */
  let next = 0
  for (let number = 0; number < LINES; number++) {
    const line = number * WORDS
    if (next < count && rows[2 * next] === number * 4096) next++
    const first = next - 1
    let starts = 0
    let isRegular = true
    while (next < count && rows[2 * next]! >>> 12 === number) {
      const start = rows[2 * next++]!
      starts |= 1 << ((start >>> 8) & 15)
      isRegular &&= (start & 255) === 0
    }
    index[line + ROW] = first
    if (isRegular && next - first <= MOST_RECORDS) {
      index[line] = starts
      for (let row = first; row < next; row++) index[line + RECORDS + row - first] = rows[2 * row + 1]!
      index[line + FIRST] = rows[2 * first]!
      index[line + LAST] = next < count ? rows[2 * next]! - 1 : 0xffff_ffff
    } else {
      index[line] = IRREGULAR
      fillShorts(rows, first, shorts, number)
    }
  }
}

/** Fills the numbers of an irregular line from the row that its first address lies in. */
function fillShorts(rows: Uint32Array, first: number, shorts: Uint16Array, number: number): void {
  const start = number * 4096
  const at = toShort(number * WORDS, 0)
  let next = first + 1
  for (let slot = 0; slot < 16; slot++) {
    const address = start + slot * 256
    if (rows[2 * next] === address) next++
    const later = next - 1 - first
    const before = next
    while (2 * next < rows.length && rows[2 * next]! <= address + 255) next++
    shorts[at + slot] = next === before ? later : later | INSIDE
  }
}
