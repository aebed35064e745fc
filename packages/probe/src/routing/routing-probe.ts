import { AppError, isAppError } from '@octet/core/errors.ts'
import { formatAddress } from '@octet/core/ip/address.ts'
import { formatCidr, parseCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import type { Announcement, Roa, RouteObject, RoutingProbe, RoutingReport, RoutingTarget } from '@octet/core/probe/routing.ts'
import type { DnsClient } from '../dns/client.ts'
import type { Guard } from '../guard/guard.ts'
import { createTextReader } from '../mail/txt.ts'
import { AnswerCache } from '../whois/answer-cache.ts'
import { toPlainText } from '../whois/plain-text.ts'
import { askPort43 } from '../whois/port43.ts'
import { isRefusalOfMore, ServerQueue } from '../whois/server-queue.ts'
import { CYMRU, parseAs, parseOrigin, toAsName, toNeighbourName, toOriginName } from './cymru.ts'
import {
  IRR_SERVER,
  isComplaint,
  isNothing,
  parsePrefixes,
  parseRoas,
  parseRoutes,
  toPrefixesQuery,
  toRoasQuery,
  toRoutesQuery,
} from './irr.ts'
import { findCovering, validateOrigin } from './origin-validation.ts'
import { refuseReservedAs } from './reserved-as.ts'
import { toAsChecks, toNetworkChecks } from './routing-checks.ts'

export type RoutingProbeOptions = {
  readonly guard: Guard
  readonly client: DnsClient
  readonly server?: string | undefined
  readonly port?: number | undefined
}

const TOTAL_MS = 9000
/** The registry is there for many questions; two at a time come from each of ours. */
const GAP_MS = 50
const CACHE_MS = 300_000
const MAX_NEIGHBOURS = 100
const MAX_PREFIXES = 1000

type Asked = RoutingReport['asked'][number]
/** `undefined`: it could not be asked for. */
type Answer = { readonly text: string; readonly isCut: boolean } | undefined

/** Asks Team Cymru's DNS zone what BGP carries, and a routing registry for route objects and ROAs. */
export function createRoutingProbe({ guard, client, server = IRR_SERVER, port }: RoutingProbeOptions): RoutingProbe {
  const queue = new ServerQueue({ gapMs: GAP_MS })
  const cache = new AnswerCache<RoutingReport>({ lifetimeMs: CACHE_MS, limit: 1000 })

  /** One question round, and the list of who was asked. */
  const createRound = (left: () => number) => {
    const asked: Asked[] = []
    const note = async <T>(where: string, question: string, ask: () => Promise<T>, isEmpty: (answer: T) => boolean) => {
      const started = performance.now()
      const row = (state: Asked['state']) =>
        asked.push({ server: where, question, state, ms: state === 'failed' ? null : Math.round(performance.now() - started) })
      try {
        const answer = await ask()
        row(isEmpty(answer) ? 'empty' : 'answered')
        return answer
      } catch (error) {
        if (!isAppError(error)) throw error
        row('failed')
        return undefined
      }
    }
    const readTexts = createTextReader(client, { signal: undefined, left })
    const askDns = (name: string): Promise<readonly string[] | undefined> =>
      note(
        CYMRU,
        `${name} TXT`,
        async () => (await readTexts(name)).map(toReadable),
        (texts) => texts.length === 0,
      )
    const askIrr = (question: string): Promise<Answer> =>
      note(
        server,
        question,
        async () => {
          await queue.enter(server, { timeoutMs: left() })
          const answer = await askPort43(server, question, { guard, port, timeoutMs: left() })
          if (isRefusalOfMore(answer.text) || isComplaint(answer.text))
            throw new AppError('target_failed', { reason: answer.text })
          return answer
        },
        ({ text }) => isNothing(text),
      )
    const finish = (): Asked[] => {
      if (asked.every(({ state }) => state === 'failed'))
        throw new AppError('unavailable', {
          reason: { en: 'neither BGP data nor the routing registries answer', zh: 'BGP 数据与路由登记库均无应答' },
        })
      return asked.toSorted((a, b) => a.server.localeCompare(b.server) || a.question.localeCompare(b.question))
    }
    return { askDns, askIrr, finish }
  }

  const reportNetwork = async (network: Cidr, left: () => number): Promise<RoutingReport> => {
    const target = formatCidr(network)
    const { askDns, askIrr, finish } = createRound(left)
    const neighbourName = toNeighbourName(network)
    const [originTexts, neighbourTexts, routesAnswer, roasAnswer] = await Promise.all([
      askDns(toOriginName(network)),
      neighbourName === undefined ? undefined : askDns(neighbourName),
      askIrr(toRoutesQuery(target)),
      askIrr(toRoasQuery(target)),
    ])
    const origins = originTexts?.flatMap((text) => parseOrigin(text) ?? [])
    const names = new Map<number, string | null>()
    for (const asn of new Set(origins?.flatMap(({ asns }) => asns).slice(0, 8)))
      names.set(asn, parseAs((await askDns(toAsName(asn)))?.[0] ?? '').name)
    const routes = routesAnswer && parseRoutes(routesAnswer.text)
    const roas = roasAnswer && parseRoas(roasAnswer.text)
    const announcements = origins?.flatMap(({ asns, ...origin }) =>
      asns.map((asn): Announcement => ({
        ...origin,
        asn,
        name: names.get(asn) ?? null,
        ...judge(origin.prefix, asn, { routes, roas }),
      })),
    )
    const facts = { target, announcements, routes, roas }
    const neighbours = neighbourTexts?.flatMap((text) => parseOrigin(text)?.asns ?? []) ?? []
    return {
      kind: 'network',
      ...facts,
      checks: toNetworkChecks(facts),
      announcements: announcements ?? [],
      neighbours: [...new Set(neighbours)].sort((a, b) => a - b).slice(0, MAX_NEIGHBOURS),
      roas: roas ?? [],
      routes: routes ?? [],
      registered: null,
      asked: finish(),
    }
  }

  const reportAs = async (asn: number, left: () => number): Promise<RoutingReport> => {
    const { askDns, askIrr, finish } = createRound(left)
    const [texts, v4, v6] = await Promise.all([
      askDns(toAsName(asn)),
      askIrr(toPrefixesQuery(asn, 4)),
      askIrr(toPrefixesQuery(asn, 6)),
    ])
    const prefixes = [v4, v6].flatMap((answer) => (answer ? parsePrefixes(answer.text) : []))
    const registered = {
      ...(texts?.[0] === undefined ? { name: null, registry: null, country: null, allocated: null } : parseAs(texts[0])),
      prefixes: prefixes.slice(0, MAX_PREFIXES),
      isCut: prefixes.length > MAX_PREFIXES || [v4, v6].some((answer) => answer?.isCut ?? false),
    }
    const { name, isCut } = registered
    const count = v4 || v6 ? prefixes.length : undefined
    const checks = toAsChecks({ asn, isKnown: texts && texts.length > 0, name, count, isCut })
    const nothing = { announcements: [], neighbours: [], roas: [], routes: [] }
    return { target: `AS${asn}`, kind: 'asn', checks, ...nothing, registered, asked: finish() }
  }

  const report = async (target: RoutingTarget, key: string, left: () => number): Promise<RoutingReport> => {
    const made = await (target.kind === 'asn' ? reportAs(target.asn, left) : reportNetwork(parseCidr(target.cidr).network, left))
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

/** What both registries say of one announcement. */
function judge(
  prefix: string,
  asn: number,
  { routes, roas }: { routes: readonly RouteObject[] | undefined; roas: readonly Roa[] | undefined },
): Pick<Announcement, 'rpki' | 'isRegistered'> {
  return {
    rpki: roas ? validateOrigin(prefix, asn, roas) : 'unknown',
    isRegistered: routes ? findCovering(prefix, routes).some((route) => route.asn === asn) : null,
  }
}

/** Addresses and numbers that are in no public route are nobody's business outside. */
function refuseUnroutable(target: RoutingTarget, guard: Guard): void {
  if (target.kind === 'asn') return refuseReservedAs(target.asn)
  const { network } = parseCidr(target.cidr)
  guard.checkLiteral(formatAddress(network))
}

const toReadable = (text: string): string => toPlainText(Buffer.from(text, 'latin1')).slice(0, 300)
