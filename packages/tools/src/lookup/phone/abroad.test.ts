import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { findName, packNames, unpackNames } from './pack-names.ts'
import tool from './tool.ts'
import readNames from './world-names.ts'

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
  for (const names of [own, await readNames('geocodes', 'en', '49'), await readNames('carrier', 'en', '55')])
    assert.deepEqual([...unpackNames(packNames(names!))].sort(), [...names!].sort())
  assert.deepEqual([findName(own, '129'), findName(own, '123456789012'), findName(own, '2')], ['one', 'long', undefined])
})
