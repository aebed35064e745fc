import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DialectName } from './dialects.ts'
import { formatSql } from './format.ts'

const format = (text: string, dialect: DialectName = 'sql') => formatSql(text, { dialect, options: {}, breathe: () => undefined })
const onOneLine = async (text: string, dialect?: DialectName) => (await format(text, dialect)).replace(/\s+/g, ' ').trim()

test('calls of functions nobody knows stay tight', async () => {
  for (const dialect of ['sql', 'mysql', 'postgresql', 'sqlite'] as const) {
    const text = 'select my_func(1), a.b.f(2), 1 + g(h(x)) from rows_of(3) where check_it(x) = 1 and x in (1, 2)'
    const laidOut = await onOneLine(text, dialect)
    for (const call of ['my_func(', 'a.b.f(', '1 + g(', 'rows_of(', 'check_it('])
      assert.ok(laidOut.includes(call), `${dialect}: ${laidOut}`)
    assert.match(laidOut, /g\(h\(x\)\)/)
    assert.match(laidOut, /x in \(1, 2\)/)
    assert.equal(await onOneLine(laidOut, dialect), laidOut)
  }
})

test('the lists of columns keep their space', async () => {
  assert.match(await onOneLine('insert into t(a, b) values(my_func(1), 2)'), /into t \(a, b\) values \(my_func\(1\), 2\)/)
  assert.match(await onOneLine('create table t(a int, primary key(a))'), /table t \(a int, primary key \(a\)\)/)
  assert.match(
    await onOneLine('with p(x) as (select 1), q(y) as (select own(2)) select x from p join q using(x)'),
    /with p \(x\) as \( ?select 1 ?\), q \(y\) as \( ?select own\(2\) ?\) select x from p join q using \(x\)/,
  )
})

test('a space of the text itself stays, and a comment between name and bracket does too', async () => {
  assert.match(await onOneLine('select my_func (1)'), /my_func \(1\)/)
  assert.match(await onOneLine('select my_func/* c */(1)'), /my_func \/\* c \*\/ \(1\)/)
})
