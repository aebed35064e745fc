import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS } from './dialects.ts'
import { formatSql } from './format.ts'
import { scanSql } from './tokens.ts'
import { breakTexts, endStatement, splitStatements, toOneLine } from './write.ts'

const MYSQL = 'DELIMITER $$\ncreate procedure p() begin select 1; end$$\n\nselect 2 $$\ndelimiter ;\nselect 3; select 4;'
const TSQL = 'select 1\nGO\nselect go from t -- GO\ngo 5\n'

test('DELIMITER cuts what stands behind it, and reaches no server', () => {
  assert.deepEqual(splitStatements(MYSQL, DIALECTS.mysql), [
    'create procedure p() begin select 1; end',
    'select 2',
    'select 3',
    'select 4',
  ])
  assert.deepEqual(splitStatements('DELIMITER //\nselect 1 // 2', DIALECTS.mysql), ['select 1', '2'])
})

test('GO on a line of its own ends a batch in T-SQL only', () => {
  assert.deepEqual(splitStatements(TSQL, DIALECTS.transactsql), ['select 1', 'select go from t -- GO'])
  assert.equal(splitStatements(TSQL, DIALECTS.sql).length, 1)
})

test('lines for the client stay lines', async () => {
  const format = (text: string, dialect: 'mysql' | 'transactsql') =>
    formatSql(text, { dialect, options: {}, breathe: () => undefined })
  assert.equal(
    await format(MYSQL, 'mysql'),
    'DELIMITER $$\ncreate procedure p () begin\nselect\n  1;\n\nend\n$$\nselect\n  2\n$$\ndelimiter ;\nselect\n  3;\n\nselect\n  4;',
  )
  assert.equal(await format('select 1\nGO\nselect 2', 'transactsql'), 'select\n  1\nGO\nselect\n  2')
  assert.equal(toOneLine('select\n1\nGO\nselect\n2', { traits: DIALECTS.transactsql, isShort: true }), 'select 1\nGO\nselect 2')
  assert.equal(
    toOneLine(MYSQL, { traits: DIALECTS.mysql, isShort: true }),
    'DELIMITER $$\ncreate procedure p()begin select 1;end\n$$\nselect 2\n$$\ndelimiter ;\nselect 3;select 4;',
  )
})

test('/ on a line of its own runs what stands before it in PL/SQL only', async () => {
  const script = 'begin a; end;\n/\nselect 1 /\n2 from dual;\n / \nselect 3 from dual'
  const line = (dialect: 'plsql' | 'sql') => toOneLine(script, { traits: DIALECTS[dialect], isShort: true })
  assert.equal(line('plsql'), 'begin a;end;\n/\nselect 1 / 2 from dual;\n/\nselect 3 from dual')
  assert.equal(line('sql').split('\n').length, 1)
  assert.deepEqual(splitStatements(script, DIALECTS.plsql).slice(-2), ['select 1 /\n2 from dual', 'select 3 from dual'])
  const pretty = await formatSql(script, { dialect: 'plsql', options: {}, breathe: () => undefined })
  assert.equal(pretty.split('\n').filter((each) => each === '/').length, 2)
})

const DUMP =
  "\\restrict x\nset a='b';\ncopy t (a, b) from stdin;\n1\tit's\n\\N\t(\n\\.\n\nselect 1 \\gset\n  \\echo it's \"done\n"

test('what stands behind a \\ is for psql, and so are the rows that it copies', async () => {
  const format = (text: string) => formatSql(text, { dialect: 'postgresql', options: {}, breathe: () => undefined })
  const expected =
    "\\restrict x\nset\n  a = 'b';\n\ncopy t (a, b)\nfrom\n  stdin;\n1\tit's\n\\N\t(\n\\.\nselect\n  1\n\\gset\n\\echo it's \"done"
  assert.equal(await format(DUMP), expected)
  assert.equal(await format(expected), expected)
  assert.equal(
    toOneLine(DUMP, { traits: DIALECTS.postgresql, isShort: true }),
    "\\restrict x\nset a='b';copy t(a,b)from stdin;\n1\tit's\n\\N\t(\n\\.\nselect 1\n\\gset\n\\echo it's \"done",
  )
  const statements = splitStatements(DUMP, DIALECTS.postgresql)
  assert.deepEqual(statements, ["set a='b'", "copy t (a, b) from stdin;\n1\tit's\n\\N\t(\n\\.", 'select 1'])
  assert.equal(endStatement(statements[1]!, DIALECTS.postgresql), statements[1])
  for (const text of ["select '\\d', $$\n\\q\n$$ -- \\x", "copy t from stdin; select 'a'", "copy t to stdin;\nselect 'a\n\\.\n'"])
    assert.equal(await format(await format(text)), await format(text))
})

