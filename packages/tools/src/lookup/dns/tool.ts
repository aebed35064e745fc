import { findAddress } from '@octet/core/ip/address.ts'
import { toReverseName } from '@octet/core/ip/reverse-name.ts'
import {
  dnsAnswerSchema,
  dnsComparisonSchema,
  dnsHealthSchema,
  dnssecResultSchema,
  dnsTraceSchema,
  type DnsAnswer,
  type DnsQuestion,
} from '@octet/core/probe/dns.ts'
import { AppError, isAppError, toFailureWords } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { Lang } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { PUBLIC_RESOLVERS } from '../../ip/public-dns/resolvers.ts'
import { findPlace, placeSchema } from '../../lib/place.ts'
import { RECORD_TYPES } from '../../lib/record-types.ts'
import { parseTarget, TARGET_ERRORS } from '../../lib/target.ts'
import { judgePollution, pollutionSchema, toAddresses } from './pollution.ts'
import { toDnsText } from './text.ts'

/** What «all» asks for: RFC 8482 has ended ANY. */
const COMMON = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'CAA', 'HTTPS', 'SRV', 'DS', 'DNSKEY', 'NAPTR', 'LOC'] as const

const MAX_PLACES = 32

const MODES = {
  query: { en: 'Ask', zh: '查询' },
  trace: { en: 'Trace from the root', zh: '从根追踪' },
  authority: { en: 'Ask its name servers', zh: '询问权威服务器' },
  compare: { en: 'Compare resolvers', zh: '对比解析器' },
  dnssec: { en: 'Validate DNSSEC', zh: '验证 DNSSEC' },
  pollution: { en: 'Forged answers', zh: '污染检测' },
  health: { en: 'Health of the zone', zh: '区健康检查' },
} as const

const MODE_IDS = ['query', 'trace', 'authority', 'compare', 'dnssec', 'pollution', 'health'] as const

/** One for a few questions that are sent. */
const COSTS: Readonly<Record<(typeof MODE_IDS)[number], number>> = {
  query: 2,
  trace: 3,
  authority: 3,
  compare: 6,
  dnssec: 3,
  pollution: 8,
  health: 5,
}

const output = z.object({
  name: z.string().meta({ label: { en: 'Name', zh: '名称' } }),
  mode: z.enum(MODE_IDS).meta({ widget: 'hidden' }),
  answers: z.array(dnsAnswerSchema).meta({ label: { en: 'Answers', zh: '应答' } }),
  places: z
    .array(z.object({ address: z.string().meta({ label: { en: 'Address', zh: '地址' } }), place: placeSchema.nullable() }))
    .meta({ label: { en: 'Where the addresses are', zh: '地址归属' } }),
  failures: z.array(z.object({ type: z.string(), message: z.string() })).meta({ label: { en: 'Failures', zh: '失败' } }),
  text: z.string().meta({ label: { en: 'As text', zh: '文本' }, widget: 'text', main: true }),
  zoneFile: z.string().meta({ label: { en: 'Zone file', zh: '区文件' }, widget: 'code' }),
  trace: dnsTraceSchema.nullable().meta({ label: { en: 'Trace', zh: '追踪' } }),
  comparison: dnsComparisonSchema.nullable().meta({ label: { en: 'Comparison', zh: '对比' } }),
  dnssec: dnssecResultSchema.nullable().meta({ label: { en: 'DNSSEC', zh: 'DNSSEC' } }),
  pollution: pollutionSchema.nullable().meta({ label: { en: 'Forged answers', zh: '污染检测' } }),
  health: dnsHealthSchema.nullable().meta({ label: { en: 'Health', zh: '健康检查' } }),
})
type Output = z.infer<typeof output>

