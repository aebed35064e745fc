import { RECORD_WORDS } from '@octet/ipdb/record-table.ts'
import type { BuildTables } from './build-tables.ts'

/**
 * Numbers of records, by way of the one that each place had last: neighbours in a place mostly share the rest of the
 * record, too, and that one is found in a single step to memory.
 */
export class RecentRecords {
  readonly #tables: Pick<BuildTables, 'records'>
  /** For each place the record it had last without the place, and its number plus one. */
  #last = new Int32Array(1 << 16)

  constructor(tables: Pick<BuildTables, 'records'>) {
    this.#tables = tables
  }

  /** The number of a record; a new one when it is not known yet. */
  intern(record: Int32Array): number {
    const at = RECORD_WORDS * record[0]!
    if (at >= this.#last.length) this.#grow(at)
    const last = this.#last
    const known = last[at + 3]!
    if (known !== 0 && last[at] === record[1] && last[at + 1] === record[2] && last[at + 2] === record[3]) return known - 1
    const number = this.#tables.records.intern(record)
    last[at] = record[1]!
    last[at + 1] = record[2]!
    last[at + 2] = record[3]!
    last[at + 3] = number + 1
    return number
  }

  #grow(at: number): void {
    const grown = new Int32Array(2 * (at + RECORD_WORDS))
    grown.set(this.#last)
    this.#last = grown
  }
}
