const SPLIT = 0x8000_0000
const SLOTS = 1 << 24

/** Bytes of the table that {@link fillDirect} makes from the row starts. */
export const DIRECT_BYTES = SLOTS * 4

/**
 * IPv4 search: one table entry per /24 names the row its first address lies in; the top bit says that more rows start
 * inside, which are then walked. Almost every search is one memory access.
 */
export class V4Table {
  readonly starts: Uint32Array
  readonly records: Uint32Array
  readonly #direct: Uint32Array

  constructor(starts: Uint32Array, records: Uint32Array, direct: Uint32Array) {
    this.starts = starts
    this.records = records
    this.#direct = direct
  }

  /** The row an address (0 … 2³²−1) lies in. */
  findRow(address: number): number {
    const entry = this.#direct[address >>> 8]!
    return entry < SPLIT ? entry : this.#walk(entry & ~SPLIT, address)
  }

  /** Rows of many addresses at once. Each search waits for memory; together they wait at the same time. */
  findRows(addresses: Uint32Array, rows: Uint32Array): void {
    const direct = this.#direct
    for (let at = 0; at < addresses.length; at++) {
      const address = addresses[at]!
      const entry = direct[address >>> 8]!
      rows[at] = entry < SPLIT ? entry : this.#walk(entry & ~SPLIT, address)
    }
  }

  #walk(from: number, address: number): number {
    const { starts } = this
    let row = from
    while (row + 1 < starts.length && starts[row + 1]! <= address) row++
    return row
  }

  /** The last address of a row. */
  lastOf(row: number): number {
    return row + 1 < this.starts.length ? this.starts[row + 1]! - 1 : 0xffff_ffff
  }
}

/** Fills the direct table from ascending row starts, the first of which is 0. */
export function fillDirect(starts: Uint32Array, direct: Uint32Array): void {
  let slot = 0
  for (let row = 0; row < starts.length; row++) {
    const start = starts[row]!
    const first = start >>> 8
    // Slots up to this row's first one still belong to the row before.
    if (slot < first) {
      direct.fill(row - 1, slot, first)
      slot = first
    }
    if ((start & 255) === 0) {
      direct[slot++] = row
    } else if (slot === first) {
      direct[slot++] = ((row - 1) | SPLIT) >>> 0
    } else direct[first] = (direct[first]! | SPLIT) >>> 0
  }
  direct.fill(starts.length - 1, slot, SLOTS)
}
