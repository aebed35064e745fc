import { randomBytes } from 'node:crypto'
import { isAppError } from '@octet/core/errors.ts'
import type { ComparedResolver } from '@octet/core/probe/dns.ts'
import type { ResolverTest } from '@octet/core/probe/resolver-test.ts'
import { mergeArrivals } from '../arrivals.ts'
import { parseServer, refuseFailure, type Answered, type Ask, type DnsClient } from './client.ts'
import { readRdata } from './rdata.ts'
import { toReason } from './to-reason.ts'
import { TYPES } from './types.ts'

export type TestResolversOptions = {
  readonly client: DnsClient
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

const MAX_RESOLVERS = 30
const IN_FLIGHT = 10
const TOTAL_MS = 9000
const ASK_MS = 2000
const ROUNDS = 3
const SERVFAIL = 2
const NXDOMAIN = 3
/** Anything else says nothing of a name. */
const ANSWERS: ReadonlySet<number> = new Set([0, NXDOMAIN])

/** A name whose addresses have not changed in years and that anybody may ask for. */
const KNOWN = { name: 'dns.google.', addresses: ['8.8.8.8', '8.8.4.4'] } as const
/** A zone signed rightly, and one signed wrongly on purpose for tests like this. */
const SIGNED = 'iana.org.'
const BROKEN = 'dnssec-failed.org.'
/** Answers with what the resolver sent along of its client. */
const SUBNET_ECHO = 'o-o.myaddr.l.google.com.'

/** Asks each resolver a few questions whose right answers are known; a value after each resolver that is done. */
export async function* testResolvers(
  resolvers: readonly ComparedResolver[],
  { client, signal, timeoutMs = TOTAL_MS }: TestResolversOptions,
): AsyncGenerator<ResolverTest[]> {
  const deadline = performance.now() + Math.min(timeoutMs, TOTAL_MS)
  const rows = resolvers.slice(0, MAX_RESOLVERS).map(toWaiting)
  yield [...rows]
  const jobs = rows.map((row, index) => async () => ({ index, row: await testOne(row, { client, signal, deadline }) }))
  for await (const { index, row } of mergeArrivals(jobs, IN_FLIGHT)) {
    rows[index] = row
    yield [...rows]
  }
}

function toWaiting({ id, name, server }: ComparedResolver): ResolverTest {
  return {
    id,
    name,
    server,
    state: 'waiting',
    medianMs: null,
    firstMs: null,
    knownAnswer: 'unknown',
    missingName: 'unknown',
    redirectedTo: [],
    dnssec: 'unknown',
    clientSubnet: 'unknown',
    note: null,
  }
}

type AskOne = (question: Pick<Ask, 'name' | 'type' | 'isDnssecOk'>) => Promise<Answered>
type Parts = { client: DnsClient; signal: AbortSignal | undefined; deadline: number }

async function testOne(row: ResolverTest, { client, signal, deadline }: Parts): Promise<ResolverTest> {
  try {
    const server = parseServer(row.server)
    const ask: AskOne = (question) =>
      client.ask({ ...question, server, signal, timeoutMs: Math.max(1, Math.min(ASK_MS, deadline - performance.now())) })
    const times: number[] = []
    // the root's name servers lie in every cache, so that only the way there and back counts
    for (let round = 0; round < ROUNDS; round++) {
      const answered = await ask({ name: '.', type: TYPES.NS })
      refuseFailure(answered) // who is fast at refusing is no fast resolver
      times.push(answered.ms)
    }
    const [known, missing, dnssec, clientSubnet] = await Promise.all([
      checkKnown(ask),
      checkMissing(ask),
      checkDnssec(ask),
      checkSubnet(ask),
    ])
    const middle = times.toSorted((a, b) => a - b)[ROUNDS >> 1]!
    return {
      ...row,
      state: 'answered',
      medianMs: round2(middle),
      firstMs: round2(times[0]!),
      ...known,
      ...missing,
      dnssec,
      clientSubnet,
    }
  } catch (error) {
    return { ...row, state: 'failed', note: toReason(error) }
  }
}

async function checkKnown(ask: AskOne): Promise<Pick<ResolverTest, 'knownAnswer' | 'note'>> {
  const answered = await orNothing(ask({ name: KNOWN.name, type: TYPES.A }))
  if (!answered || !ANSWERS.has(answered.message.rcode)) return { knownAnswer: 'unknown', note: null }
  const got = toAddresses(answered)
  const isRight = got.length > 0 && got.every((address) => (KNOWN.addresses as readonly string[]).includes(address))
  const changed = `${KNOWN.name} → ${got.join(', ') || '–'}`
  return { knownAnswer: isRight ? 'right' : 'changed', note: isRight ? null : { en: changed, zh: changed } }
}

async function checkMissing(ask: AskOne): Promise<Pick<ResolverTest, 'missingName' | 'redirectedTo'>> {
  const answered = await orNothing(ask({ name: `${randomBytes(12).toString('hex')}.com.`, type: TYPES.A }))
  const redirectedTo = answered ? toAddresses(answered) : []
  if (redirectedTo.length > 0) return { missingName: 'redirected', redirectedTo }
  return { missingName: answered?.message.rcode === NXDOMAIN ? 'honest' : 'unknown', redirectedTo }
}

/** A validating resolver marks a good name (AD) and answers SERVFAIL for one with wrong signatures (RFC 4035 §3.2.3, §5.5). */
async function checkDnssec(ask: AskOne): Promise<ResolverTest['dnssec']> {
  const [good, broken] = await Promise.all(
    [SIGNED, BROKEN].map((name) => orNothing(ask({ name, type: TYPES.A, isDnssecOk: true }))),
  )
  if (!good || good.message.answers.length === 0) return 'unknown'
  const hasSignature = good.message.answers.some(({ type }) => type === TYPES.RRSIG)
  if (broken?.message.rcode === SERVFAIL) return good.message.flags.ad ? 'validates' : 'unknown'
  if (!broken || broken.message.rcode !== 0) return 'unknown'
  return hasSignature ? 'passes' : 'no'
}

async function checkSubnet(ask: AskOne): Promise<ResolverTest['clientSubnet']> {
  const answered = await orNothing(ask({ name: SUBNET_ECHO, type: TYPES.TXT }))
  const texts = answered?.message.answers.flatMap(({ type, rdata }) =>
    type === TYPES.TXT ? [Buffer.from(rdata).toString('latin1')] : [],
  )
  if (!texts?.length) return 'unknown'
  return texts.some((text) => text.includes('edns0-client-subnet')) ? 'yes' : 'no'
}

function toAddresses({ message }: Answered): string[] {
  return message.answers
    .filter(({ type }) => type === TYPES.A)
    .map(({ type, rdata }) => String(readRdata(type, rdata)!['address']))
}

/** One question without an answer leaves the others standing. */
async function orNothing(asked: Promise<Answered>): Promise<Answered | undefined> {
  try {
    return await asked
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return undefined
  }
}

const round2 = (ms: number): number => Math.round(ms * 100) / 100
