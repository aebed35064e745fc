import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isInterrupted, keepInterrupted, takeInterrupted } from './interrupted-form.ts'

const stored = new Map<string, string>()
before(() => {
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    },
  })
})
after(() => Reflect.deleteProperty(globalThis, 'sessionStorage'))

const first = { name: '', count: '3', tags: [] as string[] }
const me = 'me@example.org'

test('what was typed comes back once, to whoever typed it', () => {
  keepInterrupted('key', { owner: me, draft: { ...first, name: 'half' } })
  assert.equal(isInterrupted('key', 'other@example.org'), false)
  assert.equal(takeInterrupted('key', 'other@example.org', first), undefined)
  assert.equal(isInterrupted('key', me), true)
  assert.deepEqual(takeInterrupted('key', me, first), { ...first, name: 'half' })
  assert.equal(takeInterrupted('key', me, first), undefined)
})

test('what another version kept does no harm', () => {
  keepInterrupted('key', { owner: me, draft: { name: 'half', count: 3, tags: { a: 1 }, gone: true } })
  assert.deepEqual(takeInterrupted('key', me, first), { ...first, name: 'half' })
  stored.set('interrupted key', '{')
  assert.equal(takeInterrupted('key', me, first), undefined)
})
