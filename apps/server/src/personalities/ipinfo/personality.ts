import { AppError, isAppError } from '@octet/core/errors.ts'
import { formatCidr } from '@octet/core/ip/cidr.ts'
import { toCidrs } from '@octet/core/ip/range.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { splitLines } from '@octet/core/lines.ts'
import { MAX_ADDRESS_BYTES, readAddresses } from '../../domain/address-lines.ts'
import { drawMap } from '../../domain/maps.ts'
import { findRanges } from '@octet/ipdb/networks/find-ranges.ts'
import { findAsn } from '@octet/ipdb/networks/parse-asn.ts'
import { gather, summarize } from '@octet/ipdb/summary/summarize.ts'
import { findLive } from '../find-live.ts'
import { definePersonality, type Call, type Reply, type Route } from '../personality.ts'
import { isBogon } from '../record-facts.ts'
import { answerFile } from './files.ts'
import { refuseAddress, toFailure } from './failure.ts'
import { readQuota, refuseToken } from './quota.ts'
import { toIpinfoSummary } from './summary.ts'
import {
  AS_FIELDS,
  getClassicField,
  getKnownField,
  LITE_FIELDS,
  TIER_FIELDS,
  toAbuse,
  toAs,
  toClassic,
  toLite,
  toTier,
} from './to-ipinfo.ts'
import { toParts } from './to-parts.ts'

const MAX_BATCH = 1_000

/** The classic paths, Lite, Core, Plus and Max, batch, tools and `/me` of ipinfo. */
export default definePersonality({
  id: 'ipinfo',
  toFailure,
  routes: [
    get('/me', {
      isFree: true,
      needsKey: true,
      handle: async (call) => ({ body: await readQuota(call) }),
      refuseKey: refuseToken,
    }),
    get('/', { handle: (call) => ({ body: toClassic(call.lookup(call.address)) }) }),
    get('/json', { handle: (call) => ({ body: toClassic(call.lookup(call.address)) }) }),
    ...lookups('/lite', toLite, LITE_FIELDS),
    ...['/lookup', '/plus', '/max'].flatMap((path) => lookups(path, toTier, TIER_FIELDS)),
    ...['/resproxy/:ip', '/:ip/resproxy'].map((path) => get(path, { scope: 'privacy', handle: findResidential })),
    get('/ranges/:domain', { scope: 'asn', handle: listRanges }),
    get('/domains/:ip', { handle: listDomains }),
    post('/batch', { units: ({ body }) => Math.max(1, parseBatch(body).length), handle: answerBatch }),
    ...['/map', '/tools/map'].map((path) => post(path, { bodyLimitBytes: MAX_ADDRESS_BYTES, handle: makeMap })),
    ...['/summarize', '/tools/summarize-ips'].map((path) => post(path, { bodyLimitBytes: MAX_ADDRESS_BYTES, handle: sumUp })),
    ...['/data/free/:file', '/data/free/:file/:part', '/data/:file', '/data/:file/:part'].map((path) =>
      get(path, { scope: 'download', isFree: true, handle: answerFile }),
    ),
    get('/:subject', { handle: (call) => answerSubject(call) }),
    get('/:subject/:field', { handle: (call) => answerSubject(call) }),
  ],
})

type Rest = Omit<Route, 'method' | 'path'>
function get(path: string, route: Rest): Route {
  return { method: 'GET', path, ...route }
}
function post(path: string, route: Rest): Route {
  return { method: 'POST', path, ...route }
}

/** `/lite/{ip|me}` and `/lite/{ip}/{field}`. */
function lookups(
  prefix: string,
  toForm: (record: IpRecord) => Readonly<Record<string, unknown>>,
  fields: ReadonlySet<string>,
): Route[] {
  const find = (call: Call) => toForm(call.lookup(call.params['ip'] === 'me' ? call.address : (call.params['ip'] ?? '')))
  return [
    get(`${prefix}/:ip`, { handle: (call) => ({ body: find(call) }) }),
    get(`${prefix}/:ip/:field`, { handle: (call) => toText(getKnownField(find(call), call.params['field'] ?? '', fields)) }),
  ]
}

/** No source says which addresses homes lend out: unseen, which is an empty answer there. */
function findResidential(call: Call): Reply {
  call.lookup(call.params['ip'] ?? '')
  return { body: {} }
}

function toText(value: unknown): Reply {
  if (typeof value === 'object' && value !== null) return { body: value }
  return { body: `${String(value ?? '')}\n`, type: 'text/plain; charset=utf-8' }
}

