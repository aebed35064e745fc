import { isAppError } from '@octet/core/errors.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { toCheck, type Check } from '../check.ts'
import type { Ask, DnsClient } from './client.ts'
import type { Name } from './names.ts'
import { TYPES } from './types.ts'

export type NamedServer = { readonly name: string; readonly address: string }

const AXFR = 252
const STEP_MS = 2000
const MAX_SERVERS = 4
/** A name that no server of another zone has a reason to look up for a stranger. */
const FOREIGN = 'a.root-servers.net.'

/** What a server gives away: the whole zone, names of others; and whether it can be reached over TCP at all. */
type Exposure = NamedServer & { readonly transfer: 'refused' | 'open' | 'no-tcp'; readonly isResolver: boolean }

/**
 * Asks a few name servers for the whole zone over TCP (RFC 5936; a good one refuses), of which only the first message is read,
 * and for a name of somebody else's (RFC 5358).
 */
export async function checkExposure(
  servers: readonly NamedServer[],
  { zone, ask, client, port }: { zone: Name; ask: Ask; client: DnsClient; port: number },
): Promise<Check[]> {
  const asked = servers.filter(({ address }) => address !== '').slice(0, MAX_SERVERS)
  if (asked.length === 0) return []
  const look = async (server: NamedServer): Promise<Exposure> => {
    const at = { ...ask, timeoutMs: STEP_MS }
    const over = (transport: 'udp' | 'tcp') => ({ transport, host: server.address, port }) as const
    const [transfer, resolved] = await Promise.all([
      orNothing(client.ask({ ...at, name: zone, type: AXFR, flags: { rd: false }, server: over('tcp') })),
      orNothing(client.ask({ ...at, name: FOREIGN, type: TYPES.A, flags: { rd: true }, server: over('udp') })),
    ])
    // some send one record a message, the SOA first (RFC 5936 §2.2)
    const isOpen = transfer?.message.rcode === 0 && transfer.message.answers[0]?.type === TYPES.SOA
    const isResolver = resolved?.message.flags.ra === true && resolved.message.answers.some(({ type }) => type === TYPES.A)
    return { ...server, transfer: !transfer ? 'no-tcp' : isOpen ? 'open' : 'refused', isResolver }
  }
  return toChecks(await Promise.all(asked.map(look)))
}

function toChecks(found: readonly Exposure[]): Check[] {
  const open = found.filter(({ transfer }) => transfer === 'open')
  const deaf = found.filter(({ transfer }) => transfer === 'no-tcp')
  const resolvers = found.filter(({ isResolver }) => isResolver)
  return [
    open.length > 0
      ? toCheck(
          'transfer',
          'bad',
          `anyone may copy the whole zone (AXFR) from ${list(open)}`,
          `任何人都可从 ${list(open)} 复制整个区（AXFR）`,
        )
      : toCheck('transfer', 'good', 'no server hands out the whole zone (AXFR)', '各服务器均拒绝区传送（AXFR）'),
    deaf.length > 0
      ? toCheck(
          'tcp',
          'notice',
          `no answer over TCP from ${list(deaf)} (RFC 7766 requires it)`,
          `${list(deaf)} 不应答 TCP（RFC 7766 要求支持）`,
        )
      : toCheck('tcp', 'good', 'the servers answer over TCP', '各服务器支持 TCP'),
    resolvers.length > 0
      ? toCheck(
          'recursion',
          'bad',
          `resolves foreign names for anyone: ${list(resolvers)} (RFC 5358)`,
          `为任何人解析外部域名：${list(resolvers)}（RFC 5358）`,
        )
      : toCheck('recursion', 'good', 'no server resolves foreign names', '各服务器不提供递归解析'),
  ]
}

/** Servers in one network go down together (RFC 2182 §3.1). */
export function checkNetworks(servers: readonly NamedServer[]): Check[] {
  const networks = new Set(servers.flatMap(({ address }) => toNetwork(address) ?? []))
  if (networks.size === 0 || servers.length < 2) return []
  return [
    networks.size > 1
      ? toCheck('networks', 'good', `the servers are in ${networks.size} networks`, `域名服务器分布在 ${networks.size} 个网段`)
      : toCheck(
          'networks',
          'notice',
          'all servers are in one network (RFC 2182 §3.1)',
          '所有域名服务器位于同一网段（RFC 2182 §3.1）',
        ),
  ]
}

/** The /24 of an IPv4 address, the /48 of an IPv6 one. */
function toNetwork(text: string): string | undefined {
  const address = findAddress(text)
  return address && `${address.version} ${address.value >> (address.version === 4 ? 8n : 80n)}`
}

/** Zones whose transfer was asked for within the hour keep their outcome: once is a check, more is a nuisance. */
export class ExposureBook {
  readonly #known = new Map<Name, { readonly at: number; readonly checks: Promise<Check[]> }>()
  static readonly #KEPT_MS = 3_600_000
  static readonly #LIMIT = 500

  get(zone: Name, make: () => Promise<Check[]>): Promise<Check[]> {
    const known = this.#known.get(zone)
    if (known && performance.now() - known.at < ExposureBook.#KEPT_MS) return known.checks
    const checks = make()
    this.#known.delete(zone)
    this.#known.set(zone, { at: performance.now(), checks })
    checks.catch(() => this.#known.delete(zone))
    const oldest = this.#known.keys().next().value
    if (this.#known.size > ExposureBook.#LIMIT && oldest !== undefined) this.#known.delete(oldest)
    return checks
  }
}

async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return undefined
  }
}

const list = (servers: readonly NamedServer[]) => servers.map(({ name, address }) => `${name} ${address}`).join(', ')
