import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { findRedisServer, startRedis } from '../testing/redis.ts'
import type { Bus } from '../domain/bus.ts'
import { RedisBus } from './redis-bus.ts'
import { ThreadBus } from './thread-bus.ts'

const log = pino({ level: 'silent' })
const redisProgram = findRedisServer()

/** Gives buses that hear each other, and ends them. */
type MakeBuses = (count: number) => Promise<AsyncDisposable & { readonly buses: Bus[] }>

async function makeThreadBuses(count: number) {
  const buses = Array.from({ length: count }, () => new ThreadBus('contract'))
  return { buses, [Symbol.asyncDispose]: () => endAll(buses) }
}

async function makeRedisBuses(count: number) {
  const redis = await startRedis(redisProgram ?? '')
  const buses = Array.from({ length: count }, () => new RedisBus(redis.url, { log }))
  await untilHeard(buses)
  return {
    buses,
    async [Symbol.asyncDispose]() {
      await endAll(buses)
      await redis[Symbol.asyncDispose]()
    },
  }
}

async function endAll(buses: readonly Bus[]): Promise<void> {
  await Promise.all(buses.map((bus) => bus[Symbol.asyncDispose]()))
}

/** Waits until every bus hears every other. */
async function untilHeard(buses: readonly Bus[]): Promise<void> {
  for (const speaker of buses)
    for (const hearer of buses.filter((bus) => bus !== speaker)) {
      let isHeard = false
      using _subscription = await hearer.subscribe('are you there', () => (isHeard = true))
      await until(() => {
        speaker.publish('are you there', null)
        return isHeard
      }, 'the buses hear each other')
    }
}

function contract(name: string, make: MakeBuses, options: { skip?: string } = {}): void {
  test(`${name}: all others hear a word, in order; the speaker and other channels do not`, options, async () => {
    await using made = await make(3)
    const [a, b, c] = made.buses as [Bus, Bus, Bus]
    const heard: unknown[][] = [[], [], [], []]
    await a.subscribe('x', (word) => heard[0]!.push(word))
    await b.subscribe('x', (word) => heard[1]!.push(word))
    await c.subscribe('x', (word) => heard[2]!.push(word))
    await c.subscribe('y', (word) => heard[3]!.push(word))
    const words = [...Array.from({ length: 100 }, (_, index) => index), { 汉: ['字', null, 'a b'] }]
    for (const word of words) a.publish('x', word)
    await until(() => heard[1]!.length === 101 && heard[2]!.length === 101, 'it is heard')
    assert.deepEqual(heard[1], words)
    assert.deepEqual(heard[2], words)
    assert.deepEqual([heard[0], heard[3]], [[], []])
  })

  test(`${name}: a word of a megabyte arrives whole`, options, async () => {
    await using made = await make(2)
    const [a, b] = made.buses as [Bus, Bus]
    let heard: unknown
    await b.subscribe('big', (word) => (heard = word))
    const text = 'é'.repeat(500_000)
    a.publish('big', { text })
    await until(() => heard !== undefined, 'it is heard')
    assert.deepEqual(heard, { text })
  })

  test(`${name}: who has left a channel hears nothing more, others still do`, options, async () => {
    await using made = await make(2)
    const [a, b] = made.buses as [Bus, Bus]
    const first: unknown[] = []
    const second: unknown[] = []
    const subscription = await b.subscribe('x', (word) => first.push(word))
    await b.subscribe('x', (word) => second.push(word))
    a.publish('x', 1)
    await until(() => second.length === 1, 'it is heard')
    subscription[Symbol.dispose]()
    a.publish('x', 2)
    await until(() => second.length === 2, 'it is heard')
    assert.deepEqual(first, [1])
  })
}

contract('threads', makeThreadBuses)
const skip = redisProgram ? {} : { skip: 'no redis-server on this machine' }
contract('Redis', makeRedisBuses, skip)

test('a word crosses from one thread to another', async () => {
  const url = new URL('./thread-bus.ts', import.meta.url).href
  const worker = new Worker(
    `const { ThreadBus } = await import(${JSON.stringify(url)})
     const bus = new ThreadBus('crossing')
     await bus.subscribe('there', (word) => { bus.publish('back', { ...word, seen: true }); setTimeout(() => process.exit(0), 50) })
     setInterval(() => {}, 1000)
     bus.publish('back', 'ready')`,
    { eval: true, execArgv: ['--input-type=module'] },
  )
  await using bus = new ThreadBus('crossing')
  const heard: unknown[] = []
  await bus.subscribe('back', (word) => heard.push(word))
  await until(() => heard.length === 1, 'it is heard')
  bus.publish('there', { n: 1 })
  await until(() => heard.length === 2, 'it is heard')
  assert.deepEqual(heard, ['ready', { n: 1, seen: true }])
  await worker.terminate()
})

test('after Redis was away, words are heard again without a new subscription', skip, async () => {
  const first = await startRedis(redisProgram ?? '')
  await using a = new RedisBus(first.url, { log })
  await using b = new RedisBus(first.url, { log })
  await untilHeard([a, b])
  let heard = 0
  await b.subscribe('x', () => heard++)
  await first[Symbol.asyncDispose]()
  a.publish('x', 'lost')
  await sleep(100)
  await using _second = await startRedis(redisProgram ?? '', first.port)
  await until(() => {
    a.publish('x', 'again')
    return heard > 0
  }, 'it is heard again')
})
