import { fileWriter, ParquetWriter } from 'hyparquet-writer'
import type { Ipdb } from '../ipdb.ts'
import type { Cell, Column, Product } from './product.ts'
import { toRuns } from './runs.ts'
import { spellFirst, spellLast } from './text-rows.ts'

/** Rows in memory at a time. */
const GROUP_ROWS = 100_000

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

export type ParquetOptions = {
  /** Key and value pairs for the footer: licences, build. */
  readonly notes: Readonly<Record<string, string>>
  readonly onRows?: ((rows: number) => void) | undefined
}

/** Writes a product as Parquet: `start_ip`, `end_ip` and the columns, a row per range, Snappy, in groups of 100,000. */
export async function writeParquet(db: Ipdb, product: Product, path: string, { notes, onRows }: ParquetOptions): Promise<number> {
  const reader = product.open(db)
  const names = ['start_ip', 'end_ip', ...product.columns.map(({ name }) => name)]
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: toSchema(product.columns),
    createdBy: 'octet',
    kvMetadata: Object.entries(notes).map(([key, value]) => ({ key, value })),
  })
  let columns: Cell[][] = names.map(() => [])
  let rows = 0
  const flush = async () => {
    const data = names.map((name, at) => ({ name, data: columns[at]! }))
    if (columns[0]!.length > 0) await writer.write({ columnData: data, rowGroupSize: GROUP_ROWS })
    columns = names.map(() => [])
    onRows?.(rows)
  }
  for (const run of toRuns(db, reader.values)) {
    columns[0]!.push(spellFirst(run))
    columns[1]!.push(spellLast(run))
    for (const [at, cell] of reader.read(run.value).entries()) columns[at + 2]!.push(Array.isArray(cell) ? cell.join(' ') : cell)
    if (++rows % GROUP_ROWS === 0) await flush()
  }
  await flush()
  await writer.finish()
  return rows
}

const TYPES: Readonly<Record<Column['type'], Omit<SchemaElement, 'name' | 'repetition_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  texts: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  boolean: { type: 'BOOLEAN' },
  uint16: { type: 'INT32' },
  uint32: { type: 'INT64' },
  int32: { type: 'INT32' },
  double: { type: 'DOUBLE' },
}

function toSchema(columns: readonly Column[]): SchemaElement[] {
  const toElement = (name: string, type: Column['type'], isRequired = false): SchemaElement => ({
    ...TYPES[type],
    name,
    repetition_type: isRequired ? 'REQUIRED' : 'OPTIONAL',
  })
  return [
    { name: 'root', num_children: columns.length + 2 },
    toElement('start_ip', 'text', true),
    toElement('end_ip', 'text', true),
    ...columns.map(({ name, type }) => toElement(name, type)),
  ]
}
