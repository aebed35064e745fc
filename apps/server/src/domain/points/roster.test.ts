import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { ThreadBus } from '../../points/thread-bus.ts'
import { makePoint } from '../../testing/make-point.ts'
import { Roster } from './roster.ts'

/** Without a word for 4.5 beats a thread counts as dead: long, for where none of them is to die. */
async function startRoster(node: string, name: string, beatMs = 10_000) {
  const bus = new ThreadBus(name)
  const told = { gone: [] as string[], nodes: [] as string[], moved: [] as string[] }
  const roster = new Roster({
    bus,
    node,
    beatMs,
    onGone: (ids) => told.gone.push(...ids),
    onNodeGone: (one) => told.nodes.push(one),
    onMoved: (id) => told.moved.push(id),
  })
  await roster.start()
  const end = async () => {
    await roster[Symbol.asyncDispose]()
    await bus[Symbol.asyncDispose]()
  }
  return { bus, roster, told, end, [Symbol.asyncDispose]: end }
}

test('a thread that starts later hears of every point', async () => {
  await using a = await startRoster('a', 'late')
  a.roster.add(makePoint({ id: 'one', node: 'a' }))
  await using b = await startRoster('b', 'late')
  await until(() => b.roster.get('one') !== undefined, 'the newcomer knows it')
  a.roster.remove('one')
  await until(() => b.roster.size === 0, 'and hears that it has gone')
  assert.deepEqual(b.told.gone, ['one'])
})

test('the points of a thread that dies without a word are gone after a while', async () => {
  await using a = await startRoster('a', 'dies', 100)
  const b = await startRoster('b', 'dies', 100)
  b.roster.add(makePoint({ id: 'one', node: 'b' }))
  await until(() => a.roster.size === 1, 'it is known')
  await b.bus[Symbol.asyncDispose]() // from now on nobody hears it
  await until(() => a.roster.size === 0, 'it is forgotten')
  await until(() => a.told.gone.includes('one') && a.told.nodes.includes('b'), 'it is told')
  await b.end()
})

test('a list that differs from what is counted is asked for anew', async () => {
  await using a = await startRoster('a', 'lost words', 1_000)
  await using b = await startRoster('b', 'lost words', 1_000)
  b.roster.add(makePoint({ id: 'one', node: 'b' }))
  b.roster.add(makePoint({ id: 'two', node: 'b' }))
  await until(() => a.roster.size === 2, 'both are known')
  using stranger = { bus: new ThreadBus('lost words'), [Symbol.dispose]: () => void stranger.bus[Symbol.asyncDispose]() }
  stranger.bus.publish('points', { kind: 'gone', node: 'b', ids: ['two'] }) // as if a word had been lost
  await until(() => a.told.gone.includes('two'), 'one list lacks it')
  await until(() => a.roster.get('two') !== undefined, 'the next sign of life brings it back')
})

test('a point that connects elsewhere is told to the thread that had it', async () => {
  await using a = await startRoster('a', 'moves')
  await using b = await startRoster('b', 'moves')
  a.roster.add(makePoint({ id: 'one', node: 'a', connectedAt: 1 }))
  await until(() => b.roster.size === 1, 'it is known')
  b.roster.add(makePoint({ id: 'one', node: 'b', connectedAt: 2 }))
  await until(() => a.told.moved.length === 1, 'the first hears of it')
  a.roster.remove('one') // its late farewell must not remove the new one
  assert.equal(a.roster.get('one')?.node, 'b')
  assert.equal(b.roster.get('one')?.node, 'b')
})
