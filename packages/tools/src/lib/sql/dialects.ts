import type { Text } from '@octet/core/text.ts'

/** How a dialect writes texts, names and comments, as far as its tokens go. */
export type SqlTraits = {
  /** `\'` inside a text. */
  readonly hasBackslash?: boolean
  /** `label: LOOP`. */
  readonly hasLabels?: boolean
  /** Double quotes hold names although `\'` is a quote in a text. */
  readonly hasQuotedNames?: boolean
  /** `r'C:\'`: a text that ends at the next quote, whatever stands before it. */
  readonly hasRawTexts?: boolean
  /** `''` ends a text and begins the next one instead of meaning a quote. */
  readonly hasNoDoubledQuotes?: boolean
  readonly hasBacktick?: boolean
  readonly hasBracketNames?: boolean
  readonly hasDollarQuotes?: boolean
  readonly hasHashComments?: boolean
  /** `//` begins a comment too. */
  readonly hasSlashComments?: boolean
  /** `--` begins a comment only before white space: `a--b` subtracts twice. */
  readonly hasSpacedDashes?: boolean
  /** Texts in three quotes may hold single ones. */
  readonly hasTripleQuotes?: boolean
  /** `q'[it's]'`: the characters around a text are chosen. */
  readonly hasChosenQuotes?: boolean
  readonly hasNestedComments?: boolean
  /** The formatter's list of this dialect has no `?` for a value, which programs write all the same. */
  readonly lacksQuestionMarks?: boolean
  /** `t.a%TYPE`: the type of a column. */
  readonly hasAttributes?: boolean
  /** `@stage/path` and `file://path` name files. */
  readonly hasStages?: boolean
  /** Names may begin with `#`. */
  readonly hasHashNames?: boolean
  /** Users make operators: all signs that follow each other are one. */
  readonly hasFreeOperators?: boolean
  /** Brackets may hold statements: `DO ALSO (INSERT …; DELETE …)`; a `;` in brackets ends none. */
  readonly hasBracketedStatements?: boolean
  /** IF, LOOP, WHILE, FOR and REPEAT are statements outside of blocks, too. */
  readonly hasControls?: boolean
  /** `DECLARE x INT; BEGIN … END` is one statement. */
  readonly hasDeclaredBlocks?: boolean
  /** Routines hold routines, and packages too: each is one statement with all in it. */
  readonly hasUnits?: boolean
  /** The client takes lines such as `DELIMITER //`. */
  readonly hasDelimiters?: boolean
  /** The client takes what stands behind a `\`, to the end of the line, and the lines of COPY … FROM STDIN. */
  readonly hasBackslashLines?: boolean
  /** The client takes lines with GO alone. */
  readonly hasBatches?: boolean
  /** The client takes lines with `/` alone. */
  readonly hasSlashLines?: boolean
}

const mysql: SqlTraits = { hasBackslash: true, hasBacktick: true, hasHashComments: true }
const mysqlItself: SqlTraits = { ...mysql, hasSpacedDashes: true, hasDelimiters: true, hasLabels: true }
const spark: SqlTraits = { hasNoDoubledQuotes: true, hasBackslash: true, hasBacktick: true, lacksQuestionMarks: true }
const postgres: SqlTraits = {
  hasDollarQuotes: true,
  hasNestedComments: true,
  hasFreeOperators: true,
  hasBracketedStatements: true,
  hasBackslashLines: true,
}

const TABLE = {
  sql: { name: { en: 'Standard SQL', zh: '标准 SQL' } },
  mysql: { name: { en: 'MySQL', zh: 'MySQL' }, ...mysqlItself },
  mariadb: { name: { en: 'MariaDB', zh: 'MariaDB' }, ...mysqlItself, hasControls: true },
  postgresql: { name: { en: 'PostgreSQL', zh: 'PostgreSQL' }, ...postgres },
  sqlite: { name: { en: 'SQLite', zh: 'SQLite' }, hasBacktick: true, hasBracketNames: true },
  transactsql: {
    name: { en: 'SQL Server (T-SQL)', zh: 'SQL Server（T-SQL）' },
    hasBracketNames: true,
    hasNestedComments: true,
    hasBatches: true,
    hasHashNames: true,
    lacksQuestionMarks: true,
  },
  plsql: {
    name: { en: 'Oracle PL/SQL', zh: 'Oracle PL/SQL' },
    hasChosenQuotes: true,
    hasSlashLines: true,
    hasUnits: true,
    hasAttributes: true,
    lacksQuestionMarks: true,
  },
  bigquery: {
    name: { en: 'BigQuery', zh: 'BigQuery' },
    ...mysql,
    hasNoDoubledQuotes: true,
    hasTripleQuotes: true,
    hasLabels: true,
    hasControls: true,
  },
  clickhouse: {
    name: { en: 'ClickHouse', zh: 'ClickHouse' },
    ...mysql,
    hasDollarQuotes: true,
    hasNestedComments: true,
    hasSlashComments: true,
  },
  db2: { name: { en: 'Db2', zh: 'Db2' }, hasNestedComments: true, hasHashNames: true, hasLabels: true },
  db2i: { name: { en: 'Db2 for i', zh: 'Db2 for i' }, hasNestedComments: true, hasHashNames: true, hasLabels: true },
  duckdb: { name: { en: 'DuckDB', zh: 'DuckDB' }, hasDollarQuotes: true, hasNestedComments: true, hasHashNames: true },
  hive: { name: { en: 'Hive', zh: 'Hive' }, ...spark },
  n1ql: { name: { en: 'Couchbase N1QL', zh: 'Couchbase N1QL' }, hasBackslash: true, hasBacktick: true, hasHashComments: true },
  redshift: {
    name: { en: 'Redshift', zh: 'Redshift' },
    hasBackslash: true,
    hasQuotedNames: true,
    hasDollarQuotes: true,
    hasNestedComments: true,
    hasHashNames: true,
    lacksQuestionMarks: true,
  },
  singlestoredb: { name: { en: 'SingleStore', zh: 'SingleStore' }, ...mysqlItself, lacksQuestionMarks: true },
  snowflake: {
    name: { en: 'Snowflake', zh: 'Snowflake' },
    hasBackslash: true,
    hasQuotedNames: true,
    hasDollarQuotes: true,
    hasSlashComments: true,
    hasStages: true,
    hasDeclaredBlocks: true,
    lacksQuestionMarks: true,
  },
  spark: { name: { en: 'Spark', zh: 'Spark' }, ...spark, hasNestedComments: true, hasRawTexts: true },
  tidb: { name: { en: 'TiDB', zh: 'TiDB' }, ...mysqlItself },
  trino: { name: { en: 'Trino, Presto', zh: 'Trino、Presto' } },
} as const satisfies Record<string, SqlTraits & { name: Text }>

export type DialectName = keyof typeof TABLE
/** The dialects of sql-formatter with their names. */
export const DIALECTS: Readonly<Record<DialectName, SqlTraits & { readonly name: Text }>> = TABLE
export const DIALECT_NAMES = Object.keys(DIALECTS) as DialectName[]