test('a long line takes no longer than its length asks', () => {
  const start = performance.now()
  assert.equal(splitStatements('select a, b from t; '.repeat(50_000), DIALECTS.mysql).length, 50_000)
  assert.equal(splitStatements('go '.repeat(300_000), DIALECTS.transactsql).length, 1)
  assert.equal(splitStatements(`go${' '.repeat(1_000_000)}x`, DIALECTS.transactsql).length, 1)
  assert.equal(breakTexts(scanSql("'a' ".repeat(250_000), DIALECTS.postgresql), DIALECTS.postgresql).length, 500_000)
  assert.equal(splitStatements('copy t from stdin;\n'.repeat(50_000), DIALECTS.postgresql).length, 50_000)
  assert.equal(splitStatements(`copy t from stdin;\n${'1\n'.repeat(1_000_000)}\\.\n`, DIALECTS.postgresql).length, 1)
  assert.ok(performance.now() - start < 60_000)
})

test('routines of PL/SQL in each other, and open ones, take no longer than their length asks', () => {
  const { plsql } = DIALECTS
  assert.equal(splitStatements('create procedure p is '.repeat(20_000), plsql).length, 1)
  assert.equal(splitStatements('declare begin '.repeat(50_000), plsql).length, 1)
  assert.equal(
    splitStatements('create package body p is procedure q is begin null; end; end; '.repeat(20_000), plsql).length,
    20_000,
  )
})

test('an error in a part has its line in the whole', async () => {
  await assert.rejects(
    formatSql('DELIMITER //\nselect 1 //\nselect (2 //', { dialect: 'mysql', options: {}, breathe: () => undefined }),
    /line 3, column 8/,
  )
})

const body = (inner: string) => `create procedure p() begin ${inner} select 2; end; select 3;`
for (const inner of [
  'if a then select 1; end if;',
  'while a do set a = 1; end while;',
  'l: loop leave l; end loop l;',
  'repeat set a = 1; until a end repeat;',
  'case a when 1 then select 1; end case;',
  'select case when a then b end;',
])
  test(`a routine is one statement around: ${inner}`, () => {
    assert.deepEqual(splitStatements(body(inner), DIALECTS.mysql), [body(inner).slice(0, -'; select 3;'.length), 'select 3'])
  })

test('in T-SQL IF behind END begins a statement', () => {
  const text = 'create procedure p as begin if 1=1 begin select 1; end if 2=2 select 2; end; select 3'
  assert.equal(splitStatements(text, DIALECTS.transactsql).length, 2)
})

for (const [dialect, ...statements] of [
  ['transactsql', "if @a = 1 begin print 'a'; print 'b'; end", 'select 1'],
  ['transactsql', 'begin try select 1; end try begin catch throw; end catch', 'begin tran', 'commit'],
  ['plsql', 'declare x int; begin if x then null; end if; loop exit; end loop; end', 'select 1 from dual'],
  ['plsql', 'begin begin null; end; case x when 1 then null; end case; end', 'select 1 from dual'],
  ['plsql', 'create procedure p is x int; begin null; end', 'select 1 from dual'],
  ['plsql', "create function f return int as language java name 'F.f() return int'", 'select 1 from dual'],
  [
    'plsql',
    'create or replace package body p as x int; procedure q is begin null; end q; function f return int; begin x := 1; exception when others then null; end p',
    'select 1 from dual',
  ],
  [
    'plsql',
    'create package p is x int; procedure q; end p',
    "create package body p is procedure q as language java name 'Q.q()'; end",
  ],
  [
    'plsql',
    'create procedure p is x int; function f return int is y int; begin return 1; end; begin if x then null; end if; end',
    'drop procedure p',
  ],
  ['plsql', '<<main>> declare procedure q is begin null; end; begin declare x int; begin q; end; end main', 'select 1 from dual'],
  [
    'plsql',
    'create type body t as member function f return int is begin return case when a then b end; end; constructor function t return self as result is begin return; end; end',
    'create type u as object (a int, member function f return int)',
    'drop package body p',
  ],
  [
    'plsql',
    'create trigger t for insert on u compound trigger x int; before statement is begin null; end before statement; after each row is begin null; end after each row; end t',
    'create trigger t before insert on u for each row when (new.a = 1) begin null; end',
    'create trigger t before insert on u call v',
    'with function f return int is begin return 1; end; select f from dual',
  ],
  ['mysql', 'create event e on schedule every 1 day do begin select 1; select 2; end', 'begin', 'select 1', 'commit'],
  ['mariadb', 'begin not atomic select 1; select 2; end', 'do if(a, b, c)', 'select 3'],
  ['bigquery', 'begin select 1; exception when error then select 2; end', 'begin transaction', 'commit transaction'],
  ['bigquery', 'if a then select if(b, c, d); elseif e then if f then select 1; end if; end if', 'declare x int64', 'select 2'],
  ['bigquery', 'x: while a do loop break; end loop; end while', 'for r in (select 1) do select 2; end for', 'select 3'],
  ['snowflake', 'declare x int; begin if (x) then return 1; end if; end', 'begin name t', 'commit', 'begin', 'rollback'],
  [
    'snowflake',
    'create procedure p() returns int as begin let x := 1; return x; end',
    "create function f() returns int as '1'",
    'select 1',
  ],
  ['sqlite', 'begin', 'end', 'begin immediate', 'commit'],
  ['postgresql', 'begin isolation level serializable', 'begin not deferrable', 'end', 'select 1'],
] as const)
  test(`${dialect}: blocks stay whole in ${statements[0]}`, () =>
    assert.deepEqual(splitStatements(`${statements.join(';\n')};`, DIALECTS[dialect]), statements))
