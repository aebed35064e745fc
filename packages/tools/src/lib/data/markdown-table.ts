import { AppError } from '@octet/core/errors.ts'
import type { Token } from 'markdown-it'
import { toEntry, type JsonNode } from '../json/tree.ts'
import { escapeMarks } from '../markdown/escape.ts'
import { createMarkdown, parseMarkdown } from '../markdown/parser.ts'
import { writePipeTable } from '../markdown/pipe-table.ts'
import { toPlainText } from '../markdown/plain-text.ts'
import { toColumnNames } from './column-names.ts'
import { NUMBER, toCellNode, toTable } from './csv.ts'

/** The one table of a text → array of objects, of its cells what they show. Throws `unsupported_value`, `too_large`. */
export async function readMarkdownTable(text: string, isTyped: boolean): Promise<JsonNode> {
  const tokens = parseMarkdown(await createMarkdown({ hasHtml: true }), text)
  const count = tokens.filter(({ type }) => type === 'table_open').length
  if (count !== 1)
    throw new AppError('unsupported_value', {
      got: 'Markdown',
      reason: { en: `expected one table, found ${count}`, zh: `应恰有一个表格，找到 ${count} 个` },
    })
  const [head = [], ...rows] = listRows(tokens)
  const names = toColumnNames(head)
  return {
    type: 'array',
    items: rows.map((row) => ({
      type: 'object',
      entries: names.map((name, index) => toEntry(name, toCellNode(row[index] ?? '', isTyped))),
    })),
  }
}

function listRows(tokens: readonly Token[]): string[][] {
  const rows: string[][] = []
  tokens.forEach(({ type }, index) => {
    if (type === 'tr_open') rows.push([])
    else if (type === 'th_open' || type === 'td_open') rows.at(-1)?.push(toPlainText(tokens[index + 1]?.children ?? [], '\n'))
  })
  return rows
}

/** An array of objects → a table whose columns of numbers stand to the right. */
export function toMarkdownTable(node: JsonNode, isFlat: boolean): string {
  const { columns, rows } = toTable(node, isFlat)
  const cells = rows.map((row) => columns.map((name) => row.get(name) ?? ''))
  const align = columns.map((_, index) => (isNumeric(cells.map((row) => row[index]!)) ? 'right' : undefined))
  return writePipeTable({ rows: [columns, ...cells].map((row) => row.map(toCell)), align })
}

const isNumeric = (values: readonly string[]): boolean =>
  values.some((value) => value !== '') && values.every((value) => value === '' || NUMBER.test(value))

/** A text that a cell shows as it is; spaces at its ends would be lost otherwise. */
const toCell = (text: string): string =>
  /^ |[\r\n\t]| $/.test(text)
    ? escapeMarks(text)
        .replaceAll(/\r\n?|\n/g, '<br>')
        .replaceAll(/^ | $/g, '&#32;')
        .replaceAll('\t', '&#9;')
    : escapeMarks(text)
