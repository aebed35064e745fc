import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { ThreadBus } from '../../points/thread-bus.ts'
import { makePoint } from '../../testing/make-point.ts'
import type { MeasurementStore } from './measurement-store.ts'
import { Measurements } from './measurements.ts'
import type { PointHub } from './point-hub.ts'

const POINTS = Array.from({ length: 10 }, (_, index) => makePoint({ id: `p${index}` }))
const asker = { accountId: 'a', client: 'a' }
const request = { type: 'dns', target: 'example.com', locations: 'world', limit: 10, measurementOptions: {} } as const

test('large results that have ended leave the memory for the database', async () => {
  const stored: string[] = []
  const asked: string[] = []
  await using bus = new ThreadBus('measurements-test')
  await using measurements = new Measurements({
    hub: {
      node: 'aaaaaaaa',
      roster: { list: () => POINTS, hasNode: () => false },
      onNodeGone: () => {},
      run: async () => ({ status: 'finished', data: { dig: 'x'.repeat(1_000_000) } }),
    } as unknown as PointHub,
    bus,
    store: {
      add: async () => undefined,
      finish: async ({ id }: { id: string }) => void stored.push(id),
      find: async (id: string) => void asked.push(id),
    } as unknown as MeasurementStore,
    checkTarget: () => {},
  })
  const ids: string[] = []
  for (let i = 0; i < 8; i++) {
    const { id } = await measurements.begin(await measurements.plan(request, asker), asker)
    await until(() => stored.includes(id), 'it is stored')
    ids.push(id)
  }
  await assert.rejects(measurements.get(ids[0]!), { key: 'no_such' })
  assert.deepEqual(asked, [ids[0]], 'the first is asked for in the database')
  assert.equal((await measurements.get(ids[7]!)).status, 'finished')
  assert.deepEqual(asked, [ids[0]], 'the last is in memory')
})

for (const [type, target, options] of [
  ['ping', '192.0.2.7', {}],
  ['ping', '[::ffff:192.0.2.7]', {}],
  ['http', 'http://192.0.2.7:8080/path', {}],
  ['tls', 'https://192.0.2.7/', {}],
  ['dns', 'example.com', { resolver: 'tcp://192.0.2.7' }],
] as const)
  test(`no stranger measures a point by ${type} to ${target}`, async () => {
    await using bus = new ThreadBus('measurements-test')
    await using measurements = new Measurements({
      hub: {
        node: 'aaaaaaaa',
        roster: { list: () => [makePoint({ id: 'p', address: '192.0.2.7' })], hasNode: () => false },
        onNodeGone: () => {},
      } as unknown as PointHub,
      bus,
      store: {} as MeasurementStore,
      checkTarget: () => {},
    })
    const plan = (aim: { readonly target: string; readonly measurementOptions: object }) =>
      measurements.plan({ type, locations: 'world', limit: 1, ...aim }, asker)
    await assert.rejects(plan({ target, measurementOptions: options }), { key: 'refused_target' })
    assert.equal((await plan({ target: '192.0.2.8', measurementOptions: {} })).points.length, 1)
  })
