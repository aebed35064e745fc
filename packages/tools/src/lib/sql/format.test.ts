import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { DIALECTS, DIALECT_NAMES, type DialectName } from './dialects.ts'
import { formatSql } from './format.ts'
import { scanSql } from './tokens.ts'
import { endStatement, splitStatements, toInList, toOneLine } from './write.ts'
import { toSqlMeaning } from './meaning.testing.ts'

const format = (text: string, dialect: DialectName = 'sql', keywordCase: 'upper' | 'lower' | 'preserve' = 'preserve') =>
  formatSql(text, { dialect, options: { keywordCase }, breathe: () => undefined })

const name = fc.constantFrom('a', 't.b', '"x y"', 'count(*)', 'max(c)', "'it''s; --'", '12', '1.5e3', '-1', 'NULL')
const condition = fc
  .tuple(name, fc.constantFrom('=', '<>', '>=', ' like ', ' in '), name)
  .map(([a, mark, b]) => (mark === ' in ' ? `${a} in (${b} , 2,3)` : `${a}${mark}${b}`))
const query = fc
  .tuple(
    fc.array(name, { minLength: 1, maxLength: 3 }),
    fc.array(condition, { maxLength: 3 }),
    fc.constantFrom('', ' -- c\n', ' /* x; */ '),
    fc.constantFrom(' ', '\n\t'),
  )
  .map(
    ([columns, where, comment, gap]) =>
      `select${gap}${columns.join(' , ')}${comment}${gap}from t join u on t.a=u.b${where.length ? `${gap}where ${where.join(' and ')}` : ''} order by 1`,
  )

for (const dialect of DIALECT_NAMES)
  test(`${dialect}: formatting keeps every token and is stable; minify(format(x)) is minify(x)`, async () => {
    const traits = DIALECTS[dialect]
    await fc.assert(
      fc.asyncProperty(fc.array(query, { minLength: 1, maxLength: 2 }), async (queries) => {
        const joined = queries.join(';\n')
        const source = traits.hasNoDoubledQuotes || dialect === 'n1ql' ? joined.replaceAll("''", '') : joined
        const pretty = await format(source, dialect)
        assert.deepEqual(toSqlMeaning(pretty, traits), toSqlMeaning(source, traits))
        assert.equal(toOneLine(pretty, { traits, isShort: true }), toOneLine(source, { traits, isShort: true }))
        for (const { kind, raw } of scanSql(source, traits)) if (kind === 'comment') assert.ok(pretty.includes(raw.trim()))
      }),
      { numRuns: 12 },
    )
  })

for (const dialect of DIALECT_NAMES)
  test(`the FROM of a comparison begins no clause in ${DIALECTS[dialect].name.en}`, async () =>
    assert.equal(
      await format('select case when a is distinct from b then 1 end from t where a is not distinct from b', dialect),
      'select\n  case\n    when a is distinct from b then 1\n  end\nfrom\n  t\nwhere\n  a is not distinct from b',
    ))

for (const [dialect, numbers] of [
  ['postgresql', '0o17, 0O1_7, 0XfF, 0B1'],
  ['sqlite', '1_000, 0X1F'],
  ['transactsql', '0x, 0xAB'],
  ['plsql', '1.5f, 2d, 1e3D'],
  ['clickhouse', '0x1p3, 0x1.8p-3'],
  ['hive', '1L, 2S, 3Y, 1.5BD'],
] as const)
  test(`${DIALECTS[dialect].name.en} has the numbers ${numbers}`, async () =>
    assert.equal(await format(`select ${numbers}`, dialect), `select\n  ${numbers.replaceAll(', ', ',\n  ')}`))

