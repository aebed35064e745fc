import type { Lang } from '@octet/core/text.ts'
import type { Part } from './part.ts'
import { toOneLine } from './notation.ts'

/** One value for a table: the place of its first byte, its bytes, and what it is. */
export type Row = { offset: string; sizeBytes: number; key?: string; type: string; value?: string; also?: string }

const MOST_ROWS = 1_000
const MOST_CHARS = 160
const INDENT = '\u2003'

/** Values with what they hold, each behind what holds it, moved in by its level. */
export function listRows(parts: readonly Part[], lang: Lang): { rows: Row[]; count: number } {
  const rows: Row[] = []
  let count = 0
  const list = (part: Part, level: number): void => {
    count++
    if (rows.length < MOST_ROWS) rows.push(toRow(part, level, lang))
    for (const inner of part.parts ?? []) list(inner, level + 1)
  }
  for (const part of parts) list(part, 0)
  return { rows, count }
}

function toRow(part: Part, level: number, lang: Lang): Row {
  const { start, end, type, key, also } = part
  return {
    offset: `0x${start.toString(16).padStart(4, '0')}`,
    sizeBytes: Math.max(0, end - start),
    ...(key !== undefined && { key: shorten(typeof key === 'string' ? key : toOneLine(key)) }),
    type: INDENT.repeat(level) + type,
    ...(!part.parts && { value: shorten(withoutType(part.value, type)) }),
    ...(also !== undefined && also !== '' && { also: shorten(typeof also === 'string' ? also : also[lang]) }),
  }
}

/** ASN.1 writes the type before the value, and the table has it in a column of its own. */
function withoutType(value: string, type: string): string {
  if (value === type) return ''
  return value.startsWith(`${type} `) ? value.slice(type.length + 1) : value
}

const shorten = (text: string): string => (text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text)
