import type { PingResult, TraceHop, TraceResult } from '@octet/core/probe/ping.ts'
import { toLossPercent, toStatistics } from '@octet/core/probe/statistics.ts'

/** Two runs of the same ping as one: packets numbered on, figures of all of them. */
export function mergePings<T extends PingResult>(before: T, after: T): T {
  const offset = before.packets.at(-1)?.seq ?? 0
  const packets = [...before.packets, ...after.packets.map((packet) => ({ ...packet, seq: packet.seq + offset }))]
  const times = packets.flatMap(({ ms, outcome }) => (ms !== null && (outcome === 'reply' || outcome === 'refused') ? [ms] : []))
  return {
    ...after,
    packets,
    sent: packets.length,
    received: times.length,
    lossPercent: toLossPercent(packets.length, times.length),
    ...toStatistics(times),
  }
}

/** Two traces of the same way as one, hop by hop, as mtr sums up its rounds. */
export function mergeHops<T extends TraceHop>(before: readonly T[], after: readonly T[]): T[] {
  const ttls = [...new Set([...before, ...after].map(({ ttl }) => ttl))].sort((a, b) => a - b)
  const target = Math.min(...after.filter(({ isTarget }) => isTarget).map(({ ttl }) => ttl))
  return ttls
    .filter((ttl) => ttl <= target)
    .map((ttl) => {
      const [one, other] = [before, after].map((hops) => hops.find((hop) => hop.ttl === ttl))
      return one && other ? mergeHop(one, other) : (other ?? one)!
    })
}

type Paths = TraceResult['paths']

/** The ways of the flows of both, each way once. */
export function mergePaths(before: Readonly<Paths>, after: Readonly<Paths>): Paths[number][] {
  const sum = new Map<string, Paths[number]>()
  for (const path of [...before, ...after]) {
    const key = path.addresses.join(' ')
    sum.set(key, { ...path, flows: path.flows + (sum.get(key)?.flows ?? 0) })
  }
  return [...sum.values()].sort((a, b) => b.flows - a.flows)
}

function mergeHop<T extends TraceHop>(one: T, other: T): T {
  const sent = one.sent + other.sent
  const received = one.received + other.received
  const names = new Map(
    [one, other].flatMap(({ addresses, names }) => addresses.map((address, index) => [address, names[index] ?? ''])),
  )
  return {
    ...other,
    addresses: [...names.keys()],
    names: [...names.values()],
    mpls: other.mpls.length > 0 ? other.mpls : one.mpls,
    sent,
    received,
    lossPercent: toLossPercent(sent, received),
    lastMs: other.lastMs ?? one.lastMs,
    bestMs: pick(Math.min, one.bestMs, other.bestMs),
    worstMs: pick(Math.max, one.worstMs, other.worstMs),
    avgMs: toMean(one, other, 'avgMs'),
    jitterMs: toMean(one, other, 'jitterMs'),
    stdevMs: toDeviation(one, other),
    isTarget: one.isTarget || other.isTarget,
    isUnreachable: one.isUnreachable || other.isUnreachable,
  }
}

function pick(choose: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : choose(a, b)
}

/** Mean of two means by the packets behind them. */
function toMean(one: TraceHop, other: TraceHop, name: 'avgMs' | 'jitterMs'): number | null {
  const [a, b] = [one[name], other[name]]
  if (a === null || b === null) return a ?? b
  return toThousandth((a * one.received + b * other.received) / (one.received + other.received))
}

/** Standard deviation of two groups together: the mean of squares less the square of the mean. */
function toDeviation(one: TraceHop, other: TraceHop): number | null {
  const groups = [one, other].flatMap(({ received, avgMs, stdevMs }) =>
    avgMs === null || stdevMs === null ? [] : [{ received, avgMs, stdevMs }],
  )
  const total = groups.reduce((sum, { received }) => sum + received, 0)
  if (total === 0) return null
  const mean = groups.reduce((sum, { received, avgMs }) => sum + received * avgMs, 0) / total
  const squares = groups.reduce((sum, { received, avgMs, stdevMs }) => sum + received * (stdevMs ** 2 + (avgMs - mean) ** 2), 0)
  return toThousandth(Math.sqrt(squares / total))
}

const toThousandth = (ms: number): number => Math.round(ms * 1000) / 1000