for (const [dialect, text] of [
  ['redshift', String.raw`'It\'s; --', 'a\\'`],
  ['snowflake', String.raw`"a\", 'it\'s', $$it's$$`],
  ['spark', String.raw`r'C:\', R"C:\", 'it\'s'`],
  ['bigquery', String.raw`r'a\'b', rb"a\"b", b'a\'b'`],
] as const)
  test(`texts end where ${DIALECTS[dialect].name.en} ends them: ${text}`, async () => {
    assert.equal(await format(`select ${text}`, dialect), `select\n  ${text.replaceAll(', ', ',\n  ')}`)
    const line = toOneLine(`select ${text}`, { traits: DIALECTS[dialect], isShort: true })
    assert.equal(line, `select ${text.replaceAll(', ', ',')}`)
  })

for (const [dialect, text] of [
  ['bigquery', 'label:\nloop\nbreak label;'],
  ['db2', 'label:\nloop\nfetch c\ninto\n  a;'],
  ['duckdb', 'select\n  a @> b,\n  a <-> b,\n  #1,\n  $name,\n  $t$ x $t$'],
  ['hive', 'create table t (a struct < b:int >)'],
  ['plsql', 'select\n  m[1]'],
  ['redshift', 'create procedure p () as $$ begin x; end; $$ language plpgsql'],
  ['redshift', "select\n  a !~* 'x'"],
  ['snowflake', "put file:///x/y.csv @s;\n\nselect\n  {'a': 1, 'b': [2]},\n  &v // c"],
  ['spark', 'select\n  a::int,\n  a:b[0]::string'],
  ['transactsql', 'select\n  $(x)\nfrom\n  $(db).dbo.t'],
] as const)
  test(`${DIALECTS[dialect].name.en} takes ${JSON.stringify(text)}`, async () =>
    assert.equal(await format(text.replaceAll(/\s+/g, ' '), dialect), text))

test('the slashes of a file of Snowflake begin no comment in the short form', () =>
  assert.equal(
    toOneLine('put file://x/y.csv @s; select 1 // c\n', { traits: DIALECTS.snowflake, isShort: true }),
    'put file://x/y.csv @s;select 1',
  ))

test('texts over two lines stay on two in Redshift', async () =>
  assert.equal(await format("select 'a'\n'b'", 'redshift'), "select\n  'a'\n  'b'"))

test('users of MySQL keep their hosts', async () =>
  assert.equal(
    await format("grant select on a.* to 'u'@'%', u@localhost, `u`@`h`, @v", 'mysql'),
    "grant\nselect\n  on a.* to 'u'@'%',\n  u@localhost,\n  `u`@`h`,\n  @v",
  ))

for (const [text, written] of [
  [
    'select 1; -- one\nselect 2; /* two */ -- and\n/* three */ select 3',
    'select\n  1; -- one\n\nselect\n  2; /* two */ -- and\n\n/* three */\nselect\n  3',
  ],
  ['select 1; /* for 2 */ select 2', 'select\n  1;\n\n/* for 2 */\nselect\n  2'],
  ['select 1; /* two\nlines */', 'select\n  1;\n\n/* two\nlines */'],
  ['a(1); /* for b */ /* and c */ b(2)', 'a (1);\n\n/* for b */\n/* and c */\nb (2)'],
] as const)
  test(`comments stay with their statement: ${JSON.stringify(text)}`, async () => {
    assert.equal(await format(text), written)
    assert.equal(await format(written), written)
  })

for (const [text, written] of [
  ['/*\n | a |\n\n |   b |\n*/\nselect 1', '/*\n | a |\n\n |   b |\n*/\nselect\n  1'],
  ['select\n    /* a\n         b\n       c */\n 1', 'select\n  /* a\n       b\n     c */\n  1'],
  ['  /* a\n     * b\n   */ select 1', '/* a\n * b\n */\nselect\n  1'],
] as const)
  test(`the lines of a comment keep their shape: ${JSON.stringify(text)}`, async () => {
    assert.equal(await format(text), written)
    assert.equal(await format(written), written)
  })

