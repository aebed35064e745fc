import { countOf } from '@octet/core/counted.ts'
import type { Announcement, Relation, Roa, RouteObject, RoutingPolicy, RoutingReport } from '@octet/core/probe/routing.ts'
import { findCovering } from './origin-validation.ts'

type Check = RoutingReport['checks'][number]

/** What was found of a network; undefined where it could not be asked for. */
export type NetworkFacts = {
  readonly cidr: string
  readonly announcements: readonly Announcement[] | undefined
  readonly routes: readonly RouteObject[] | undefined
  readonly roas: readonly Roa[] | undefined
}

/** Verdicts on a network: whether it is announced, signed and registered. */
export function toNetworkChecks(facts: NetworkFacts): Check[] {
  const { announcements, routes, roas } = facts
  if (!announcements) return [toUnasked('bgp', 'BGP'), ...describeAlone(facts)]
  if (announcements.length === 0) return [NOT_ANNOUNCED, ...describeAlone(facts)]
  return [
    ...toOriginChecks(announcements),
    ...(roas ? announcements.map((one) => toRpkiCheck(one, roas)) : [toUnasked('rpki', 'RPKI')]),
    ...(routes ? announcements.map((one) => toIrrCheck(one, routes)) : [toUnasked('irr', 'IRR')]),
  ]
}

/** What the registries hold where no announcement is known that they could be compared with. */
function describeAlone({ cidr, routes, roas }: NetworkFacts): Check[] {
  const list = (rows: readonly { readonly asn: number }[]) => [...new Set(rows.map(({ asn }) => `AS${asn}`))]
  const signed = roas && list(findCovering(cidr, roas))
  const registered = routes && list(findCovering(cidr, routes))
  return [
    ...(signed ? [toMayAnnounce(signed)] : [toUnasked('rpki', 'RPKI')]),
    ...(registered ? [toMayRegister(registered)] : [toUnasked('irr', 'IRR')]),
  ]
}

const toMayAnnounce = (asns: readonly string[]): Check => ({
  id: 'rpki',
  verdict: asns.length > 0 ? 'good' : 'notice',
  text:
    asns.length > 0
      ? { en: `RPKI: ROAs let ${asns.join(', ')} announce it.`, zh: `RPKI：ROA 允许 ${asns.join('、')} 宣告。` }
      : NO_ROA,
})

const toMayRegister = (asns: readonly string[]): Check => ({
  id: 'irr',
  verdict: asns.length > 0 ? 'good' : 'notice',
  text:
    asns.length > 0
      ? { en: `IRR: route objects name ${asns.join(', ')} as origin.`, zh: `IRR：路由对象登记的源为 ${asns.join('、')}。` }
      : { en: 'IRR: no route object covers it.', zh: 'IRR：没有路由对象覆盖该网段。' },
})

const NO_ROA = {
  en: 'RPKI: no ROA covers it, so networks that validate cannot detect a false announcement.',
  zh: 'RPKI：没有 ROA 覆盖该网段，做源验证的网络无法识别伪造的宣告。',
}

const NOT_ANNOUNCED: Check = {
  id: 'bgp',
  verdict: 'notice',
  text: { en: 'No BGP route leads to it.', zh: '没有通往该网段的 BGP 路由。' },
}

function toUnasked(id: string, name: string): Check {
  return {
    id,
    verdict: 'notice',
    text: { en: `${name}: no answer, so nothing can be said of it.`, zh: `${name}：未得到应答，无法判断。` },
  }
}

/** A prefix with several origins is either one operator’s plan (anycast) or somebody else’s announcement. */
function toOriginChecks(announcements: readonly Announcement[]): Check[] {
  const byPrefix = Map.groupBy(announcements, ({ prefix }) => prefix)
  return [...byPrefix].map(([prefix, list]): Check => {
    const names = list.map(({ asn, name }) => (name ? `AS${asn} (${name})` : `AS${asn}`))
    if (list.length === 1)
      return {
        id: `bgp ${prefix}`,
        verdict: 'good',
        text: { en: `${prefix} is announced by ${names[0]}.`, zh: `${prefix} 由 ${names[0]} 宣告。` },
      }
    return {
      id: `bgp ${prefix}`,
      verdict: 'notice',
      text: {
        en: `${prefix} is announced by several ASes: ${names.join(', ')}. That is usual for anycast, but a hijack looks the same.`,
        zh: `${prefix} 由多个 AS 宣告：${names.join('、')}。任播常见如此，路由劫持亦然。`,
      },
    }
  })
}

