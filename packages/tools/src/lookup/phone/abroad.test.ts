import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { findName, packNames, unpackNames } from './pack-names.ts'
import tool from './tool.ts'
import readNames, { listCodes } from './world-names.ts'

const CASES: readonly [string, 'en' | 'zh', string | null, string | null][] = [
  ['+1 650 253 0000', 'en', 'Mountain View, CA', null],
  ['+44 20 8366 1177', 'en', 'London', null],
  ['+49 30 123456', 'en', 'Berlin', null],
  ['+44 7510 123456', 'en', null, 'O2'],
  ['+55 11 97123 4567', 'en', 'São Paulo', 'Vivo'],
  ['+886 2 2345 6789', 'en', 'Taipei', null],
  ['+886 2 2345 6789', 'zh', '台北', null],
  ['+1 800 253 0000', 'en', null, null],
  ['+44 20 836', 'en', null, null],
]
for (const [numbers, lang, city, carrier] of CASES)
  test(`${numbers} is of ${carrier ?? 'no carrier'} in ${city ?? 'no city'} (${lang})`, async () => {
    const { rows } = (await answerTool(tool, { numbers }, createTestHost({ lang }))) as { rows: Record<string, unknown>[] }
    assert.deepEqual([rows[0]?.['city'], rows[0]?.['carrier'], rows[0]?.['note'] !== null], [city, carrier, carrier !== null])
  })

test('names are packed and unpacked without loss', async () => {
  const own = new Map([
    ['1', 'one'],
    ['123456789012', 'long'],
    ['123456789013', 'long'],
    ['12', 'one'],
  ])
  for (const names of [
    own,
    await readNames('geocodes', 'en', '49'),
    await readNames('carrier', 'en', '55'),
    await readNames('zones', 'en', '1'),
  ])
    assert.deepEqual([...unpackNames(packNames(names!))].sort(), [...names!].sort())
  assert.deepEqual([findName(own, '129'), findName(own, '123456789012'), findName(own, '2')], ['one', 'long', undefined])
})

for (const [numbers, timeZone, localTime] of [
  ['13800138000', 'Asia/Shanghai', '2026-01-02 11:04 (+08:00)'],
  ['010-62345678', 'Asia/Shanghai', '2026-01-02 11:04 (+08:00)'],
  ['+1 650 253 0000', 'America/Los_Angeles', '2026-01-01 19:04 (-08:00)'],
  ['+44 20 8366 1177', 'Europe/London', '2026-01-02 03:04 (+00:00)'],
  ['+91 98765 43210', 'Asia/Kolkata', '2026-01-02 08:34 (+05:30)'],
  ['+351 912 345 678', 'Atlantic/Azores, Europe/Lisbon', '2026-01-02 02:04 (-01:00) / 2026-01-02 03:04 (+00:00)'],
  ['+1 800 253 0000', null, null],
  ['95588', null, null],
  ['1380013800', null, null],
] as const)
  test(`where ${numbers} rings it is ${localTime}`, async () => {
    const { rows } = (await answerTool(tool, { numbers }, createTestHost({ lang: 'en' }))) as { rows: Record<string, unknown>[] }
    assert.deepEqual([rows[0]?.['timeZone'], rows[0]?.['localTime']], [timeZone, localTime])
  })

test('every calling code has its zones, all of which Node knows', async () => {
  const codes = await listCodes('zones', 'en')
  assert.ok(codes.length > 200)
  for (const code of codes) {
    const names = await readNames('zones', 'en', code)
    for (const zones of names?.values() ?? assert.fail(code))
      for (const timeZone of zones.split('&')) assert.ok(new Intl.DateTimeFormat('en', { timeZone }), zones)
  }
})