export default defineTool({
  id: 'dns',
  route: '/dnschaxun',
  call: 'dns_search',
  callNames: { name: ['domain', 'host', 'hostname', 'target', 'ip', 'query'] },
  group: 'lookup',
  rank: 1,
  icon: 'WorldSearch',
  title: { en: 'DNS lookup', zh: 'DNS 查询' },
  summary: {
    en: 'Every record type, any resolver, trace, comparison, DNSSEC, forged answers',
    zh: '全部记录类型、任意解析器、追踪、对比、DNSSEC 验证与污染检测',
  },
  about: {
    en: 'Queries go out over UDP, TCP, TLS or HTTPS. A trace starts at a root server and follows every referral. The name servers of a zone can be asked one by one, bypassing every cache.\n\nDNSSEC is validated here, from the root’s key signing key down to the answer or to the proof that there is none (RFC 4035, RFC 5155); nothing a resolver claims is taken on trust.\n\nForged answers are looked for in three ways: over TLS, where nobody on the path can change the answer; in plain UDP from resolvers in China and elsewhere, taking every answer that comes; and from three root servers without a node in China, which never give an address, so that any address in their name was forged on the path.\n\nKnown forged addresses count as well; different addresses alone prove nothing. This server sees only its own paths; use monitoring points to see others.\n\nDNS over QUIC is not offered: the runtime of this program has no QUIC yet. The health check also asks a few name servers for the whole zone, which a good one refuses; at most once an hour for each zone.',
    zh: '支持 UDP、TCP、TLS、HTTPS 四种方式查询。追踪从根服务器开始，逐级跟随委派。也可绕过缓存，逐台询问该区的权威服务器。\n\nDNSSEC 由本站自行验证：从根密钥一路验证到应答，或验证到“不存在”的证明（RFC 4035、RFC 5155），不轻信解析器的任何结论。\n\n污染检测同时采用三种方式：经 TLS 加密询问（途中无法篡改）；以明文 UDP 询问境内外解析器并收下每一份应答；询问三台在境内没有节点、从不返回地址的根服务器，凡以其名义返回地址的都是途中伪造。\n\n已知的污染地址也作为依据；仅仅地址不同不能说明问题。本站只能看到自己出口的链路，其他地方可由监测点查询。\n\n暂不支持 DoQ：本程序的运行环境尚无 QUIC。健康检查还会向部分域名服务器请求整个区（应被拒绝），每个区每小时至多一次。',
  },
  keywords: [
    '域名解析',
    'dig',
    'nslookup',
    'dnssec',
    'resolver',
    'propagation',
    'trace',
    '解析',
    'mx',
    'txt',
    'cname',
    '污染',
    'a record',
    'mx record',
    'txt record',
    'dns records',
    'dns check',
    'dns解析',
    'caa',
    'caa record',
  ],
  needs: ['probe', 'ip'],
  errors: TARGET_ERRORS,
  accepts: { domain: {}, ip: {}, url: {}, 'dns-command': {} },
  cost: ({ mode }) => COSTS[mode],
  input: z.object({
    name: z
      .string()
      .min(1)
      .max(2048)
      .meta({
        label: { en: 'Name', zh: '域名' },
        placeholder: { en: 'example.com, or an address for its PTR', zh: 'example.com，或输入 IP 查 PTR' },
        main: true,
      }),
    type: z
      .enum(['ALL', ...RECORD_TYPES])
      .default('A')
      .meta({
        label: { en: 'Type', zh: '类型' },
        options: {
          ALL: { en: 'All at once', zh: '一次全查' },
          ...Object.fromEntries(RECORD_TYPES.map((type) => [type, { en: type, zh: type }])),
        },
      }),
    server: z
      .string()
      .max(300)
      .default('')
      .meta({
        label: { en: 'Resolver', zh: '解析器' },
        placeholder: { en: 'this site’s, or 1.1.1.1', zh: '默认本站，如 1.1.1.1' },
        help: {
          en: '1.1.1.1, tcp://9.9.9.9, tls://dns.google, https://dns.google/dns-query; leave empty for this site’s',
          zh: '1.1.1.1、tcp://9.9.9.9、tls://dns.google、https://dns.google/dns-query；留空用本站的',
        },
        when: { mode: ['query', 'dnssec'] },
      }),
    mode: z
      .enum(MODE_IDS)
      .default('query')
      .meta({ label: { en: 'How', zh: '方式' }, options: MODES, widget: 'segments' }),
    expected: z
      .string()
      .max(300)
      .default('')
      .meta({ label: { en: 'Expected value', zh: '期望值' }, when: { mode: ['compare', 'authority'] } }),
    silent: z
      .string()
      .max(60)
      .default('')
      .meta({
        label: { en: 'An address without DNS', zh: '未运行 DNS 的地址' },
        help: {
          en: 'An address of yours inside the network in question, with port 53 closed: anything that answers in its name is on the path. Optional',
          zh: '您在目标网络内、未开放 53 端口的 IP：凡以其名义作出的应答都来自途中。可留空',
        },
        when: { mode: ['pollution'] },
      }),
    otherType: z
      .string()
      .max(20)
      .default('')
      .meta({ label: { en: 'Other type', zh: '其他类型' }, placeholder: { en: 'TYPE65280', zh: 'TYPE65280' }, advanced: true }),
    clientSubnet: z
      .string()
      .max(60)
      .default('')
      .meta({
        label: { en: 'Client subnet (ECS)', zh: '客户端子网（ECS）' },
        placeholder: { en: '198.51.100.0/24', zh: '198.51.100.0/24' },
        advanced: true,
      }),
    class: z
      .enum(['IN', 'CH'])
      .default('IN')
      .meta({
        label: { en: 'Class', zh: '类' },
        options: { IN: { en: 'IN', zh: 'IN' }, CH: { en: 'CH: of the server itself', zh: 'CH：服务器自身' } },
        help: {
          en: 'With CH, id.server, hostname.bind and version.bind tell which machine answers, and its program',
          zh: '选 CH 时，id.server、hostname.bind、version.bind 可查应答的机器及其软件版本',
        },
        when: { mode: ['query'] },
        advanced: true,
      }),
    isDnssecOk: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Ask for signatures (DO)', zh: '请求签名（DO）' }, advanced: true }),
    isCheckingDisabled: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'No checking (CD)', zh: '禁用验证（CD）' }, advanced: true }),
    isRecursionDesired: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Recursion (RD)', zh: '递归（RD）' }, advanced: true }),
  }),
  output,
  examples: [
    { name: { en: 'Mail servers', zh: '邮件服务器' }, input: { name: 'example.com', type: 'MX' } },
    { name: { en: 'From the root', zh: '从根追踪' }, input: { name: 'www.example.com', type: 'A', mode: 'trace' } },
    { name: { en: 'Compare resolvers', zh: '对比各地解析' }, input: { name: 'example.com', type: 'A', mode: 'compare' } },
    { name: { en: 'Forged answers', zh: '是否被污染' }, input: { name: 'example.com', type: 'A', mode: 'pollution' } },
    { name: { en: 'DNSSEC chain', zh: 'DNSSEC 信任链' }, input: { name: 'example.com', type: 'A', mode: 'dnssec' } },
    { name: { en: 'Who is 8.8.8.8?', zh: '8.8.8.8 的反向解析' }, input: { name: '8.8.8.8', type: 'PTR' } },
  ],
  async *run({ mode, type, otherType, expected, silent, ...input }, host) {
    const { name, isReverse } = toQuestionName(input.name)
    const isSimple = type === 'A' || type === 'ALL'
    const klass = mode === 'query' ? input.class : 'IN'
    const wanted = otherType.trim() || (isSimple && klass === 'CH' ? 'TXT' : isSimple && isReverse ? 'PTR' : type)
    const first = wanted === 'ALL' ? 'A' : wanted
    const question: DnsQuestion = {
      ...input,
      class: klass,
      server: input.server.trim() || undefined,
      clientSubnet: input.clientSubnet.trim() || undefined,
      name,
      type: first,
      signal: host.signal,
    }
    const empty: Output = {
      name,
      mode,
      answers: [],
      places: [],
      failures: [],
      text: '',
      zoneFile: '',
      trace: null,
      comparison: null,
      dnssec: null,
      pollution: null,
      health: null,
    }
    const { dns } = host.probe
    try {
      switch (mode) {
        case 'query':
          yield* ask({ ...question, type: wanted }, empty, host)
          break
        case 'trace':
          for await (const trace of dns.trace(question)) yield withText({ ...empty, trace }, host.lang)
          break
        case 'authority':
          for await (const comparison of dns.askAuthorities({ ...question, expected: expected.trim() || undefined }))
            yield withText({ ...empty, comparison }, host.lang)
          break
        case 'compare':
          for await (const comparison of dns.compare({
            ...question,
            resolvers: toCompared(host.lang),
            expected: expected.trim() || undefined,
          }))
            yield withText({ ...empty, comparison }, host.lang)
          break
        case 'dnssec':
          for await (const dnssec of dns.validate(question)) yield withText({ ...empty, dnssec }, host.lang)
          break
        case 'pollution':
          yield* findPollution({ ...question, type: first === 'AAAA' ? 'AAAA' : 'A' }, silent.trim(), { empty, host })
          break
        case 'health':
          yield withText({ ...empty, health: await dns.checkZone(question) }, host.lang)
      }
    } catch (error) {
      throw otherType.trim() === '' ? error : toOtherType(error)
    }
  },
})