function toRpkiCheck({ prefix, asn, rpki }: Announcement, roas: readonly Roa[]): Check {
  const id = `rpki ${prefix} AS${asn}`
  const covering = findCovering(prefix, roas)
  if (rpki === 'not_found') return { id, verdict: 'notice', text: NO_ROA }
  if (rpki === 'valid') {
    const fits = covering.find((roa) => roa.asn === asn && toLength(prefix) <= roa.maxLength)!
    const up = fits.maxLength === toLength(fits.prefix) ? '' : `-${fits.maxLength}`
    return {
      id,
      verdict: 'good',
      text: {
        en: `RPKI valid: the ROA ${fits.prefix}${up} lets AS${asn} announce ${prefix}.`,
        zh: `RPKI 有效：ROA ${fits.prefix}${up} 允许 AS${asn} 宣告 ${prefix}。`,
      },
    }
  }
  const own = covering.filter((roa) => roa.asn === asn)
  const longest = Math.max(...own.map(({ maxLength }) => maxLength))
  const others = [...new Set(covering.map((roa) => `AS${roa.asn}`))]
  return {
    id,
    verdict: 'bad',
    text:
      own.length > 0
        ? {
            en: `RPKI invalid: AS${asn} may announce no prefix longer than /${longest} there, ${prefix} is.`,
            zh: `RPKI 无效：AS${asn} 在此最长可宣告 /${longest}，而 ${prefix} 更长。`,
          }
        : {
            en: `RPKI invalid: ROAs let ${others.join(', ')} announce ${prefix}, not AS${asn}.`,
            zh: `RPKI 无效：ROA 允许 ${others.join('、')} 宣告 ${prefix}，而非 AS${asn}。`,
          },
  }
}

function toIrrCheck({ prefix, asn, isRegistered }: Announcement, routes: readonly RouteObject[]): Check {
  const id = `irr ${prefix} AS${asn}`
  const covering = findCovering(prefix, routes)
  const own = covering.filter((route) => route.asn === asn)
  if (isRegistered) {
    const exact = own.find((route) => route.prefix === prefix) ?? own[0]!
    return {
      id,
      verdict: 'good',
      text: {
        en: `IRR: ${exact.source} has a route object ${exact.prefix} with origin AS${asn}.`,
        zh: `IRR：${exact.source} 登记有路由对象 ${exact.prefix}，源为 AS${asn}。`,
      },
    }
  }
  const others = [...new Set(covering.map((route) => `AS${route.asn}`))]
  return {
    id,
    verdict: 'notice',
    text:
      others.length > 0
        ? {
            en: `IRR: route objects name ${others.join(', ')} as origin, none AS${asn}: networks that filter by the IRR may drop ${prefix}.`,
            zh: `IRR：路由对象登记的源为 ${others.join('、')}，没有 AS${asn}；按 IRR 过滤的网络可能丢弃 ${prefix}。`,
          }
        : {
            en: `IRR: no route object covers ${prefix}: networks that filter by the IRR may drop it.`,
            zh: `IRR：没有路由对象覆盖 ${prefix}，按 IRR 过滤的网络可能将其丢弃。`,
          },
  }
}

const toLength = (prefix: string): number => Number(prefix.slice(prefix.indexOf('/') + 1))

export type AsFacts = {
  readonly asn: number
  /** Whether BGP data know the number; undefined where they could not be asked. */
  readonly isKnown: boolean | undefined
  readonly name: string | null
  /** How many prefixes name it as origin; undefined where that could not be asked. */
  readonly count: number | undefined
  readonly isCut: boolean
  /** What its operator says of its neighbours; null where nothing is said, undefined where that could not be asked. */
  readonly policy: RoutingPolicy | null | undefined
}

/** Verdicts on an AS number. */
export function toAsChecks({ asn, isKnown, name, count, isCut, policy }: AsFacts): Check[] {
  const who = name ? `AS${asn} (${name})` : `AS${asn}`
  const known: Check = isKnown
    ? { id: 'registry', verdict: 'good', text: { en: `${who} is registered.`, zh: `${who} 已注册。` } }
    : {
        id: 'registry',
        verdict: 'notice',
        text: { en: `${who} is not known to be registered.`, zh: `未查到 ${who} 的注册信息。` },
      }
  const counted = `${count?.toLocaleString('en')}${isCut ? '+' : ''}`
  const registered: Check =
    count === 0
      ? {
          id: 'irr',
          verdict: 'notice',
          text: { en: `IRR: no route object names ${who} as origin.`, zh: `IRR：没有路由对象以 ${who} 为源。` },
        }
      : {
          id: 'irr',
          verdict: 'good',
          text: {
            en: `IRR: ${counted} ${count === 1 ? 'prefix names' : 'prefixes name'} it as origin.`,
            zh: `IRR：${counted} 个前缀以其为源。`,
          },
        }
  return [
    isKnown === undefined ? toUnasked('registry', 'BGP') : known,
    count === undefined ? toUnasked('irr', 'IRR') : registered,
    ...(policy === undefined ? [] : [toPolicyCheck(policy)]),
  ]
}

const NO_POLICY: Check = {
  id: 'policy',
  verdict: 'notice',
  text: {
    en: 'IRR: its operator declares no neighbours, so upstreams and peers are not known.',
    zh: 'IRR：运营者未登记相邻 AS，无法得知上游与对等。',
  },
}

function toPolicyCheck(policy: RoutingPolicy | null): Check {
  if (!policy) return NO_POLICY
  const count = (relation: Relation) =>
    new Set(policy.neighbours.flatMap((one) => (one.relation === relation ? one.asn : []))).size
  const [up, peers, down] = [count('upstream'), count('peer'), count('customer')]
  return {
    id: 'policy',
    verdict: 'good',
    text: {
      en: `IRR: ${policy.source} declares ${countOf(up, 'upstream')}, ${countOf(peers, 'peer')} and ${countOf(down, 'customer')}.`,
      zh: `IRR：${policy.source} 登记有上游 ${up} 个、对等 ${peers} 个、下游客户 ${down} 个。`,
    },
  }
}
