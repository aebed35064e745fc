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

/** Waits until each machine hears what the other takes. */
async function untilJoined([a, b]: readonly [Allowance, Allowance]): Promise<void> {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    let looks = 0
    await until(() => {
      const marker = `marker ${Math.floor(looks++ / LIMITS.burst)}`
      from.take(marker)
      return to.take(marker, 0).remaining < LIMITS.burst
    }, 'the machines hear each other')
  }
}

test('what a client takes from one machine it owes to the other', skip, async () => {
  await using redis = await startRedis(program ?? '')
  const machines = [new Allowance(LIMITS), new Allowance(LIMITS)] as const
  await using stack = new AsyncDisposableStack()
  for (const machine of machines) stack.use(shareAllowances(new Map([['test', machine]]), { redisUrl: redis.url, log }))
  await untilJoined(machines)
  assert.equal(spend(machines[0], 'a', 60), 60)
  assert.equal(spend(machines[1], 'a', 5), 5)
  await until(() => machines[1].take('a', 0).remaining <= 36, 'one machine knows what both gave')
  const left = spend(machines[1], 'a')
  assert.ok(left >= 35 && left <= 36, `100 − 65 are left, or one more for the time that passed: ${left}`)
  assert.equal(spend(machines[1], 'b', 60), 60, 'another client is not touched')
})

test('many clients at once are told in one go, and no longer than a burst is owed', skip, async () => {
  await using redis = await startRedis(program ?? '')
  const machines = [new Allowance(LIMITS), new Allowance(LIMITS)] as const
  await using stack = new AsyncDisposableStack()
  for (const machine of machines) stack.use(shareAllowances(new Map([['test', machine]]), { redisUrl: redis.url, log }))
  await untilJoined(machines)
  const clients = Array.from({ length: 500 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)
  for (const client of clients) for (const machine of machines) assert.equal(spend(machine, client), 100)
  await wait(300)
  for (const client of clients) {
    const { isAllowed, retryAfterSeconds } = machines[0].take(client)
    assert.equal(isAllowed, false)
    assert.ok(retryAfterSeconds <= 100, 'one unit is back after 100 s')
  }
})

test('when Redis is lost each machine keeps the limit alone, without an error', skip, async () => {
  const redis = await startRedis(program ?? '')
  const machines = [new Allowance(LIMITS), new Allowance(LIMITS)] as const
  await using stack = new AsyncDisposableStack()
  for (const machine of machines) stack.use(shareAllowances(new Map([['test', machine]]), { redisUrl: redis.url, log }))
  await untilJoined(machines)
  await redis[Symbol.asyncDispose]()
  assert.deepEqual(
    machines.map((machine) => spend(machine, 'a')),
    [100, 100],
  )
  await wait(300)
  assert.deepEqual(
    machines.map((machine) => spend(machine, 'a')),
    [0, 0],
  )
})

test('guesses at one machine count at the other; who is forgiven there is forgiven here, and both sign alike', skip, async () => {
  await using redis = await startRedis(program ?? '')
  const [one, other] = [new Brakes(), new Brakes()] as const
  await using stack = new AsyncDisposableStack()
  for (const brakes of [one, other]) {
    const secret = { own: brakes.secret, use: (shared: string) => brakes.useSecret(shared) }
    stack.use(shareAllowances(brakes.shared, { redisUrl: redis.url, log, secret }))
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

test('a right that Redis does not give is told once for each command', skip, async () => {
  await using redis = await startRedis(program ?? '')
  const owner = new Redis(redis.url)
  await owner.call('ACL', 'SETUSER', 'narrow', 'on', '>word', '~octet:*', 'resetchannels', '+@connection', '+info', '+get')
  owner.disconnect()
  const told: { command: string; err: { message: string } }[] = []
  const listening = pino({ level: 'warn' }, { write: (line) => told.push(JSON.parse(line)) })
  const allowance = new Allowance(LIMITS)
  const redisUrl = redis.url.replace('//', '//narrow:word@')
  await using _shared = shareAllowances(new Map([['test', allowance]]), { redisUrl, log: listening })
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
