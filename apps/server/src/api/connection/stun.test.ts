import assert from 'node:assert/strict'
import { test } from 'node:test'
import stun from './stun.ts'

const ask = (operator: object) =>
  stun.handle({ services: { config: { operator } } } as unknown as Parameters<typeof stun.handle>[0])

test('the STUN server is told, and that there is none', () => {
  assert.deepEqual(ask({ stun: { url: 'stun:stun.octet.example:3478' } }), { url: 'stun:stun.octet.example:3478' })
  assert.deepEqual(ask({}), { url: null })
})
