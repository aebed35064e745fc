import type { SqlToken } from './tokens.ts'

/**
 * Puts tokens together again that the formatter took apart since the dialect lacks them: `==`, `->>`, operators that users of
 * PostgreSQL make, `N'…'`. Where the two differ in another way, the rest stays as it is.
 */
export function rejoinTokens(before: readonly SqlToken[], after: readonly SqlToken[]): readonly SqlToken[] {
  const out: SqlToken[] = []
  let at = 0
  const copyGaps = () => {
    while (at < after.length && isGap(after[at]!)) out.push(after[at++]!)
  }
  for (const token of before) {
    if (isGap(token)) continue
    copyGaps()
    const end = findPartsEnd(token, after, at)
    if (end < 0) return [...out, ...after.slice(at)]
    out.push(end === at + 1 ? after[at]! : { ...after[at]!, kind: token.kind, raw: token.raw })
    at = end
  }
  return [...out, ...after.slice(at)]
}

const isGap = ({ kind }: SqlToken): boolean => kind === 'space' || kind === 'comment'

/** Behind the tokens that are one together, with nothing but white space between them; -1 where they are not. */
function findPartsEnd({ kind, raw }: SqlToken, after: readonly SqlToken[], from: number): number {
  const wanted = toKey(raw)
  let joined = ''
  for (let at = from; at < after.length && joined.length < wanted.length; at++) {
    const part = after[at]!
    if (part.kind === 'space' && joined !== '') continue
    joined += toKey(part.raw)
    if (joined === wanted) return at + 1
    if (!wanted.startsWith(joined) || (kind !== 'mark' && kind !== 'text')) return -1
  }
  return -1
}

/** Without the case of words, and without the space that MySQL takes behind a character set. */
const toKey = (raw: string): string => raw.replace(/^(_\w+) '/, "$1'").toLowerCase()
