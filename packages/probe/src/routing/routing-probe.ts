import { BITS, formatAddress } from '@octet/core/ip/address.ts'
import { formatCidr, parseCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import type {
  Announcement,
  Roa,
  RouteObject,
  RoutingPolicy,
  RoutingProbe,
  RoutingReport,
  RoutingTarget,
} from '@octet/core/probe/routing.ts'
import type { DnsClient } from '../dns/client.ts'
import type { Guard } from '../guard/guard.ts'
import { AnswerCache } from '../answer-cache.ts'
import { askPort43 } from '../whois/port43.ts'
import { ServerQueue } from '../whois/server-queue.ts'
import { parseAs, parseOrigin, toAsName, toNeighbourName, toOriginName, type Origin } from './cymru.ts'
import { parsePolicy } from './as-policy.ts'
import {
  IRR_SERVER,
  parsePrefixes,
  parseRoas,
  parseRoutes,
  toPolicyQuery,
  toPrefixesQuery,
  toRoasQuery,
  toRoutesQuery,
} from './irr.ts'
import { findCovering, validateOrigin } from './origin-validation.ts'
import { QuestionRound } from './question-round.ts'
import { refuseReservedAs } from './reserved-as.ts'
import { toAsChecks, toNetworkChecks } from './routing-checks.ts'

export type RoutingProbeOptions = {
  readonly guard: Guard
  readonly client: DnsClient
  /** The routing registry that is asked, and its port. */
  readonly server?: string | undefined
  readonly port?: number | undefined
}

const TOTAL_MS = 9000
/** The registry is there for many questions; each report has a few. */
const GAP_MS = 50
const CACHE_MS = 300_000
const MAX_CACHED = 1000
const MAX_ORIGINS = 8
const MAX_NEIGHBOURS = 100
const MAX_POLICIES = 2
const MAX_PREFIXES = 1000

/** Asks Team Cymru's DNS zone what BGP carries, and a routing registry for route objects and ROAs. */
export function createRoutingProbe({ guard, client, server = IRR_SERVER, port }: RoutingProbeOptions): RoutingProbe {
  const queue = new ServerQueue({ gapMs: GAP_MS })
  const cache = new AnswerCache<RoutingReport>({ lifetimeMs: CACHE_MS, limit: MAX_CACHED })

  const askServer = async (question: string, timeoutMs: number) => {
    await queue.enter(server, { timeoutMs })
    return askPort43(server, question, { guard, port, timeoutMs })
  }

  const report = async (target: RoutingTarget, key: string, left: () => number): Promise<RoutingReport> => {
    const round = new QuestionRound({ client, server, askServer, left })
    const made = await (target.kind === 'asn'
      ? reportAs(target.asn, round)
      : reportNetwork(parseCidr(target.cidr).network, round))
    if (made.asked.some(({ state }) => state === 'failed')) cache.forget(key) // who did not answer may do so next time
    return made
  }

  return {
    async report(target, { signal, timeoutMs = TOTAL_MS } = {}) {
      refuseUnroutable(target, guard)
      const deadline = performance.now() + Math.min(timeoutMs, TOTAL_MS)
      const left = () => Math.max(1, deadline - performance.now())
      const key = target.kind === 'asn' ? `AS${target.asn}` : target.cidr
      return cache.get(key, () => report(target, key, left), signal)
    },
  }
}

async function reportNetwork(network: Cidr, round: QuestionRound): Promise<RoutingReport> {
  const cidr = formatCidr(network)
  const neighbourName = toNeighbourName(network)
  const [originTexts, neighbourTexts, routesAnswer, roasAnswer] = await Promise.all([
    round.askZone(toOriginName(network)),
    neighbourName === undefined ? undefined : round.askZone(neighbourName),
    round.askRegistry(toRoutesQuery(cidr)),
    round.askRegistry(toRoasQuery(cidr)),
  ])
  const origins = originTexts?.flatMap((text) => parseOrigin(text) ?? [])
  const registries = {
    routes: routesAnswer && parseRoutes(routesAnswer.text),
    roas: roasAnswer && parseRoas(roasAnswer.text),
  }
  const asns = [...new Set(origins?.flatMap((origin) => origin.asns) ?? [])]
  const [names, policies] = await Promise.all([
    readNames(asns, round),
    Promise.all(asns.slice(0, MAX_POLICIES).map((asn) => readPolicy(asn, round))),
  ])
  const announcements = origins && toAnnouncements(origins, names, registries)
  const neighbours = neighbourTexts?.flatMap((text) => parseOrigin(text)?.asns ?? []) ?? []
  return {
    target: network.prefix === BITS[network.version] ? formatAddress(network) : cidr,
    kind: 'network',
    checks: toNetworkChecks({ cidr, announcements, ...registries }),
    announcements: announcements ?? [],
    neighbours: [...new Set(neighbours)].sort((a, b) => a - b).slice(0, MAX_NEIGHBOURS),
    policies: policies.flatMap((policy) => policy?.said ?? []),
    roas: registries.roas ?? [],
    routes: registries.routes ?? [],
    registered: null,
    asked: round.finish(),
  }
}

async function reportAs(asn: number, round: QuestionRound): Promise<RoutingReport> {
  const [texts, policy, v4, v6] = await Promise.all([
    round.askZone(toAsName(asn)),
    readPolicy(asn, round),
    round.askRegistry(toPrefixesQuery(asn, 4)),
    round.askRegistry(toPrefixesQuery(asn, 6)),
  ])
  const prefixes = [v4, v6].flatMap((answer) => (answer ? parsePrefixes(answer.text) : []))
  const isCut = prefixes.length > MAX_PREFIXES || [v4, v6].some((answer) => answer?.isCut ?? false)
  const registration = parseAs(texts?.[0] ?? '')
  return {
    target: `AS${asn}`,
    kind: 'asn',
    checks: toAsChecks({
      asn,
      isKnown: texts && texts.length > 0,
      name: registration.name,
      count: v4 || v6 ? prefixes.length : undefined,
      isCut,
      policy: policy && (policy.said ?? null),
    }),
    announcements: [],
    neighbours: [],
    policies: policy?.said ? [policy.said] : [],
    roas: [],
    routes: [],
    registered: { ...registration, prefixes: prefixes.slice(0, MAX_PREFIXES), isCut },
    asked: round.finish(),
  }
}

/** What the registries of AS numbers call the origins. */
async function readNames(asns: readonly number[], round: QuestionRound): Promise<ReadonlyMap<number, string | null>> {
  return new Map(
    await Promise.all(
      asns
        .slice(0, MAX_ORIGINS)
        .map(async (asn) => [asn, parseAs((await round.askZone(toAsName(asn)))?.[0] ?? '').name] as const),
    ),
  )
}

/** What the operator of an AS says of its neighbours; undefined where the registry does not answer. */
async function readPolicy(asn: number, round: QuestionRound): Promise<{ readonly said: RoutingPolicy | undefined } | undefined> {
  const answer = await round.askRegistry(toPolicyQuery(asn))
  return answer && { said: parsePolicy(answer.text, asn, answer.isCut) }
}

type Registries = { readonly routes: readonly RouteObject[] | undefined; readonly roas: readonly Roa[] | undefined }

function toAnnouncements(
  origins: readonly Origin[],
  names: ReadonlyMap<number, string | null>,
  { routes, roas }: Registries,
): Announcement[] {
  return origins.flatMap(({ asns, prefix, registry, country, allocated }) =>
    asns.map((asn) => ({
      prefix,
      asn,
      name: names.get(asn) ?? null,
      registry,
      country,
      allocated,
      rpki: roas ? validateOrigin(prefix, asn, roas) : 'unknown',
      isRegistered: routes ? findCovering(prefix, routes).some((route) => route.asn === asn) : null,
    })),
  )
}

/** Addresses and numbers that are in no public route are nobody's business outside. */
function refuseUnroutable(target: RoutingTarget, guard: Guard): void {
  if (target.kind === 'asn') return refuseReservedAs(target.asn)
  guard.checkLiteral(formatAddress(parseCidr(target.cidr).network))
}
