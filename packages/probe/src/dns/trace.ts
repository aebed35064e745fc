import { isIP } from 'node:net'
import type { DnsTrace, DnsTraceStep } from '@octet/core/probe/dns.ts'
import type { Guard } from '../guard/guard.ts'
import type { Answered, Ask, DnsClient } from './client.ts'
import { findExtendedError } from './ede.ts'
import type { Rr } from './message.ts'
import { isWithin, toNormalName, type Name } from './names.ts'
import { readRdata } from './rdata.ts'
import { ROOT_SERVERS } from './roots.ts'
import { toDnsRecord } from './to-answer.ts'
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
const MAX_TRIES = 3
const STEP_TIMEOUT_MS = 1500
const TOTAL_MS = 9000

/** Follows referrals from a root server to the answer, one step per zone; every value holds all steps so far. */
export async function* traceFromRoot(ask: Ask, options: TraceOptions): AsyncGenerator<DnsTrace> {
  const steps: DnsTraceStep[] = []
  const deadline = performance.now() + Math.min(ask.timeoutMs ?? TOTAL_MS, TOTAL_MS)
  let here: Delegation = { zone: '.', servers: shuffle(options.roots ?? ROOT_SERVERS) }
  while (steps.length < MAX_STEPS) {
    const found = await askZone(here, { ...ask, timeoutMs: Math.min(STEP_TIMEOUT_MS, deadline - performance.now()) }, options)
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

/** Asks one server of a zone after the other until one answers. */
async function askZone({ zone, servers }: Delegation, ask: Ask, options: TraceOptions): Promise<Found> {
  const failures: DnsTraceStep[] = []
  const tried = servers.slice(0, MAX_TRIES)
  for (const { name, addresses } of tried) {
    let address = addresses.toSorted((a, b) => isIP(a) - isIP(b)).find(options.guard.hasFamily) ?? ''
    try {
      if (!address) {
        const found = await options.guard.resolve(name.slice(0, -1), { signal: ask.signal, timeoutMs: ask.timeoutMs })
        address = options.guard.choose({ host: name, addresses: found })
      }
      const server = { transport: 'udp', host: address, port: options.port ?? 53 } as const
      const answer = await options.client.ask({ ...ask, server, flags: { rd: false }, clientSubnet: undefined })
      const found = { answer, server: name }
      const isRefused = answer.message.rcode !== 0 && answer.message.rcode !== 3
      const isUseless = isRefused || isLame(answer, zone, ask.name)
      if (!isUseless || name === tried.at(-1)!.name) return { answered: found, failures }
      failures.push({ ...toStep({ zone, servers }, found, ask).step, outcome: 'failure' }) // the next one may know
    } catch (error) {
      failures.push({ ...EMPTY_STEP, zone, server: name, address, note: toReason(error) })
    }
  }
  return { failures }
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
    return { ...base, outcome, records: records.map(toDnsRecord), glue: glue.map(toDnsRecord) }
  }
  if (message.rcode === 3) return { step: make('no-name', message.authorities) }
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
