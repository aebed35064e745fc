import { AppError } from '@octet/core/errors.ts'
import { countOf } from '@octet/core/counted.ts'
import { syntaxError } from '../syntax-error.ts'
import { NULL, readText, toEntry, toTextNode, type JsonNode, type JsonObject } from '../json/tree.ts'
import { writeJson } from '../json/write.ts'
import { toColumnNames } from './column-names.ts'
import { refuseWide } from './refuse-wide.ts'

export const DELIMITERS = [',', ';', '\t', '|'] as const
/** A number as JSON writes it. */
export const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

export type CsvOptions = {
  readonly delimiter?: string
  /** Numbers, true, false and null become values; otherwise every cell stays text. */
  readonly isTyped?: boolean
  /** Rows may be shorter than the header, or longer: what is missing is empty, what is more has `column3` for its name. */
  readonly isRagged?: boolean
}

/** Cells that are read; each becomes an object of its own. */
const MAX_READ_CELLS = 5_000_000

/** The first line that Excel writes and obeys: `sep=;`. */
const SEPARATOR_LINE = /^\ufeff?sep=([,;\t|])(?:\r\n|\n|\r)/i

/**
 * Reads rows of RFC 4180: quotes, doubled quotes, line breaks inside quotes; LF, CRLF or CR. An empty line is a row
 * without cells, `""` a row of one. Throws `syntax_error`, `too_large`.
 */
export function parseCsv(text: string, delimiter = findDelimiter(text)): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let pos = SEPARATOR_LINE.exec(text)?.[0].length ?? (text.charCodeAt(0) === 0xfeff ? 1 : 0)
  const stops = new RegExp(`[\\r\\n${delimiter === '\t' ? '\\t' : `\\${delimiter}`}]`, 'g')
  let cells = 0
  const endRow = () => {
    cells += row.length
    if (cells > MAX_READ_CELLS)
      throw new AppError('too_large', {
        field: { en: 'Cells', zh: '单元格数' },
        limit: MAX_READ_CELLS,
        got: `> ${MAX_READ_CELLS}`,
      })
    rows.push(row)
    row = []
  }
  while (pos < text.length) {
    if (row.length === 0 && /[\r\n]/.test(text[pos]!)) {
      // An empty line.
    } else if (text[pos] === '"') {
      const [cell, after] = readQuoted(text, pos)
      row.push(cell)
      pos = after
    } else {
      stops.lastIndex = pos
      const stop = stops.exec(text)?.index ?? text.length
      row.push(text.slice(pos, stop))
      pos = stop
    }
    if (pos >= text.length) break
    if (text[pos] === delimiter) {
      if (++pos === text.length) row.push('')
    } else if (text[pos] === '\n' || text[pos] === '\r') {
      pos += text.startsWith('\r\n', pos) ? 2 : 1
      endRow()
      continue
    } else
      throw syntaxError({
        format: 'CSV',
        text,
        offset: pos,
        reason: { en: 'expected a delimiter or the end of the line after the closing quote', zh: '结束引号之后应为分隔符或换行' },
      })
  }
  if (row.length > 0) endRow()
  return rows
}

function readQuoted(text: string, start: number): [cell: string, after: number] {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote < 0)
      throw syntaxError({ format: 'CSV', text, offset: start, reason: { en: 'this quote is never closed', zh: '引号没有结束' } })
    if (text[quote + 1] !== '"') return [text.slice(start + 1, quote).replaceAll('""', '"'), quote + 1]
    from = quote + 2
  }
}

/** A cell in quotes, line breaks and all. */
const QUOTED = /(?<=^|[,;\t|\r\n])"(?:[^"]|"")*"/g

const SAMPLE_CHARS = 20_000
/** Of delimiters that part all rows alike the comma comes last: it stands in numbers and titles too. */
const BY_CERTAINTY = ['\t', ';', '|', ','] as const satisfies readonly (typeof DELIMITERS)[number][]

/**
 * The delimiter that the first line names; or the one that parts every row into as many cells as the header, the most cells
 * if several do; or the one that the header has most of. What stands in quotes does not count.
 */
export function findDelimiter(text: string): string {
  const named = SEPARATOR_LINE.exec(text)?.[1]
  if (named) return named
  const lines = text
    .slice(text.charCodeAt(0) === 0xfeff ? 1 : 0, SAMPLE_CHARS)
    .replaceAll(QUOTED, '')
    .split(/\r?\n|\r/)
  // The last line of a sample may be cut.
  const [head = '', ...rows] = (text.length > SAMPLE_CHARS ? lines.slice(0, -1) : lines).filter(Boolean)
  const toWidth = (line: string, mark: string) => line.split(mark).length
  const findMost = (marks: readonly string[]) => {
    const widths = marks.map((mark) => toWidth(head, mark))
    return marks[widths.indexOf(Math.max(...widths))]
  }
  const even = BY_CERTAINTY.filter((mark) => {
    const width = toWidth(head, mark)
    return width > 1 && rows.every((row) => toWidth(row, mark) === width)
  })
  return findMost(rows.length > 0 ? even : []) ?? findMost(DELIMITERS) ?? ','
}

