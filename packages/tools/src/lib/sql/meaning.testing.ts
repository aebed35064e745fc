import type { SqlTraits } from './dialects.ts'
import { scanSql } from './tokens.ts'

/** The tokens that mean something: no white space, no comments. */
export function toSqlMeaning(text: string, traits: SqlTraits): string[] {
  return scanSql(text, traits)
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .map(({ raw }) => raw)
}
