import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@octet/core/errors.ts'
import type { TraceHop, TraceRequest, TraceResult } from '@octet/core/probe/ping.ts'
import type { Guard } from '../guard/guard.ts'
import { Mailbox } from '../mailbox.ts'
import type { Ladder } from './ladder.ts'
import type { PacketReply } from './mtr-packet.ts'
import { FlowBook } from './flow-book.ts'
import type { PacketPacer } from './pacer.ts'
import { toLossPercent, toStatistics } from '@octet/core/probe/statistics.ts'
import { answersAs, askByTraceroute, findLoop, findSilence, toElsewhere, toRefusal, type Refusal } from './refusal.ts'
import { runLines } from './system.ts'
import { traceFlows, type TracedFlows } from './trace-flows.ts'
import { parseTracerouteLine, type Sighting } from './traceroute-line.ts'
import type { TargetSessions } from './target-sessions.ts'

export type TraceParts = {
  readonly guard: Guard
  readonly ladder: Ladder
  readonly pacer: PacketPacer
  readonly sessions: TargetSessions
  /** Names of an address; empty when it has none or nobody answers. */
  readonly findNames: (address: string, signal: AbortSignal) => Promise<string[]>
}

type Session = {
  target: string
  address: string
  protocol: 'icmp' | 'udp' | 'tcp'
  port: number | null
  maxHops: number
  rounds: number
  signal: AbortSignal
  deadline: number
}

const TOTAL_MS = 9500
const PACKET_MS = 1500
const GAP_MS = 25
/** Where UDP packets go to: the first of the ports that traceroutes use, on which nobody listens. */
const UDP_PORT = 33_434
const [FIRST_LOCAL_PORT, LOCAL_PORTS] = [40_000, 20_000]
/** This many silent hops in a row, and the rest is not asked. */
const MAX_SILENT = 8

/** Finds the way to a target; yields whenever a hop is seen or gets its name. */
export async function* traceTarget(request: TraceRequest, parts: TraceParts): AsyncGenerator<TraceResult> {
  const { target, family, protocol = 'icmp', maxHops = 30, rounds = 3 } = request
  const { ladder } = parts
  const started = performance.now()
  const signal = request.signal ?? new AbortController().signal
  const found = await parts.guard.open(target, { signal, timeoutMs: 3000 })
  const address = parts.guard.choose(found, family)
  const isBySystem = !ladder.traceable.includes(protocol)
  if (isBySystem && !(ladder.traceroutePath && protocol !== 'tcp')) throw refuseProtocol(protocol, ladder)
  using _session = parts.sessions.enter(address)
  const deadline = started + Math.min(request.timeoutMs ?? TOTAL_MS, TOTAL_MS)
  const port = protocol === 'tcp' ? (request.port ?? 443) : null
  const session: Session = {
    target,
    address,
    protocol,
    port,
    maxHops: Math.min(maxHops, 64),
    rounds: Math.max(1, Math.min(rounds, 10)),
    signal,
    deadline,
  }
  const table = new HopTable(session, isBySystem ? 'system' : ladder.step)
  const names = new NameFinder(parts.findNames, parts.guard, signal)
  const flows = !isBySystem && keepsFlows(protocol, address) ? undefined : startFlows(session, ladder)
  const sightings = isBySystem ? traceBySystem(session, ladder.traceroutePath!) : traceByPackets(session, parts)
  for await (const sighting of sightings) {
    table.add(sighting)
    if ('from' in sighting.reply) names.look(sighting.reply.from)
    yield table.toResult(names.found, false)
  }
  const elsewhere = await findElsewhere(table.toResult(names.found, true), session, parts)
  if (elsewhere !== undefined) table.reach(elsewhere)
  const [refusal] = await Promise.all([
    findRefusal(table.toResult(names.found, true), session, parts),
    names.settle(Math.max(0, Math.min(1200, deadline - performance.now()))),
  ])
  if (refusal?.ttl !== undefined && refusal.from !== null) table.name(refusal.ttl, refusal.from)
  const result = table.toResult(names.found, true)
  const traced = await flows
  yield {
    ...result,
    reason:
      (elsewhere === undefined ? undefined : toElsewhere(elsewhere)) ??
      refusal?.text ??
      findLoop(result.hops) ??
      findSilence(result, session.maxHops) ??
      null,
    ...(protocol === 'icmp' && { pathsNote: BY_ADDRESS }),
    ...(traced && { paths: traced.book.toPaths(result.hops.at(-1)?.ttl ?? 0), pathsNote: traced.note }),
  }
}

/** From which other address the target answers echo requests; undefined where the way ends otherwise. */
async function findElsewhere(
  { hops }: TraceResult,
  { address, protocol, signal }: Session,
  { ladder: { pingPath: path }, pacer }: TraceParts,
): Promise<string | undefined> {
  const last = hops.at(-1)
  const from = last?.isUnreachable ? last.addresses[0] : undefined
  if (protocol !== 'icmp' || from === undefined || !path) return undefined
  await pacer.take(signal)
  return (await answersAs(from, { address, signal, path })) ? from : undefined
}

