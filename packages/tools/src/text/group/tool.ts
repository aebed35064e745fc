import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { moreField, toMore } from '../../lib/more.ts'
import { readRows } from './rows.ts'
import { addTo, toTotalValue, ZERO, type Total } from './total.ts'

const MAX_ROWS = 200_000
/** Levels of nesting in a value that is grouped by. */
const MAX_DEPTH = 1000

export default defineTool({
  id: 'group',
  route: '/text/group',
  group: 'text',
  icon: 'ChartBar',
  title: { en: 'Group and count', zh: '分组统计' },
  summary: { en: 'Count the rows of JSON, CSV or lines by one or more columns', zh: '按一列或多列统计 JSON、CSV 或文本行的数量' },
  about: {
    en: 'Reads a JSON array, JSON Lines, CSV with a header, or plain lines. A column inside an object is named with dots: record.ASN.organization.',
    zh: '支持 JSON 数组、JSON Lines、带表头的 CSV 或普通文本行。对象内部的列用点号表示，例如 record.ASN.organization。',
  },
  keywords: ['pivot', 'aggregate', 'count by', 'sum', 'uniq -c', '聚合', '分组', '统计', '计数'],
  accepts: { json: {}, csv: {} },
  input: z.object({
    text: z.string().meta({ label: { en: 'Rows', zh: '数据' }, widget: 'text', main: true }),
    by: z
      .string()
      .max(500)
      .default('')
      .meta({
        label: { en: 'By columns', zh: '分组列' },
        placeholder: { en: 'country, record.ASN.asn', zh: 'country, record.ASN.asn' },
        help: { en: 'Separated by commas; empty for whole lines', zh: '多个列用逗号分隔；留空则按整行' },
      }),
    sum: z
      .string()
      .max(100)
      .default('')
      .meta({ label: { en: 'Sum of column', zh: '求和列' }, advanced: true }),
    limit: z
      .int()
      .min(1)
      .max(100_000)
      .default(1_000)
      .meta({ label: { en: 'At most', zh: '最多行数' }, advanced: true }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'CSV', zh: 'CSV' }, widget: 'text', main: true }),
    rows: z.int().meta({ label: { en: 'Rows read', zh: '读取行数' } }),
    groups: z
      .array(z.record(z.string(), z.union([z.string(), z.number()])))
      .meta({ label: { en: 'Groups', zh: '分组' }, widget: 'table' }),
    more: moreField(),
  }),
  examples: [
    {
      name: { en: 'Lines', zh: '文本行' },
      input: { text: 'a\nb\na' },
      output: {
        text: 'value,count\na,2\nb,1',
        rows: 3,
        groups: [
          { value: 'a', count: 2 },
          { value: 'b', count: 1 },
        ],
      },
    },
    {
      name: { en: 'A column of JSON', zh: 'JSON 的一列' },
      input: { text: '[{"ip":"a","geo":{"cc":"US"}},{"ip":"b","geo":{"cc":"DE"}},{"ip":"c","geo":{"cc":"US"}}]', by: 'geo.cc' },
      output: {
        text: 'geo.cc,count\nUS,2\nDE,1',
        rows: 3,
        groups: [
          { 'geo.cc': 'US', count: 2 },
          { 'geo.cc': 'DE', count: 1 },
        ],
      },
    },
    {
      name: { en: 'Sum of a CSV column', zh: 'CSV 列求和' },
      input: { text: 'city,n\nBonn,2\nBonn,3\nOslo,1', by: 'city', sum: 'n' },
      output: {
        text: 'city,count,sum\nBonn,2,5\nOslo,1,1',
        rows: 3,
        groups: [
          { city: 'Bonn', count: 2, sum: 5 },
          { city: 'Oslo', count: 1, sum: 1 },
        ],
      },
    },
  ],
  run({ text, by, sum, limit }) {
    const { rows, columns: known } = readRows(text)
    if (rows.length > MAX_ROWS)
      throw new AppError('too_large', {
        field: 'text',
        limit: { en: `${MAX_ROWS} rows`, zh: `${MAX_ROWS} 行` },
        got: rows.length,
      })
    const columns = by
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    for (const column of columns) checkColumn('by', column, known)
    checkColumn('sum', sum, known)
    const names = columns.length > 0 ? columns : ['value']
    const groups = new Map<string, { cells: string[]; count: number; sum: Total }>()
    for (const row of rows) {
      const cells = columns.length > 0 ? columns.map((column) => toCell(getPath(row, column))) : [toCell(row)]
      const key = cells.join('\u0000')
      const group = groups.get(key) ?? { cells, count: 0, sum: ZERO }
      group.count++
      if (sum) group.sum = addTo(group.sum, toNumber(getPath(row, sum), sum))
      groups.set(key, group)
    }
    const sorted = [...groups.values()].sort((a, b) => b.count - a.count).slice(0, limit)
    const table = sorted.map(({ cells, count, sum: total }) => ({
      ...Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
      count,
      ...(sum && { sum: toTotalValue(total) }),
    }))
    return { text: toCsv(table), rows: rows.length, groups: table, ...toMore(groups.size, limit) }
  },
})

