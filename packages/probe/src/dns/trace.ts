import { isIP } from 'node:net'
import type { DnsTrace, DnsTraceStep } from '@octet/core/probe/dns.ts'
import type { Text } from '@octet/core/text.ts'
import type { Guard } from '../guard/guard.ts'
import type { Answered, Ask, DnsClient } from './client.ts'
import { findExtendedError } from './ede.ts'
import type { Rr } from './message.ts'
import { isWithin, toNormalName, type Name } from './names.ts'
import { readRdata } from './rdata.ts'
import { ROOT_SERVERS } from './roots.ts'
import { toDnsRecords } from './to-answer.ts'
import { NOT_AUTHORITATIVE, toReason } from './to-reason.ts'
import { toRcodeName, TYPES } from './types.ts'

export type TraceOptions = {
  readonly client: DnsClient
  readonly guard: Guard
  readonly roots?: typeof ROOT_SERVERS | undefined
  /** Port of authoritative servers; 53 everywhere but in tests. */
  readonly port?: number | undefined
}

/** Servers of a zone, with the addresses that are known of them. */
type Delegation = {
  readonly zone: Name
  readonly servers: readonly { readonly name: Name; readonly addresses: readonly string[] }[]
}

const MAX_STEPS = 16
/** As many as a zone has servers in one answer of 512 bytes, like the root. */
const MAX_TRIES = 13
const STEP_TIMEOUT_MS = 1500
const TOTAL_MS = 9000

/** Follows referrals from a root server to the answer, one step per zone; every value holds all steps so far. */
export async function* traceFromRoot(ask: Ask, options: TraceOptions): AsyncGenerator<DnsTrace> {
  const steps: DnsTraceStep[] = []
  const deadline = performance.now() + Math.min(ask.timeoutMs ?? TOTAL_MS, TOTAL_MS)
  let here: Delegation = { zone: '.', servers: shuffle(options.roots ?? ROOT_SERVERS) }
  while (steps.length < MAX_STEPS) {
    const found = await askZone(here, ask, { ...options, deadline })
    steps.push(...found.failures)
    if (!found.answered) return yield { steps: [...steps], isComplete: true }
    const { step, next } = toStep(here, found.answered, ask)
    steps.push(step)
    const isComplete = next === undefined || performance.now() > deadline
    yield { steps: [...steps], isComplete }
    if (isComplete) return
    here = next
  }
}

type Found = { answered?: { answer: Answered; server: Name }; failures: DnsTraceStep[] }

/** Asks one server of a zone after the other, at each of its addresses, until one answers or the time is over. */
async function askZone({ zone, servers }: Delegation, ask: Ask, options: TraceOptions & { deadline: number }): Promise<Found> {
  const { guard, client, port = 53, deadline } = options
  const failures: DnsTraceStep[] = []
  let useless: Found['answered']
  for (const { name, addresses } of servers) {
    const toLimits = () => ({
      signal: ask.signal,
      timeoutMs: Math.max(1, Math.min(STEP_TIMEOUT_MS, deadline - performance.now())),
    })
    const given = addresses.toSorted((a, b) => isIP(a) - isIP(b)).filter(guard.hasFamily)
    for (const glue of given.length > 0 ? given : ['']) {
      if (failures.length > 0 && (failures.length >= MAX_TRIES || performance.now() > deadline)) break
      let address = glue
      try {
        address ||= guard.choose({ host: name, addresses: await guard.resolve(name.slice(0, -1), toLimits()) })
        const server = { transport: 'udp', host: address, port } as const
        const answer = await client.ask({ ...ask, ...toLimits(), server, flags: { rd: false }, clientSubnet: undefined })
        const answered = { answer, server: name }
        const isRefused = answer.message.rcode !== 0 && answer.message.rcode !== 3
        if (!isRefused && !isLame(answer, zone, ask.name)) return { answered, failures }
        useless = answered
        failures.push({ ...toStep({ zone, servers }, answered, ask).step, outcome: 'failure' }) // the next one may know
      } catch (error) {
        useless = undefined
        failures.push({ ...EMPTY_STEP, zone, server: name, address, note: toReason(error) })
      }
    }
  }
  return useless ? { answered: useless, failures: failures.slice(0, -1) } : { failures }
}

