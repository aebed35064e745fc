import { AppError, isAppError, toFailureWords } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { toReverseName } from '@octet/core/ip/reverse-name.ts'
import type { DnsAnswer } from '@octet/core/probe/dns.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { findPlace, placeSchema } from '../../lib/place.ts'
import { parseTarget } from '../../lib/target.ts'

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
  aliases: z.array(z.string()).meta({ label: { en: 'Aliases on the way (CNAME)', zh: '别名链（CNAME）' } }),
  addresses: z.array(addressRow).meta({ label: { en: 'Addresses', zh: '地址' }, widget: 'table' }),
})

const MAX_ADDRESSES = 16

export default defineTool({
  id: 'host',
  route: '/hostchaxun',
  call: 'hostname_search',
  group: 'lookup',
  rank: 3,
  icon: 'World',
  title: { en: 'Host lookup', zh: '主机名查询' },
  summary: { en: 'Addresses of a name, names of an address, confirmed both ways', zh: '域名查地址、地址查域名，并做双向核对' },
  about: {
    en: 'All IPv4 and IPv6 addresses of a name with their aliases; for each address its PTR names, whether one of them leads back to it (forward-confirmed reverse DNS, RFC 8601 §2.7.3), and where its network is.',
    zh: '列出域名的全部 IPv4、IPv6 地址与别名链；并对每个地址给出 PTR 名称、正反向是否一致（RFC 8601 §2.7.3），以及所在网络。',
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
    '域名查IP',
    '域名转IP',
    'IP反查域名',
    '域名反查',
    'ping域名',
  ],
  needs: ['probe', 'ip'],
  accepts: { domain: {}, ip: {}, url: {} },
  cost: 2,
  input: z.object({
    target: z
      .string()
      .min(1)
      .max(2048)
      .meta({
        label: { en: 'Host name or address', zh: '主机名或 IP 地址' },
        placeholder: { en: 'example.com or 8.8.8.8', zh: 'example.com 或 8.8.8.8' },
        main: true,
      }),
  }),
  output,
  examples: [
    { name: { en: 'A name', zh: '域名' }, input: { target: 'www.example.com' } },
    { name: { en: 'An address', zh: '地址' }, input: { target: '8.8.8.8' } },
  ],
  async *run({ target }, host): AsyncGenerator<z.infer<typeof output>> {
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
    const found = answers
      .flatMap(({ answers: records }) => records.filter(({ type }) => type === 'A' || type === 'AAAA'))
      .slice(0, MAX_ADDRESSES)
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
    }
    yield sofar
    const confirmed = await Promise.all(found.map(({ data }) => confirm(data, host)))
    yield { ...sofar, addresses: sofar.addresses.map((row, index) => ({ ...row, ...confirmed[index]! })) }
  },
})

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

/** NOERROR and NXDOMAIN tell of the name; other codes tell that it could not be asked for. */
function refuseFailure(answer: DnsAnswer): DnsAnswer {
  const { rcode } = answer
  if (rcode === 'NOERROR' || rcode === 'NXDOMAIN') return answer
  throw new AppError('target_failed', { reason: { en: `our resolver answered ${rcode}`, zh: `本站解析器返回 ${rcode}` } })
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

type Confirmed = Pick<z.infer<typeof addressRow>, 'names' | 'isConfirmed' | 'problem'>

/** PTR names of an address, and whether one of them has the address again. What cannot be asked is neither: the reason is told. */
async function confirm(address: string, { probe, signal, lang }: Host<'probe'>): Promise<Confirmed> {
  const ask = async (name: string, type: string) => refuseFailure(await probe.dns.query({ name, type, signal }))
  let names: string[] = []
  try {
    const reverse = await ask(toReverseName(findAddress(address)!), 'PTR')
    names = reverse.answers.filter(({ type }) => type === 'PTR').map(({ data }) => data.replace(/\.$/, ''))
    if (names.length === 0) return { names, isConfirmed: null, problem: null }
    const type = address.includes(':') ? 'AAAA' : 'A'
    const forward = await Promise.allSettled(names.slice(0, 4).map((name) => ask(name, type)))
    const isConfirmed = forward.some(
      (one) => one.status === 'fulfilled' && one.value.answers.some(({ data }) => data === address),
    )
    const failure = forward.find((one) => one.status === 'rejected')
    if (!isConfirmed && failure) throw failure.reason
    return { names, isConfirmed, problem: null }
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return { names, isConfirmed: null, problem: toFailureWords(error, lang) }
  }
}

/** One family that does not answer is no reason to hide the other. */
function ignoreKnown(error: unknown): undefined {
  if (!isAppError(error) || error.key === 'cancelled') throw error
  return undefined
}
