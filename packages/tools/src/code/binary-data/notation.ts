import type { Part } from './part.ts'

/** What fits into so many columns stays on one line. */
const FOLD_COLUMNS = 76
const INDENT = '  '
const WITHOUT_COMMENTS: Notation = { separator: ',', hasComments: false }

/** What stands between two values: a comma, or nothing but the end of the line. */
export type Notation = { readonly separator: ',' | ''; readonly hasComments: boolean }

/** Values in the notation of their format, a line each where they hold others. */
export function writeNotation(parts: readonly Part[], notation: Notation): string {
  const lines: string[] = []
  const { separator } = notation
  parts.forEach((part, index) =>
    writePart(part, { indent: '', tail: index < parts.length - 1 ? separator : '', notation, lines }),
  )
  return lines.join('\n')
}

type Place = {
  readonly indent: string
  /** What stands behind the value: a comma, and brackets of what holds it. */
  readonly tail: string
  readonly notation: Notation
  readonly lines: string[]
  /** What stands before it on its line. */
  readonly head?: string
}

function writePart(part: Part, { indent, tail, notation, lines, head = '' }: Place): void {
  const { separator } = notation
  const start = `${indent}${head}${toKey(part)}`
  const note = toNote(part, notation)
  const line = separator || !part.parts?.length ? findLine(part, FOLD_COLUMNS - start.length - tail.length, notation) : undefined
  if (line !== undefined) {
    lines.push(`${start}${line}${tail}${note}`)
    return
  }
  const { parts = [], open = '', close = '', holds } = part as Extract<Part, { parts: Part[] }>
  const [only] = parts
  if (holds === 'one' && only) {
    // The brackets of what is tagged stand on the line of the tag.
    writePart(only, { indent, tail: `${close}${tail}${note}`, notation, lines, head: `${head}${toKey(part)}${open}` })
    return
  }
  lines.push(`${start}${open}`.trimEnd())
  parts.forEach((inner, index) =>
    writePart(inner, { indent: indent + INDENT, tail: index < parts.length - 1 ? separator : '', notation, lines }),
  )
  lines.push(`${indent}${close}${tail}${note}`)
}

/** A value on one line, if it fits and nothing in it has a comment, which would have to go. */
function findLine(part: Part, columns: number, notation: Notation): string | undefined {
  if (!part.parts) return part.value
  let line = part.open
  for (const [index, inner] of part.parts.entries()) {
    const value = toNote(inner, notation) ? undefined : findLine(inner, columns - line.length, notation)
    if (value === undefined) return undefined
    line += `${index > 0 ? ', ' : ''}${toKey(inner)}${value}`
    if (line.length > columns) return undefined
  }
  line += part.close
  return line.length <= columns ? line : undefined
}

function toKey(part: Part): string {
  const { key } = part
  // The number of a message's field stands before its brace.
  if (key === undefined || (part.parts && part.holds === 'fields')) return ''
  return typeof key === 'string' ? `${key}: ` : `${toOneLine(key)}: `
}

/** A value on one line however long it is, as keys are. */
export const toOneLine = (part: Part): string => findLine(part, Number.POSITIVE_INFINITY, WITHOUT_COMMENTS) ?? ''

/** What a value says besides, as a comment of the notation (RFC 8949 §8). */
function toNote({ also }: Part, { hasComments }: Notation): string {
  return typeof also === 'string' && hasComments ? ` / ${also} /` : ''
}
