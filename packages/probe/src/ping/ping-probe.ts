import { findAddress } from '@octet/core/ip/address.ts'
import { toReverseName } from '@octet/core/ip/reverse-name.ts'
import type { PingProbe } from '@octet/core/probe/ping.ts'
import type { DnsClient } from '../dns/client.ts'
import { readRdata } from '../dns/rdata.ts'
import { TYPES } from '../dns/types.ts'
import type { Guard } from '../guard/guard.ts'
import type { Fetcher } from '../http/fetch.ts'
import { findLadder, type Ladder } from './ladder.ts'
import type { Packet } from './mtr-packet.ts'
import { PacketPacer } from './pacer.ts'
import { pingTarget, WHOLE_WAY_HOPS } from './ping.ts'
import { askByTraceroute } from './refusal.ts'
import { TargetSessions } from './target-sessions.ts'
import { traceTarget } from './trace.ts'

export type PingProbeOptions = {
  readonly guard: Guard
  readonly fetcher: Fetcher
  readonly client: DnsClient
  /** Finds the ways to send; the best one of this machine unless given. */
  readonly findLadder?: (() => Promise<Ladder>) | undefined
}

/** Who on the way refuses packets to a port in place of the host; undefined where nobody does, or nobody can tell. */
export type FindRejecter = (
  request: Pick<Packet, 'address' | 'protocol' | 'port' | 'timeoutMs'> & { readonly signal: AbortSignal },
) => Promise<string | undefined>

const NAME_TIMEOUT_MS = 1500

/** Ping and traceroute. The ladder is climbed once, when the first packet is wanted or the step is asked for. */
export function createPingProbe({
  guard,
  fetcher,
  client,
  findLadder: find = findLadder,
}: PingProbeOptions): PingProbe & AsyncDisposable & { readonly findRejecter: FindRejecter } {
  const pacer = new PacketPacer()
  const sessions = new TargetSessions()
  let found: Promise<Ladder> | undefined
  const climb = () => (found ??= find())

  const findNames = async (address: string, signal: AbortSignal): Promise<string[]> => {
    const name = `${toReverseName(findAddress(address)!)}.`
    const answered = await client.ask({ name, type: TYPES.PTR, signal, timeoutMs: NAME_TIMEOUT_MS }).catch(() => undefined)
    const records = answered?.message.answers.filter(({ type }) => type === TYPES.PTR) ?? []
    return records.slice(0, 4).map(({ type, rdata }) => String(readRdata(type, rdata)!['name']).replace(/\.$/, ''))
  }

  return {
    async *ping(request) {
      yield* pingTarget(request, { guard, fetcher, ladder: await climb(), pacer, sessions })
    },
    async *trace(request) {
      yield* traceTarget(request, { guard, ladder: await climb(), pacer, sessions, findNames })
    },
    async findRejecter({ signal, ...packet }) {
      const { packets, traceable, traceroutePath: path } = await climb()
      if (!packets || !traceable.includes(packet.protocol)) return undefined
      await pacer.take(signal)
      const reply = await packets.send(packet)
      if (reply.outcome !== 'unreachable') return undefined
      if ('from' in reply) return reply.from
      if (!path || packet.protocol === 'icmp') return undefined
      await pacer.take(signal)
      const { address, protocol, port = 0, timeoutMs } = packet
      const refusal = await askByTraceroute({ address, ttl: WHOLE_WAY_HOPS, protocol, port, signal, path, timeoutMs })
      return refusal?.from ?? undefined
    },
    async describeStep() {
      const { step, note } = await climb()
      return { step, note }
    },
    async [Symbol.asyncDispose]() {
      await (await found)?.packets?.[Symbol.asyncDispose]()
    },
  }
}
