import type { DnsHealth } from '@octet/core/probe/dns.ts'
import type { Text } from '@octet/core/text.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { parse } from 'tldts'
import { toCheck, type Check } from '../check.ts'
import { refuseFamily } from '../guard/families.ts'
import type { Guard } from '../guard/guard.ts'
import { type Ask, type DnsClient } from './client.ts'
import type { Rr } from './message.ts'
import { fromLabels, isWithin, toLabels, toNormalName, toParent, type Name } from './names.ts'
import { askParent, checkDelegation, type ParentView } from './delegation.ts'
import { readRdata } from './rdata.ts'
import { toReason } from './to-reason.ts'
import { TYPES } from './types.ts'
import { checkExposure, checkNetworks, type ExposureBook } from './zone-exposure.ts'

type ServerRow = DnsHealth['nameServers'][number]

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
  const apexAlias = await options.client
    .ask({ ...ask, name: zone, type: TYPES.CNAME, timeoutMs: STEP_TIMEOUT_MS })
    .catch(() => undefined)
  const hasApexAlias = apexAlias?.message.answers.some((rr) => rr.type === TYPES.CNAME && toNormalName(rr.name) === zone) ?? false
  const rows = nameServers.map(({ row }) => row)
  const answering = rows.filter(({ isAuthoritative }) => isAuthoritative !== null)
  const { client, port = 53 } = options
  const exposure = await options.exposures.get(zone, () => checkExposure(answering, { zone, ask, client, port }))
  return {
    zone,
    nameServers: rows,
    checks: [
      ...toChecks({ zone, names, nsRecords, servers: nameServers, hasApexAlias }),
      ...toDelegationChecks(await above, zone, names, rows),
      ...checkNetworks(answering),
      ...exposure,
    ],
  }
}

type Looked = {
  row: ServerRow
  soa?: Rr | undefined
  ns: readonly string[]
  /** Nothing was sent, since this machine lacks the IP version; that says nothing of the server. */
  isSkipped?: boolean
}

type FoundZone = { zone: Name; nsRecords: readonly Rr[]; above: Promise<ParentView | undefined> }

/**
 * The deepest zone at or above a name, by asking for NS label by label. Where the resolver fails on the way, the zone
 * whose servers are broken is the one to look at: the zone above knows them.
 */
async function findZone(ask: Ask, options: ZoneHealthOptions): Promise<FoundZone> {
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
  let addresses: string[]
  try {
    addresses = await guard.resolve(name.slice(0, -1), { signal: ask.signal, timeoutMs: STEP_TIMEOUT_MS })
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    // a server inside a broken zone has the address that the zone above gives
    addresses = [...((await above)?.glue.get(toNormalName(name)) ?? [])]
    if (addresses.length === 0 || (isAppError(error) && error.key === 'refused_target'))
      return [{ row: { ...empty, address: '', note: toReason(error) }, ns: [] }]
  }
  return Promise.all(
    addresses.slice(0, 2).map(async (address): Promise<Looked> => {
      const server = { transport: 'udp', host: address, port } as const
      if (!guard.hasFamily(address))
        return { row: { ...empty, address, note: toReason(refuseFamily(address)) }, ns: [], isSkipped: true }
      try {
        const limits = { ...ask, name: zone, server, flags: { rd: false }, timeoutMs: STEP_TIMEOUT_MS }
        const [soaAnswer, nsAnswer] = await Promise.all([
          client.ask({ ...limits, type: TYPES.SOA }),
          client.ask({ ...limits, type: TYPES.NS }),
        ])
        const soa = soaAnswer.message.answers.find((rr) => rr.type === TYPES.SOA)
        const serial = soa ? Number(readRdata(soa.type, soa.rdata)!['serial']) : null
        const ns = nsAnswer.message.answers
          .filter((rr) => rr.type === TYPES.NS)
          .map((rr) => toNormalName(String(readRdata(rr.type, rr.rdata)!['name'])))
        const row = {
          name,
          address,
          isAuthoritative: soaAnswer.message.flags.aa && soa !== undefined,
          serial,
          ms: Math.round(soaAnswer.ms * 100) / 100,
          note: null,
        }
        return { row, soa, ns: ns.sort() }
      } catch (error) {
        return { row: { ...empty, address, note: toReason(error) }, ns: [] }
      }
    }),
  )
}

