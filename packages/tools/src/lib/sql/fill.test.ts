import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWorkMs } from '@octet/core/testing/work.ts'
import { DIALECTS } from './dialects.ts'
import { fillSql } from './fill.ts'
import { unquoteSql } from './unquote.ts'

for (const [text, values, expected, dialect = 'sql'] of [
  [
    "select * from t where a=? and b='?' and c in (?) -- ?",
    "1\nO'Neil",
    "select * from t where a=1 and b='?' and c in ('O''Neil') -- ?",
  ],
  ['select ?, ?', '[12345678901234567890, "a\\\\b"]', String.raw`select 12345678901234567890, 'a\b'`],
  ['select ?, ?', '[1.0, "a\\\\b"]', String.raw`select 1.0, 'a\\b'`, 'mysql'],
  ['select * from t where id in (?)', '[[1, 2, "x"]]', "select * from t where id in (1, 2, 'x')"],
  ['select ?, ?, ?, ?', "007\nnull\ntrue\n'it''s'", "select '007', NULL, TRUE, 'it''s'"],
  ['select $2, $1, $2', 'a\n2', "select 2, 'a', 2", 'postgresql'],
  ['where a=? and b::text = :b', 'b = x', "where a=? and b::text = 'x'", 'postgresql'],
  ['where id=:id and b::text = :b', 'id = 5\nb: x y', "where id=5 and b::text = 'x y'", 'postgresql'],
  [
    'from ${tab} where id = #{id,jdbcType=BIGINT} and x=%(x)s',
    '{"tab":"users","id":7,"x":null}',
    'from users where id = 7 and x=NULL',
  ],
  ['declare @x int = 3; select @x, @id, @@rowcount', 'id = 5', 'declare @x int = 3; select @x, 5, @@rowcount', 'transactsql'],
  ['select :flag from dual', 'flag = true', 'select 1 from dual', 'plsql'],
  ['insert into t values (%s, %s)', '1\nnull', 'insert into t values (1, NULL)'],
  ['select ?', '1\n2', null],
  ['select ?, ?', '1', null],
  ['select 1', '', 'select 1'],
] as const)
  test(`${text} with ${JSON.stringify(values)} (${dialect})`, () => {
    const fill = () => fillSql(text, values, DIALECTS[dialect])
    if (expected === null) assert.throws(fill, { key: 'bad_input', message: /^values: expected \d values?, .*, got \d$/ })
    else assert.equal(fill(), expected)
  })

test('logs of MyBatis bring their values, typed as in Java', () => {
  const log = `2026-01-02 DEBUG c.m.UserMapper - ==>  Preparing: select * from user where id = ? and name = ? and at > ? and z = ? and ok = ?
2026-01-02 DEBUG c.m.UserMapper - ==> Parameters: 5(Long), a, b (c)(String), 2024-01-01 10:00:00.0(Timestamp), null, true(Boolean)
<==      Total: 1
==>  Preparing: delete from t
==> Parameters: `
  assert.equal(
    fillSql(log, '', DIALECTS.mysql),
    "select * from user where id = 5 and name = 'a, b (c)' and at > '2024-01-01 10:00:00.0' and z = NULL and ok = TRUE;\n\ndelete from t;",
  )
  assert.throws(() => fillSql('==> Preparing: select ?\n==> Parameters: ', '', DIALECTS.mysql), { key: 'bad_input' })
})

test('logs of Hibernate 5 and 6 do, too', () => {
  const log =
    'Hibernate: select u from users u where u.id=? and u.n=?\nbinding parameter [1] as [BIGINT] - [5]\nbinding parameter (2:VARCHAR) <- [x]'
  assert.equal(fillSql(log, '', DIALECTS.sql), "select u from users u where u.id=5 and u.n='x';")
})

test('a long value in many places is refused before it fills the memory', () => {
  assert.throws(() => fillSql(':a,'.repeat(100_000), `a = ${'x'.repeat(10_000)}`, DIALECTS.sql), { key: 'too_large' })
})

for (const [code, sql] of [
  [
    'String sql = "select a, \'x\' " +\n  "from t where id = " + user.getId() + " and b = \\"q\\"";',
    'select a, \'x\' from t where id = :id and b = "q"',
  ],
  ['sb.append("select *"); // "no"\nsb.append(" from t");', 'select *\n from t'],
  ['$sql = "select * from t where id = " . $id;', 'select * from t where id = :id'],
  ['var s = @"select ""a""\nfrom t";', 'select "a"\nfrom t'],
  ['sql = f"""\nselect *\nfrom t\n"""', 'select *\nfrom t'],
  ["'select a, b '\n+ 'from t'", 'select a, b from t'],
  ['"select 1" & _\n"from t"', 'select 1\nfrom t'],
] as const)
  test(`out of ${code}`, () => assert.equal(unquoteSql(code), sql))

test('values and logs end their lines at carriage returns alone, too', () => {
  const lines = ['a = 1', 'b = x']
  for (const end of ['\r', '\r\n', '\n']) {
    assert.match(fillSql('select :a, :b', lines.join(end), DIALECTS.sql), /select 1, 'x'/i)
    const log = ['==> Preparing: select ?', '==> Parameters: 5(Integer)', '<== Total: 1'].join(end)
    assert.match(fillSql(log, '', DIALECTS.sql), /select 5;$/i)
  }
})

test('code without a text in quotes is told so', () => assert.throws(() => unquoteSql('select 1'), { key: 'unsupported_value' }))

test('long lines take no longer than their length asks', () => {
  const start = readWorkMs()
  for (const code of [
    '"'.repeat(400_000),
    '/*'.repeat(200_000),
    `${'a + '.repeat(100_000)}"x"`,
    `"a"${' + a'.repeat(100_000)}"b"`,
  ])
    assert.doesNotThrow(() => unquoteSql(`"x"${code}`))
  for (const list of ['(a'.repeat(200_000), '('.repeat(400_000), 'null, '.repeat(70_000)])
    try {
      fillSql(`==> Preparing: select ?\n==> Parameters: ${list}`, '', DIALECTS.sql)
    } catch (error) {
      assert.equal((error as { key?: string }).key, 'bad_input')
    }
  assert.ok(readWorkMs() - start < 20_000)
})
