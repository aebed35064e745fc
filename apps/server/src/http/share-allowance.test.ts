import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { findRedisServer, startRedis } from '../testing/redis.ts'
import { Allowance } from './allowance.ts'
import { Brakes } from './brakes.ts'
import { shareAllowances } from './share-allowance.ts'

const log = pino({ level: 'silent' })
const program = findRedisServer()
const skip = program ? {} : { skip: 'no redis-server on this machine' }
const LIMITS = { unitsPerSecond: 0.01, burst: 100 }

/** Takes until refused; gives how many. */
function spend(allowance: Allowance, client: string, most = Infinity): number {
  let taken = 0
  while (taken < most && allowance.take(client).isAllowed) taken++
  return taken
}

/** Machines that share one limit, and how each leaves. */
function shareAmong(stack: AsyncDisposableStack, { count, redisUrl }: { count: number; redisUrl: string }) {
  const machines = Array.from({ length: count }, () => new Allowance(LIMITS))
  const leave = machines.map((machine, index) =>
    stack.use(shareAllowances(new Map([['test', machine]]), { redisUrl, log, machine: `machine ${index}` })),
  )
  return { machines, leave }
}

/** Waits until each machine hears what the other takes. */
async function untilJoined([a, b]: readonly Allowance[]): Promise<void> {
  for (const [from, to] of [
    [a!, b!],
    [b!, a!],
  ] as const) {
    let looks = 0
    await until(() => {
      const marker = `marker ${Math.floor(looks++ / LIMITS.burst)}`
      from.take(marker)
      return to.take(marker, 0).remaining < LIMITS.burst
    }, 'the machines hear each other')
  }
}

/** Waits until each machine knows how many they are. */
async function untilCounted(machines: readonly Allowance[]): Promise<void> {
  const most = (machines.length * LIMITS.burst * 1e6) / LIMITS.unitsPerSecond
  await until(() => machines.every(({ mostMicros }) => mostMicros === most), 'the machines know how many they are')
}

test('what a client takes from one machine it owes to the other', skip, async () => {
  await using redis = await startRedis(program ?? '')
  await using stack = new AsyncDisposableStack()
  const { machines } = shareAmong(stack, { count: 2, redisUrl: redis.url })
  await untilJoined(machines)
  assert.equal(spend(machines[0]!, 'a', 60), 60)
  assert.equal(spend(machines[1]!, 'a', 5), 5)
  await until(() => machines[1]!.take('a', 0).remaining <= 36, 'one machine knows what both gave')
  const left = spend(machines[1]!, 'a')
  assert.ok(left >= 35 && left <= 36, `100 − 65 are left, or one more for the time that passed: ${left}`)
  assert.equal(spend(machines[1]!, 'b', 60), 60, 'another client is not touched')
})