/** A misspelt column would be one empty group. */
function checkColumn(field: string, name: string, columns: readonly string[] | undefined): void {
  if (!columns || name === '' || columns.includes(name)) return
  const known = columns.slice(0, 20).join(', ')
  throw new AppError('bad_input', { field, expected: { en: `one of the columns ${known}`, zh: `下列之一：${known}` }, got: name })
}

function toCsv(table: readonly Record<string, string | number>[]): string {
  const rows = [Object.keys(table[0] ?? {}), ...table.map((row) => Object.values(row))]
  return rows.map((row) => row.map(toCsvCell).join(',')).join('\n')
}

function toCsvCell(value: string | number): string {
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function getPath(row: unknown, path: string): unknown {
  if (typeof row === 'object' && row !== null && Object.hasOwn(row, path)) return (row as Record<string, unknown>)[path]
  return path
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, part)
          ? (value as Record<string, unknown>)[part]
          : undefined,
      row,
    )
}

function toCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'object') return String(value)
  if (isDeeper(value, MAX_DEPTH))
    throw new AppError('too_large', {
      field: { en: 'Nesting', zh: '嵌套层数' },
      limit: { en: `${MAX_DEPTH} levels`, zh: `${MAX_DEPTH} 层` },
      got: `${MAX_DEPTH}+`,
    })
  return JSON.stringify(value)
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

function toNumber(value: unknown, column: string): number | string {
  if (value === undefined || value === null || value === '') return 0
  const amount = typeof value === 'string' ? findAmount(value) : undefined
  if (amount !== undefined) return amount
  if (!Number.isFinite(Number(value)))
    throw new AppError('bad_input', {
      field: 'sum',
      expected: { en: `numbers in the column ${column}`, zh: `${column} 列为数字` },
      got: toCell(value).slice(0, 40),
    })
  return typeof value === 'string' ? value : Number(value)
}

/** The digits of an amount as spreadsheets write it, its thousands apart or with a sign or name of money: `¥1,234.50`, `-$2`, `3元`. */
function findAmount(whole: string): string | undefined {
  const text = whole.trim().replace(/(?<=\d)\s?(?:\p{Sc}|元|块|(?:RMB|CNY|USD|EUR|GBP|HKD|JPY)\b)$/u, '')
  if (text !== whole.trim() && /^[+-]?\d+(?:\.\d+)?$/.test(text)) return text
  const match = /^([+-]?)\p{Sc}?([+-]?)(\d{1,3}(?:,\d{3})+(?:\.\d*)?|(?<=\p{Sc}[+-]?)\d*\.?\d+)$/u.exec(text)
  if (!match || (match[1] && match[2])) return undefined
  return `${match[1]}${match[2]}${match[3]!.replaceAll(',', '')}`
}
