import { getDomain } from 'tldts'
import { findAddress } from '@octet/core/ip/address.ts'
import { findSpecial } from '@octet/core/ip/special.ts'
import { readAuthentication, readReceivedSpf, type Finding } from './authentication.ts'
import { readHeader, type HeaderField } from './header-fields.ts'
import { findMailDate } from './mail-date.ts'
import { readMailboxes, type Mailbox } from './mailboxes.ts'
import { readReceived, type Trace } from './received.ts'
import { readSignature, type Signature } from './signature.ts'

/** Longer ways are loops. */
const MOST_HOPS = 200

/** A header taken apart. */
export type Facts = {
  readonly fields: readonly HeaderField[]
  readonly unread: readonly number[]
  readonly from: readonly Mailbox[]
  readonly replyTo: readonly Mailbox[]
  readonly dateMs: number | undefined
  /** In the order of travel, the sender's server first. */
  readonly traces: readonly Trace[]
  /** What the last server found, in one field or in those of several filters; only that one is the reader's own. */
  readonly findings: readonly Finding[]
  /** What servers on the way found, by their own or by others' word. */
  readonly earlier: readonly Finding[]
  readonly signatures: readonly Signature[]
}

export function readFacts(text: string): Facts {
  const { fields, unread } = readHeader(text)
  const all = (name: string) => fields.filter((field) => field.name.toLowerCase() === name).map(({ value }) => value)
  const { first, others } = splitResults(fields)
  const spf = all('received-spf').flatMap((value) => readReceivedSpf(value) ?? [])
  const findings = first
  const hasSpf = findings.some(({ method }) => method === 'spf')
  return {
    fields,
    unread,
    from: all('from').flatMap(readMailboxes),
    replyTo: all('reply-to').flatMap(readMailboxes),
    dateMs: findMailDate(all('date')[0] ?? ''),
    traces: all('received').slice(0, MOST_HOPS).map(readReceived).toReversed(),
    findings: hasSpf ? findings : [...findings, ...spf.slice(0, 1)],
    earlier: [
      ...others,
      ...(hasSpf ? spf : spf.slice(1)),
      ...all('arc-authentication-results').flatMap((value) => readAuthentication(value)),
    ],
    signatures: all('dkim-signature').map(readSignature),
  }
}

/**
 * The results of the last server, and those of all others. Filters such as OpenDKIM and OpenDMARC each write a field of their own
 * in the name of the same server; servers leave none in their own name that came from elsewhere (RFC 8601 §5), and before the
 * next `Received` they had no hand in it. A method that is judged twice counts as it stands first.
 */
function splitResults(fields: readonly HeaderField[]): { first: Finding[]; others: Finding[] } {
  const named = fields.map(({ name, value }) => ({ name: name.toLowerCase(), value }))
  const start = named.findIndex(({ name }) => name === 'authentication-results')
  if (start < 0) return { first: [], others: [] }
  const end = named.findIndex(({ name }, at) => at > start && name === 'received')
  const first: Finding[] = []
  const others: Finding[] = []
  for (const [at, { name, value }] of named.entries()) {
    if (name !== 'authentication-results') continue
    const found = readAuthentication(value)
    const [one] = first
    const isOwn =
      at === start || (one !== undefined && (end < 0 || at < end) && found.some(({ by }) => by !== '' && by === one.by))
    const isKnown = (method: string) => at !== start && first.some((known) => known.method === method)
    const fresh = isOwn ? found.filter(({ method }) => !isKnown(method)) : []
    others.push(...found.filter((finding) => !fresh.includes(finding)))
    first.push(...fresh)
  }
  return { first, others }
}

/** The value of the first field of a name, in lower case. */
export const findField = ({ fields }: Pick<Facts, 'fields'>, name: string): string | undefined =>
  fields.find((field) => field.name.toLowerCase() === name)?.value

/** The domain that somebody has registered, by which DMARC compares (RFC 7489 §3.2). */
export const toOrganisation = (domain: string): string => getDomain(domain, { allowPrivateDomains: true }) ?? domain

export function isPublic(address: string): boolean {
  const parsed = findAddress(address)
  return parsed !== undefined && findSpecial(parsed) === undefined
}
