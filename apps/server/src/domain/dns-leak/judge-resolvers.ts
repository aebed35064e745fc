import { isAppError } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { RESOLVER_NETWORKS } from '@octet/tools/ip/public-dns/resolver-networks.ts'
import { PUBLIC_RESOLVERS, type PublicResolver } from '@octet/tools/ip/public-dns/resolvers.ts'
import type { SeenResolver } from './sightings.ts'

/** How a resolver lies to the visitor's own address. */
export const RELATIONS = ['own', 'public', 'elsewhere', 'unknown'] as const
export type Relation = (typeof RELATIONS)[number]
/** What all of them together mean; `none`: nobody has asked yet. */
export const VERDICTS = ['none', ...RELATIONS] as const
export type Verdict = (typeof VERDICTS)[number]

type Place = {
  readonly address: string
  readonly country: string | null
  readonly city: string | null
  readonly asn: number | null
  readonly network: string | null
}
export type JudgedResolver = SeenResolver &
  Place & { readonly relation: Relation; /** Who runs the public resolver. */ readonly publicResolver: string | null }
export type Judgement = {
  readonly visitor: Place
  readonly resolvers: readonly JudgedResolver[]
  readonly verdict: Verdict
  readonly summary: string
}

type Judging = {
  readonly visitor: string
  readonly resolvers: readonly SeenResolver[]
  readonly lang: Lang
  readonly lookUp: (address: string, lang: Lang) => IpRecord
}

/** Compares the networks of resolvers with that of the visitor, by our own address data. */
export function judgeResolvers({ visitor, resolvers, lang, lookUp }: Judging): Judgement {
  const find = (address: string) => findRecord(address, lang, lookUp)
  const own = find(visitor)
  const judged = resolvers.map((seen): JudgedResolver => {
    const record = find(seen.address)
    const known = findPublicResolver(seen.address, record?.ASN.asn ?? null)
    const relation = toRelation({ visitor, own, resolver: seen.address, record, isPublic: known !== undefined })
    const publicResolver = relation === 'public' && known ? known.name[lang] : null
    return { ...seen, ...toPlace(seen.address, record), relation, publicResolver }
  })
  const verdict = toVerdict(judged)
  const names = [...new Set(judged.flatMap(({ publicResolver }) => publicResolver ?? []))].join(lang === 'zh' ? '、' : ', ')
  return {
    visitor: toPlace(visitor, own),
    resolvers: judged,
    verdict,
    summary: SUMMARIES[verdict][lang].replace('{names}', names),
  }
}

type Compared = {
  readonly visitor: string
  readonly own: IpRecord | undefined
  readonly resolver: string
  readonly record: IpRecord | undefined
  readonly isPublic: boolean
}

function toRelation({ visitor, own, resolver, record, isPublic }: Compared): Relation {
  if (visitor === resolver || (isInside(own) && isInside(record))) return 'own'
  const [mine, theirs] = [own?.ASN.asn ?? null, record?.ASN.asn ?? null]
  if ((mine !== null && mine === theirs) || isSameProvider(own, record)) return 'own'
  if (isPublic) return 'public'
  return mine === null || theirs === null ? 'unknown' : 'elsewhere'
}

/** Large providers have their lines in one AS and their resolvers in another. */
function isSameProvider(own: IpRecord | undefined, other: IpRecord | undefined): boolean {
  const [mine, theirs] = [own?.ASN.isp?.toLowerCase(), other?.ASN.isp?.toLowerCase()]
  return mine !== undefined && mine === theirs
}

/** The most telling one decides. */
function toVerdict(resolvers: readonly JudgedResolver[]): Verdict {
  const has = (relation: Relation) => resolvers.some((one) => one.relation === relation)
  return (['elsewhere', 'unknown', 'public', 'own'] as const).find(has) ?? 'none'
}

/** In a private or local network. */
const isInside = (record: IpRecord | undefined): boolean => record?.special != null && !record.special.global

/** By the address it serves at, or by a network in which its operator has resolvers only. */
function findPublicResolver(address: string, asn: number | null): PublicResolver | undefined {
  const serves = PUBLIC_RESOLVERS.find(({ ipv4, ipv6 }) => ipv4.includes(address) || ipv6.includes(address))
  if (serves || asn === null) return serves
  return PUBLIC_RESOLVERS.find(({ id }) => RESOLVER_NETWORKS[id]?.includes(asn))
}

function toPlace(address: string, record: IpRecord | undefined): Place {
  return {
    address,
    country: record?.country_code ?? null,
    city: record?.city_name ?? null,
    asn: record?.ASN.asn ?? null,
    network: record?.ASN.asn_name ?? record?.ASN.organization ?? null,
  }
}

function findRecord(address: string, lang: Lang, lookUp: Judging['lookUp']): IpRecord | undefined {
  try {
    return lookUp(address, lang)
  } catch (error) {
    if (isAppError(error)) return undefined // without data the networks are not known
    throw error
  }
}

const SUMMARIES: Readonly<Record<Verdict, Text>> = {
  none: {
    en: 'No resolver has asked for the test names yet.',
    zh: '目前还没有解析器查询检测用的域名。',
  },
  own: {
    en: 'Names are resolved in the network that your connection comes from, or another one of its provider. No leak to be seen.',
    zh: '域名解析与您的连接出自同一个网络或同一家运营商，未发现泄露。',
  },
  public: {
    en: 'Names are resolved by a public resolver: {names}. Somebody chose it in your browser, device or router. If a VPN is on and was meant to resolve names too, they leave by another way.',
    zh: '域名由公共解析器处理：{names}，是在浏览器、设备或路由器中设定的。如果您正在使用 VPN，并希望域名也由它解析，则解析请求走了别的途径。',
  },
  elsewhere: {
    en: 'A resolver is neither in a network of your connection’s provider nor a known public one. With a VPN on, this is a possible leak: whoever runs it learns which names you ask for. Without one, it is often a network of your provider under another name.',
    zh: '有解析器既不在您连接所属运营商的网络，也不是已知的公共解析器。使用 VPN 时，这可能是 DNS 泄露，解析器的运营者会知道您查询了哪些域名；未使用 VPN 时，常见原因是运营商以其他名义登记的网络。',
  },
  unknown: {
    en: 'Resolvers were seen, but it is not known which network they or your connection belong to, so they cannot be compared.',
    zh: '已发现解析器，但无法确定它们或您的连接属于哪个网络，因此无法比较。',
  },
}
