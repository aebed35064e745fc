import { scanSql, type SqlToken } from './tokens.ts'
import type { SqlTraits } from './dialects.ts'

/** Values from which on a list is taken out: the formatter needs seconds for a list of a megabyte. */
const LONG = 500
const LINE_WIDTH = 100

/** A text whose long lists of plain values stand aside under a mark, and the way to put them back. */
export type Shortened = { readonly text: string; restore(formatted: string): string }

/** Takes long lists of numbers and texts, as IN has them, out of SQL. They are put back in lines of a hundred columns. */
export function takeOutLongLists(text: string, traits: SqlTraits): Shortened {
  const tag = findUnusedTag(text)
  const lists: string[][] = []
  const out: string[] = []
  let run: SqlToken[] = []
  const giveBack = () => {
    for (const { raw } of run) out.push(raw)
  }
  const flush = () => {
    const values = run.filter(({ kind }) => kind === 'word' || kind === 'text').map(({ raw }) => raw)
    if (values.length >= LONG) {
      out.push(`'${tag}${lists.length}'`)
      lists.push(values)
    } else giveBack()
    run = []
  }
  let wantsValue = true
  for (const token of scanSql(text, traits)) {
    const isValue = token.kind === 'text' || (token.kind === 'word' && /^\d/.test(token.raw))
    if (token.kind === 'space' && run.length > 0) run.push(token)
    else if (run.length > 0 && (wantsValue ? isValue : token.raw === ',')) {
      run.push(token)
      wantsValue = !wantsValue
    } else {
      // A comma behind the last value would be lost: only whole lists up to the bracket are taken.
      if (token.raw === ')' && !wantsValue) flush()
      else if (run.length > 0) {
        giveBack()
        run = []
      }
      out.push(token.raw)
      wantsValue = true
      if (token.raw === '(') run = [{ kind: 'space', start: token.end, end: token.end, raw: '' }]
    }
  }
  giveBack()
  return { text: lists.length > 0 ? out.join('') : text, restore: (formatted) => putBack(formatted, { tag, lists }) }
}

function findUnusedTag(text: string): string {
  for (let i = 0; ; i++) if (!text.includes(`list${i}:`)) return `list${i}:`
}

function putBack(formatted: string, { tag, lists }: { tag: string; lists: readonly string[][] }): string {
  if (lists.length === 0) return formatted
  return formatted.replaceAll(
    new RegExp(`^([ \\t]*)(.*)'${tag}(\\d+)'`, 'gm'),
    (_, pad: string, before: string, index: string) => {
      const indent = `${pad}  `
      return `${pad}${before}\n${toLines(lists[Number(index)] ?? [], indent)}\n${pad}`
    },
  )
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
