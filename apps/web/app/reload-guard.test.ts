import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayReload } from './reload-guard.ts'

function createStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

test('a path reloads once in 10 s, whatever the build', () => {
  const storage = createStorage()
  const tries = [
    ['a', 0],
    ['a', 1],
    ['b', 9_999],
    ['b', 10_000],
    ['c', 10_001],
  ] as const
  assert.deepEqual(
    tries.map(([build, nowMs]) => mayReload({ path: '/ip', build, storage, nowMs })),
    [true, false, false, true, false],
  )
})

test('a path reloads once for each build, however slowly it loads, and where two servers have one each', () => {
  const storage = createStorage()
  assert.deepEqual(
    ['a', 'a', 'b', 'a', 'b', 'b'].map((build, at) => mayReload({ path: '/ip', build, storage, nowMs: at * 60_000 })),
    [true, false, true, false, false, false],
  )
})

test('each path has a guard of its own', () => {
  const storage = createStorage()
  assert.ok(mayReload({ path: '/ip', build: 'a', storage, nowMs: 0 }))
  assert.ok(mayReload({ path: '/format/json', build: 'a', storage, nowMs: 1 }))
})

test('no reload where the browser keeps nothing', () =>
  assert.equal(mayReload({ path: '/ip', build: 'a', storage: { getItem: () => null, setItem: () => {} }, nowMs: 0 }), false))
