import type { Token } from 'markdown-it'
import { toPlainText } from './plain-text.ts'

export type Heading = {
  readonly level: number
  /** What is shown, without marks. */
  readonly text: string
  /** The name to link to, as GitHub makes it. */
  readonly anchor: string
  /** Line from 1. */
  readonly line: number
}

/** The headings of a text, each with the anchor that its token gets as `id`. */
export function listHeadings(tokens: readonly Token[]): Heading[] {
  const seen = new Map<string, number>()
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return []
    const text = toPlainText((tokens[index + 1]?.children ?? []).filter(isShown), ' ').trim()
    const anchor = toAnchor(text, seen)
    token.attrSet('id', anchor)
    return [{ level: Number(token.tag.slice(1)), text, anchor, line: (token.map?.[0] ?? 0) + 1 }]
  })
}

/** The mark of a footnote is no word of a heading. */
const isShown = ({ type }: Token): boolean => type !== 'footnote_reference'

/** Lower case, spaces as hyphens, without punctuation; repeated ones get a number. */
function toAnchor(text: string, seen: Map<string, number>): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
  let anchor = plain
  let count = seen.get(plain) ?? 0
  while (seen.has(anchor)) anchor = `${plain}-${++count}`
  seen.set(plain, count)
  seen.set(anchor, seen.get(anchor) ?? 0)
  return anchor
}

/** A list of links to the headings of some levels; what is deeper stands below what is higher. */
export function toContents(headings: readonly Heading[], { from, to }: { from: number; to: number }): string {
  const open: number[] = []
  return headings
    .filter(({ level }) => level >= from && level <= to)
    .map(({ level, text, anchor }) => {
      while (open.length > 0 && open.at(-1)! >= level) open.pop()
      open.push(level)
      return `${'  '.repeat(open.length - 1)}- [${text.replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`)}](#${encodeAnchor(anchor)})\n`
    })
    .join('')
}

/** Letters of all scripts stay readable; what would end the link does not. */
const encodeAnchor = (anchor: string): string => anchor.replaceAll(/[\s()<>\\]/g, encodeURIComponent)
