import { toSqlName, toSqlTable, type InsertOptions } from '../../lib/data/to-sql.ts'
import type { Column } from './read-columns.ts'
import type { ColumnType } from './kinds.ts'

type Quote = InsertOptions['quote']

const TYPES: Readonly<Record<ColumnType, string>> = {
  integer: 'BIGINT',
  decimal: 'DECIMAL(20, 6)',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP',
  text: 'VARCHAR(255)',
  long: 'TEXT',
}
/** Where a database names a type otherwise, by the quotes that it is known by. */
const OTHER_TYPES: Partial<Readonly<Record<Quote, Partial<Record<ColumnType, string>>>>> = {
  backtick: { datetime: 'DATETIME' },
  bracket: { boolean: 'BIT', datetime: 'DATETIME2', text: 'NVARCHAR(255)', long: 'NVARCHAR(MAX)' },
}

/** A `CREATE TABLE` that the rows fit into. */
export function toCreateTable(columns: readonly Column[], { table, quote }: { table: string; quote: Quote }): string {
  const lines = columns.map(({ name, type }) => `  ${toSqlName(name, quote)} ${OTHER_TYPES[quote]?.[type] ?? TYPES[type]}`)
  return `CREATE TABLE ${toSqlTable(table, quote)} (\n${lines.join(',\n')}\n);\n`
}
