import { scanSql, type ScannedSql, type SqlToken } from './tokens.ts'
import type { SqlTraits } from './dialects.ts'
import { findUnused } from './find-unused.ts'

/** Values from which on a list is taken out: the formatter needs seconds for a list of a megabyte. */
const LONG = 500
const LINE_WIDTH = 100

/** A text whose long lists of plain values stand aside under a mark, and the way to put them back. */
export type Shortened = ScannedSql & { restore(formatted: string): string }

/** Takes long lists of numbers and texts, as IN has them, out of SQL. They are put back in lines of a hundred columns. */
export function takeOutLongLists({ text, tokens }: ScannedSql, traits: SqlTraits): Shortened {
  const tag = `list${findUnused(text, /list(\d+):/g)}:`
  const lists: string[][] = []
  let out = ''
  let done = 0
  for (const [from, to] of findLists(tokens)) {
    const values = tokens.slice(from, to).filter(isValue)
    if (values.length < LONG) continue
    out += `${text.slice(done, tokens[from]!.start)}'${tag}${lists.length}'`
    done = tokens[to]!.start
    lists.push(values.map(({ raw }) => raw))
  }
  if (lists.length === 0) return { text, tokens, restore: (formatted) => formatted }
  const short = out + text.slice(done)
  return { text: short, tokens: scanSql(short, traits), restore: (formatted) => putBack(formatted, { tag, lists }) }
}

/** Units of a text that stand outside of long lists, as far as its first tokens tell: what the last bracket opens may be one. */
export function countOutside(tokens: readonly SqlToken[]): number {
  const last = tokens.findLastIndex(({ raw }) => raw === '(')
  const known = last < 0 ? tokens : tokens.slice(0, last)
  let inside = 0
  for (const [from, to] of findLists(known)) {
    const isLong = to - from >= LONG && known.slice(from, to).filter(isValue).length >= LONG
    if (isLong) inside += known[to]!.start - known[from]!.start
  }
  return (known.at(-1)?.end ?? 0) - inside
}

/** Where the tokens of lists begin, and the brackets that end them; a list with a comma behind its last value is none. */
function* findLists(tokens: readonly SqlToken[]): Generator<[from: number, to: number]> {
  let from: number | undefined
  let wantsValue = true
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'space') continue
    if (from !== undefined && (wantsValue ? isValue(token) : token.raw === ',')) wantsValue = !wantsValue
    else {
      if (from !== undefined && token.raw === ')' && !wantsValue) yield [from, index]
      from = token.raw === '(' ? index + 1 : undefined
      wantsValue = true
    }
  }
}

const isValue = ({ kind, raw }: SqlToken): boolean => kind === 'text' || (kind === 'word' && /^\d/.test(raw))

function putBack(formatted: string, { tag, lists }: { tag: string; lists: readonly string[][] }): string {
  const pad = /[ \t]*/y
  return formatted.replaceAll(new RegExp(`'${tag}(\\d+)'`, 'g'), (_, index: string, at: number) => {
    pad.lastIndex = formatted.lastIndexOf('\n', at) + 1
    const [indent] = pad.exec(formatted)!
    return `\n${toLines(lists[Number(index)] ?? [], `${indent}  `)}\n${indent}`
  })
}

function toLines(values: readonly string[], indent: string): string {
  const lines: string[] = []
  let line = indent
  values.forEach((value, index) => {
    const piece = `${value}${index < values.length - 1 ? ',' : ''}`
    if (line.length + piece.length > LINE_WIDTH && line !== indent) {
      lines.push(line.trimEnd())
      line = indent
    }
    line += `${piece} `
  })
  lines.push(line.trimEnd())
  return lines.join('\n')
}
