import { AppError } from './errors.ts'

/** What parts the cells of a row: a blank as in the logs of servers; nothing where a row is one cell, as in a list. */
export type Delimiter = '' | ',' | ';' | '\t' | '|' | ' '

/** A row that is longer is refused: it would have to be kept in memory. */
const MAX_ROW_CHARS = 1_048_576
/** A file with a carriage return and no line feed in so many characters has lines that end in the former alone, as old Macs wrote them. */
const FEEDLESS_CHARS = 65_536

/**
 * Parts a text that comes piece by piece into its rows, exactly as they stand, each without its line feed, or without its
 * carriage return where lines end in that alone. A cell in quotes may hold line breaks (RFC 4180 §2.6), but for logs, whose
 * lines are rows, and one whose quote is never closed, which ends with its line. Throws `too_large` for a row of more than a
 * million characters.
 */
export class RowReader {
  readonly #delimiter: Delimiter
  #rest = ''
  #lineEnd: '\n' | '\r' | undefined
  #isEndOpen = false

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter
  }

  /** What was taken from the end of each row. */
  get lineEnd(): '\n' | '\r' {
    return this.#lineEnd ?? '\n'
  }

  /** Whether the last row of all had no end. */
  get isEndOpen(): boolean {
    return this.#isEndOpen
  }

  /** The rows that are whole with this piece. */
  push(text: string): string[] {
    return this.#read(this.#rest + text, false)
  }

  /** What is left at the end, most often nothing or one row. */
  finish(): string[] {
    return this.#read(this.#rest, true)
  }

  #read(text: string, isLast: boolean): string[] {
    this.#lineEnd ??= findLineEnd(text, isLast)
    if (this.#lineEnd === undefined) {
      this.#rest = text
      return []
    }
    const hasQuotes = this.#delimiter !== '' && this.#delimiter !== ' ' && text.includes('"')
    const rows = hasQuotes ? this.#readQuoted(text, isLast) : text.split(this.#lineEnd)
    this.#rest = rows.pop() ?? ''
    if (this.#rest.length > MAX_ROW_CHARS)
      throw new AppError('too_large', {
        field: { en: 'a line', zh: '行' },
        limit: { en: `${MAX_ROW_CHARS} characters`, zh: `${MAX_ROW_CHARS} 个字符` },
        got: { en: 'more', zh: '更多' },
      })
    this.#isEndOpen = this.#rest !== ''
    if (isLast && this.#isEndOpen) rows.push(this.#rest)
    if (isLast) this.#rest = ''
    return rows
  }

  /** Rows, and at their end what is no whole one yet. */
  #readQuoted(text: string, isLast: boolean): string[] {
    const rows: string[] = []
    let start = 0
    let at = 0
    let quote = text.indexOf('"')
    for (;;) {
      const end = text.indexOf(this.lineEnd, at)
      if (quote !== -1 && quote < at) quote = text.indexOf('"', at)
      if (quote === -1 || (end !== -1 && end < quote)) {
        if (end === -1) return [...rows, text.slice(start)]
        rows.push(text.slice(start, end))
        start = at = end + 1
        continue
      }
      const isOpening = quote === start || text[quote - 1] === this.#delimiter
      const close = isOpening ? findClose(text, quote + 1) : quote
      if (close !== -1) at = close + 1
      else if (isLast || text.length - start > MAX_ROW_CHARS) at = quote + 1 // never closed
      else return [...rows, text.slice(start)]
    }
  }
}

/** What ends the lines of a text that goes on unless it is the last of it; undefined while that cannot be told. */
function findLineEnd(text: string, isLast: boolean): '\n' | '\r' | undefined {
  if (text.includes('\n')) return '\n'
  if (!isLast && text.length < FEEDLESS_CHARS) return undefined
  return text.includes('\r') ? '\r' : '\n'
}

/** The quote that ends a cell, where two in a row stand for one; -1 when it has not come. */
function findClose(text: string, from: number): number {
  let close = text.indexOf('"', from)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  return close
}

/** The cells of a row, without the quotes around them (RFC 4180 §2). */
export function splitCells(row: string, delimiter: Delimiter): string[] {
  if (delimiter === '') return [row]
  if (!row.includes('"')) return row.split(delimiter)
  const cells: string[] = []
  for (let at = 0; at <= row.length;) {
    const close = row[at] === '"' ? findClose(row, at + 1) : -1
    const found = row.indexOf(delimiter, close === -1 ? at : close)
    const end = found === -1 ? row.length : found
    const quoted = close === -1 ? '' : row.slice(at + 1, close).replaceAll('""', '"')
    cells.push(quoted + row.slice(close === -1 ? at : close + 1, end))
    at = end + 1
  }
  return cells
}

/** What spreadsheets that save a CSV for Excel say of its delimiter in a line before all others, such as `sep=;`; undefined for another line. */
export function findSeparator(line: string): string | undefined {
  return /^\ufeff?sep=(.)\r?$/i.exec(line)?.[1]
}
