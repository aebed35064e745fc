import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { DnsAnswer } from '@octet/core/probe/dns.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { findPlace, placeSchema } from '../../lib/place.ts'
import { parseTarget, TARGET_ERRORS } from '../../lib/target.ts'
import { moreField, toMore } from '../../lib/more.ts'
import { confirm, refuseFailure } from './reverse.ts'
import { findNetwork, listAddresses, sweep, type SweptNetwork } from './sweep.ts'

const addressRow = z.object({
  address: z.string().meta({ label: { en: 'Address', zh: '地址' } }),
  ttl: z
    .number()
    .nullable()
    .meta({ label: { en: 'TTL', zh: 'TTL' }, unit: 's' }),
  names: z.array(z.string()).meta({ label: { en: 'Reverse names', zh: '反向名称' } }),
  isConfirmed: z
    .boolean()
    .nullable()
    .describe('Whether a name leads back to the address; null without names, or where that could not be asked')
    .meta({ label: { en: 'Forward-confirmed', zh: '正反向一致' } }),
  problem: z
    .string()
    .nullable()
    .describe('Why the names, or what they lead to, could not be asked for')
    .meta({ label: { en: 'Could not be checked', zh: '未能核对' } }),
  place: placeSchema.nullable().meta({ label: { en: 'Where', zh: '归属' } }),
})

const output = z.object({
  query: z.string().meta({ label: { en: 'Asked for', zh: '查询对象' } }),
  aliases: z.array(z.string()).meta({ label: { en: 'Alias chain (CNAME)', zh: '别名链（CNAME）' } }),
  addresses: z.array(addressRow).meta({ label: { en: 'Addresses', zh: '地址' }, widget: 'table' }),
  more: moreField(),
})

const MAX_ADDRESSES = 16
const COST = 2
/** Of an address of a network: most have no name, and are asked for once. */
const COST_PER_SWEPT = 0.25

export default defineTool({
  id: 'host',
  route: '/hostchaxun',
  call: 'hostname_search',
  callNames: { target: ['hostname', 'host', 'domain', 'ip', 'address', 'name'] },
  group: 'lookup',
  rank: 3,
  icon: 'World',
  title: { en: 'Host lookup', zh: '主机名查询' },
  summary: { en: 'Addresses of a name, names of an address, confirmed both ways', zh: '域名查地址、地址查域名，并做双向核对' },
  about: {
    en: 'All IPv4 and IPv6 addresses of a name with their aliases; for each address its PTR names, whether one of them leads back to it (forward-confirmed reverse DNS, RFC 8601 §2.7.3), and where its network is. For a network of up to 256 addresses, the names of all of them are looked up.',
    zh: '列出域名的全部 IPv4、IPv6 地址与别名链；并对每个地址给出 PTR 名称、正反向是否一致（RFC 8601 §2.7.3），以及所在网络。给出不超过 256 个地址的网段时，会查询其中每个地址的名称。',
  },
  keywords: [
    'ptr',
    'reverse dns',
    'rdns',
    'fcrdns',
    '反查',
    '反向解析',
    '域名解析',
    'domain to ip',
    'hostname to ip',
    'website to ip',
    'reverse ip',
    'ptr range',
    'bulk reverse dns',
    '域名查IP',
    '域名转IP',
    'IP反查域名',
    '域名反查',
    'ping域名',
  ],
  needs: ['probe', 'ip'],
  errors: TARGET_ERRORS,
  accepts: { domain: {}, ip: {}, url: {}, cidr: {} },
  cost: ({ target }) => Math.max(COST, Math.ceil((findNetwork(target)?.size ?? 0) * COST_PER_SWEPT)),
  input: z.object({
    target: z
      .string()
      .min(1)
      .max(2048)
      .meta({
        label: { en: 'Host name, address or network', zh: '主机名、IP 地址或网段' },
        placeholder: { en: 'example.com, 8.8.8.8 or 8.8.8.0/28', zh: 'example.com、8.8.8.8 或 8.8.8.0/28' },
        main: true,
      }),
  }),
  output,
  examples: [
    { name: { en: 'A name', zh: '域名' }, input: { target: 'www.example.com' } },
    { name: { en: 'An address', zh: '地址' }, input: { target: '8.8.8.8' } },
    { name: { en: 'A network', zh: '网段' }, input: { target: '8.8.8.0/28' } },
  ],
  async *run({ target }, host): AsyncGenerator<z.infer<typeof output>> {
    const network = findNetwork(target)
    if (network) return yield* runSweep(network, host)
    const { host: query, isAddress } = parseTarget(target)
    if (isAddress) {
      const confirmed = await confirm(query, host)
      return yield {
        query,
        aliases: [],
        addresses: [{ address: query, ttl: null, ...confirmed, place: await findPlace(query, host.ip) }],
      }
    }
    const answers = await askBoth(query, host)
    const all = answers.flatMap(({ answers: records }) => records.filter(({ type }) => type === 'A' || type === 'AAAA'))
    const found = all.slice(0, MAX_ADDRESSES)
    const places = await Promise.all(found.map(({ data }) => findPlace(data, host.ip)))
    const sofar = {
      query,
      aliases: toAliases(answers),
      addresses: found.map(({ data, ttl }, index) => ({
        address: data,
        ttl,
        names: [] as string[],
        isConfirmed: null as boolean | null,
        problem: null as string | null,
        place: places[index]!,
      })),
      ...toMore(all.length, MAX_ADDRESSES),
    }
    yield sofar
    const confirmed = await Promise.all(found.map(({ data }) => confirm(data, host)))
    yield { ...sofar, addresses: sofar.addresses.map((row, index) => ({ ...row, ...confirmed[index]! })) }
  },
})

