import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isZoneless, toDate, toMs } from './registry-date.ts'

const DATES: readonly [string, string | null][] = [
  ['2025-08-14T07:01:39Z', '2025-08-14T07:01:39Z'],
  ['2003-03-17 12:20:05', '2003-03-17T12:20:05'],
  ['2025-08-14T07:01:39+0800', '2025-08-13T23:01:39Z'],
  ['2002-12-04 00:00:00+02', '2002-12-03T22:00:00Z'],
  ['2024/06/01 01:05:03 (JST)', '2024-05-31T16:05:03Z'],
  ['2024-06-01 08:00:00 (UTC+8)', '2024-06-01T00:00:00Z'],
  ['2003-12-31 00:00:00 CLST', '2003-12-31'],
  ['26.10.1996 00:00:00', '1996-10-26T00:00:00'],
  ['26.10.1996 25:00:00', '1996-10-26'],
  ['4.6.2012', '2012-06-04'],
  ['2010. 03. 04.', '2010-03-04'],
  ['20250814', '2025-08-14'],
  ['14-Aug-1995', '1995-08-14'],
  ['1997-Jun-17.', '1997-06-17'],
  ['Mon Jan 02 15:04:05 GMT 2023', '2023-01-02T15:04:05Z'],
  ['2025/08/14', '2025-08-14'],
  ['2019年1月2日', '2019-01-02'],
  ['01/02/2020', null],
  ['31.02.2020', null],
  ['before Aug-1996', null],
]
for (const [text, date] of DATES) test(`date ${text}`, () => assert.equal(toDate(text), date))

test('a time without a zone is told apart, and counted as if it were UTC', () => {
  assert.deepEqual(['2003-03-17T12:20:05', '2003-03-17T12:20:05Z', '2003-03-17', null].map(isZoneless), [
    true,
    false,
    false,
    false,
  ])
  assert.equal(toMs('2003-03-17T12:20:05'), Date.UTC(2003, 2, 17, 12, 20, 5))
})
