import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormatOptions } from 'sql-formatter'
import { formatSql } from './format.ts'

const format = (text: string, options: Partial<FormatOptions> = {}) =>
  formatSql(text, { dialect: 'postgresql', options, breathe: () => undefined })

for (const [text, line] of [
  [
    'select sum(x) over (order by b rows between 1 preceding and current row) from t',
    'b rows between 1 preceding and current row',
  ],
  [
    "select 1 from t where d between now() - interval '1 day' and now() and z = 1",
    "d between now() - interval '1 day' and now()",
  ],
  ['select 1 from t where q between case when a and b then 1 end and 5 and r = 2', 'end and 5'],
  ['select 1 from t where a between x and y and b between (select 1) and 3', ') and 3'],
] as const)
  test(`“${line}” is one line`, async () => {
    const lines = (await format(text)).split('\n').map((each) => each.trim())
    assert.ok(lines.includes(line), lines.join('\n'))
    assert.equal(await format(lines.join('\n')), await format(text))
  })

test('conditions behind a BETWEEN begin lines as before, also behind an AND at the end of the line', async () => {
  const text = 'select 1 from t where a between 1 + 1 and 2 and b and (c between f(1) and 2 or d and e)'
  const begins = (await format(text))
    .split('\n')
    .filter((line) => /^\s*and /.test(line))
    .map((line) => line.trim())
  assert.deepEqual(begins, ['and b', 'and (', 'and e'])
  const behind = await format(text, { logicalOperatorNewline: 'after' })
  assert.match(behind, /a between 1 \+ 1 and 2 and\n\s*b and\n/)
})

test('a comment keeps its line', async () => {
  assert.match(await format('select 1 from t where a between f(1) -- low\n and 2'), /-- low\n\s*and 2/)
})