/** Names come first, a few addresses at a time; the rest is empty until then. */
async function* runSweep(network: SweptNetwork, host: Host<'probe' | 'ip'>): AsyncGenerator<z.infer<typeof output>> {
  const addresses = listAddresses(network)
  const places = await Promise.all(addresses.map((address) => findPlace(address, host.ip)))
  const rows = addresses.map((address, index) => ({ address, ttl: null, ...UNASKED, place: places[index]! }))
  for await (const confirmed of sweep(addresses, host))
    yield {
      query: network.text,
      aliases: [],
      addresses: rows.map((row, index) => ({ ...row, ...confirmed[index] })),
    }
}

const UNASKED = { names: [], isConfirmed: null, problem: null }

/** Both families; one that fails does not hide the other. A name that does not exist is an error, one without addresses is not. */
async function askBoth(name: string, { probe, signal }: Host<'probe'>): Promise<DnsAnswer[]> {
  const asked = await Promise.allSettled(['A', 'AAAA'].map((type) => probe.dns.query({ name, type, signal })))
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const failure = asked.find((one) => one.status === 'rejected')?.reason as unknown
  if (answers.some(hasAddress)) {
    if (failure) ignoreKnown(failure)
    return answers
  }
  if (failure) throw failure
  if (answers.some(({ rcode }) => rcode === 'NXDOMAIN')) throw new AppError('name_not_found', { got: name })
  for (const answer of answers) refuseFailure(answer)
  return answers
}

function hasAddress({ answers }: DnsAnswer): boolean {
  return answers.some(({ type }) => type === 'A' || type === 'AAAA')
}

function toAliases(answers: readonly DnsAnswer[]): string[] {
  const names = answers.flatMap(({ answers: records }) =>
    records.filter(({ type }) => type === 'CNAME').map(({ data }) => data.replace(/\.$/, '')),
  )
  return [...new Set(names)]
}

/** One family that does not answer is no reason to hide the other. */
function ignoreKnown(error: unknown): undefined {
  if (!isAppError(error) || error.key === 'cancelled') throw error
  return undefined
}
