import { toCsvField } from '../csv-fields.ts'
import type { Ipdb } from '../ipdb.ts'
import { spellV4, spellV6 } from '../spelling.ts'
import { forEachNetwork } from './networks.ts'
import type { Cell, Column, LocationTable, Product, ProductReader } from './product.ts'
import { toRuns, type Run } from './runs.ts'

/** Text that is handed on at a time. */
const PIECE_CHARACTERS = 1 << 16
/** Values whose text is kept; then it starts anew, so that memory stays bounded. */
const KEPT_VALUES = 100_000

export type RowOptions = {
  /** Told with each piece how many rows there are so far. */
  readonly onRows?: ((rows: number) => void) | undefined
}

/** One line per range: `start_ip,end_ip` and the columns of the product (RFC 4180). */
export function* toFlatCsv(db: Ipdb, product: Product, options: RowOptions = {}): Generator<string> {
  const reader = product.open(db)
  yield `start_ip,end_ip,${product.columns.map(({ name }) => name).join()}\n`
  const tail = keepTexts((value) => `,${reader.read(value).map(toCsvCell).join()}\n`)
  yield* toPieces(db, reader, options, (run, write) => write(`${spellFirst(run)},${spellLast(run)}${tail(run.value)}`))
}

/** One JSON object per line and range; empty values are null. */
export function* toNdjson(db: Ipdb, product: Product, options: RowOptions = {}): Generator<string> {
  const reader = product.open(db)
  const tail = keepTexts((value) => toMembers(product.columns, reader.read(value)))
  yield* toPieces(db, reader, options, (run, write) => write(`${toObject(run, tail(run.value))}\n`))
}

/** The same as one JSON array, an object per line. */
export function* toJson(db: Ipdb, product: Product, options: RowOptions = {}): Generator<string> {
  const reader = product.open(db)
  const tail = keepTexts((value) => toMembers(product.columns, reader.read(value)))
  let separator = '['
  yield* toPieces(db, reader, options, (run, write) => {
    write(`${separator}\n${toObject(run, tail(run.value))}`)
    separator = ','
  })
  yield separator === '[' ? '[]\n' : '\n]\n'
}

/** One line per network of a family: the blocks, which name their place by number where the product has places. */
export function* toBlocksCsv(
  db: Ipdb,
  product: Product,
  { version, ...options }: RowOptions & { version: 4 | 6 },
): Generator<string> {
  const reader = product.open(db)
  const { locations } = reader
  yield `network,${toBlockColumns(product, locations).join()}\n`
  const toCells = (value: number) =>
    locations ? [locations.locationOf[value]!, ...locations.readBlock(value)] : (reader.readBlock?.(value) ?? reader.read(value))
  const tail = keepTexts((value) => `,${toCells(value).map(toCsvCell).join()}\n`)
  yield* toPieces(db, reader, { ...options, versions: [version] }, (run, write) => {
    const cells = tail(run.value)
    forEachNetwork(run, (network) => write(network + cells))
  })
}

/** The columns of a block behind its network. */
function toBlockColumns({ columns, blockColumns = columns }: Product, locations: LocationTable | undefined): string[] {
  return locations ? ['location_id', ...locations.blockColumns] : blockColumns.map(({ name }) => name)
}

/** The places that blocks name, in a language. */
export function* toLocationsCsv(locations: LocationTable, locale: 'en' | 'zh-CN'): Generator<string> {
  let text = `location_id,${locations.columns.join()}\n`
  for (let location = 1; location <= locations.size; location++) {
    text += `${[location, ...locations.read(location, locale)].map(toCsvCell).join()}\n`
    if (text.length < PIECE_CHARACTERS) continue
    yield text
    text = ''
  }
  if (text) yield text
}

type Write = (line: string) => void

function* toPieces(
  db: Ipdb,
  reader: ProductReader,
  { onRows, versions }: RowOptions & { versions?: readonly (4 | 6)[] },
  writeRun: (run: Run, write: Write) => void,
): Generator<string> {
  let text = ''
  let rows = 0
  const write: Write = (line) => {
    text += line
    rows++
  }
  for (const run of toRuns(db, reader.values, versions)) {
    writeRun(run, write)
    if (text.length < PIECE_CHARACTERS) continue
    onRows?.(rows)
    yield text
    text = ''
  }
  onRows?.(rows)
  if (text) yield text
}

/** The text of each value, made when first asked for. */
function keepTexts(make: (value: number) => string): (value: number) => string {
  const kept = new Map<number, string>()
  return (value) => {
    let text = kept.get(value)
    if (text !== undefined) return text
    if (kept.size >= KEPT_VALUES) kept.clear()
    text = make(value)
    kept.set(value, text)
    return text
  }
}

function toCsvCell(cell: Cell): string {
  return toCsvField(isList(cell) ? cell.join(' ') : cell)
}

function toObject(run: Run, members: string): string {
  return `{"start_ip":"${spellFirst(run)}","end_ip":"${spellLast(run)}"${members}}`
}

function toMembers(columns: readonly Column[], cells: readonly Cell[]): string {
  return columns.map(({ name }, at) => `,${JSON.stringify(name)}:${JSON.stringify(cells[at])}`).join('')
}

/** The first address of a run. */
export function spellFirst({ version, first }: Run): string {
  return version === 4 ? spellV4(first[3]!) : spellV6(first)
}

/** The last address of a run. */
export function spellLast({ version, last }: Run): string {
  return version === 4 ? spellV4(last[3]!) : spellV6(last)
}

function isList(cell: Cell): cell is readonly string[] {
  return Array.isArray(cell)
}
