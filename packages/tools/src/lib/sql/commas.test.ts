import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leadWithCommas } from './commas.ts'
import { DIALECTS } from './dialects.ts'
import { scanSql } from './tokens.ts'

const rows: readonly (readonly [string, string, string])[] = [
  ['into the indentation', 'SELECT\n  a,\n  b\nFROM t', 'SELECT\n  a\n, b\nFROM t'],
  ['deeper', 'f (\n    a,\n    b\n  )', 'f (\n    a\n  , b\n  )'],
  ['after tabs', 'SELECT\n\ta,\n\tb', 'SELECT\n\ta\n\t, b'],
  ['not inside a line', 'SELECT\n  f(a, b),\n  c', 'SELECT\n  f(a, b)\n, c'],
  ['over a note of its line', 'SELECT\n  a, -- one, two\n  b', 'SELECT\n  a -- one, two\n, b'],
  ['over notes on lines of their own', 'SELECT\n  a,\n  -- next\n  b', 'SELECT\n  a\n  -- next\n, b'],
  ['from a line of their own', 'SELECT\n  a -- one\n,\n  b', 'SELECT\n  a -- one\n, b'],
  ['not over what MySQL may read', 'SELECT\n  a, /*!50000 b, */\n  c', 'SELECT\n  a, /*!50000 b, */\n  c'],
  ['not in texts', "SELECT\n  'x,\n  y',\n  b", "SELECT\n  'x,\n  y'\n, b"],
]
for (const [title, text, wanted] of rows)
  test(`commas lead: ${title}`, () => assert.equal(leadWithCommas(scanSql(text, DIALECTS.mysql)), wanted))
