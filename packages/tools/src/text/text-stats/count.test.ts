import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWord } from './count.ts'

const rows: [string, boolean, boolean][] = [
  ['今天', true, true],
  ['公园', false, true], // as Firefox says it of a word before a full stop
  ['2026', false, true],
  ['。', false, false],
  [' ', false, false],
  ['½', false, false],
  ['🙂', false, false],
]
for (const [segment, isWordLike, expected] of rows)
  test(`“${segment}” is ${expected ? 'a word' : 'no word'} where the browser says ${isWordLike}`, () =>
    assert.equal(isWord({ segment, isWordLike }), expected))
