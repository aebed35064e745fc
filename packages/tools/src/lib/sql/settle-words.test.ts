import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DialectName } from './dialects.ts'
import { formatSql } from './format.ts'

const format = (text: string, dialect: DialectName) =>
  formatSql(text, { dialect, options: { expressionWidth: 200 }, breathe: () => undefined })

for (const [dialect, text, written] of [
  ['mysql', "select replace(a, 'x', ''), truncate(b, 2)", "select\n  replace(a, 'x', ''),\n  truncate(b, 2)"],
  ['mysql', 'select 1 + insert(a, 1, 2, b)', 'select\n  1 + insert(a, 1, 2, b)'],
  ['mariadb', 'set a = if(values(a) > b, values(a), b)', 'set\n  a = if(values(a) > b, values(a), b)'],
  ['clickhouse', "select format('{}', a) from t where not sample(b)", undefined],
  ['snowflake', 'select coalesce(get(v, 0), insert(a, 1, 2, b))', 'select\n  coalesce(get(v, 0), insert(a, 1, 2, b))'],
] as const)
  test(`what begins clauses elsewhere is called in ${text}`, async () => {
    const formatted = await format(text, dialect)
    assert.equal(formatted, written ?? "select\n  format('{}', a)\nfrom\n  t\nwhere\n  not sample(b)")
  })

for (const [dialect, call] of [
  ['mysql', 'values(a)'],
  ['mysql', 'repeat(a, 3)'],
  ['mariadb', 'truncate(a, 2)'],
  ['postgresql', 'truncate(a, 2)'],
  ['bigquery', 'merge(a)'],
  ['spark', 'insert(a)'],
] as const)
  test(`CASE takes ${call} in ${dialect}`, async () =>
    assert.equal(
      await format(`select case when ${call} > 1 then ${call} else ${call} end`, dialect),
      `select\n  case\n    when ${call} > 1 then ${call}\n    else ${call}\n  end`,
    ))

for (const [dialect, text, clause] of [
  ['mysql', 'insert into t (a) values(1)', '\nvalues\n'],
  ['postgresql', 'with a (b) as (values (1), (2)) select 1', '\n    values\n'],
  ['postgresql', 'select 1 from (values(1)) t', '\n    values\n'],
  ['transactsql', 'merge t using u on a = b when not matched then insert (a) values (b);', '\ninsert'],
] as const)
  test(`a clause stays one in ${text}`, async () => assert.ok((await format(text, dialect)).includes(clause)))

for (const [dialect, text] of [
  ['plsql', 'begin case x when 1 then insert into t values (case when a then 2 end); when 2 then null; end case; end;'],
  ['mysql', 'create procedure p() begin case x when 1 then case when y then set z = 1; end case; else set z = 2; end case; end'],
] as const)
  test(`CASE may hold statements: ${text}`, async () => {
    const formatted = await format(text, dialect)
    assert.equal(formatted.replaceAll(/\s+/g, ''), text.replaceAll(/\s+/g, ''))
    assert.equal(formatted, await format(formatted, dialect))
    assert.match(formatted, /\nend case;/)
  })

test('CASE without its END is refused before a semicolon', () =>
  assert.rejects(format('select case when a then 1; select 2', 'mysql'), { key: 'syntax_error' }))

test('labels stand before what they name', async () =>
  assert.equal(
    await format('create procedure p() begin l:loop fetch c into x; leave l; end loop l; end', 'mysql'),
    'create procedure p () begin l:\nloop fetch c into x;\n\nleave l;\n\nend\nloop l;\n\nend',
  ))