/** A refused type was typed: the list holds none. */
const toOtherType = (error: unknown): unknown =>
  isAppError(error) && error.details['field'] === 'type'
    ? new AppError(error.key, { ...error.details, field: 'otherType' }, { cause: error })
    : error

/** By every way on which an answer can be forged, or cannot; difference is judged by whose network the addresses are in. */
async function* findPollution(
  question: DnsQuestion,
  silent: string,
  { empty, host }: { empty: Output; host: Host<'probe' | 'ip'> },
): AsyncGenerator<Output> {
  const asns = new Map<string, number | undefined>()
  for await (const rows of host.probe.dns.findForgeries({ ...question, ...toWays(host.lang), silent: silent || undefined })) {
    for (const address of toAddresses(rows).filter((one) => !asns.has(one)))
      asns.set(address, (await findPlace(address, host.ip))?.asn ?? undefined)
    yield withText({ ...empty, pollution: judgePollution(question.type, rows, (address) => asns.get(address)) }, host.lang)
  }
}

/** One type, or the common ones; each answer is shown as it comes. With «all», a failing type does not hide the others. */
async function* ask(question: DnsQuestion, empty: Output, host: Host<'probe' | 'ip'>): AsyncGenerator<Output> {
  if (question.type !== 'ALL') {
    const answer = await host.probe.dns.query(question)
    return yield await withPlaces({ ...empty, answers: [answer], zoneFile: toZoneFile([answer]) }, host)
  }
  const waiting = new Map(COMMON.map((type) => [type, askOne({ ...question, type }, host)]))
  const done = new Map<string, Asked>()
  while (waiting.size > 0) {
    const asked = await Promise.race(waiting.values())
    waiting.delete(asked.type as (typeof COMMON)[number])
    done.set(asked.type, asked)
    const inOrder = COMMON.flatMap((type) => done.get(type) ?? [])
    const refusal = inOrder.find(({ error }) => error && isRefusal(error))?.error
    if (refusal) throw refusal
    const answers = inOrder.flatMap(({ answer }) => answer ?? [])
    const failures = inOrder.flatMap(({ type, error }) => (error ? [{ type, message: toFailureWords(error, host.lang) }] : []))
    yield await withPlaces({ ...empty, answers, failures, zoneFile: toZoneFile(answers) }, host)
  }
}