test('the short form splits into the same tokens', () => {
  for (const traits of [DIALECTS.mysql, DIALECTS.postgresql])
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('a', '1', "'x'", '-', '--', '/', '*', '=', '<', '>', '(', ')', ',', '.', ':', '@', ' ', '\n', '|', '!'),
          { maxLength: 12 },
        ),
        (parts) => {
          const source = parts.join(' ')
          const meaning = toSqlMeaning(source, traits)
          assert.deepEqual(toSqlMeaning(toOneLine(source, { traits, isShort: true }), traits), meaning)
          assert.deepEqual(toSqlMeaning(toOneLine(source, { traits, isShort: false }), traits), meaning)
        },
      ),
      { numRuns: 500 },
    )
})

test('words that the formatter leaves get the case of keywords', async () => {
  assert.ok(
    (await format("select a from t where b like 'x' and c rlike 'y'", 'mysql', 'upper')).includes(
      "b LIKE 'x'\n  AND c RLIKE 'y'",
    ),
  )
})

for (const [source, dialect, line, column] of [
  ['select (1', 'sql', 1, 8],
  ["select 'x", 'sql', 1, 8],
  ['select a\nfrom t )', 'sql', 2, 8],
  ['select /* a', 'sql', 1, 8],
  ['select $$ x', 'postgresql', 1, 8],
  ['select [a] from b', 'mysql', 1, 8],
] as const)
  test(`${JSON.stringify(source)} is refused with its place`, async () => {
    await assert.rejects(format(source, dialect), (error: unknown) => {
      assert.ok(isAppError(error))
      assert.deepEqual([error.key, error.details['line'], error.details['column']], ['syntax_error', line, column], error.message)
      return true
    })
  })

