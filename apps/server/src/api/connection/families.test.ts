import assert from 'node:assert/strict'
import { test } from 'node:test'
import families from './families.ts'

const ask = (familyHosts: object) =>
  families.handle({ services: { config: { operator: { familyHosts } } } } as unknown as Parameters<typeof families.handle>[0])

test('names of one family are told, and that there are none', () => {
  assert.deepEqual(ask({ ipv4: 'https://ipv4.example.com' }), { ipv4: 'https://ipv4.example.com', ipv6: null })
  assert.deepEqual(ask({}), { ipv4: null, ipv6: null })
})
