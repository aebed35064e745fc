import type { DnsComparison } from '@octet/core/probe/dns.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { mergeArrivals } from '../arrivals.ts'
import type { Guard } from '../guard/guard.ts'
import type { Answered, Ask, DnsClient } from './client.ts'
import { toComparison, toOutcome, type ComparisonRow } from './compare.ts'
import { toNormalName, toParent, type Name } from './names.ts'
import { readRdata } from './rdata.ts'
import { NOT_AUTHORITATIVE, toReason } from './to-reason.ts'
import { TYPES } from './types.ts'
import { findZone } from './zone-health.ts'

type AuthorityOptions = {
  readonly client: DnsClient
  readonly guard: Guard
  readonly expected?: string | undefined
  /** Port of authoritative servers; 53 everywhere but in tests. */
  readonly port?: number | undefined
}

const STEP_TIMEOUT_MS = 2000
const MAX_SERVERS = 13
const MAX_ADDRESSES = 2
const IN_FLIGHT = 16

/** Asks every name server of the zone that holds a name, and nobody's cache; groups them by what they say. */
export async function* askAuthorities(ask: Ask, options: AuthorityOptions): AsyncGenerator<DnsComparison> {
  const { client, guard, expected, port = 53 } = options
  // DS records stand in the zone above (RFC 4035 §3.1.4.1)
  const held = ask.type === TYPES.DS && ask.name !== '.' ? toParent(toNormalName(ask.name)) : ask.name
  const { nsRecords } = await findZone({ ...ask, name: held, type: TYPES.SOA }, { client, guard, port })
  if (nsRecords.length === 0) throw new AppError('name_not_found', { got: ask.name })
  const names = nsRecords.map((rr) => String(readRdata(rr.type, rr.rdata)!['name'])).sort()
  const rows = (await Promise.all(names.slice(0, MAX_SERVERS).map((name) => findAddresses(name, ask, guard)))).flat()
  const isDone = () => rows.every(({ state }) => state !== 'waiting')
  yield toComparison(rows, expected, isDone())
  const waiting = rows.flatMap((row, index) => (row.state === 'waiting' ? [{ row, index }] : []))
  const jobs = waiting.map(({ row, index }) => async () => ({ index, row: await askServer(row, ask, { client, port }) }))
  for await (const { index, row } of mergeArrivals(jobs, IN_FLIGHT)) {
    rows[index] = row
    yield toComparison(rows, expected, isDone())
  }
}

/** A row for each address of a name server, as far as this machine can reach it. */
async function findAddresses(name: Name, { signal }: Ask, guard: Guard): Promise<ComparisonRow[]> {
  const toRow = (address: string): ComparisonRow => ({
    id: `${name} ${address}`,
    name,
    server: address,
    country: null,
    state: 'waiting',
    rcode: null,
    values: [],
    ttl: null,
    ms: null,
    group: null,
    note: null,
  })
  try {
    const addresses = await guard.resolve(name.slice(0, -1), { signal, timeoutMs: STEP_TIMEOUT_MS })
    const reachable = addresses.filter((address) => guard.hasFamily(address))
    return (reachable.length > 0 ? reachable : addresses).slice(0, MAX_ADDRESSES).map(toRow)
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    return [{ ...toRow(''), state: 'failed', note: toReason(error) }]
  }
}

type ServerOptions = { readonly client: DnsClient; readonly port: number }

async function askServer(row: ComparisonRow, ask: Ask, { client, port }: ServerOptions): Promise<ComparisonRow> {
  const server = { transport: 'udp', host: row.server, port } as const
  try {
    const answered = await client.ask({ ...ask, server, flags: { rd: false }, timeoutMs: STEP_TIMEOUT_MS })
    return { ...row, ...toAuthorityOutcome(answered, ask.type) }
  } catch (error) {
    return { ...row, state: 'failed', note: toReason(error) }
  }
}

/** An alias is what the server says of the name, whatever type was asked for; what it only remembers counts for nothing. */
function toAuthorityOutcome(answered: Answered, type: number): Partial<ComparisonRow> {
  const outcome = toOutcome(answered, type)
  const { flags, rcode, answers } = answered.message
  const isAlias = outcome.values?.length === 0 && answers.some((rr) => rr.type === TYPES.CNAME)
  const alias = isAlias ? toOutcome(answered, TYPES.CNAME) : undefined
  const shown = alias ? { ...alias, values: (alias.values ?? []).map((value) => `CNAME ${value}`) } : outcome
  return flags.aa || rcode !== 0 ? shown : { ...shown, note: shown.note ?? NOT_AUTHORITATIVE }
}
