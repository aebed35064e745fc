import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toMeaning } from './webrtc-candidates.ts'

for (const [name, seen, words] of [
  ['0f2c8a.local', '203.0.113.7', /random name/],
  ['192.168.1.7', '8.8.8.8', /^local/],
  ['8.8.8.8', '8.8.8.8', /sees anyway/],
  ['8.8.4.4', '8.8.8.8', /leak/],
  ['2001:4860:0:0::8', '2001:4860::8', /sees anyway/],
  ['2001:4860::8', '2001:4860::1:2:3:4', /^public address$/],
  ['2001:4860::8', '2001:4860:0:1::8', /leak/],
  ['2001:4860::8', '8.8.8.8', /^public address$/],
  ['8.8.4.4', undefined, /^public address$/],
] as const)
  test(`${name} beside ${seen ?? 'nothing'}`, () => assert.match(toMeaning(name, seen).en, words))