test('many clients at once are told in one go, and what they took everywhere at once is paid for', skip, async () => {
  await using redis = await startRedis(program ?? '')
  await using stack = new AsyncDisposableStack()
  const { machines } = shareAmong(stack, { count: 2, redisUrl: redis.url })
  await untilCounted(machines)
  const clients = Array.from({ length: 500 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)
  for (const client of clients) for (const machine of machines) assert.equal(spend(machine, client), 100)
  // Who tells later hears of both.
  const readWait = (client: string) => Math.max(...machines.map((machine) => machine.take(client).retryAfterSeconds))
  await until(() => clients.every((client) => readWait(client) > 9_900), 'each owes what it took of both')
  for (const client of clients) assert.ok(readWait(client) <= 10_100, 'a burst too many, and one unit')
})

test('when Redis is lost three machines give a client twice the limit at most, without an error', skip, async () => {
  const redis = await startRedis(program ?? '')
  await using stack = new AsyncDisposableStack()
  const { machines } = shareAmong(stack, { count: 3, redisUrl: redis.url })
  await untilCounted(machines)
  assert.equal(spend(machines[0]!, 'with it'), 100)
  await redis[Symbol.asyncDispose]()
  const readLeft = (machine: Allowance) => machine.take('a', 0).remaining
  await until(() => machines.every((machine) => readLeft(machine) < 100), 'the loss is known')
  assert.deepEqual(machines.map(readLeft), [66, 66, 66], 'what a client is told to have left')
  assert.deepEqual(
    machines.map((machine) => spend(machine, 'a')),
    [66, 66, 66],
  )
  assert.ok(machines[0]!.take('whole', 100).isAllowed, 'a whole burst is never more than all there is')
  await wait(300)
  assert.deepEqual(
    machines.map((machine) => spend(machine, 'a')),
    [0, 0, 0],
  )
})

test('a machine that has left is not counted when Redis is lost', skip, async () => {
  const redis = await startRedis(program ?? '')
  await using stack = new AsyncDisposableStack()
  const { machines, leave } = shareAmong(stack, { count: 3, redisUrl: redis.url })
  await untilCounted(machines)
  await leave[2]![Symbol.asyncDispose]()
  await untilCounted(machines.slice(0, 2))
  await redis[Symbol.asyncDispose]()
  await wait(300)
  assert.deepEqual([spend(machines[0]!, 'a'), spend(machines[1]!, 'a')], [100, 100])
})

test('guesses at one machine count at the other; who is forgiven there is forgiven here, and both sign alike', skip, async () => {
  await using redis = await startRedis(program ?? '')
  const [one, other] = [new Brakes(), new Brakes()] as const
  await using stack = new AsyncDisposableStack()
  for (const brakes of [one, other]) {
    const secret = { get: () => brakes.secret, use: (shared: string) => brakes.useSecret(shared) }
    stack.use(shareAllowances(brakes.shared, { redisUrl: redis.url, log, machine: brakes.secret, secret }))
  }
  assert.notEqual(one.secret, other.secret)
  await until(() => one.secret === other.secret, 'one secret')
  const guess = (brakes: Brakes, address: string) =>
    brakes.logIn({ address, lang: 'en', plat: 'pc', requestId: '-' }, 'owner@example.org')
  for (let tries = 0; tries < 6; tries++) guess(one, '192.0.2.1')
  await until(() => {
    try {
      guess(other, '192.0.2.1')
      return false
    } catch {
      return true
    }
  }, 'the other machine refuses')
  guess(other, '198.51.100.1')
  assert.ok(one.probe('198.51.100.7', 120).isAllowed)
  await until(() => !other.probe('198.51.100.7', 1).isAllowed, 'what one gave is owed to the other')
  one.repayProbe('198.51.100.7')
  await until(() => other.probe('198.51.100.7', 1).isAllowed, 'the other has heard')
})

test('machines go on signing alike when Redis has forgotten their secret, and whose it was has left', skip, async () => {
  const redis = await startRedis(program ?? '')
  const [first, ...others] = [new Brakes(), new Brakes(), new Brakes()] as const
  await using stack = new AsyncDisposableStack()
  const share = (brakes: Brakes) => {
    const secret = { get: () => brakes.secret, use: (shared: string) => brakes.useSecret(shared) }
    return shareAllowances(brakes.shared, { redisUrl: redis.url, log, machine: brakes.secret, secret })
  }
  const signed = first.secret
  {
    await using _first = share(first)
    const asking = stack.use(keepAsking(redis.url))
    await until(async () => (await asking.read()) === signed, 'the first has told its secret')
    for (const brakes of others) stack.use(share(brakes))
    await until(() => others.every(({ secret }) => secret === signed), 'one secret')
  }
  await redis[Symbol.asyncDispose]()
  await using _again = await startRedis(program ?? '', redis.port)
  const asking = stack.use(keepAsking(redis.url))
  await until(async () => (await asking.read()) !== null, 'one of them has told a secret again')
  assert.deepEqual([await asking.read(), ...others.map(({ secret }) => secret)], [signed, signed, signed])
})

/** Reads the secret that machines share. */
function keepAsking(url: string) {
  const redis = new Redis(url)
  redis.on('error', () => {}) // until it is there, or has gone
  return { read: () => redis.get('octet:secret'), [Symbol.dispose]: () => redis.disconnect() }
}

test('a right that Redis does not give is told once for each command', skip, async () => {
  await using redis = await startRedis(program ?? '')
  const owner = new Redis(redis.url)
  await owner.call('ACL', 'SETUSER', 'narrow', 'on', '>word', '~octet:*', 'resetchannels', '+@connection', '+info', '+get')
  owner.disconnect()
  const told: { command: string; err: { message: string } }[] = []
  const listening = pino({ level: 'warn' }, { write: (line) => told.push(JSON.parse(line)) })
  const allowance = new Allowance(LIMITS)
  const redisUrl = redis.url.replace('//', '//narrow:word@')
  await using _shared = shareAllowances(new Map([['test', allowance]]), { redisUrl, log: listening, machine: 'narrow' })
  await until(() => {
    allowance.take('a')
    return told.some(({ command }) => command === 'evalsha')
  }, 'the limit is told to be of this machine alone')
  for (let round = 0; round < 3; round++) {
    allowance.take('a')
    await wait(120)
  }
  assert.deepEqual(told.map(({ command }) => command).sort(), ['eval', 'evalsha', 'subscribe'])
  for (const { err } of told) assert.match(err.message, /^NOPERM /)
})