/** Who ends the way, and where nobody knew yet; undefined where it ends otherwise. */
async function findRefusal(
  { hops }: TraceResult,
  { address, protocol, port, signal }: Session,
  { ladder: { traceroutePath: path }, pacer }: TraceParts,
): Promise<(Refusal & { ttl?: number }) | undefined> {
  const last = hops.at(-1)
  if (!last?.isUnreachable) return undefined
  if (last.addresses.length > 0) return toRefusal(last.addresses[0]!, 'rejected')
  if (!path) return undefined
  await pacer.take(signal)
  const refusal = await askByTraceroute({ address, ttl: last.ttl, protocol, port: port ?? UDP_PORT, signal, path })
  return refusal && { ...refusal, ttl: last.ttl }
}

const BY_ADDRESS = {
  en: 'Paths are not distinguished: ICMP has no ports, by which load balancers tell flows apart. Choose UDP or TCP.',
  zh: '未能区分路径：ICMP 没有端口，而负载均衡按端口区分流。请改用 UDP 或 TCP。',
} as const

/** The flows where packets of the trace are none themselves: by the system's traceroute beside it. Never rejects. */
function startFlows(
  { address, protocol, port, maxHops, rounds, signal, deadline }: Session,
  { traceroutePath }: Ladder,
): Promise<TracedFlows | undefined> | undefined {
  if (protocol === 'icmp') return undefined
  const timeoutMs = Math.max(0, deadline - performance.now() - 1500)
  const flow = { address, protocol, port: port ?? UDP_PORT, maxHops, flows: rounds, path: traceroutePath, signal, timeoutMs }
  return traceFlows(flow).catch(() => undefined) // who left does not look at it
}

/** mtr-packet knows a UDP packet over IPv4 by its checksum, all others by their ports. */
const keepsFlows = (protocol: string, address: string): boolean => protocol === 'udp' && isIP(address) === 4

/** All distances at once, evenly spaced; nothing beyond the target once it has answered. */
async function* traceByPackets(session: Session, { ladder, pacer }: TraceParts): AsyncGenerator<Sighting> {
  const { address, protocol, port, rounds, signal, deadline } = session
  const mailbox = new Mailbox<Sighting>()
  const leave = new AbortController()
  const either = AbortSignal.any([signal, leave.signal])
  const seen = new Map<number, PacketReply>()
  let limit = session.maxHops
  const firstPort = FIRST_LOCAL_PORT + Math.floor(Math.random() * LOCAL_PORTS)
  const hasFlows = keepsFlows(protocol, address)
  const send = async (ttl: number, round: number) => {
    await pacer.take(either)
    const reply = await ladder.packets!.send({
      address,
      protocol,
      ttl,
      timeoutMs: PACKET_MS,
      ...(protocol === 'tcp' && { port: port ?? 443 }),
      ...(hasFlows && { port: UDP_PORT, localPort: firstPort + round }),
    })
    if (reply.outcome === 'failed')
      throw new AppError('unavailable', {
        reason: { en: `the packet was not sent: ${reply.reason}`, zh: `数据包未能发出：${reply.reason}` },
      })
    if (!seen.has(ttl) || 'from' in reply) seen.set(ttl, reply)
    if (reply.outcome === 'reply' || isRefusal(reply)) limit = Math.min(limit, ttl)
    mailbox.put({ ttl, reply, ...(hasFlows && { flow: round }) })
  }
  const fail = (error: Error) => mailbox.fail(signal.aborted ? new AppError('cancelled', {}, { cause: error }) : error)
  const run = async () => {
    for (let round = 0; round < rounds && performance.now() < deadline - PACKET_MS - 500; round++) {
      const sent: Promise<void>[] = []
      for (let ttl = 1; ttl <= limit; ttl++) {
        // a packet that fails must be heard at once, not when all have been sent
        sent.push(send(ttl, round).catch(fail))
        await sleep(GAP_MS, undefined, { signal: either })
      }
      await Promise.all(sent)
      const lastSeen = Math.max(0, ...[...seen].filter(([, reply]) => 'from' in reply).map(([ttl]) => ttl))
      limit = Math.min(limit, lastSeen + MAX_SILENT)
    }
  }
  run().then(() => mailbox.close(), fail)
  try {
    yield* mailbox
  } finally {
    leave.abort()
  }
}

/** Whether a hop has said that there is no way on. */
const isRefusal = (reply: PacketReply): boolean => reply.outcome === 'unreachable' && 'from' in reply

/** The system's traceroute: its lines come hop by hop. */
async function* traceBySystem(
  { address, protocol, maxHops, rounds, signal, deadline }: Session,
  path: string,
): AsyncGenerator<Sighting> {
  const method = protocol === 'icmp' ? ['-I'] : []
  const args = [...method, '-n', '-q', String(Math.min(rounds, 3)), '-w', '1', '-m', String(maxHops), '-N', '32', '--', address]
  for await (const line of runLines(path, args, { signal, timeoutMs: Math.max(1, deadline - performance.now() - 500) }))
    yield* parseTracerouteLine(line, address)
  if (signal.aborted) throw new AppError('cancelled')
}

