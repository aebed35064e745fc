import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@octet/core/errors.ts'
import { until } from '@octet/core/testing/until.ts'
import type { ConnectStep } from './connect.ts'
import { pickRacers, raceTo, type Missed } from './race.ts'

type Way = { readonly afterMs: number; readonly error?: Error; readonly connectedMs?: number }

/** Races to addresses that behave as they are told; a socket is only its address here. */
async function race(
  ways: Readonly<Record<string, Way>>,
  { timeoutMs = 2000, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
) {
  const begun: Record<string, number> = {}
  const steps: [ConnectStep, string][] = []
  let missed: readonly Missed[] = []
  const started = performance.now()
  const ended: string[] = []
  const socket = await raceTo(
    Object.keys(ways),
    {
      timeoutMs,
      signal,
      onStep: (step, address) => steps.push([step, address]),
      onMissed: (found) => (missed = found),
    },
    async (address, attempt) => {
      begun[address] = performance.now() - started
      const { afterMs, error, connectedMs } = ways[address]!
      attempt.signal.addEventListener('abort', () => ended.push(address), { once: true })
      if (connectedMs !== undefined)
        setTimeout(() => attempt.onStep('connected', address, performance.now()), connectedMs).unref()
      await sleep(Math.min(afterMs, attempt.timeoutMs), undefined, { signal: attempt.signal })
      if (error) throw error
      if (afterMs > attempt.timeoutMs) throw new AppError('timed_out', { limit: attempt.timeoutMs })
      return { address, destroy: () => ended.push(`late ${address}`) } as unknown as Socket
    },
  )
  return { won: (socket as unknown as { address: string }).address, begun, steps, missed, ended }
}

const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
const noRoute = Object.assign(new Error('no route'), { code: 'ENETUNREACH' })

test('the second address is tried beside one that is silent, and wins', async () => {
  const { won, begun, missed, ended } = await race({ a: { afterMs: 60_000 }, b: { afterMs: 20 } }, { timeoutMs: 8000 })
  assert.equal(won, 'b')
  assert.ok(begun['b']! >= 240 && begun['b']! < 1500, `${begun['b']}`)
  assert.deepEqual(
    missed.map(({ address, error }) => [address, error]),
    [['a', undefined]],
  )
  assert.ok(missed[0]!.ms >= 250)
  assert.ok(ended.includes('a'))
})

test('a connection that stands though another has won is put away', async () => {
  const begun = new Map<string, PromiseWithResolvers<Socket>>()
  const destroyed: string[] = []
  const toSocket = (address: string) => ({ address, destroy: () => destroyed.push(address) }) as unknown as Socket
  let missed: readonly Missed[] = []
  const onMissed = (found: readonly Missed[]) => (missed = found)
  const racing = raceTo(['a', 'b'], { timeoutMs: 20, onMissed }, (address) => {
    const way = Promise.withResolvers<Socket>()
    begun.set(address, way)
    return way.promise
  })
  await until(() => begun.size === 2, 'both addresses are tried')
  const won = toSocket('b')
  begun.get('b')!.resolve(won)
  begun.get('a')!.resolve(toSocket('a'))
  assert.equal(await racing, won)
  assert.deepEqual(destroyed, ['a'])
  assert.deepEqual(
    missed.map(({ address, error }) => [address, error]),
    [['a', undefined]],
  )
  assert.ok(missed[0]!.ms >= 0 && missed[0]!.ms < 60_000, String(missed[0]!.ms))
})

test('the second address is tried at once after one that refuses', async () => {
  const { won, begun, missed } = await race({ a: { afterMs: 5, error: refused }, b: { afterMs: 5 } })
  assert.equal(won, 'b')
  assert.ok(begun['b']! - missed[0]!.ms < 50)
  assert.equal(missed[0]!.error, refused)
})

test('the second address is left alone where the first connects, though it takes long to agree on TLS', async () => {
  const { won, begun, missed } = await race({ a: { afterMs: 500, connectedMs: 20 }, b: { afterMs: 5 } })
  assert.deepEqual([won, Object.keys(begun), missed], ['a', ['a'], []])
})

test('one that connects and goes no further is not waited for to the end', async () => {
  const { won, begun } = await race({ a: { afterMs: 60_000, connectedMs: 5 }, b: { afterMs: 5 } }, { timeoutMs: 4_000 })
  assert.equal(won, 'b')
  assert.ok(begun['b']! >= 1_990)
})

test('the steps of the winner are told last', async () => {
  const { won, steps } = await race({ a: { afterMs: 60_000, connectedMs: 400 }, b: { afterMs: 350, connectedMs: 20 } })
  assert.deepEqual([won, steps.at(-1)], ['b', ['connected', 'b']])
})

test('where all fail, what the target said is told', async () => {
  await assert.rejects(race({ a: { afterMs: 5, error: refused }, b: { afterMs: 5, error: noRoute } }), { code: 'ECONNREFUSED' })
  await assert.rejects(race({ a: { afterMs: 5, error: noRoute }, b: { afterMs: 5, error: refused } }), { code: 'ECONNREFUSED' })
  await assert.rejects(race({ a: { afterMs: 9000 }, b: { afterMs: 9000 } }, { timeoutMs: 400 }), { key: 'timed_out' })
})

test('who leaves ends all', async () => {
  const leave = new AbortController()
  setTimeout(() => leave.abort(), 300)
  await assert.rejects(race({ a: { afterMs: 9000 }, b: { afterMs: 9000 } }, { signal: leave.signal }))
  await assert.rejects(race({ a: { afterMs: 9000 } }, { signal: AbortSignal.abort() }), { key: 'cancelled' })
})

test('the first of each family races', () => {
  assert.deepEqual(pickRacers(['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']), ['192.0.2.1', '2001:db8::1'])
  assert.deepEqual(pickRacers(['192.0.2.1', '192.0.2.2']), ['192.0.2.1'])
})
