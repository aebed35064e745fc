import { AppError } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import { parseCsv } from '../../lib/data/csv.ts'
import { toCanonicalNumber } from '../../lib/json/number.ts'
import { parseJsonTree, readText, type JsonNode } from '../../lib/json/tree.ts'

/** Rows, and the names of their columns where a header says them. */
export type Rows = { readonly rows: readonly unknown[]; readonly columns?: readonly string[] }

/** Rows of a JSON array, JSON lines, a CSV with a header, or lines. */
export function readRows(text: string): Rows {
  const trimmed = text.trim()
  if (trimmed === '') return { rows: [] }
  if (trimmed.startsWith('[')) {
    const list = parseJson(trimmed)
    if (Array.isArray(list)) return { rows: list }
  }
  const lines = splitLines(trimmed)
  if (trimmed.startsWith('{')) {
    const rows = lines.map(parseJson)
    if (rows.every((value) => value !== undefined)) return { rows }
  }
  const head = lines[0] ?? ''
  if (lines.length > 1 && /[,;\t]/.test(head)) return readTable(trimmed)
  return { rows: lines.filter((line) => line.trim() !== '') }
}

function readTable(text: string): Rows {
  const [columns = [], ...rows] = parseCsv(text).filter((row) => row.length > 0)
  return { columns, rows: rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? '']))) }
}

/** Numbers that a double could not hold are texts of their digits, so that two ids do not become one. */
function parseJson(text: string): unknown {
  try {
    return /\d[\d.]{15}/.test(text) ? toValue(parseJsonTree(text)) : JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof AppError) return undefined
    throw error
  }
}

function toValue(node: JsonNode): unknown {
  switch (node.type) {
    case 'array':
      return node.items.map(toValue)
    case 'object':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, toValue(value)]))
    case 'string':
      return readText(node)
    case 'number': {
      const number = Number(node.raw)
      const isExact = Number.isFinite(number) && toCanonicalNumber(String(number)) === toCanonicalNumber(node.raw)
      return isExact ? number : node.raw
    }
    case 'boolean':
      return node.raw === 'true'
    case 'null':
      return null
  }
}
