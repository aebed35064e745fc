import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseCsv } from '../../lib/data/csv.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { findKind, KINDS, type Kind } from './kinds.ts'
import { readColumns } from './read-columns.ts'
import { createSeededDraw } from './seeded-draw.ts'
import tool from './tool.ts'

type Answer = { text: string; rows: number; seed: string }
type Row = Record<string, string | number | boolean | null>
const run = async (input: object) => (await answerTool(tool, input, createTestHost())) as Answer
const rowsOf = async (input: object) => JSON.parse((await run(input)).text) as Row[]

/** Every kind, with what has to follow it. */
const ALL = Object.entries(KINDS as Readonly<Record<string, Kind>>)
  .map(([name, { argument, read }]) => (read('') ? name : `${name}: ${name} ${argument}`))
  .join('\n')

test('the same seed gives the same rows, another one others, and none a new one each time', async () => {
  const input = { columns: ALL, count: 20 }
  assert.deepEqual(await run({ ...input, seed: 'a' }), await run({ ...input, seed: 'a' }))
  assert.notEqual((await run({ ...input, seed: 'a' })).text, (await run({ ...input, seed: 'b' })).text)
  const host = createTestHost()
  const [first, second] = [(await answerTool(tool, input, host)) as Answer, (await answerTool(tool, input, host)) as Answer]
  assert.notEqual(first.seed, second.seed)
  assert.equal((await run({ ...input, seed: first.seed })).text, first.text)
})

test('further rows and columns change no others', async () => {
  const few = await rowsOf({ columns: 'name, email, n: number', count: 3, seed: 's' })
  const many = await rowsOf({ columns: 'city\nn: number\nemail\nname\nuuid', count: 30, seed: 's' })
  assert.deepEqual(
    many.slice(0, 3).map(({ name, email, n }) => ({ name, email, n })),
    few,
  )
})

test('what is drawn for a seed stays as it is', async () => {
  const [row] = await rowsOf({ columns: 'id, name, email, uuid, n: number 1..1000000, joined: date', count: 1, seed: 'octet' })
  assert.deepEqual(row, {
    id: 1,
    name: 'Harry Dixon',
    email: 'harry.dixon1@example.org',
    uuid: 'e4e8a554-2827-479b-958d-974ef11a541d',
    n: 589662,
    joined: '2023-01-09',
  })
})

for (const language of ['en', 'zh'] as const)
  test(`nothing leads to anybody: ${language}`, async () => {
    const rows = await rowsOf({ columns: 'email, domain, url, ipv4, ipv6, mac, phone', count: 500, language, seed: 'x' })
    for (const { email, domain, url, ipv4, ipv6, mac, phone } of rows) {
      assert.match(String(email), /^[a-z]+\.[a-z]+\d+@example\.(?:com|net|org)$/)
      assert.match(String(domain), /^[a-z]+\.example\.(?:com|net|org)$/)
      assert.match(String(url), /^https:\/\/example\.(?:com|net|org)\//)
      assert.match(String(ipv4), /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4])$/)
      assert.ok(URL.canParse(`http://[${ipv6}]/`) && String(ipv6).startsWith('2001:db8:'), String(ipv6))
      assert.match(String(mac), /^00:00:5e:00:53:[\da-f]{2}$/)
      if (language === 'en') assert.match(String(phone), /^\+1 \d{3}-555-01\d\d$/)
      else assert.match(String(phone), /^010-0\d{7}$/)
    }
    assert.equal(new Set(rows.map(({ email }) => email)).size, 500)
  })

test('a row is about one person at one place', async () => {
  for (const row of await rowsOf({
    columns: 'name, first, last, email, username, address, city, region, postcode',
    count: 100,
    seed: 'p',
  })) {
    assert.equal(row['name'], `${row['first']} ${row['last']}`)
    assert.ok(String(row['email']).startsWith(`${row['username']}@`))
    assert.ok(String(row['address']).endsWith(`, ${row['city']}, ${row['region']} ${row['postcode']}`))
  }
  for (const row of await rowsOf({ columns: '姓名, 名, 姓, 邮编, 省份, 城市, 地址', count: 100, language: 'zh', seed: 'p' })) {
    assert.equal(row['姓名'], `${row['姓']}${row['名']}`)
    assert.match(String(row['邮编']), /^\d{6}$/)
    assert.ok(String(row['地址']).includes(String(row['城市'])))
  }
})

test('ranges are kept to both ends, and weights count', async () => {
  const rows = await rowsOf({
    columns:
      'a: number -1..1, b: decimal 0..0.2 1, c: date 2024-02-28..2024-03-01, d: pick x*9|y, e: row 100, f: pattern @#-\\\\',
    count: 1_000,
    seed: 'r',
  })
  const values = (name: string) => [...new Set(rows.map((row) => row[name]))].sort()
  assert.deepEqual(values('a'), [-1, 0, 1])
  assert.deepEqual(values('b'), [0, 0.1, 0.2])
  assert.deepEqual(values('c'), ['2024-02-28', '2024-02-29', '2024-03-01'])
  const share = rows.filter(({ d }) => d === 'x').length
  assert.ok(share > 850 && share < 950, String(share))
  assert.deepEqual([rows[0]!['e'], rows[999]!['e']], [100, 1_099])
  assert.match(String(rows[0]!['f']), /^[A-Z]\d-\\\\$/)
})