/** Whether a server speaks without being an authority of the zone, and leads nowhere below it (RFC 9499 §7, “lame delegation”). */
function isLame({ message }: Answered, zone: Name, name: Name): boolean {
  const { flags, answers, authorities, additionals } = message
  return !flags.aa && (answers.length > 0 || findDelegation(authorities, additionals, zone, name) === undefined)
}

const EMPTY_STEP = { ms: null, outcome: 'failure', records: [], glue: [], note: null } as const satisfies Partial<DnsTraceStep>

function toStep(
  { zone }: Delegation,
  { answer, server }: NonNullable<Found['answered']>,
  ask: Ask,
): { step: DnsTraceStep; next?: Delegation } {
  const { message, address, ms } = answer
  const lame = isLame(answer, zone, ask.name) ? NOT_AUTHORITATIVE : null
  const base = {
    ...EMPTY_STEP,
    zone,
    server,
    address,
    ms: Math.round(ms * 100) / 100,
    note: findExtendedError(message) ?? (message.rcode === 0 || message.rcode === 3 ? lame : null),
  }
  const make = (outcome: DnsTraceStep['outcome'], records: readonly Rr[], glue: readonly Rr[] = []): DnsTraceStep => {
    return { ...base, outcome, records: toDnsRecords(records), glue: toDnsRecords(glue) }
  }
  if (message.rcode === 3) {
    const step = make('no-name', [...message.answers, ...message.authorities])
    return { step: { ...step, note: step.note ?? findMissingTarget(message.answers) } }
  }
  const rcode = toRcodeName(message.rcode)
  if (message.rcode !== 0) {
    const { en, zh } = base.note ?? { en: '', zh: '' }
    const note = { en: [rcode, en].filter(Boolean).join(': '), zh: [rcode, zh].filter(Boolean).join('：') }
    return { step: { ...make('failure', []), note } }
  }
  if (message.answers.length > 0) {
    const isAnswered = message.answers.some(({ type }) => type === ask.type)
    return { step: make(isAnswered ? 'answer' : 'alias', message.answers) }
  }
  const delegation = findDelegation(message.authorities, message.additionals, zone, ask.name)
  if (!delegation) return { step: make(lame ? 'failure' : 'no-data', message.authorities) }
  const names = new Set(delegation.servers.map(({ name }) => toNormalName(name)))
  const glue = message.additionals.filter(
    ({ name, type }) => names.has(toNormalName(name)) && (type === TYPES.A || type === TYPES.AAAA),
  )
  const shown = message.authorities.filter(({ type }) => type === TYPES.NS || type === TYPES.DS)
  return { step: make('referral', shown, glue), next: delegation }
}

/** The name that does not exist is the last of a chain of aliases, not the one asked for (RFC 6604 §3). */
function findMissingTarget(answers: readonly Rr[]): Text | null {
  const alias = answers.findLast(({ type }) => type === TYPES.CNAME)
  if (!alias) return null
  const target = String(readRdata(alias.type, alias.rdata)!['name'])
  return { en: `the name is an alias; what does not exist is ${target}`, zh: `此名称是别名，不存在的是 ${target}` }
}

/** A referral must lead downwards, towards the name asked for. */
export function findDelegation(
  authorities: readonly Rr[],
  additionals: readonly Rr[],
  zone: Name,
  name: Name,
): Delegation | undefined {
  const below = authorities.filter(
    (rr) =>
      rr.type === TYPES.NS && isWithin(name, rr.name) && isWithin(rr.name, zone) && toNormalName(rr.name) !== toNormalName(zone),
  )
  if (below.length === 0) return undefined
  const servers = below.map((rr) => {
    const host = String(readRdata(rr.type, rr.rdata)!['name'])
    const glue = additionals.filter(
      (one) => toNormalName(one.name) === toNormalName(host) && (one.type === TYPES.A || one.type === TYPES.AAAA),
    )
    return { name: host, addresses: glue.map((one) => String(readRdata(one.type, one.rdata)!['address'])) }
  })
  return {
    zone: toNormalName(below[0]!.name),
    servers: servers.sort((a, b) => Number(b.addresses.length > 0) - Number(a.addresses.length > 0)),
  }
}

function shuffle<T>(items: readonly T[]): T[] {
  const start = Math.floor(Math.random() * items.length)
  return [...items.slice(start), ...items.slice(0, start)]
}
