import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasurementList } from '@octet/client/client.ts'
import { toHistoryLines } from './measure-history.ts'

const ROW: MeasurementList[number] = {
  id: 'eed1b3a7e0f04e3f9b1cc8b4a1d2e3f4',
  type: 'ping',
  status: 'finished',
  targets: ['example.com', 'example.org'],
  locations: 'DE\u001b[2J',
  probesCount: 12,
  credits: 36,
  createdAt: '2026-01-02T03:04:05.678Z',
}

test('measurements of before in lines, nothing of which moves the cursor', () => {
  const rows = [{ ...ROW, type: 'traceroute' as const, status: 'in-progress' as const }, ROW]
  assert.deepEqual(toHistoryLines(rows, { lang: 'en', width: Infinity }), [
    'Begun (UTC)         Kind        Target                    From    Points  Id',
    `2026-01-02 03:04 …  Traceroute  example.com, example.org  DE�[2J      12  ${ROW.id}`,
    `2026-01-02 03:04    Ping        example.com, example.org  DE�[2J      12  ${ROW.id}`,
  ])
  assert.equal(toHistoryLines([ROW], { lang: 'zh', width: 60 })[0], '2026-01-02 03:04')
})

test('no measurements are said to be none', () => {
  assert.deepEqual(toHistoryLines([], { lang: 'en', width: 80 }), ['no measurements yet'])
  assert.deepEqual(toHistoryLines([], { lang: 'zh', width: 80 }), ['暂无测量'])
})
