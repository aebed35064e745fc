import type { Ipdb } from '../ipdb.ts'
import type { Cell, Product, ProductReader } from '../write/product.ts'
import { asn } from '../write/products/asn.ts'
import { geolocation } from '../write/products/geolocation.ts'
import { privacy } from '../write/products/privacy.ts'

/** Products whose columns are compared; when a list was last fetched is no difference of an address. */
const COMPARED: readonly Product[] = [geolocation, asn, privacy]
const LEFT_OUT = new Set(['last_seen', 'lists', 'country', 'continent'])

/** Fields that two builds are compared by. */
export const DIFF_FIELDS: readonly string[] = COMPARED.flatMap(({ columns }) =>
  columns.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name)),
)

/** Values kept at a time; then it starts anew, so that memory stays bounded. */
const KEPT = 100_000

/** Reads the compared fields of a database's records. */
export class RecordCells {
  readonly #parts: readonly { readonly reader: ProductReader; readonly columns: readonly number[] }[]
  readonly #kept = new Map<number, readonly Cell[]>()

  constructor(db: Ipdb) {
    this.#parts = COMPARED.map((product) => ({
      reader: product.open(db),
      columns: product.columns.flatMap(({ name }, at) => (LEFT_OUT.has(name) ? [] : [at])),
    }))
  }

  /** The cells of a record, by DIFF_FIELDS; what is false is as good as nothing. */
  read(record: number): readonly Cell[] {
    const known = this.#kept.get(record)
    if (known) return known
    if (this.#kept.size >= KEPT) this.#kept.clear()
    const cells = this.#parts.flatMap(({ reader, columns }) => {
      const value = reader.values[record]!
      const found = value === 0 ? undefined : reader.read(value)
      return columns.map((at) => found?.[at] || null)
    })
    this.#kept.set(record, cells)
    return cells
  }
}
