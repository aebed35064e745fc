import type { DnsHealth } from '@octet/core/probe/dns.ts'
import type { Text } from '@octet/core/text.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { parse } from 'tldts'
import type { Check } from '../check.ts'
import { refuseFamily } from '../guard/families.ts'
import type { Guard } from '../guard/guard.ts'
import { type Ask, type DnsClient } from './client.ts'
import type { Rr } from './message.ts'
import { fromLabels, isWithin, toLabels, toNormalName, toParent, type Name } from './names.ts'
import { askParent, checkDelegation, type ParentView } from './delegation.ts'
import { readRdata } from './rdata.ts'
import { toReason } from './to-reason.ts'
import { TYPES } from './types.ts'
import { toZoneChecks, type Looked, type ServerRow } from './zone-checks.ts'
import { checkExposure, checkNetworks, type ExposureBook } from './zone-exposure.ts'

export type ZoneHealthOptions = {
  readonly client: DnsClient
  readonly guard: Guard
  /** What was found out within the hour about transfers. */
  readonly exposures: ExposureBook
  readonly port?: number | undefined
}

const STEP_TIMEOUT_MS = 2000
const MAX_LABELS = 12
const FIND_MS = 4000
const MAX_SERVERS = 8

/** Asks every name server of the zone that holds a name for its SOA and draws conclusions. */
export async function checkZone(ask: Ask, options: ZoneHealthOptions): Promise<DnsHealth> {
  const { zone, nsRecords, above } = await findZone(ask, options)
  if (nsRecords.length === 0) throw new AppError('name_not_found', { got: ask.name })
  const names = nsRecords.map((rr) => String(readRdata(rr.type, rr.rdata)!['name'])).sort()
  const found = await Promise.all(names.slice(0, MAX_SERVERS).map((name) => lookAt(name, zone, ask, { ...options, above })))
  const nameServers = found.flat()
  const hasApexAlias = await findAlias(zone, ask, options.client)
  const rows = nameServers.map(({ row }) => row)
  const answering = rows.filter(({ isAuthoritative }) => isAuthoritative !== null)
  const { client, port = 53 } = options
  const exposure = await options.exposures.get(zone, () => checkExposure(answering, { zone, ask, client, port }))
  return {
    zone,
    nameServers: rows,
    checks: [
      ...toZoneChecks({ names, servers: nameServers, hasApexAlias }),
      ...toDelegationChecks(await above, zone, names, rows),
      ...checkNetworks(answering),
      ...exposure,
    ],
  }
}

/** Whether a name is an alias; undefined where the resolver cannot tell. */
async function findAlias(name: Name, ask: Ask, client: DnsClient): Promise<boolean | undefined> {
  const limits = { ...ask, name, type: TYPES.CNAME, timeoutMs: STEP_TIMEOUT_MS }
  const message = await client.ask(limits).then(
    (answered) => answered.message,
    () => undefined,
  )
  if (message?.rcode !== 0) return undefined
  return message.answers.some((rr) => rr.type === TYPES.CNAME && toNormalName(rr.name) === toNormalName(name))
}

type FoundZone = { zone: Name; nsRecords: readonly Rr[]; above: Promise<ParentView | undefined> }

/**
 * The deepest zone at or above a name, by asking for NS label by label. Where the resolver fails on the way, the zone
 * whose servers are broken is the one to look at: the zone above knows them.
 */
export async function findZone(ask: Ask, options: Omit<ZoneHealthOptions, 'exposures'>): Promise<FoundZone> {
  const deadline = performance.now() + FIND_MS
  const labels = toLabels(toNormalName(ask.name)).slice(-MAX_LABELS)
  const registered = parse(ask.name, { allowPrivateDomains: false }).domain
  let isBroken = false
  let failure: unknown
  for (let zone = fromLabels(labels); ; zone = toParent(zone)) {
    const timeoutMs = Math.max(1, Math.min(STEP_TIMEOUT_MS, deadline - performance.now()))
    const message = await options.client
      .ask({ ...ask, name: zone, type: TYPES.NS, timeoutMs })
      .then((answered) => answered.message)
      .catch((error: unknown) => {
        // a resolver that runs out of time on a broken zone is one that fails
        if (!isAppError(error) || !FAILURES.has(error.key)) throw error
        failure = error
        return undefined
      })
    isBroken ||= message === undefined || (message.rcode !== 0 && message.rcode !== NXDOMAIN)
    if (message?.rcode === NXDOMAIN && registered && zone === toNormalName(registered))
      throw new AppError('name_not_found', { got: registered })
    const nsRecords = message?.answers.filter((rr) => rr.type === TYPES.NS && toNormalName(rr.name) === zone) ?? []
    if (nsRecords.length === 0 && zone !== '.') continue
    const above = isBroken ? await askParent(fromLabels(labels), ask, options) : undefined
    if (above) return { zone: above.zone, nsRecords: above.nsRecords, above: Promise.resolve(above) }
    if (!message) throw failure
    if (isBroken && registered && !isWithin(zone, registered)) throw new AppError('target_failed', { reason: BROKEN })
    return { zone, nsRecords, above: zone === '.' ? NOBODY : askParent(zone, ask, options) }
  }
}

