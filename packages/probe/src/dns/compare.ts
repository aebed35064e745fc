import { findAddress, type Address } from '@octet/core/ip/address.ts'
import type { ComparedResolver, DnsComparison } from '@octet/core/probe/dns.ts'
import { mergeArrivals } from '../arrivals.ts'
import { parseServer, type Answered, type Ask, type DnsClient } from './client.ts'
import { findExtendedError } from './ede.ts'
import { toReadableData } from './character-string.ts'
import { toRdataText } from './rdata.ts'
import { toReason } from './to-reason.ts'
import { toRcodeName, TYPES } from './types.ts'

export type ComparisonRow = DnsComparison['resolvers'][number]
type Row = ComparisonRow

const MAX_RESOLVERS = 30
const IN_FLIGHT = 16
const TIMEOUT_MS = 2500

export type CompareOptions = {
  readonly client: DnsClient
  readonly resolvers: readonly ComparedResolver[]
  readonly expected?: string | undefined
}

/** Asks many resolvers the same and groups them by what they say; a value after each arrival. */
export async function* compareResolvers(
  ask: Ask,
  { client, resolvers, expected }: CompareOptions,
): AsyncGenerator<DnsComparison> {
  const rows = resolvers.slice(0, MAX_RESOLVERS).map(toWaiting)
  yield toComparison(rows, expected, false)
  const jobs = rows.map((row, index) => async () => ({ index, row: await askOne(row, ask, client) }))
  for await (const { index, row } of mergeArrivals(jobs, IN_FLIGHT)) {
    rows[index] = row
    yield toComparison(
      rows,
      expected,
      rows.every(({ state }) => state !== 'waiting'),
    )
  }
}

function toWaiting({ id, name, server, country }: ComparedResolver): Row {
  return { id, name, server, country, state: 'waiting', rcode: null, values: [], ttl: null, ms: null, group: null, note: null }
}

async function askOne(row: Row, ask: Ask, client: DnsClient): Promise<Row> {
  try {
    const answered = await client.ask({ ...ask, server: parseServer(row.server), timeoutMs: TIMEOUT_MS })
    return { ...row, ...toOutcome(answered, ask.type) }
  } catch (error) {
    return { ...row, state: 'failed', note: toReason(error) }
  }
}

/** NOERROR, NXDOMAIN, and SERVFAIL, with which a validating resolver says that signatures are wrong. */
const STATEMENTS: ReadonlySet<number> = new Set([0, 2, 3])
/** Their data are names and numbers: capital letters make no difference (RFC 4343), and some servers mix them by chance. */
const NAMED_TYPES: ReadonlySet<number> = new Set([TYPES.NS, TYPES.CNAME, TYPES.SOA, TYPES.PTR, TYPES.MX, TYPES.SRV, TYPES.DNAME])

/** What an answer says of records of a type. A server that refuses says nothing of the name. */
export function toOutcome({ message, ms }: Answered, type: number): Partial<Row> {
  const rcode = toRcodeName(message.rcode)
  const note = findExtendedError(message)
  const rounded = Math.round(ms * 100) / 100
  if (!STATEMENTS.has(message.rcode)) return { state: 'failed', rcode, ms: rounded, note: note ?? { en: rcode, zh: rcode } }
  const matching = message.answers.filter((rr) => rr.type === type)
  const texts = matching.map((rr) => toReadableData(toRdataText(rr.type, rr.rdata)))
  const values = (NAMED_TYPES.has(type) ? texts.map((text) => text.toLowerCase()) : texts).sort()
  const ttl = matching.length > 0 ? Math.min(...matching.map((rr) => rr.ttl)) : null
  return { state: 'answered', rcode, values, ttl, ms: rounded, note }
}

/** Rows under what they say, the most frequent first. */
export function toComparison(rows: readonly Row[], expected: string | undefined, isComplete: boolean): DnsComparison {
  const answered = rows.filter(({ state }) => state === 'answered')
  const byAnswer = Map.groupBy(answered, ({ rcode, values }) => `${rcode} ${values.join('\n')}`)
  const sorted = [...byAnswer].sort((a, b) => b[1].length - a[1].length)
  const order = new Map(sorted.map(([key], index) => [key, index + 1]))
  const groups = sorted.map(([, members]) => {
    const { values, rcode } = members[0]!
    return {
      values,
      rcode: rcode ?? '',
      count: members.length,
      isExpected: expected ? values.some((value) => isExpectedIn(value, expected)) : null,
    }
  })
  const resolvers = rows.map((row) => ({
    ...row,
    group: row.state === 'answered' ? (order.get(`${row.rcode} ${row.values.join('\n')}`) ?? null) : null,
  }))
  return { resolvers, groups, isComplete }
}

/** A whole word of a value, any part of a text: `192.0.2.1` is not met by `192.0.2.10`, nor `a.example` by `aa.example`. */
export function isExpectedIn(value: string, expected: string): boolean {
  const address = findAddress(expected)
  if (address) return value.split(' ').some((word) => isSameAddress(word, address))
  const wanted = expected.toLowerCase().replace(/\.$/, '')
  const found = value.toLowerCase()
  if (found.includes('"')) return found.includes(wanted)
  const isEdge = (letter: string | undefined) => letter === undefined || !/[\p{L}\p{N}.-]/u.test(letter)
  for (let at = found.indexOf(wanted); at >= 0; at = found.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    const next = found[end] === '.' ? found[end + 1] : found[end]
    if (isEdge(found[at - 1]) && isEdge(next)) return true
  }
  return false
}

function isSameAddress(word: string, address: Address): boolean {
  const other = findAddress(word)
  return other !== undefined && other.version === address.version && other.value === address.value
}
