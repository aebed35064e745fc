import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { DIALECTS, DIALECT_NAMES, type DialectName } from './dialects.ts'
import { fillSql } from './fill.ts'
import { formatSql } from './format.ts'
import { toSqlMeaning } from './meaning.testing.ts'
import { toOneLine } from './write.ts'

const format = (text: string, dialect: DialectName, options = {}) =>
  formatSql(text, { dialect, options, breathe: () => undefined })

const written = [':id', '@id', '$1', '%s', '%(id)s', '#{id,jdbcType=INTEGER}', '${id}', '{{ id }}', ':1', '@@id']
for (const dialect of DIALECT_NAMES)
  test(`${dialect}: placeholders of every kind stay as they are`, async () => {
    for (const placeholder of written) {
      const source = `select a from t where b = ${placeholder} and c in (${placeholder}, 2)`
      const expected = `select\n  a\nfrom\n  t\nwhere\n  b = ${placeholder}\n  and c in (${placeholder}, 2)`
      assert.equal(await format(source, dialect), expected)
      assert.equal(
        await format(source, dialect, { identifierCase: 'upper' }),
        expected.replace(/\b[abct]\b(?! \})/g, (each) => each.toUpperCase()),
      )
    }
  })

test('what only looks like one is none', async () => {
  for (const [dialect, source] of [
    ['postgresql', 'a::int'],
    ['postgresql', 'a[1:n]'],
    ['postgresql', 'b % s'],
    ['snowflake', 'c:d.e'],
    ['mysql', "'50%s :x #{y}'"],
  ] as const) {
    const pretty = await format(`select ${source} from t`, dialect)
    assert.equal(
      toSqlMeaning(pretty, DIALECTS[dialect]).join(' '),
      toSqlMeaning(`select ${source} from t`, DIALECTS[dialect]).join(' '),
    )
  }
})

test('a name with a placeholder inside stays one', async () => {
  assert.equal(await format('select * from log_${year}_${month}_x', 'mysql'), 'select\n  *\nfrom\n  log_${year}_${month}_x')
})

const JINJA = `{{ config(
    materialized='table'
) }}
with a as (select * from {{ ref('raw') }})
select a.b, {% if c %} 1 as d, {% endif %} e from a {# why #}
{%- for x in xs %}
left join {{ x }} on a.id = {{ x }}.id
{%- endfor %}
where f = 1`
for (const dialect of DIALECT_NAMES)
  test(`${dialect}: statements and comments of Jinja stay, on lines of their own where they were`, async () => {
    const pretty = await format(JINJA, dialect)
    assert.ok(pretty.startsWith("{{ config(\n    materialized='table'\n) }}\nwith\n  a as ("), pretty)
    for (const line of ['  {% if c %}', '  {% endif %}', '  a {# why #}', '  {%- for x in xs %}', '  {%- endfor %}'])
      assert.ok(pretty.split('\n').includes(line), `${line} in ${pretty}`)
    assert.equal(await format(pretty, dialect), pretty)
    const bare = (text: string) => text.replaceAll(/\s+/g, '')
    assert.equal(bare(pretty), bare(JINJA))
    assert.equal(bare(toOneLine(JINJA, { traits: DIALECTS[dialect], isShort: true })), bare(JINJA))
  })

test('a statement of Jinja within a word is no end of it', async () => {
  const name = 't_{% if a %}{% if b %}x{% else %}{{ y }}_{% endif %}z{% endif %}'
  assert.equal(
    await format(`select * from ${name}`, 'snowflake'),
    `select\n  *\nfrom\n  ${name.replace(/(?=\{% endif %\}$)/, ' ')}`,
  )
  assert.equal(await format("select '{% x %}' from t", 'sql'), "select\n  '{% x %}'\nfrom\n  t")
})

test('statements of Jinja take no values, and long texts full of them take no time', async () => {
  assert.equal(fillSql('select {% if a %} ? {% endif %}', '1', DIALECTS.snowflake), 'select {% if a %} 1 {% endif %}')
  for (const text of ['{%'.repeat(2e5), '{{ '.repeat(1e5), `{% ${'a '.repeat(2e5)}`, '{% a %}'.repeat(5e4)]) {
    const start = process.cpuUsage()
    toOneLine(text, { traits: DIALECTS.postgresql, isShort: true })
    assert.ok(process.cpuUsage(start).user < 2_000_000)
  }
})

test('in MySQL #{…} is no comment that minifying would drop', () => {
  const line = toOneLine('select 1 from t where a = #{a} -- why\nand b = 2 # c', { traits: DIALECTS.mysql, isShort: true })
  assert.equal(line, 'select 1 from t where a= #{a} and b=2')
})

test('an error behind placeholders has its own place and words', async () => {
  const source = 'select :a, :b from t where :c = = }'
  await assert.rejects(
    format(source, 'sql'),
    (error: unknown) => isAppError(error) && error.details?.['offset'] === source.indexOf('}'),
  )
})
