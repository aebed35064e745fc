import { toTokens } from './tokens.ts'

/** One finding of a server: `dkim=pass header.d=example.org` (RFC 8601 §2.2). */
export type Finding = {
  /** The server that says so; empty where it does not name itself. */
  readonly by: string
  readonly method: string
  readonly result: string
  /** `smtp.mailfrom`, `header.d` … */
  readonly about: Readonly<Record<string, string>>
  readonly reason: string
}

/** Reads `Authentication-Results`, and `ARC-Authentication-Results` with its `i=` in front (RFC 8617 §4.1.1). */
export function readAuthentication(value: string): Finding[] {
  const [head = [], ...rest] = toStatements(value)
  // Some servers begin with the first finding and do not name themselves; ARC counts first.
  const isNamed = !isFinding(head)
  const isCounted = /^i=\d+$/.test(joinPairs(head).join(' '))
  const named = isCounted ? (rest[0] ?? []) : head
  const by = isCounted || isNamed ? (joinPairs(named)[0] ?? '') : ''
  const statements = isCounted ? rest.slice(1) : isNamed ? rest : [head, ...rest]
  return statements.filter(isFinding).map((statement) => toFinding(by, statement))
}

/** Reads `Received-SPF` (RFC 7208 §9.1). */
export function readReceivedSpf(value: string): Finding | undefined {
  const result = /^\s*([A-Za-z]+)/.exec(value)?.[1]?.toLowerCase()
  if (result === undefined) return undefined
  const tokens = toTokens(value)
  const reason = tokens.find(({ kind }) => kind === 'comment')?.text ?? ''
  const pairs = toPairs(joinPairs(tokens))
  const { 'envelope-from': from = '', receiver = '', 'client-ip': ip, helo } = pairs
  const about = { ...(from && { 'smtp.mailfrom': from }), ...(ip && { ip }), ...(helo && { helo }) }
  return { by: receiver, method: 'spf', result, about, reason }
}

type Tokens = ReturnType<typeof toTokens>

function toStatements(value: string): Tokens[] {
  const statements: Tokens[] = [[]]
  for (const token of toTokens(value)) {
    if (token.kind === 'sign') statements.push([])
    else statements.at(-1)!.push(token)
  }
  return statements
}

const isFinding = (statement: Tokens): boolean => /^(?!i=)[a-z][a-z\d-]*(?:\/\d+)?=[a-z]*$/i.test(joinPairs(statement)[0] ?? '')

function toFinding(by: string, statement: Tokens): Finding {
  const [first = '', ...rest] = joinPairs(statement)
  const [method = '', result = ''] = first.split('=')
  const { reason, ...about } = toPairs(rest)
  const remark = statement.find(({ kind }) => kind === 'comment')?.text ?? ''
  return {
    by,
    method: method.replace(/\/\d+$/, '').toLowerCase(),
    result: result.toLowerCase(),
    about,
    reason: reason ?? remark,
  }
}

/** `a = "b"` and `a=b` as one string each, also with comments between the parts; names may have room in them: `header . d`, `dkim / 1`. */
function joinPairs(tokens: Tokens): string[] {
  const joined: string[] = []
  for (const { text } of tokens.filter(({ kind }) => kind !== 'comment')) {
    const last = joined.at(-1)
    if (last !== undefined && isOpen(last, text)) joined[joined.length - 1] = last + text
    else joined.push(text)
  }
  return joined
}

/** Whether a piece goes on with what is next: values end, but for the domain behind a local part in quotes, and names only with the sign behind them. */
const isOpen = (piece: string, next: string): boolean =>
  /^[^=]*=$/.test(piece) ||
  (next.startsWith('@') && /^[^=]*=[^@]+$/.test(piece)) ||
  (!piece.includes('=') && (/^[=./]/.test(next) || /[./]$/.test(piece)))

function toPairs(words: readonly string[]): Record<string, string> {
  const pairs = words.flatMap((word) => {
    const at = word.indexOf('=')
    return at > 0 ? [[word.slice(0, at).toLowerCase(), word.slice(at + 1).replace(/^<(.*)>$/, '$1')] as const] : []
  })
  return Object.fromEntries(pairs)
}
