import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerCache } from './answer-cache.ts'

test('an answer is made once, shared, and made anew when it is old', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  let made = 0
  const cache = new AnswerCache<number>({ lifetimeMs: 40, limit: 10 })
  const ask = () => cache.get('a', async () => ++made)
  assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1])
  now = 41
  assert.equal(await ask(), 2)
})

test('a failure is not kept', async () => {
  const cache = new AnswerCache<number>({ lifetimeMs: 1000, limit: 10 })
  await assert.rejects(cache.get('a', () => Promise.reject(new Error('no'))))
  assert.equal(await cache.get('a', async () => 7), 7)
})

test('the least recently asked goes first', async () => {
  const cache = new AnswerCache<string>({ lifetimeMs: 1000, limit: 2 })
  const made: string[] = []
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(key, async () => (made.push(key), key))
  assert.deepEqual(made, ['a', 'b', 'c', 'b'])
})

test('what an answer says may end it earlier', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  let made = 0
  const cache = new AnswerCache<number>({ lifetimeMs: 100, limit: 2, toLifetimeMs: (value) => (value === 1 ? 10 : 100) })
  const ask = () => cache.get('a', async () => ++made)
  assert.equal(await ask(), 1)
  now = 9
  assert.deepEqual([await ask(), await cache.find('a')], [1, 1])
  now = 11
  assert.deepEqual([cache.find('a'), await ask()], [undefined, 2])
  now = 100
  assert.equal(await ask(), 2)
})

test('an answer is forgotten, but not one that is young enough', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  let made = 0
  const cache = new AnswerCache<number>({ lifetimeMs: 100, limit: 2 })
  const ask = () => cache.get('a', async () => ++made)
  await ask()
  now = 20
  cache.forget('a', { atLeastMs: 30 })
  assert.equal(await ask(), 1)
  cache.forget('a', { atLeastMs: 20 })
  assert.equal(await ask(), 2)
  cache.forget('a')
  assert.equal(await ask(), 3)
})
