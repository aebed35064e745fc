import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceRows } from './record-figures.ts'

const OTHER = '| `npm run trial kill` | kill -9, 100 times | 0 |'
const mark = '| `npm run trial browsers` |'
const BEFORE = [`${mark} Firefox 128.0, 11 journeys: failed | 1 |`, `${mark} WebKitGTK 2.50, 252 pages: failed | 0 |`, OTHER]
const lines = [`${mark} Firefox 129.1.2, 12 journeys: failed | 0 |`]

test('a whole run takes the place of all rows of its command, a run of some parts that of its own', () => {
  assert.deepEqual(replaceRows(BEFORE, { mark, lines, isPart: false }), [OTHER, ...lines])
  assert.deepEqual(replaceRows(BEFORE, { mark, lines, isPart: true }), [BEFORE[1], OTHER, ...lines])
})