type Facts = { zone: Name; names: readonly string[]; nsRecords: readonly Rr[]; servers: readonly Looked[]; hasApexAlias: boolean }

function toChecks({ names, nsRecords, servers, hasApexAlias }: Facts): Check[] {
  const rows = servers.map(({ row }) => row)
  const serials = [...new Set(rows.flatMap(({ serial }) => (serial === null ? [] : [serial])))]
  const skipped = servers.filter(({ isSkipped }) => isSkipped).map(({ row }) => row)
  const silent = rows.filter((row) => row.isAuthoritative === null && !skipped.includes(row))
  const lame = rows.filter(({ isAuthoritative }) => isAuthoritative === false)
  const wanted = names.map(toNormalName).sort().join(' ')
  const odd = servers.filter(({ ns }) => ns.length > 0 && ns.join(' ') !== wanted)
  const ttl = Math.min(...nsRecords.map((rr) => rr.ttl))
  const soa = servers.find((one) => one.soa)?.soa
  const minimum = soa ? Number(readRdata(soa.type, soa.rdata)!['minimum']) : undefined
  return [
    toCheck(
      'servers',
      names.length >= 2 ? 'good' : 'bad',
      `${names.length} name servers; RFC 1034 §4.1 asks for two`,
      `${names.length} 台域名服务器；RFC 1034 §4.1 要求至少两台`,
    ),
    toCheck(
      'reachable',
      silent.length === 0 ? 'good' : 'bad',
      silent.length === 0
        ? `every name server ${skipped.length > 0 ? 'that was asked ' : ''}answers`
        : `no answer from ${list(silent)}`,
      silent.length === 0 ? `所有${skipped.length > 0 ? '被询问的' : ''}域名服务器均有应答` : `无应答：${list(silent)}`,
    ),
    ...(skipped.length > 0
      ? [
          toCheck(
            'not-asked',
            'notice',
            `not asked, for this server lacks their IP version: ${list(skipped)}`,
            `未询问（本站服务器缺少相应的 IP 版本）：${list(skipped)}`,
          ),
        ]
      : []),
    toCheck(
      'lame',
      lame.length === 0 ? 'good' : 'bad',
      lame.length === 0 ? 'every server that answers is authoritative' : `not authoritative: ${list(lame)}`,
      lame.length === 0 ? '应答的服务器均为权威' : `非权威（lame）：${list(lame)}`,
    ),
    toCheck(
      'serial',
      serials.length <= 1 ? 'good' : 'notice',
      serials.length <= 1 ? 'all servers have the same serial' : `serials differ: ${serials.join(', ')}`,
      serials.length <= 1 ? '各服务器序列号一致' : `序列号不一致：${serials.join('、')}`,
    ),
    toCheck(
      'same-ns',
      odd.length === 0 ? 'good' : 'notice',
      odd.length === 0
        ? 'the servers name the same servers as the resolver'
        : `other NS sets at ${list(odd.map(({ row }) => row))}`,
      odd.length === 0 ? '各服务器给出的 NS 集合与解析结果一致' : `NS 集合不同：${list(odd.map(({ row }) => row))}`,
    ),
    toCheck(
      'apex-alias',
      hasApexAlias ? 'bad' : 'good',
      hasApexAlias ? 'a CNAME stands at the top of the zone (RFC 1912 §2.4)' : 'no CNAME at the top of the zone',
      hasApexAlias ? '区顶点存在 CNAME（违反 RFC 1912 §2.4）' : '区顶点没有 CNAME',
    ),
    ...(Number.isFinite(ttl)
      ? [toCheck('ns-ttl', ttl >= 3600 ? 'good' : 'notice', `NS records live ${ttl} s`, `NS 记录的 TTL 为 ${ttl} 秒`)]
      : []),
    ...(minimum === undefined
      ? []
      : [
          toCheck(
            'negative-ttl',
            minimum <= 86_400 ? 'good' : 'notice',
            `“no such name” is kept for ${minimum} s (RFC 2308 advises at most a day)`,
            `否定应答缓存 ${minimum} 秒（RFC 2308 建议不超过一天）`,
          ),
        ]),
  ]
}

function list(rows: readonly ServerRow[]): string {
  return rows.map(({ name, address }) => `${name} ${address}`.trim()).join(', ')
}
