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

test('a path reloads once in 10 s', () => {
  const storage = createStorage()
  assert.deepEqual(
    [0, 1, 9_999, 10_000, 10_001].map((nowMs) => mayReload('/ip', storage, nowMs)),
    [true, false, false, true, false],
  )
})

test('each path has a guard of its own', () => {
  const storage = createStorage()
  assert.ok(mayReload('/ip', storage, 0))
  assert.ok(mayReload('/format/json', storage, 1))
})

test('no reload where the browser keeps nothing', () =>
  assert.equal(mayReload('/ip', { getItem: () => null, setItem: () => {} }, 0), false))
