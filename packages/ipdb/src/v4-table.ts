const SPLIT = 0x8000_0000
const SLOTS = 1 << 24

/** Bytes of the table that {@link fillDirect} makes from the rows. */
export const DIRECT_BYTES = SLOTS * 4

/**
 * IPv4 search: one table entry per /24 names the row its first address lies in; the top bit says that more rows start
 * inside, which are then walked. Almost every search is one memory access.
 */
export class V4Table {
  /** First address and record of each row. */
  readonly #rows: Uint32Array
  readonly #direct: Uint32Array
  readonly size: number

  constructor(rows: Uint32Array, direct: Uint32Array) {
    this.#rows = rows
    this.#direct = direct
    this.size = rows.length / 2
  }

  /** The row an address (0 … 2³²−1) lies in. */
  findRow(address: number): number {
    const entry = this.#direct[address >>> 8]!
    return entry < SPLIT ? entry : walk(this.#rows, entry & ~SPLIT, address)
  }

  /** Rows of the first `count` addresses. Each search waits for memory; together they wait at the same time. */
  findRows(addresses: Uint32Array, rows: Uint32Array, count = addresses.length): void {
    const direct = this.#direct
    for (let at = 0; at < count; at++) {
      const address = addresses[at]!
      const entry = direct[address >>> 8]!
      rows[at] = entry < SPLIT ? entry : walk(this.#rows, entry & ~SPLIT, address)
    }
  }

  /** Puts the record of each row in its place. */
  toRecords(rows: Uint32Array, count = rows.length): void {
    const table = this.#rows
    for (let at = 0; at < count; at++) rows[at] = table[2 * rows[at]! + 1]!
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
export function fillDirect(rows: Uint32Array, direct: Uint32Array): void {
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
    else if (slot === first) direct[slot++] = ((row - 1) | SPLIT) >>> 0
    else direct[first] = (direct[first]! | SPLIT) >>> 0
  }
  direct.fill(count - 1, slot, SLOTS)
}
