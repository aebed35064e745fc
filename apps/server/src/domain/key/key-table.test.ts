import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { AppError } from '@octet/core/errors.ts'
import type { Database } from '../../storage/database.ts'
import { toHash } from '../account/secret.ts'
import { makeKey } from './key-format.ts'
import { KeyTable } from './key-table.ts'

const key = makeKey('live')
const row = {
  id: 'k',
  account_id: 'a',
  hash: toHash(key),
  scopes: ['geo'],
  cidrs: [],
  origins: [],
  allow_query: false,
  expires_at: null,
  revoked_at: null as Date | null,
  cap_month: null,
  disabled_at: null,
  plan_id: 'free',
  overage: false,
  overage_cap: null,
}

test('a withdrawn key whose row could not be read at once is refused a second later', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let revokedAt: Date | null = null
  let isAway = false
  let reads = 0
  let tell: (word: string | undefined) => void = () => {}
  const database = {
    isConfigured: true,
    isListening: true,
    listen: (_channel: string, heed: typeof tell) => (tell = heed),
    async run() {
      reads++
      if (isAway) throw new AppError('unavailable', { retryAfter: 2 })
      return [{ ...row, revoked_at: revokedAt }]
    },
  } as unknown as Database
  await using table = new KeyTable(database, { log: pino({ level: 'silent' }) })
  const use = { text: key, isInQuery: false, address: '192.0.2.1', origin: undefined, scope: 'geo' } as const
  const settle = () => new Promise(setImmediate)
  await table.load()
  ;[isAway, revokedAt] = [true, new Date()]
  tell('a')
  await settle()
  isAway = false
  assert.equal(table.get(use).id, 'k')
  t.mock.timers.tick(1_000)
  await settle()
  assert.throws(() => table.get(use), /revoked/)
  t.mock.timers.tick(5_000)
  await settle()
  assert.equal(reads, 3, 'and nothing is read any more')
})

test('until the keys have been read none is called unknown', async () => {
  const database = { isConfigured: true, isListening: true, listen() {}, run: async () => [row] } as unknown as Database
  await using table = new KeyTable(database, { log: pino({ level: 'silent' }) })
  const ask = (text: string) => table.get({ text, isInQuery: false, address: '192.0.2.1', origin: undefined, scope: 'geo' })
  assert.throws(() => ask(key), { key: 'unavailable' })
  await table.load('a')
  assert.equal(ask(key).id, 'k')
  assert.throws(() => ask(makeKey('live')), { key: 'unavailable' }, 'of other accounts nothing has been read')
  await table.load()
  assert.throws(() => ask(makeKey('live')), { key: 'bad_key' })
})

test('a start waits for keys that a busy database gives at the second time only, and no longer than its limit', async () => {
  let reads = 0
  const database = {
    isConfigured: true,
    isListening: true,
    listen: () => {},
    async run() {
      if (++reads === 1) throw new AppError('unavailable', { retryAfter: 2 })
      return [row]
    },
  } as unknown as Database
  const use = { text: key, isInQuery: false, address: '192.0.2.1', origin: undefined, scope: 'geo' } as const
  await using table = new KeyTable(database, { log: pino({ level: 'silent' }) })
  await table.whenLoaded(10_000)
  assert.equal(table.get(use).id, 'k')

  const away = { ...database, run: () => Promise.reject(new AppError('unavailable', { retryAfter: 2 })) } as unknown as Database
  await using without = new KeyTable(away, { log: pino({ level: 'silent' }) })
  await without.whenLoaded(300)
  assert.throws(() => without.get(use), { key: 'unavailable' })
})
