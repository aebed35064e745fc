import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import { until } from '@octet/core/testing/until.ts'
import { createLogger } from './create-logger.ts'
import { createRedis } from './storage/redis.ts'
import { findRedisServer, startRedis } from './testing/redis.ts'

/** A logger at its most talkative, and the lines that it has written. */
function listenTo() {
  const lines: string[] = []
  const log = createLogger({ logLevel: 'trace' }, { write: (line) => lines.push(line) })
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') }
}

test('an error is logged by its kind, words, place and code', () => {
  const { log, last } = listenTo()
  log.error({ err: Object.assign(new TypeError('no room'), { code: 'ENOSPC', path: '/var/lib/octet', errno: -28 }) }, 'said')
  const { stack, ...err } = last().err
  assert.deepEqual(err, { type: 'TypeError', message: 'no room', code: 'ENOSPC', path: '/var/lib/octet', errno: -28 })
  assert.match(stack, /^TypeError: no room\n +at .*create-logger\.test\.ts/)
})

test('causes and parts of an error are logged in the same way', () => {
  const { log, lines, last } = listenTo()
  const inner = Object.assign(new Error('inner'), { command: { args: ['secret'] }, code: 'E1' })
  log.error({ err: new Error('outer', { cause: inner }) }, 'said')
  assert.equal(last().err.message, 'outer: inner')
  log.error({ err: new AggregateError([inner], 'all failed') }, 'said')
  assert.deepEqual([last().err.errors[0].message, last().err.errors[0].code], ['inner', 'E1'])
  assert.doesNotMatch(lines.join(''), /secret/)
})

test('what a library hangs on its error is not logged: connections, rows, commands', () => {
  const { log, lines } = listenTo()
  const row = { detail: 'Key (email)=(jane@example.org) already exists.', client: { secretKey: 7_001 }, input: 'jane@' }
  for (const extra of [row, { command: { name: 'auth', args: ['pass-word'] } }, { config: { password: 'pass-word' } }])
    log.error({ err: Object.assign(new Error('failed'), extra) }, 'said')
  assert.doesNotMatch(lines.join(''), /jane|7001|pass-word/)
})

test('a thing that is no error is logged as it is', () => {
  const { log, last } = listenTo()
  log.error({ err: 'a word' }, 'said')
  assert.equal(last().err, 'a word')
})

const program = findRedisServer()

test('a password that Redis refuses is in no line', program ? {} : { skip: 'no redis-server on this machine' }, async () => {
  await using redis = await startRedis(program ?? '')
  const owner = new Redis(redis.url)
  await owner.config('SET', 'requirepass', 'the-right-one')
  owner.disconnect()
  const { log, lines } = listenTo()
  const client = createRedis(redis.url.replace('//', '//:the-wrong-one@'), { log, name: 'test' })
  await until(() => lines.length > 0, 'the refusal is told')
  client.disconnect()
  assert.match(lines.join(''), /WRONGPASS.*Redis refuses the user or password of REDIS_URL; trying again/)
  assert.doesNotMatch(lines.join(''), /the-wrong-one/)
  lines.length = 0
  const bare = createRedis(redis.url, { log, name: 'test' })
  await until(() => lines.length > 0, 'that none was sent is told')
  bare.disconnect()
  assert.match(lines.join(''), /NOAUTH.*Redis refuses the user or password of REDIS_URL; trying again/)
})
