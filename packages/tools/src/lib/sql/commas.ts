import type { SqlToken } from './tokens.ts'

/** Tokens that are looked at behind a comma: its line and the comments below it. */
const MAX_LOOKAHEAD = 64

/**
 * Moves commas from the ends of lines to the beginnings of the next ones, into the last two spaces of their indentation
 * where there are two. A comma before a block comment stays, since such a comment may be read as SQL (MySQL's `/*!`).
 */
export function leadWithCommas(tokens: readonly SqlToken[]): string {
  const out: string[] = []
  let isDue = false
  for (const [index, token] of tokens.entries()) {
    const { kind, raw } = token
    if (isDue && kind !== 'space' && !isLineComment(token)) {
      out.push(...toLead(out.pop() ?? ''))
      isDue = false
    }
    if (raw === ',' && kind === 'mark' && endsLine(tokens, index + 1)) {
      isDue = true
      // Behind a note the formatter gives the comma a line of its own, which is not wanted any more.
      if (/^\s*\n/.test(out.at(-1) ?? '')) out.pop()
    } else out.push(raw)
  }
  return out.join('')
}

/** Whether only line comments stand between a token and the next one, which is on another line and no block comment. */
function endsLine(tokens: readonly SqlToken[], from: number): boolean {
  let hasBreak = false
  for (const token of tokens.slice(from, from + MAX_LOOKAHEAD)) {
    if (token.kind === 'space') hasBreak ||= token.raw.includes('\n')
    else if (!isLineComment(token)) return hasBreak && token.kind !== 'comment'
  }
  return false
}

const isLineComment = ({ kind, raw }: SqlToken): boolean => kind === 'comment' && !raw.startsWith('/*')

/** The white space before a token with the comma in it. */
const toLead = (space: string): string[] => (/ {2}$/.test(space) ? [space.slice(0, -2), ', '] : [space, ', '])