const NXDOMAIN = 3
const FAILURES: ReadonlySet<string> = new Set(['timed_out', 'target_failed', 'unavailable'])
const NOBODY = Promise.resolve(undefined)
const BROKEN: Text = {
  en: 'the resolver fails for this name, and the zone above does not say who serves it',
  zh: '解析器查询此名称失败，上级区也未给出其域名服务器',
}

function toDelegationChecks(
  above: ParentView | undefined,
  zone: Name,
  names: readonly Name[],
  rows: readonly ServerRow[],
): Check[] {
  if (above?.zone !== zone) return []
  const addressesOf = (name: Name) => rows.filter((row) => row.name === name && row.address).map(({ address }) => address)
  return checkDelegation(
    above,
    names.map((name) => ({ name, addresses: addressesOf(name) })),
  )
}

type LookOptions = ZoneHealthOptions & Pick<FoundZone, 'above'>

async function lookAt(name: Name, zone: Name, ask: Ask, { client, guard, port = 53, above }: LookOptions): Promise<Looked[]> {
  const empty = { name, isAuthoritative: null, serial: null, ms: null }
  const isAlias = await findAlias(name, ask, client)
  let addresses: string[]
  try {
    addresses = await guard.resolve(name.slice(0, -1), { signal: ask.signal, timeoutMs: STEP_TIMEOUT_MS })
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    // a server inside a broken zone has the address that the zone above gives
    addresses = [...((await above)?.glue.get(toNormalName(name)) ?? [])]
    if (addresses.length === 0 || (isAppError(error) && error.key === 'refused_target'))
      return [{ row: { ...empty, address: '', note: toReason(error) }, ns: [], isAlias }]
  }
  return Promise.all(
    addresses.slice(0, 2).map(async (address): Promise<Looked> => {
      const server = { transport: 'udp', host: address, port } as const
      if (!guard.hasFamily(address))
        return { row: { ...empty, address, note: toReason(refuseFamily(address)) }, ns: [], isSkipped: true, isAlias }
      try {
        const limits = { ...ask, name: zone, server, flags: { rd: false }, timeoutMs: STEP_TIMEOUT_MS }
        const [soaAnswer, nsAnswer] = await Promise.all([
          client.ask({ ...limits, type: TYPES.SOA }),
          client.ask({ ...limits, type: TYPES.NS }),
        ])
        const soa = soaAnswer.message.answers.find((rr) => rr.type === TYPES.SOA)
        const serial = soa ? Number(readRdata(soa.type, soa.rdata)!['serial']) : null
        const nsRecords = nsAnswer.message.answers.filter((rr) => rr.type === TYPES.NS)
        const ns = nsRecords.map((rr) => toNormalName(String(readRdata(rr.type, rr.rdata)!['name'])))
        const row = {
          name,
          address,
          isAuthoritative: soaAnswer.message.flags.aa && soa !== undefined,
          serial,
          ms: Math.round(soaAnswer.ms * 100) / 100,
          note: null,
        }
        const hasEdns = soaAnswer.message.edns !== undefined
        return {
          row,
          soa,
          ns: ns.sort(),
          hasEdns,
          isAlias,
          ...(nsAnswer.message.flags.aa && { nsTtls: nsRecords.map(({ ttl }) => ttl) }),
        }
      } catch (error) {
        return { row: { ...empty, address, note: toReason(error) }, ns: [], isAlias }
      }
    }),
  )
}