type Asked = { type: string; answer?: DnsAnswer; error?: AppError }

/** A known error of one type is kept as its outcome; the promise never rejects unless there is a bug. */
async function askOne(question: DnsQuestion, { probe }: Host<'probe'>): Promise<Asked> {
  try {
    return { type: question.type, answer: await probe.dns.query(question) }
  } catch (error) {
    if (isAppError(error)) return { type: question.type, error }
    throw error
  }
}

/** Errors that every type would end in. */
function isRefusal({ key }: AppError): boolean {
  return key === 'refused_target' || key === 'cancelled' || key.startsWith('bad_')
}

/** Where the addresses in the answers are. */
async function withPlaces(output: Output, { ip, lang }: Host<'ip'>): Promise<Output> {
  const records = output.answers.flatMap(({ answers }) => answers)
  const addresses = [...new Set(records.filter(({ type }) => type === 'A' || type === 'AAAA').map(({ data }) => data))].slice(
    0,
    MAX_PLACES,
  )
  const places = await Promise.all(addresses.map(async (address) => ({ address, place: await findPlace(address, ip) })))
  return withText({ ...output, places }, lang)
}

function withText(output: Output, lang: Lang): Output {
  return { ...output, text: toDnsText(output, lang) }
}

function toQuestionName(text: string): { name: string; isReverse: boolean } {
  const typed = text.trim()
  if (typed === '.') return { name: '.', isReverse: false }
  // spelled as in a zone file: bytes that no host name has, and the slash of classless reverse zones (RFC 2317)
  if (/^[^:]*\\[^:]+$/.test(typed)) return { name: typed, isReverse: false }
  if (/^[\w./-]+\/[\w./-]+\.(in-addr|ip6)\.arpa\.?$/i.test(typed)) return { name: typed, isReverse: false }
  const { host } = parseTarget(text, 'name')
  const address = findAddress(host)
  return address ? { name: toReverseName(address), isReverse: true } : { name: host, isReverse: false }
}

/** Resolvers without filters, since a filter is no disagreement about the name. */
function toCompared(lang: 'zh' | 'en') {
  return PUBLIC_RESOLVERS.filter(({ filters, ipv4 }) => filters === 'none' && ipv4.length > 0).map(
    ({ id, name, ipv4, ipv6, country }) => ({ id, name: name[lang], server: ipv4[0]!, ipv6: ipv6[0], country }),
  )
}

const ENCRYPTED = ['cloudflare', 'google', 'quad9-plain', 'adguard-plain', 'mullvad', 'alidns', 'dnspod']
const PLAIN_ELSEWHERE = ['cloudflare', 'google', 'quad9-plain', 'he', 'yandex', 'twnic', 'dns-sb', 'controld']

/** Unfiltered resolvers in China and elsewhere: over TLS, and in plain UDP. */
function toWays(lang: Lang) {
  const unfiltered = PUBLIC_RESOLVERS.filter(({ filters }) => filters === 'none')
  const encrypted = unfiltered.flatMap(({ id, name, doh, country }) =>
    doh && ENCRYPTED.includes(id) ? [{ id, name: name[lang], server: doh, country }] : [],
  )
  const plain = toCompared(lang).filter(({ id, country }) => country === 'CN' || PLAIN_ELSEWHERE.includes(id))
  return { encrypted, plain }
}

function toZoneFile(answers: readonly DnsAnswer[]): string {
  const lines = answers.flatMap((answer) =>
    answer.answers.map(({ name, ttl, class: klass, type, data }) => [name, ttl, klass, type, data].join('\t')),
  )
  return [...new Set(lines)].join('\n')
}