test('a mistake names dialects in which it is none', async () => {
  const rejects = async (source: string, message: RegExp) => assert.rejects(format(source), { key: 'syntax_error', message })
  await rejects(
    'select [a] from t',
    /“\[a\]” is not expected here in Standard SQL; it can be read as PostgreSQL or SQL Server \(T-SQL\)/,
  )
  await rejects("select 'a\\'b' from t", /expected ' before the end; it can be read as MySQL or/)
  await rejects('select “a” from t', /check the text before it, or choose another dialect/)
  await rejects('select (a', /never closed/)
})

test('statements are split outside texts, comments and routines', () => {
  assert.deepEqual(
    splitStatements(
      "select ';'; -- a;b\nselect 2;;\ncreate procedure p() begin select 1; end; select case when 1 then 2 end",
      DIALECTS.mysql,
    ),
    ["select ';'", '-- a;b\nselect 2', 'create procedure p() begin select 1; end', 'select case when 1 then 2 end'],
  )
  assert.deepEqual(splitStatements('do $x$ begin a; b; end $x$; select 1', DIALECTS.postgresql), [
    'do $x$ begin a; b; end $x$',
    'select 1',
  ])
})

for (const [dialect, source, short] of [
  ['mysql', 'select 5--1, a-- c\n, b --', 'select 5--1,a,b'],
  ['tidb', 'select a--b\nfrom t', 'select a--b from t'],
  ['postgresql', 'select 5--1\nfrom t', 'select 5 from t'],
  ['snowflake', "select 1 // it's\n, 2", 'select 1,2'],
  ['plsql', "select q'[it's]', Nq'!a'b!' , q'(x)' from dual", "select q'[it's]',Nq'!a'b!',q'(x)' from dual"],
  ['plsql', 'select 1 -- a\n, --+ full(t)\n2, /*+ b */ 3 from dual', 'select 1,/*+ full(t) */ 2,/*+ b */ 3 from dual'],
  ['mariadb', 'select /*M!100100 1 */ 2 /* a */', 'select /*M!100100 1 */ 2'],
  ['tidb', 'select /*T![feature] 1 */ 2 /* a */', 'select /*T![feature] 1 */ 2'],
  ['duckdb', 'select /* a /* b */ c */ 1', 'select 1'],
  ['bigquery', `select '''it's''' , """a"b"""`, `select '''it's''',"""a"b"""`],
] as const)
  test(`${dialect}: texts and comments of ${JSON.stringify(source)} are its own`, async () => {
    const traits = DIALECTS[dialect]
    assert.equal(toOneLine(source, { traits, isShort: true }), short)
    assert.deepEqual(toSqlMeaning(await format(source, dialect), traits), toSqlMeaning(source, traits))
  })

test('operators of PostgreSQL keep the schema before them', async () => {
  for (const operator of ['pg_catalog.~', 's.@#@', '"S x".<->'])
    assert.equal(
      await format(`alter operator ${operator}(text,text) owner to me`, 'postgresql'),
      `alter operator ${operator} (text, text) owner to me`,
    )
  assert.equal(await format('select t.* from t', 'postgresql'), 'select\n  t.*\nfrom\n  t')
})

test('a rule of PostgreSQL holds several statements in brackets', async () => {
  const rule = 'create rule r as on insert to t do also (delete from a; -- why\ndelete from b;)'
  assert.deepEqual(splitStatements(`${rule}; select 1`, DIALECTS.postgresql), [rule, 'select 1'])
  assert.deepEqual(splitStatements('select (1; select 2)', DIALECTS.mysql), ['select (1', 'select 2)'])
  const pretty = 'create rule r as on insert to t do also (\n  delete from a; -- why\n  delete from b;\n);\n\nselect\n  1'
  assert.equal(await format(`${rule};select 1`, 'postgresql'), pretty)
  await assert.rejects(format(rule, 'mysql'), { key: 'syntax_error' })
})

test('a long script is cut behind no statement in brackets', async () => {
  const inside = 'delete from a;\n'.repeat(4000)
  const pretty = await format(`create rule r as on insert to t do also (${inside});\n${'select 1;\n'.repeat(10)}`, 'postgresql')
  assert.equal(pretty.match(/^ {2}delete from a;$/gm)?.length, 4000)
})

test('texts in a row stay on lines of their own where the standard wants it', async () => {
  for (const isShort of [true, false])
    assert.equal(toOneLine("select 'a'\n  'b'", { traits: DIALECTS.postgresql, isShort }), "select 'a'\n'b'")
  assert.equal(await format("select 'a'\n'b'", 'postgresql'), "select\n  'a'\n  'b'")
  assert.equal(await format("select 'a'\n'b'", 'mysql'), "select\n  'a' 'b'")
})

test('a character set before a text does not stop MySQL’s from being formatted', async () =>
  assert.equal(await format("select _utf8mb4'é' , 1", 'mysql'), "select\n  _utf8mb4 'é',\n  1"))

for (const [dialect, source, pretty] of [
  ['postgresql', 'a*<>b', 'a *<> b'],
  ['postgresql', 'a#<#b, @-1', 'a #<# b,\n  @-1'],
  ['postgresql', 'a||/* c */b', 'a || /* c */ b'],
  ['postgresql', "N'x'", "N'x'"],
  ['snowflake', "N'x'", "N'x'"],
  ['postgresql', 'a=-1, b||-c, b<@d', 'a = -1,\n  b || - c,\n  b <@ d'],
  ['postgresql', 'a=?, a=@id, a=%s, a=#{id}, a->>$1', 'a = ?,\n  a = @id,\n  a = %s,\n  a = #{id},\n  a ->> $1'],
  ['sql', "a==b, c->>'d'", "a == b,\n  c ->> 'd'"],
  ['postgresql', '(1./2.)::int, 3.*a', '(1. / 2.)::int,\n  3. * a'],
  ['mysql', 'f(1./-2.), a.1e', 'f(1. / -2.),\n  a.1e'],
  ['transactsql', 'a<=>b', 'a <=> b'],
  ['plsql', 'a.b%TYPE, c%notfound', 'a.b%TYPE,\n  c%notfound'],
  ['clickhouse', 'a.1', 'a.1'],
  ['transactsql', '?', '?'],
  ['plsql', 'a + ?', 'a + ?'],
  ['snowflake', '?, @~/a/b.csv, @%c/d', '?,\n  @~/a/b.csv,\n  @%c/d'],
  ['mysql', 'a--1, b -- c\n, d', 'a - -1,\n  b -- c\n,\n  d'],
  ['bigquery', 'struct<a int64>(1)', 'struct<a int64> (1)'],
  ['redshift', '/* a /* b */ c */ 1', '/* a /* b */ c */\n  1'],
  ['spark', '/* a /* b */ c */ 1', '/* a /* b */ c */\n  1'],
  ['db2', '/* a /* b */ c */ 1', '/* a /* b */ c */\n  1'],
  ['clickhouse', '/* a /* b */ c */ 1 // d\n', '/* a /* b */ c */\n  1 // d'],
] as const)
  test(`${dialect}: ${source} keeps its signs and comments whole`, async () => {
    assert.equal(await format(`select ${source} from t`, dialect), `select\n  ${pretty}\nfrom\n  t`)
  })

test('the short form runs no signs together into another operator of PostgreSQL', () =>
  assert.equal(toOneLine('select a = -~b, a = -1', { traits: DIALECTS.postgresql, isShort: true }), 'select a= -~b,a=-1'))

test('a range of PL/SQL stays one', async () =>
  assert.match(await format('begin for i in 1..10 loop null; end loop; end;', 'plsql'), /in 1\.\.10\n/))

test('a comment of MySQL is not run together with what follows where it is none', () => {
  assert.throws(() => toOneLine('select 1 # a\nfrom t', { traits: DIALECTS.sql, isShort: true }), { key: 'syntax_error' })
  assert.equal(toOneLine('select 1\nfrom #a', { traits: DIALECTS.transactsql, isShort: true }), 'select 1 from #a')
})

test('a statement that ends in a line comment keeps its semicolon', () => {
  assert.equal(endStatement('select 1 -- one', DIALECTS.sql), 'select 1 -- one\n;')
  assert.equal(endStatement('select 1 /* one */', DIALECTS.sql), 'select 1 /* one */;')
})

test('IN lists quote, escape and fold', () => {
  assert.equal(
    toInList(`'O''Neil', "a""b", O'Neil, 010, 0, 0.5, -00`, { isQuoted: false, isUnique: true, perLine: 0 }),
    `('O''Neil', 'a"b', '010', 0, 0.5, '-00')`,
  )
  assert.equal(toInList('1, 2\t"b"\n2', { isQuoted: true, isUnique: true, perLine: 2 }), "(\n  '1', '2',\n  'b'\n)")
})

test('a list of a megabyte ends in time, and whole', async () => {
  const values = Array.from({ length: 150_000 }, (_, i) => String(i))
  const since = performance.now()
  const result = await format(`select a from t where x in (${values.join(',')}) and y = 1`)
  assert.ok(performance.now() - since < 60_000, `${performance.now() - since} ms`)
  assert.deepEqual(toSqlMeaning(result, {}).filter((raw) => /^\d+$/.test(raw)).length, values.length + 1)
  await assert.rejects(format(`select ${'('.repeat(5000)}1${')'.repeat(5000)}`), { key: 'too_large' })
  await assert.rejects(format(`select ${'a + '.repeat(80_000)} b`), { key: 'too_large' })
})

test('what is many times too long is refused by its beginning, but not for its lists', async () => {
  const rows = 'select a, b from t where c in (1, 2);\n'.repeat(150_000)
  await assert.rejects(format(rows), { key: 'too_large' })
  // The quote is never closed: only who reads the whole text sees it.
  await assert.rejects(format(`${rows}select 'a`), { key: 'too_large' })
  const list = Array.from({ length: 900_000 }, (_, i) => i).join(',')
  assert.match(await format(`select a from t where x in (${list})`), /899999/)
})

test('long lists on one line are all put back', async () => {
  const list = `(${Array.from({ length: 500 }, (_, i) => i).join(', ')})`
  const source = `select f(a, ${list}, ${list}) from t where b in ${list}`
  assert.deepEqual(toSqlMeaning(await format(source), DIALECTS.sql), toSqlMeaning(source, DIALECTS.sql))
})
