import { AppError } from '@octet/core/errors.ts'
import { NULL, readText, type JsonNode } from '../json/tree.ts'
import { writeJson } from '../json/write.ts'
import { refuseWide } from './refuse-wide.ts'

export type InsertOptions = {
  readonly table: string
  readonly quote: 'double' | 'backtick' | 'bracket' | 'none'
  /** Rows per statement. */
  readonly batch?: number
}

const QUOTES = { double: ['"', '"'], backtick: ['`', '`'], bracket: ['[', ']'], none: ['', ''] } as const

/** An array of objects → INSERT statements; nested values as JSON text; literals as the database wants them that quotes names so. */
export function toSqlInsert(node: JsonNode, { table, quote, batch = 100 }: InsertOptions): string {
  const rows = node.type === 'array' ? node.items : [node]
  const columns = [...new Set(rows.flatMap((row) => toEntries(row).map(({ key }) => key)))]
  if (columns.length === 0) return ''
  refuseWide({ columns: columns.length, rows: rows.length })
  const head = `INSERT INTO ${toSqlTable(table, quote)} (${columns.map((name) => toSqlName(name, quote)).join(', ')}) VALUES`
  const lines = rows.map((row) => {
    const cells = new Map(toEntries(row).map(({ key, value }) => [key, value]))
    return `  (${columns.map((name) => toLiteral(cells.get(name) ?? NULL, quote)).join(', ')})`
  })
  const statements: string[] = []
  for (let i = 0; i < lines.length; i += batch) statements.push(`${head}\n${lines.slice(i, i + batch).join(',\n')};`)
  return `${statements.join('\n')}\n`
}

function toEntries(row: JsonNode) {
  if (row.type === 'object') return row.entries
  throw new AppError('unsupported_value', {
    got: writeJson(row, { indent: '' }).slice(0, 40),
    reason: { en: 'rows of INSERT come from an array of objects', zh: 'INSERT 的每一行应来自对象数组' },
  })
}

/** The name of a table, its schema before it. */
export function toSqlTable(table: string, quote: InsertOptions['quote']): string {
  return table
    .split('.')
    .map((part) => toSqlName(part, quote))
    .join('.')
}

/** A name in the quotes of a database. */
export function toSqlName(name: string, quote: InsertOptions['quote']): string {
  const [open, close] = QUOTES[quote]
  if (quote === 'none') return name
  return `${open}${name.replaceAll(close, close + close)}${close}`
}

/** One value as a literal of the database that quotes names so. */
function toLiteral(node: JsonNode, quote: InsertOptions['quote']): string {
  if (node.type === 'null') return 'NULL'
  if (node.type === 'number') return node.raw
  // SQL Server has neither word.
  if (node.type === 'boolean') return quote === 'bracket' ? (node.raw === 'true' ? '1' : '0') : node.raw.toUpperCase()
  return toTextLiteral(node.type === 'string' ? readText(node) : writeJson(node, { indent: '' }), quote)
}

/** MySQL reads a backslash as the start of an escape; its client stops at a NUL and drops the CR of CR LF, on Windows Ctrl-Z ends a file. */
const MYSQL_ESCAPES = [
  ['\\', String.raw`\\`],
  ['\0', String.raw`\0`],
  ['\r', String.raw`\r`],
  ['\u001a', String.raw`\Z`],
] as const

function toTextLiteral(text: string, quote: InsertOptions['quote']): string {
  const doubled = text.replaceAll("'", "''")
  if (quote === 'backtick') return `'${MYSQL_ESCAPES.reduce((done, [char, escape]) => done.replaceAll(char, escape), doubled)}'`
  // Without N SQL Server turns what its code page lacks into question marks.
  const isForeign = quote === 'bracket' && /\P{ASCII}/u.test(text)
  return `${isForeign ? 'N' : ''}'${doubled}'`
}
