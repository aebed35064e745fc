import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { startProduct } from '../../testing/start.ts'
import { startStorage } from '../../testing/start-storage.ts'

test('what has been checked is told to anybody, and kept by caches for seconds', async () => {
  await using storage = await startStorage()
  await using product = await startProduct({ storageUrl: storage.url })
  const { availability } = product.services
  await availability.check()
  assert.deepEqual(availability.states, { lookup: 'up', accounts: 'up', measurements: 'up' })
  const answer = await product.app.inject('/v1/status')
  assert.equal(answer.headers['cache-control'], 'public, max-age=10')
  const { data } = answer.json()
  assert.deepEqual(
    data.parts.map(({ id, state, days }: { id: string; state: string; days: [] }) => [id, state, days.length]),
    ['lookup', 'accounts', 'measurements'].map((id) => [id, 'up', 90]),
  )
  assert.equal(data.every_seconds, 15)
  assert.equal((await product.app.inject('/v1/status?raw=1')).json().since, data.since)
})

test('without address data lookups fail, and without a database nothing is kept', async () => {
  await using product = await startProduct({ withoutData: true })
  await assert.rejects(product.services.availability.check())
  assert.deepEqual(product.services.availability.states, { lookup: 'failing', accounts: 'failing', measurements: 'up' })
  const answer = await product.app.inject('/v1/status')
  assert.equal(answer.statusCode, 200)
  assert.deepEqual([answer.json().data.since, answer.json().data.incidents], [null, []])
})

test('while the database is away a thread that has never read it says what works, and that the history is missing', async () => {
  await using product = await startProduct({ storageUrl: 'postgres://nobody@127.0.0.1:1/none' })
  await until(() => product.services.points.hub.roster.size > 0, 'the point of this server is there')
  const answer = await product.app.inject('/v1/status')
  assert.equal(answer.statusCode, 200)
  const { history, since, until: known, parts, incidents } = answer.json().data
  assert.deepEqual([history, since, known, incidents], ['missing', null, null, []])
  assert.deepEqual(
    parts.map(({ id, state, days }: { id: string; state: string; days: [] }) => [id, state, days.length]),
    [
      ['lookup', 'up', 0],
      ['accounts', 'failing', 0],
      ['measurements', 'up', 0],
    ],
  )
})
