import type { Text } from '@octet/core/text.ts'
import { toWords, unwrap, type Schema } from '../tool/schema.ts'
import { isCode } from './shape.ts'
import type { Row } from './sort-rows.ts'
import type { Column } from './table-row.tsx'

/** Rows that say what a column holds. */
const JUDGED_ROWS = 20

/** Columns that the schema names, in words; those that came with the visitor's data, as they are called there. */
export function toColumns(schema: Schema, rows: readonly Row[], t: (words: Text) => string): Column[] {
  const named = Object.keys(schema.properties ?? {}).filter((name) => schema.properties?.[name]?.widget !== 'hidden')
  const names = named.length > 0 ? named : [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)))]
  return names
    .filter((name) => rows.slice(0, 1000).some((row) => row[name] !== undefined))
    .map((name) => {
      const property = unwrap(schema.properties?.[name] ?? {})
      return {
        name,
        label: property.label ? t(property.label) : named.length > 0 ? t(toWords(name)) : name,
        schema: property,
        className: toClassName(rows.slice(0, JUDGED_ROWS).map((row) => row[name])),
      }
    })
}

/** Longer words, such as fingerprints and links, would make a table wider than its pane. */
const LONG_WORD = /\S{33}/

function toClassName(values: readonly unknown[]): string {
  if (values.some((value) => typeof value === 'number')) return 'number-cell'
  const texts = values.filter((value) => typeof value === 'string' && value !== '') as string[]
  const isCodes = texts.length > 0 && 2 * texts.filter(isCode).length >= texts.length
  return [isCodes && 'code-cell', texts.some((text) => LONG_WORD.test(text)) && 'long-cell'].filter(Boolean).join(' ')
}