test('some cells are empty where they may be', async () => {
  const rows = await rowsOf({ columns: 'a: city ?\nb: city ?100%\nc: city ?0%', count: 1_000, seed: 'n' })
  const empty = (name: string) => rows.filter((row) => row[name] === null).length
  assert.ok(empty('a') > 150 && empty('a') < 250)
  assert.deepEqual([empty('b'), empty('c')], [1_000, 0])
})

test('CSV and JSON Lines hold the same rows', async () => {
  const input = { columns: ALL, count: 50, seed: 'f', language: 'zh' }
  const rows = await rowsOf(input)
  const lines = (await run({ ...input, format: 'lines' })).text.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line) as Row),
    rows,
  )
  for (const [format, delimiter] of [
    ['csv', ','],
    ['tsv', '\t'],
  ] as const) {
    const [head, ...cells] = parseCsv((await run({ ...input, format })).text, delimiter)
    assert.deepEqual(head, Object.keys(rows[0]!))
    assert.deepEqual(
      cells.map((row) => row.map((cell, at) => (/^(?:lat|long)itude|decimal$/.test(head![at]!) ? Number(cell) : cell))),
      rows.map((row) =>
        Object.entries(row).map(([name, value]) => (/^(?:lat|long)itude|decimal$/.test(name) ? value : String(value ?? ''))),
      ),
    )
  }
})

test('a database takes the table and its rows', async () => {
  const { text } = await run({ columns: `${ALL}\na "b": word ?`, count: 250, format: 'sql', table: 'x.y', seed: 'q' })
  const database = new DatabaseSync(':memory:')
  database.exec(`ATTACH ':memory:' AS x; ${text}`)
  const { count } = database.prepare('SELECT count(*) AS count FROM x.y WHERE "row" BETWEEN 1 AND 250').get() as { count: number }
  assert.equal(count, 250)
  assert.match(String(database.prepare('SELECT datetime FROM x.y').get()?.['datetime']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  database.close()
})

for (const [columns, kinds] of [
  ['id, name', 'id=row name=name'],
  ['Full Name，邮箱、手机号', 'Full Name=name 邮箱=email 手机号=phone'],
  ['age: int 1-5, x: first name', 'age=number x=first'],
  ['a: pick x, y|z', undefined],
  ['a: pick x, y|z\nb: word', 'a=pick b=word'],
  ['状态： 任选 甲|乙', '状态=pick'],
  ['id, id', undefined],
  ['a: nothing like it', undefined],
  ['a: number 5..1', undefined],
  ['a: number 1.5..2', undefined],
  ['a: date 2024-02-30..2024-03-01', undefined],
  ['a: decimal 0..5', 'a=decimal'],
  ['a: decimal 4', 'a=decimal'],
  ['a: boolean 1', undefined],
  ['a: __proto__', undefined],
  ['a: constructor', undefined],
  ['', undefined],
] as const)
  test(`columns ${JSON.stringify(columns)}: ${kinds ?? 'refused'}`, () => {
    const read = () =>
      readColumns(columns)
        .map(({ name, kind }) => `${name}=${kind}`)
        .join(' ')
    if (kinds === undefined) assert.throws(read, { key: 'bad_input' })
    else assert.equal(read(), kinds)
  })

test('every kind goes by its name in both languages', () => {
  for (const [name, { words }] of Object.entries(KINDS)) {
    assert.equal(findKind(words.en), name)
    assert.equal(findKind(words.zh), name)
  }
  assert.deepEqual(
    (['en', 'zh'] as const).map((lang) =>
      Object.entries(KINDS).filter(([name, { words }]) => !tool.about![lang].includes(lang === 'en' ? name : words.zh)),
    ),
    [[], []],
  )
})

test('too many cells and columns are refused', async () => {
  await assert.rejects(run({ columns: ALL, count: 10_000 }), { key: 'too_large' })
  const wide = Array.from({ length: 51 }, (_, at) => `a${at}: word`).join('\n')
  await assert.rejects(run({ columns: wide }), { key: 'too_large' })
})

test('draws stay below their limit, and all of them come', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 2 ** 53 - 1 }), (seed, limit) => {
      const value = createSeededDraw(seed).below(limit)
      assert.ok(Number.isSafeInteger(value) && value >= 0 && value < limit)
    }),
  )
  const counts = Array.from({ length: 10 }, () => 0)
  for (let at = 0; at < 10_000; at++) counts[createSeededDraw(`seed ${at}`).below(10)]!++
  // The first draws of seeds that differ little are as even as any: chi-squared of 9 degrees of freedom, far beyond which nothing is chance.
  assert.ok(counts.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0) < 40, counts.join())
})

test('without a language of its own the data are in that of the page', async () => {
  const read = async (lang: 'en' | 'zh', language?: 'en') =>
    (
      (await answerTool(
        tool,
        { columns: 'name', count: 1, seed: 'a', ...(language && { language }) },
        createTestHost({ lang }),
      )) as { text: string }
    ).text
  assert.match(await read('zh'), /\p{sc=Han}/u)
  assert.doesNotMatch(await read('en'), /\p{sc=Han}/u)
  assert.equal(await read('zh', 'en'), await read('en'))
})
