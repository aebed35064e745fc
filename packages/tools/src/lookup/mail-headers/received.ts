import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { findMailDate } from './mail-date.ts'
import { toTokens, type Token } from './tokens.ts'

/** What a server noted as it took the message (RFC 5321 §4.4). */
export type Trace = {
  /** How the sender called itself, and its name in the DNS where the server noted one. */
  readonly from: string | undefined
  readonly address: string | undefined
  readonly by: string | undefined
  readonly protocol: string | undefined
  /** Version and cipher where they are noted, else true for a protocol that is encrypted by its name (RFC 3848). */
  readonly tls: string | boolean
  readonly recipient: string | undefined
  readonly timeMs: number | undefined
}

/** Those of RFC 5321 §4.4 and RFC 8314 §4.3. */
const CLAUSES = ['from', 'by', 'via', 'with', 'id', 'for', 'tls'] as const
type Clause = (typeof CLAUSES)[number]
type Parts = { [clause in Clause]?: { words: string[]; comments: string[] } }

/** ESMTPS, ESMTPSA, LMTPS, UTF8SMTPS … (RFC 3848, RFC 6531), HTTPS and MAPI over TLS. */
const ENCRYPTED = /^(?:UTF8)?(?:E?SMTPSA?|LMTPSA?)$|^https$/i
const VERSION = /\b(?:TLS|SSL)[v ]?_?(\d(?:[._]\d)?)\b/i
const CIPHER = /\b(?:TLS|ECDHE|DHE|AES|CHACHA20|RSA|EDH|ADH)[-_][A-Z\d_-]{4,60}/

export function readReceived(value: string): Trace {
  const tokens = toTokens(value)
  const cut = tokens.findLastIndex(({ kind, text }) => kind === 'sign' && text === ';')
  const parts = toParts(cut < 0 ? tokens : tokens.slice(0, cut))
  const date = cut < 0 ? value : toText(tokens.slice(cut + 1))
  const protocol = parts.with?.words.join(' ')
  const from = parts.from?.words.join(' ')
  const remarks = tokens.flatMap(({ kind, text }) => (kind === 'comment' ? [text] : []))
  return {
    from: from === undefined ? undefined : toSender(from, parts.from?.comments ?? []),
    address: findClient(from ?? '', parts.from?.comments ?? []),
    by: parts.by?.words[0],
    protocol: protocol || undefined,
    tls: findTls([...remarks, protocol ?? '', ...(parts.tls?.words ?? [])].join(' ')) ?? ENCRYPTED.test(protocol ?? ''),
    recipient: parts.for?.words[0]?.replace(/^<(.*)>$/, '$1'),
    timeMs: findMailDate(date),
  }
}

function toParts(tokens: readonly Token[]): Parts {
  const parts: Parts = {}
  let current: { words: string[]; comments: string[] } | undefined
  for (const { kind, text } of tokens) {
    const clause = kind === 'word' ? CLAUSES.find((name) => name === text.toLowerCase()) : undefined
    if (clause !== undefined && parts[clause] === undefined) current = parts[clause] = { words: [], comments: [] }
    else if (kind === 'comment') current?.comments.push(text)
    else current?.words.push(text)
  }
  return parts
}

const toText = (tokens: readonly Token[]): string =>
  tokens.flatMap(({ kind, text }) => (kind === 'comment' ? [] : [text])).join(' ')

/** The name said, and behind it the one that the server looked up where it is another. */
function toSender(said: string, comments: readonly string[]): string {
  const name = /^(?:EHLO |HELO )?([a-z\d_](?:[a-z\d_-]*\.)+[a-z][a-z\d-]*)\.?(?=[\s[]|$)/i.exec(comments[0] ?? '')?.[1]
  return name === undefined || name.toLowerCase() === said.toLowerCase() ? said : `${said} (${name})`
}

/** The address that the server saw: in brackets, else the first that stands in the remark. */
function findClient(said: string, comments: readonly string[]): string | undefined {
  const text = [...comments, said].join(' ')
  const places = [/\[(?:IPv6:)?([\da-f.:]+)\]/gi, /(?:^|[\s(])((?:\d{1,3}\.){3}\d{1,3}|[\da-f]*:[\da-f:.]+)(?=[\s),;]|$)/gi]
  for (const place of places)
    for (const [, found = ''] of text.matchAll(place)) {
      const address = findAddress(found)
      if (address) return formatAddress(address)
    }
  return undefined
}

function findTls(text: string): string | undefined {
  const version = VERSION.exec(text)?.[1]?.replace('_', '.')
  if (version === undefined) return undefined
  const cipher = CIPHER.exec(text)?.[0]
  return `TLS ${version}${cipher ? `, ${cipher}` : ''}`
}
