/** The sign bit of an entry: more rows start inside its /24. */
const SPLIT = 0x8000_0000 | 0
const ROW_BITS = 0x7fff_ffff
const SLOTS = 1 << 24

/** Bytes of the table that {@link fillDirect} makes from the rows. */
export const DIRECT_BYTES = SLOTS * 4

/**
 * IPv4 search: one table entry per /24 names the row its first address lies in; its sign says that more rows start
 * inside, which are then walked. Almost every search is one memory access.
 */
export class V4Table {
  /** First address and record of each row. */
  readonly #rows: Uint32Array
  readonly #direct: Int32Array
  readonly size: number

  constructor(rows: Uint32Array, direct: Int32Array) {
    this.#rows = rows
    this.#direct = direct
    this.size = rows.length / 2
  }

  /** The row an address (0 … 2³²−1) lies in. */
  findRow(address: number): number {
    const entry = this.#direct[address >>> 8]!
    return entry >= 0 ? entry : walk(this.#rows, entry & ROW_BITS, address)
  }

  /**
   * The rows of the first `count` addresses. The table is read without asking what it says, so that the reads wait for
   * memory together; the few that need walking are seen to afterwards. In one loop it takes twice as long. A few hundred at
   * a time keep both lists in the first cache.
   */
  findRows(addresses: Uint32Array, rows: Int32Array, count: number): void {
    const direct = this.#direct
    for (let at = 0; at < count; at++) rows[at] = direct[addresses[at]! >>> 8]!
    for (let at = 0; at < count; at++) {
      const entry = rows[at]!
      if (entry < 0) rows[at] = walk(this.#rows, entry & ROW_BITS, addresses[at]!)
    }
  }

  /** The records of the first `count` rows, read in the same way. */
  readRecords(rows: Int32Array, records: Uint32Array, count: number): void {
    const table = this.#rows
    for (let at = 0; at < count; at++) records[at] = table[2 * rows[at]! + 1]!
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

function walk(rows: Uint32Array, from: number, address: number): number {
  let at = 2 * from + 2
  while (at < rows.length && rows[at]! <= address) at += 2
  return (at >>> 1) - 1
}

/** Fills the direct table from ascending rows, the first of which begins at 0. */
export function fillDirect(rows: Uint32Array, direct: Int32Array): void {
  const count = rows.length / 2
  let slot = 0
  for (let row = 0; row < count; row++) {
    const start = rows[2 * row]!
    const first = start >>> 8
    // Slots up to this row's first one still belong to the row before.
    if (slot < first) {
      direct.fill(row - 1, slot, first)
      slot = first
    }
    if ((start & 255) === 0) direct[slot++] = row
    else if (slot === first) direct[slot++] = (row - 1) | SPLIT
    else direct[first]! |= SPLIT
  }
  direct.fill(count - 1, slot, SLOTS)
}