type Seen = {
  sent: number
  times: number[]
  addresses: string[]
  mpls: string[]
  isTarget: boolean
  isUnreachable: boolean
  /** Times somebody has named itself as the end of the way. */
  refusals: number
}

const NOTHING_SEEN = { sent: 0, mpls: [], isTarget: false, isUnreachable: false, refusals: 0 }

/** Collects sightings per hop. */
class HopTable {
  readonly #session: Session
  readonly #step: TraceResult['step']
  readonly #hops = new Map<number, Seen>()
  readonly #flows = new FlowBook()

  constructor(session: Session, step: TraceResult['step']) {
    this.#session = session
    this.#step = step
  }

  add({ ttl, reply, flow }: Sighting): void {
    if (flow !== undefined && 'from' in reply) this.#flows.add(flow, ttl, reply.from)
    const hop = this.#hops.get(ttl) ?? { ...NOTHING_SEEN, times: [], addresses: [] }
    this.#hops.set(ttl, hop)
    hop.sent++
    hop.isUnreachable ||= reply.outcome === 'unreachable'
    if (!('from' in reply)) return
    if (isRefusal(reply)) hop.refusals++
    hop.times.push(reply.ms)
    if (!hop.addresses.includes(reply.from)) hop.addresses.push(reply.from)
    if (reply.mpls.length > 0) hop.mpls = [...reply.mpls]
    hop.isTarget ||= reply.outcome === 'reply'
  }

  /** Says who has answered at a distance, where that has been found out in another way. */
  name(ttl: number, address: string): void {
    const hop = this.#hops.get(ttl)
    if (hop && !hop.addresses.includes(address)) hop.addresses.push(address)
  }

  /** Says that this is the target, under another address. */
  reach(address: string): void {
    for (const hop of this.#hops.values())
      if (hop.isUnreachable && hop.addresses[0] === address) Object.assign(hop, { isTarget: true, isUnreachable: false })
  }

  toResult(names: ReadonlyMap<string, readonly string[]>, isComplete: boolean): TraceResult {
    const { target, address, protocol, port } = this.#session
    const reached = Math.min(...[...this.#hops].filter(([, { isTarget }]) => isTarget).map(([ttl]) => ttl))
    const lastSeen = Math.max(0, ...[...this.#hops].filter(([, { times }]) => times.length > 0).map(([ttl]) => ttl))
    // a hop that only refuses does so for every packet that would go further
    const refused = [...this.#hops].filter(([, { times, refusals }]) => refusals > 0 && refusals === times.length)
    const ended = Math.min(reached, ...refused.map(([ttl]) => ttl))
    const shown = Number.isFinite(ended) ? ended : isComplete ? lastSeen + 1 : Infinity
    const hops = [...this.#hops].filter(([ttl]) => ttl <= shown).sort(([a], [b]) => a - b)
    return {
      target,
      address,
      protocol,
      port,
      step: this.#step,
      hops: hops.map(([ttl, { sent, times, addresses, mpls, isTarget, isUnreachable }]): TraceHop => {
        const { minMs, avgMs, maxMs, mdevMs, jitterMs } = toStatistics(times)
        const found = addresses.map((one) => names.get(one)?.[0] ?? '')
        const loss = toLossPercent(sent, times.length)
        return {
          ttl,
          addresses,
          names: found,
          sent,
          received: times.length,
          lossPercent: loss,
          lastMs: times.at(-1) ?? null,
          bestMs: minMs,
          avgMs,
          worstMs: maxMs,
          stdevMs: mdevMs,
          jitterMs,
          mpls,
          isTarget,
          isUnreachable,
        }
      }),
      paths: isComplete ? this.#flows.toPaths(Math.max(0, ...hops.map(([ttl]) => ttl))) : [],
      pathsNote: null,
      reason: null,
      isReached: Number.isFinite(reached),
      isComplete,
    }
  }
}

/** Looks up the names of hops beside the trace; private ones are not asked about. */
class NameFinder {
  readonly found = new Map<string, readonly string[]>()
  readonly #find: TraceParts['findNames']
  readonly #guard: Guard
  readonly #signal: AbortSignal
  readonly #running = new Map<string, Promise<void>>()

  constructor(find: TraceParts['findNames'], guard: Guard, signal: AbortSignal) {
    this.#find = find
    this.#guard = guard
    this.#signal = signal
  }

  look(address: string): void {
    if (this.#running.has(address) || !this.#guard.isOpen(address)) return
    this.#running.set(
      address,
      this.#find(address, this.#signal).then(
        (names) => void this.found.set(address, names),
        () => {}, // a hop without a name is still a hop
      ),
    )
  }

  async settle(timeoutMs: number): Promise<void> {
    await Promise.race([Promise.allSettled(this.#running.values()), sleep(timeoutMs)])
  }
}

function refuseProtocol(protocol: string, { note }: Ladder): AppError {
  return new AppError('unavailable', {
    reason: {
      en: `this machine cannot trace by ${protocol.toUpperCase()}. ${note.en}`,
      zh: `本机无法用 ${protocol.toUpperCase()} 跟踪路由。${note.zh}`,
    },
  })
}
