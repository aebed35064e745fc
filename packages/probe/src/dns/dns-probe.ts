import { isIP } from 'node:net'
import type { ComparedResolver, DnsProbe } from '@octet/core/probe/dns.ts'
import type { Guard } from '../guard/guard.ts'
import { askAuthorities } from './authorities.ts'
import { type DnsClient } from './client.ts'
import { compareResolvers } from './compare.ts'
import { validateFromRoot } from './dnssec/validate.ts'
import { findForgeries } from './find-forgeries.ts'
import { toAsk } from './question.ts'
import type { ROOT_SERVERS } from './roots.ts'
import { testResolvers } from './test-resolvers.ts'
import { toDnsAnswer } from './to-answer.ts'
import { traceFromRoot } from './trace.ts'
import { ExposureBook } from './zone-exposure.ts'
import { checkZone } from './zone-health.ts'

export type DnsProbeOptions = {
  readonly client: DnsClient
  readonly guard: Guard
  /** Where a trace begins; the root servers unless given. */
  readonly roots?: typeof ROOT_SERVERS | undefined
  /** DS records of the keys that validation trusts; the root's unless given. */
  readonly anchors?: readonly string[] | undefined
  readonly authorityPort?: number | undefined
  readonly now?: (() => Date) | undefined
}

/** The DNS part of the probes. */
export function createDnsProbe({ client, guard, roots, anchors, authorityPort, now }: DnsProbeOptions): DnsProbe {
  const exposures = new ExposureBook()
  const toReachable = (resolver: ComparedResolver): ComparedResolver => {
    const { server, ipv6 } = resolver
    return ipv6 && isIP(server) === 4 && !guard.hasFamily(server) ? { ...resolver, server: ipv6 } : resolver
  }
  return {
    async query(question) {
      const ask = toAsk(question, guard)
      return toDnsAnswer(await client.ask(ask), ask)
    },
    trace: (question) => traceFromRoot(toAsk(question, guard), { client, guard, roots, port: authorityPort }),
    compare: ({ resolvers, expected, ...question }) =>
      compareResolvers(toAsk(question, guard), { client, resolvers: resolvers.map(toReachable), expected }),
    askAuthorities: ({ expected, ...question }) =>
      askAuthorities(toAsk(question, guard), { client, guard, expected, port: authorityPort }),
    findForgeries: ({ encrypted, plain, silent, ...question }) =>
      findForgeries(toAsk(question, guard), { client, guard, roots, port: authorityPort, encrypted, plain, silent }),
    testResolvers: ({ resolvers, ...limits }) => testResolvers(resolvers.map(toReachable), { client, ...limits }),
    validate: (question) => validateFromRoot(toAsk(question, guard), { client, anchors, now }),
    checkZone: (question) =>
      checkZone(toAsk({ ...question, type: 'SOA' }, guard), { client, guard, exposures, port: authorityPort }),
  }
}
