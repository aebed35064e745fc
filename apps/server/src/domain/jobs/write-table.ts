import { splitCells } from '@octet/core/delimited.ts'
import { AddressSet } from '@octet/core/ip/address-set.ts'
import { isAddress } from '@octet/core/ip/address-table.ts'
import { quoteCsv, toHarmless } from '@octet/core/csv-cell.ts'
import type { Lang } from '@octet/core/text.ts'
import { CSV_COLUMNS } from '@octet/ipdb/csv-fields.ts'
import type { Progress } from '../../storage/queries/jobs.ts'
import { flatten } from '../flat.ts'
import type { IpService } from '../ip-service.ts'
import { selectColumns } from '../select-fields.ts'
import { readTable, type TablePlace, type TableRow } from './table.ts'

export type TableOptions = {
  readonly place: TablePlace
  readonly ip: IpService
  readonly lang: Lang
  readonly fields: string | undefined
  readonly exclude: string | undefined
  readonly signal: AbortSignal
  /** Told after each slice. */
  readonly onProgress: (progress: Progress) => void
}

/** Before the name of each column that is added, so that it is none of the file’s own. */
const PREFIX = 'ip_'
/** Answers that are kept for rows with the same address further down. */
const MAX_KEPT = 20_000

/** The names of the columns that are added, but for that of the errors, and what the rows of some addresses end in. */
type Answers = {
  readonly names: readonly string[]
  answer(addresses: readonly string[]): Promise<readonly string[]>
  end(): Promise<void>
}

/**
 * A file with columns added, all of its rows in their order and as they came: in its own delimiter, after as many cells as the
 * first row has. A row without an address gets empty ones; the last column says why where it holds something else.
 */
export async function* writeTable(file: AsyncIterable<Uint8Array>, options: TableOptions): AsyncGenerator<Uint8Array> {
  const { place, fields, exclude, signal, onProgress } = options
  const answers = fields === undefined && exclude === undefined ? answerAll(options) : answerSome(options)
  const kept = new Map<string, string>()
  const seen = new AddressSet()
  const toTail = (cells: readonly unknown[]) => toEnd(cells, place)
  const none = answers.names.map(() => '')
  const [empty, wrong] = [toTail([...none, '']), toTail([...none, 'bad_address'])]
  let [done, failed, width] = [0, 0, 0]
  try {
    for await (const { rows } of readTable(file, place)) {
      signal.throwIfAborted()
      if (kept.size > MAX_KEPT) kept.clear()
      const news = findNew(rows, kept)
      const found = news.length > 0 ? await answers.answer(news) : []
      news.forEach((address, at) => kept.set(address, found[at]!))
      let text = ''
      for (const row of rows) {
        if (row.kind !== 'aside') width ||= row.width
        if (row.kind === 'row') {
          done++
          if (seen.add(row.cell) === undefined) failed++
        }
        text += toRow(row, { place, width, tail: row.kind === 'aside' ? '' : tailOf(row) })
      }
      onProgress({ done, failed, answered_units: seen.size })
      yield Buffer.from(text, 'latin1')
    }
  } finally {
    await answers.end()
  }

  function tailOf({ kind, text, cell }: TableRow): string {
    if (kind === 'heading') return toTail(toNewNames(splitCells(text, place.delimiter), [...answers.names, 'error']))
    return kept.get(cell) ?? (cell === '' ? empty : wrong)
  }
}

/** The addresses of some rows for which there is no answer yet, each once. */
function findNew(rows: readonly TableRow[], kept: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>()
  for (const { kind, cell } of rows) if (kind === 'row' && !kept.has(cell) && isAddress(cell)) found.add(cell)
  return [...found]
}

type Drawn = { readonly place: TablePlace; readonly width: number; readonly tail: string }

function toRow({ kind, text, end, width: cells }: TableRow, { place: { delimiter }, width, tail }: Drawn): string {
  if (kind === 'aside') return text + end
  // The lines of a log have no columns to keep in line.
  const missing = delimiter === ' ' ? 0 : Math.max(0, width - cells)
  return text + delimiter.repeat(missing) + tail + end
}

/** All columns, by the fast way: one stream, which is asked for as many lines as it is given, each time. */
function answerAll({ ip, lang, place }: TableOptions): Answers {
  let wanted: readonly string[] = []
  async function* ask() {
    for (;;) yield Buffer.from(`${wanted.join('\n')}\n`)
  }
  // Each part is read before the next one is asked for.
  const parts = ip.answerCsv(ask(), { lang, isSent: () => true })
  let head: Promise<unknown> | undefined
  // Between the address and the error a row is in a file of commas what it is here.
  const toTail = (row: string) =>
    place.delimiter === ','
      ? row.slice(row.indexOf(','), row.lastIndexOf(',') + 1)
      : toEnd([...splitCells(fromBytes(row), ',').slice(1, -1), ''], place)
  return {
    names: CSV_COLUMNS.slice(1, -1),
    async answer(addresses) {
      wanted = addresses
      await (head ??= parts.next())
      const { value = '' } = await parts.next()
      const rows = (typeof value === 'string' ? toBytes(value) : Buffer.from(value).toString('latin1')).split('\n')
      return addresses.map((_, at) => toTail(rows[at]!))
    },
    async end() {
      await parts.return(undefined)
    },
  }
}

/** Chosen columns. */
function answerSome({ ip, lang, place, fields, exclude }: TableOptions): Answers {
  const toCells = (address: string) => flatten(selectColumns(ip.lookup(address, lang), { fields, exclude }))
  const names = toCells('192.0.2.1').map(([name]) => name)
  return {
    names,
    async answer(addresses) {
      return addresses.map((address) => {
        const cells = new Map(toCells(address))
        return toEnd([...names.map((name) => cells.get(name)), ''], place)
      })
    },
    async end() {},
  }
}

/** Names of columns that a file does not have already, as when it has been through here before. */
function toNewNames(head: readonly string[], names: readonly string[]): string[] {
  const taken = new Set(head.map((cell) => cell.trim()))
  return names.map((name) => {
    let made = PREFIX + name
    for (let number = 2; taken.has(made); number++) made = `${PREFIX}${name}_${number}`
    taken.add(made)
    return made
  })
}

function toCell(cell: unknown, { delimiter }: TablePlace): string {
  const text = typeof cell === 'string' ? toHarmless(cell) : String(cell ?? '')
  if (delimiter === ' ' && text === '') return '-' // what is empty is no cell there
  return text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : quoteCsv(text)
}

/** The cells that a row ends in, as bytes. */
const toEnd = (cells: readonly unknown[], place: TablePlace): string =>
  toBytes(cells.map((cell) => place.delimiter + toCell(cell, place)).join(''))

/** A text as the others here: its bytes in UTF-8, a character each. */
const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
const fromBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')
