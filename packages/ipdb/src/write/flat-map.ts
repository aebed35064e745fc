import { double, int32, uint16, uint32, type MmdbMap, type MmdbValue } from './mmdb/value.ts'
import type { Cell, Column } from './product.ts'

/** A row as a flat MMDB record: empty cells have no key, false stays. */
export function toFlatMap(columns: readonly Column[], cells: readonly Cell[]): MmdbMap {
  const map: Record<string, MmdbValue> = {}
  for (const [at, { name, type }] of columns.entries()) {
    const cell = cells[at]!
    if (cell !== null) map[name] = toValue(type, cell)
  }
  return map
}

function toValue(type: Column['type'], cell: NonNullable<Cell>): MmdbValue {
  if (typeof cell !== 'number') return cell
  if (type === 'uint16') return uint16(cell)
  if (type === 'uint32') return uint32(cell)
  return type === 'int32' ? int32(cell) : double(cell)
}
