import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDraft, toInput } from './key-draft.ts'
import type { Key } from './key.ts'

const key: Key = {
  id: 'a',
  name: 'CI',
  prefix: 'oct_live_',
  last4: '0000',
  scopes: ['geo'],
  cidrs: ['203.0.113.0/24', '2001:db8::/32'],
  origins: ['https://a.example', 'https://b.example'],
  allow_query: true,
  cap_month: 20_000,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  created_at: '2026-01-02T03:04:05Z',
}

test('the lists of a key stand on one line each, as its fields show them, and are saved as they were', () => {
  const draft = toDraft(key)
  assert.equal(draft.cidrs, '203.0.113.0/24, 2001:db8::/32')
  assert.equal(draft.origins, 'https://a.example, https://b.example')
  const { cidrs, origins } = toInput(draft, false)
  assert.deepEqual({ cidrs, origins }, { cidrs: key.cidrs, origins: key.origins })
})