/** CSV with a header line → array of objects. Rows of another length than the header are a `syntax_error`, unless they may be. */
export function readCsv(text: string, { delimiter, isTyped = true, isRagged = false }: CsvOptions = {}): JsonNode {
  const [head, ...rows] = parseCsv(text, delimiter).filter((row) => row.length > 0)
  if (!head) return { type: 'array', items: [] }
  rows.forEach((row, index) => {
    if (isRagged || row.length === head.length) return
    throw syntaxError({
      format: 'CSV',
      text,
      offset: toRowOffset(text, delimiter, index + 1),
      reason: {
        en: `expected ${countOf(head.length, 'cell')} as in the header, got ${row.length} (rows of other lengths can be allowed)`,
        zh: `应与表头一致为 ${head.length} 列，实际 ${row.length} 列（可选择允许各行列数不同）`,
      },
    })
  })
  const width = isRagged ? rows.reduce((most, row) => Math.max(most, row.length), head.length) : head.length
  // Every short row becomes as wide as the header.
  if (isRagged) refuseWide({ columns: head.length, rows: rows.length })
  const names = toColumnNames([
    ...head,
    ...Array.from({ length: width - head.length }, (_, at) => `column${head.length + at + 1}`),
  ])
  const keys = names.map((key) => ({ key, rawKey: JSON.stringify(key) }))
  return {
    type: 'array',
    items: rows.map((row) => ({
      type: 'object',
      entries: keys
        .slice(0, Math.max(head.length, row.length))
        .map(({ key, rawKey }, index) => ({ key, rawKey, value: toCellNode(row[index] ?? '', isTyped) })),
    })),
  }
}

function toRowOffset(text: string, delimiter: string | undefined, index: number): number {
  // Only on the way to an error: read again up to the row, a line at a time.
  const lines = text.split('\n')
  let offset = 0
  let row = SEPARATOR_LINE.test(text) ? -2 : -1
  let isOpen = false
  let isEmpty = true
  for (const line of lines) {
    const start = offset
    offset += line.length + 1
    if (line.split('"').length % 2 === 0) isOpen = !isOpen
    isEmpty &&= line.trim() === ''
    if (isOpen) continue
    if (!isEmpty) row++
    if (row === index) return start
    isEmpty = true
  }
  return delimiter ? text.length : offset - 1
}

/** A cell as a value, or as text. Spreadsheets write TRUE, Python True. */
export function toCellNode(cell: string, isTyped: boolean): JsonNode {
  if (!isTyped) return toTextNode(cell)
  if (cell === '') return NULL
  if (/^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/.test(cell)) return { type: 'boolean', raw: cell.toLowerCase() as 'true' | 'false' }
  return NUMBER.test(cell) ? { type: 'number', raw: cell } : toTextNode(cell)
}

export type TableOptions = {
  readonly delimiter?: string
  /** Nested objects become columns with dotted names; otherwise cells hold JSON. */
  readonly isFlat?: boolean
}

/** An array of objects (or arrays, or values) → CSV of RFC 4180 with a header. Every key that any row has becomes a column. */
export function toCsv(node: JsonNode, { delimiter = ',', isFlat = true }: TableOptions = {}): string {
  const { columns, rows } = toTable(node, isFlat)
  // A line with nothing in it would be no row.
  const toLine = (cells: readonly string[]) =>
    cells.map((cell) => toCell(cell, delimiter)).join(delimiter) || (cells.length ? '""' : '')
  return `${[columns, ...rows.map((row) => columns.map((name) => row.get(name) ?? ''))].map(toLine).join('\r\n')}\r\n`
}

/** The columns and rows of an array of objects. */
export function toTable(node: JsonNode, isFlat: boolean): { columns: string[]; rows: Map<string, string>[] } {
  const items = node.type === 'array' ? node.items : [node]
  const rows = items.map((item) => {
    const row = new Map<string, string>()
    fillRow(row, item, isFlat)
    return row
  })
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  refuseWide({ columns: columns.length, rows: rows.length })
  return { columns, rows }
}

function fillRow(row: Map<string, string>, item: JsonNode, isFlat: boolean, prefix = ''): void {
  const parts = toParts(item)
  if (!parts || (prefix && !isFlat) || (prefix && parts.length === 0)) row.set(prefix || 'value', toCellText(item))
  else for (const { key, value } of parts) fillRow(row, value, isFlat, prefix ? `${prefix}.${key}` : key)
}

function toParts(node: JsonNode): JsonObject['entries'] | undefined {
  if (node.type === 'object') return node.entries
  if (node.type === 'array') return node.items.map((value, index) => toEntry(String(index), value))
  return undefined
}

/** Plain text of a cell: texts as they are, null empty, the rest as JSON. */
export function toCellText(node: JsonNode): string {
  if (node.type === 'null') return ''
  return node.type === 'string' ? readText(node) : writeJson(node, { indent: '' })
}

function toCell(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
