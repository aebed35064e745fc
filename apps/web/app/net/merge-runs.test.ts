import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PingResult, TraceHop } from '@octet/core/probe/ping.ts'
import { toLossPercent, toStatistics } from '@octet/core/probe/statistics.ts'
import { mergeHops, mergePaths, mergePings } from './merge-runs.ts'

const ping = (times: readonly (number | null)[]) =>
  ({
    address: '192.0.2.1',
    packets: times.map((ms, i) => ({ seq: i + 1, ms, ttl: null, from: null, outcome: ms === null ? 'timeout' : 'reply' })),
  }) as unknown as PingResult

test('two pings are one with all their packets', () => {
  const { sent, received, lossPercent, avgMs, maxMs, packets } = mergePings(ping([1, null]), ping([2, 6]))
  assert.deepEqual({ sent, received, lossPercent, avgMs, maxMs }, { sent: 4, received: 3, lossPercent: 25, avgMs: 3, maxMs: 6 })
  assert.deepEqual(
    packets.map(({ seq }) => seq),
    [1, 2, 3, 4],
  )
})

function hop(ttl: number, times: readonly number[], sent: number, address: string, isTarget = false): TraceHop {
  const { minMs, avgMs, maxMs, mdevMs, jitterMs } = toStatistics(times)
  return {
    ttl,
    addresses: times.length > 0 ? [address] : [],
    names: [],
    sent,
    received: times.length,
    lossPercent: toLossPercent(sent, times.length),
    lastMs: times.at(-1) ?? null,
    bestMs: minMs,
    avgMs,
    worstMs: maxMs,
    stdevMs: mdevMs,
    jitterMs,
    mpls: [],
    isTarget,
    isUnreachable: false,
  }
}

test('a hop of two traces has the mean and deviation of all packets', () => {
  const [merged] = mergeHops([hop(1, [1, 2, 3], 3, '192.0.2.1')], [hop(1, [9], 3, '192.0.2.2')])
  const { avgMs, mdevMs, minMs, maxMs } = toStatistics([1, 2, 3, 9])
  const { avgMs: mean, stdevMs, bestMs, worstMs, lossPercent, addresses, lastMs } = merged!
  assert.deepEqual([mean, stdevMs, bestMs, worstMs, lossPercent, lastMs], [avgMs, mdevMs, minMs, maxMs, 33.3, 9])
  assert.deepEqual(addresses, ['192.0.2.1', '192.0.2.2'])
})

test('a hop that was silent once keeps what was seen, hops behind the target go', () => {
  const merged = mergeHops(
    [hop(1, [1], 1, '192.0.2.1'), hop(2, [], 1, ''), hop(3, [], 1, '')],
    [hop(1, [], 1, ''), hop(2, [4], 1, '192.0.2.9', true)],
  )
  assert.deepEqual(
    merged.map(({ ttl, avgMs, lossPercent }) => [ttl, avgMs, lossPercent]),
    [
      [1, 1, 50],
      [2, 4, 50],
    ],
  )
})

test('each name stays beside its address', () => {
  const named = (address: string, name: string) => ({ ...hop(1, [1], 1, address), names: [name] })
  const [merged] = mergeHops([named('192.0.2.1', '')], [named('192.0.2.2', 'b.example')])
  assert.deepEqual(
    [merged?.addresses, merged?.names],
    [
      ['192.0.2.1', '192.0.2.2'],
      ['', 'b.example'],
    ],
  )
})

test('the flows of two traces that went one way are one path', () => {
  const path = (flows: number, ...addresses: string[]) => ({ flows, addresses })
  assert.deepEqual(mergePaths([path(2, 'a', 'b')], [path(3, 'a', 'c'), path(2, 'a', 'b')]), [
    path(4, 'a', 'b'),
    path(3, 'a', 'c'),
  ])
})