/** `/{ip}`, `/{ip}/json`, `/{ip}/{field}`, `/AS{n}`, `/AS{n}/json`, `/AS{n}/{field}`, `/{field}` of the caller. */
async function answerSubject(call: Call): Promise<Reply> {
  const { subject = '', field } = call.params
  const live = isLive(field) ? field : field === undefined && isLive(subject) ? subject : undefined
  if (live) return toText(await findLiveField(call, field === undefined ? call.address : subject, live))
  return toText(findSubject(call, subject, field === 'json' ? undefined : field))
}

const isLive = (field: string | undefined) => field === 'hostname' || field === 'abuse'

/**
 * What no source of ours says and others are asked for at this moment; a whole record and a list have none of it. Throws
 * `target_failed` where they do not answer: an empty text would say that there is nothing.
 */
async function findLiveField(call: Call, address: string, field: 'hostname' | 'abuse'): Promise<unknown> {
  const record = call.lookup(address)
  if (isBogon(record)) return undefined
  const { hostname, abuse, problems } = await findLive(call, record, field)
  const found = field === 'hostname' ? hostname : abuse && toAbuse(abuse)
  const { [field]: problem } = problems ?? {}
  if (found === null && problem !== undefined) throw new AppError('target_failed', { reason: { en: problem, zh: problem } })
  return found
}

function findSubject(call: Call, subject: string, field: string | undefined): unknown {
  const asn = /^as/i.test(subject) ? findAsn(subject) : undefined
  if (asn !== undefined) {
    const network = toAs(call.services.ip.database, asn)
    if (!network) throw new AppError('network_not_found', { got: `AS${asn}` })
    return field === undefined ? network : getKnownField(network, field, AS_FIELDS)
  }
  if (!findAddress(subject) && field === undefined && /^[a-z_]+$/.test(subject))
    return getClassicField(call.lookup(call.address), subject)
  const record = call.lookup(subject)
  return field === undefined ? toClassic(record) : getClassicField(record, field)
}

function parseBatch(body: string): string[] {
  let list: unknown
  try {
    list = JSON.parse(body)
  } catch {
    list = splitLines(body).map((line) => line.trim())
  }
  if (!Array.isArray(list))
    throw new AppError('bad_input', {
      field: 'body',
      expected: { en: 'a JSON array', zh: 'JSON 数组' },
      got: typeof list,
    })
  const items = [...new Set(list.map(String).filter(Boolean))]
  if (items.length > MAX_BATCH) throw new AppError('too_large', { field: 'body', limit: MAX_BATCH, got: items.length })
  return items
}

/** One answer for each item; an item that is wrong has its own error, or is left out with `filter=1`. */
function answerBatch(call: Call): Reply {
  const isFiltered = call.query['filter'] !== undefined && call.query['filter'] !== '0'
  const answers: Record<string, unknown> = Object.create(null)
  let answered = 0
  for (const item of parseBatch(call.body)) {
    const [head = '', ...rest] = item.split('/').filter(Boolean)
    const [subject = '', field] = LISTED.has(head) ? [rest[0], rest[1]] : [head, rest[0]]
    try {
      answers[item] = LISTED.has(head)
        ? LISTED.get(head)!(call.lookup(subject))
        : findSubject(call, subject, field === 'json' ? undefined : field)
      answered++
    } catch (error) {
      if (!isAppError(error)) throw error
      if (!isFiltered) answers[item] = error.key === 'bad_address' ? refuseAddress().body : toFailure(error).body
    }
  }
  return { body: answers, answered }
}

const LISTED: ReadonlyMap<string, (record: IpRecord) => unknown> = new Map([
  ['lite', toLite],
  ['lookup', toTier],
  ['plus', toTier],
  ['max', toTier],
])

async function makeMap({ services, body, address, signal }: Call): Promise<Reply> {
  services.brakes.map({ address })
  const { database } = services.ip
  const id = await services.maps.keep(await drawMap(database, await gather(database, readAddresses(toParts(body)), signal), 'en'))
  return { body: { status: 'Report Created', reportUrl: `${services.config.publicOrigin}/map/${id}` } }
}

async function sumUp({ services, body, signal }: Call): Promise<Reply> {
  const { database } = services.ip
  const gathered = await gather(database, readAddresses(toParts(body)), signal)
  return { body: toIpinfoSummary(await summarize(database, gathered, 'en')) }
}

function listRanges({ services, params }: Call): Reply {
  const { domain = '' } = params
  const { ranges } = findRanges(services.ip.database, { by: 'domain', owner: domain })
  const list = [...ranges].flatMap(toCidrs).map(formatCidr)
  return { body: { domain, redirects_to: null, num_ranges: String(list.length), ranges: list } }
}

/** No source of names of addresses is loaded; said as an error and not as an empty list. */
function listDomains({ params }: Call): Reply {
  throw new AppError('unsupported_value', {
    got: params['ip'] ?? '',
    reason: { en: 'no source of domains by address is loaded', zh: '未加载按地址列出的域名数据' },
  })
}
