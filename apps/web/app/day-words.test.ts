import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDay, toDayTime } from './day-words.ts'

process.env['TZ'] = 'America/New_York' // a test file has a process of its own

test('days of plans and invoices are those of UTC everywhere', () => {
  assert.equal(toDay('2026-12-01T00:00:00Z', 'en'), '1 Dec 2026')
  assert.equal(toDay('2026-12-01T00:00:00Z', 'zh'), '2026年12月1日')
})

test('moments are told in the reader’s zone', () => assert.equal(toDayTime('2026-12-01T00:00:00Z', 'en'), '30 Nov 2026, 19:00'))
