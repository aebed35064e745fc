import type { SqlToken } from './tokens.ts'

/**
 * Puts tokens together again that the formatter took apart since the dialect lacks them: `==`, `->>`, `1..10`, operators that
 * users of PostgreSQL make, `N'…'`, `user@host`; a dot stays where it was. Where the two differ in another way, the rest stays as it is.
 */
export function rejoinTokens(
  before: readonly SqlToken[],
  after: readonly SqlToken[],
  { keepsCase = false }: { keepsCase?: boolean } = {},
): readonly SqlToken[] {
  if (isUntouched(before, after)) return after
  const out: SqlToken[] = []
  let at = 0
  for (const [index, token] of before.entries()) {
    if (isGap(token)) continue
    const isTight =
      index > 0 && !isGap(before[index - 1]!) && (isDot(token) || isDot(before[index - 1]!) || isHost(before, index))
    for (; at < after.length && isGap(after[at]!); at++) if (!isTight || after[at]!.raw !== ' ') out.push(after[at]!)
    const end = findPartsEnd(token, after, at)
    if (end < 0) return [...out, ...after.slice(at)]
    const isWhole = end === at + 1 && !(keepsCase && token.kind === 'word')
    out.push(isWhole ? after[at]! : { ...after[at]!, kind: token.kind, raw: token.raw })
    at = end
  }
  return [...out, ...after.slice(at)]
}

/** Whether all tokens are as they were, which most texts are; a dot with white space at its side may be none. */
function isUntouched(before: readonly SqlToken[], after: readonly SqlToken[]): boolean {
  let at = 0
  for (const token of before) {
    if (isGap(token)) continue
    while (at < after.length && isGap(after[at]!)) at++
    if (after[at]?.raw !== token.raw) return false
    if ((isDot(token) || token.raw === '@') && (after[at - 1]?.kind === 'space' || after[at + 1]?.kind === 'space')) return false
    at++
  }
  return true
}

const isGap = ({ kind }: SqlToken): boolean => kind === 'space' || kind === 'comment'

const isDot = ({ raw }: SqlToken): boolean => raw === '.' || raw === '..'

/** The sign of `'user'@'host'` and what follows it. */
const isHost = (tokens: readonly SqlToken[], at: number): boolean => isHostSign(tokens, at) || isHostSign(tokens, at - 1)
const isHostSign = (tokens: readonly SqlToken[], at: number): boolean =>
  tokens[at]?.raw === '@' && tokens[at]!.kind === 'word' && /^(?:name|text|word)$/.test(tokens[at - 1]?.kind ?? '')

/** Behind the tokens that are one together, with nothing but white space between them; -1 where they are not. */
function findPartsEnd({ kind, raw }: SqlToken, after: readonly SqlToken[], from: number): number {
  if (after[from]?.raw === raw) return from + 1
  const wanted = toKey(raw)
  let joined = 0
  for (let at = from; at < after.length && joined < wanted.length; at++) {
    const part = after[at]!
    if (part.kind === 'space' && joined > 0) continue
    const key = toKey(part.raw)
    const fits = wanted.startsWith(key, joined)
    joined += key.length
    if (fits && joined === wanted.length) return at + 1
    if (!fits || (kind === 'word' && !/[.@]/.test(raw))) return -1
  }
  return -1
}

/** Without the case of words, and without the space that MySQL takes behind a character set. */
const toKey = (raw: string): string => raw.replace(/^(_\w+) '/, "$1'").toLowerCase()
