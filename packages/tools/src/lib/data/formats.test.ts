import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { toErrorMessage, type AppError } from '@octet/core/errors.ts'
import { parseJsonTree } from '../json/tree.ts'
import { writeJson } from '../json/write.ts'
import { parseCsv, readCsv, toCsv } from './csv.ts'
import { readToml } from './read-toml.ts'
import { readToon } from './read-toon.ts'
import { readYaml } from './read-yaml.ts'
import { refuseNonFinite } from './refuse-non-finite.ts'
import { toMarkdownTable } from './markdown-table.ts'
import { toSqlInsert } from './to-sql.ts'
import { toToml } from './to-toml.ts'
import { toToon } from './to-toon.ts'
import { toYaml } from './to-yaml.ts'
import { readXml, toXml } from './xml-tree.ts'

const short = (node: ReturnType<typeof parseJsonTree>) => writeJson(node, { indent: '' })
const text = fc.string({
  unit: fc.constantFrom('a', '"', "'", ',', ';', '\n', '\r', ' ', '\t', '中', '😀', '\\', '<', '&', ']', '>', '#', '='),
})

test('CSV gives back every cell', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(',', ';', '\t', '|'),
      (cells, delimiter) => {
        const json = JSON.stringify(cells.map(([a, b]) => ({ a, b })))
        assert.equal(short(readCsv(toCsv(parseJsonTree(json), { delimiter }), { delimiter, isTyped: false })), json)
      },
    ),
    { numRuns: 300 },
  )
})

test('a row of one empty cell stays, an empty line is no row', () => {
  const json = '[{"a":""},{"a":"x"},{"a":""}]'
  assert.equal(toCsv(parseJsonTree(json)), 'a\r\n""\r\nx\r\n""\r\n')
  assert.equal(short(readCsv('a\n""\n\nx\r\n\r\n""', { isTyped: false })), json)
})

test('delimiters inside a quoted heading of two lines do not count', () => {
  assert.equal(short(readCsv('"Price; each;\n(EUR)",Qty\n2,3\n')), '[{"Price; each;\\n(EUR)":2,"Qty":3}]')
})

for (const [name, text, json] of [
  [
    'a comma in the header of a list with semicolons',
    'Betrag (EUR, netto);Datum\n12;2026-01-02\n',
    '[{"Betrag (EUR, netto)":12,"Datum":"2026-01-02"}]',
  ],
  [
    'decimal commas in every row',
    'Preis, netto;Menge\n1,5;3\n2,5;4\n',
    '[{"Preis, netto":"1,5","Menge":3},{"Preis, netto":"2,5","Menge":4}]',
  ],
  ['a semicolon in the header of a list with commas', 'a;b;c,d\n1,2\n', '[{"a;b;c":1,"d":2}]'],
  ['a comma in the header and in some rows', 'a|b,c\n"x\ny"|1\nz|2,3\n', '[{"a":"x\\ny","b,c":1},{"a":"z","b,c":"2,3"}]'],
  ['a quoted heading behind a byte order mark', '\ufeff"a;b;c",d\n', '[]'],
] as const)
  test(`the delimiter of CSV is found beside ${name}`, () => assert.equal(short(readCsv(text)), json))

test('the line sep=; of Excel names the delimiter and is no row', () => {
  assert.equal(short(readCsv('\ufeffsep=;\r\na;b,c\r\n1;2\r\n')), '[{"a":1,"b,c":2}]')
  assert.equal(short(readCsv('sep=;\na,b\n1,2\n', { delimiter: ',' })), '[{"a":1,"b":2}]')
  assert.throws(() => readCsv('sep=;\na;b\n1;2\n3\n'), /line 4, column 1/)
})

test('what stands behind a value of JSON is an error', () => {
  assert.throws(() => parseJsonTree('{"a":1} x'), /column 9: expected the end of the text/)
  assert.throws(() => parseJsonTree('{"a":1}\n{"a":2}'), { key: 'syntax_error' })
  assert.equal(short(parseJsonTree(' {"a":1}\n ')), '{"a":1}')
})

test('TOML gives back texts, integers, booleans, tables and lists', async () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
      fc.boolean(),
      fc.array(tie('any'), { maxLength: 3 }),
      tie('map'),
    ),
    map: fc.dictionary(fc.oneof(text, fc.constantFrom('a', 'b c', '')), tie('any'), { maxKeys: 3, noNullPrototype: true }),
  }))
  await fc.assert(
    fc.asyncProperty(value.map, async (source) => {
      const back: unknown = JSON.parse(short(await readToml(toToml(parseJsonTree(JSON.stringify(source))))))
      assert.deepEqual(back, JSON.parse(JSON.stringify(source)))
    }),
    { numRuns: 300 },
  )
})

test('TOON gives back every value, keys in their order and numbers with their digits', () => {
  const key = fc.oneof(text, fc.constantFrom('a', 'b c', '', '10', '2', '__proto__', 'a.b', '\u{10fffd}7'))
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      text.map((each) => JSON.stringify(each)),
      fc.constantFrom(
        '1.50',
        '-0',
        '1e400',
        '-1E-400',
        '12345678901234567890',
        '"1e400"',
        '"x, 5"',
        '"5,6|7"',
        'null',
        'true',
        '"\u{10fffd}1"',
        '"12"',
        '"true"',
        '"- a"',
        '"[2]: 1"',
      ),
      fc.array(tie('any'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
      tie('map'),
    ),
    map: fc
      .uniqueArray(fc.tuple(key, tie('any')), { maxLength: 4, selector: ([name]) => name })
      .map((entries) => `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${String(inner)}`).join(',')}}`),
  }))
  fc.assert(
    fc.property(value.any as fc.Arbitrary<string>, (json) => {
      const back = short(readToon(toToon(parseJsonTree(json))))
      assert.equal(back, short(parseJsonTree(json)))
    }),
    { numRuns: 500 },
  )
  assert.equal(toToon(parseJsonTree('[12345678901234567890,0.10,1e400]')), '[3]: 12345678901234567890,0.10,1e400\n')
})

test('TOON tells numbers from texts that hold some', () => {
  const read = (toon: string) => short(readToon(toon))
  assert.equal(
    read('a: 1e400 \nb: 5,6\nc: 2026-11-2\nd: --5\ne: 05\nf: "1e400"\n7: -1.50\ng: he said "5, 6'),
    '{"a":1e400,"b":"5,6","c":"2026-11-2","d":"--5","e":"05","f":"1e400","7":-1.50,"g":"he said \\"5, 6"}',
  )
  assert.equal(read('[3|]: 1|"2|3"|4,5'), '[1,"2|3","4,5"]')
  assert.equal(read('r[2]{a,1,b}:\n  1,-2E+5,x\n  0.0,"3",4'), '{"r":[{"a":1,"1":-2E+5,"b":"x"},{"a":0.0,"1":"3","b":4}]}')
  assert.equal(read('[2]:\n  - 5\n  - - 6'), '[5,"- 6"]')
  assert.equal(read('12345678901234567890'), '12345678901234567890')
})

test('quotes of TOON without an end are read in time', () => {
  const since = performance.now()
  assert.throws(() => readToon(`a: "${'\\"'.repeat(200_000)}`), { key: 'syntax_error' })
  assert.ok(performance.now() - since < 60_000)
})

test('what TOON cannot hold is an error, and broken TOON says where', () => {
  assert.throws(() => toToon(parseJsonTree('{"a":{"b":1,"b":2}}')), { key: 'unsupported_value', message: /\$\.a\.b.*twice/ })
  assert.throws(() => readToon('rows[2]{a,b}:\n  1,2\n'), {
    key: 'syntax_error',
    message: /line 2.*expected 2 tabular rows, but got 1/,
  })
  assert.throws(() => readToon('a: 1\nb: "x\n'), { key: 'syntax_error', message: /line 2.*unterminated string/ })
  const deep = Array.from({ length: 300 }, (_, level) => `${'  '.repeat(level)}a:`).join('\n')
  assert.throws(() => readToon(`${deep} 1`), { key: 'too_large' })
  assert.equal(short(readToon('\ufeffa: 1\r\nb[2]: x,y\r\n\r\n')), '{"a":1,"b":["x","y"]}')
})

test('XML gives back elements, attributes and text', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      text.filter((each) => each.trim() !== '' || each === '').map((each) => each || null),
      fc.array(
        text.filter((each) => each.trim() !== ''),
        { minLength: 2, maxLength: 3 },
      ),
      tie('map'),
    ),
    map: fc
      .tuple(
        fc.dictionary(fc.constantFrom('a', 'b-c', '中'), tie('any'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
        fc.option(text.filter((each) => each.trim() !== '')),
      )
      .map(([map, beside]) => ({ '@x': 'v"<\n', ...map, ...(beside === null ? {} : { '#text': beside }) })),
  }))
  fc.assert(
    fc.property(value.map, (source) => {
      const json = JSON.stringify({ r: source })
      assert.equal(short(readXml(toXml(parseJsonTree(json)))), json)
    }),
    { numRuns: 300 },
  )
})

test('infinities and not-a-number go between YAML and TOML, and nowhere else', async () => {
  const [yaml, toml] = ['a: .inf\nb: [-.Inf, .NaN]\n.inf: 1\n', 'a = inf\nb = [-inf, nan]\n".inf" = 1\n']
  assert.equal(toToml(await readYaml(yaml)), toml)
  assert.equal(toYaml(await readToml(toml)), 'a: .inf\nb:\n- -.inf\n- .nan\n".inf": 1\n')
  for (const tree of [await readYaml(yaml), await readToml(toml)])
    assert.throws(() => refuseNonFinite(tree), { key: 'unsupported_value', message: /“a: Infinity” .*only YAML and TOML/ })
  const inner = await readYaml('a: [1, {b: .nan}]')
  assert.throws(() => refuseNonFinite(inner), { message: /“a\[1\]\.b: NaN”/ })
})

test('an object without keys is a TOML text without lines', async () => {
  assert.equal(toToml(await readToml('')), '')
  assert.equal(toToml(await readToml('[a]\n[b.c]\nd = 1')), '[a]\n\n[b.c]\nd = 1\n')
})

for (const [name, json, key] of [
  ['null', '{"a":{"b":null}}', 'unsupported_value'],
  ['an integer above 64 bits', '{"a":9223372036854775808}', 'unsupported_value'],
  ['duplicate keys', '{"a":1,"a":2}', 'unsupported_value'],
  ['a list at the top', '[1]', 'unsupported_value'],
] as const)
  test(`TOML refuses ${name} with its path`, () => assert.throws(() => toToml(parseJsonTree(json)), { key }))

test('no column of CSV hides another of the same name', () => {
  assert.equal(short(readCsv('a,a,b,a_2,a,,\n1,2,3,4,5,6,7\n')), '[{"a":1,"a_3":2,"b":3,"a_2":4,"a_4":5,"":6,"column7":7}]')
  assert.equal(short(readCsv('a,column2\n1,2,3\n', { isRagged: true })), '[{"a":1,"column2":2,"column3":3}]')
})

test('truth is read as spreadsheets and Python write it', () => {
  assert.equal(short(readCsv('a,b,c,d\nTRUE,False,true,tRUE\n')), '[{"a":true,"b":false,"c":true,"d":"tRUE"}]')
  assert.equal(short(readCsv('a\nTRUE\n', { isTyped: false })), '[{"a":"TRUE"}]')
})

test('CSV errors name the place', () => {
  assert.throws(() => readCsv('a,b\n"x\ny",1\n2\n'), {
    key: 'syntax_error',
    message: 'CSV, line 4, column 1: expected 2 cells as in the header, got 1 (rows of other lengths can be allowed)',
  })
  assert.throws(() => parseCsv('a,"b'), { key: 'syntax_error', message: /column 3: this quote is never closed/ })
  assert.throws(() => parseCsv('"a"x,b'), { key: 'syntax_error', message: /column 4:/ })
})

for (const [key, name] of [
  ['xml:title', 'xml:title'],
  ['dc:title', 'dc_x003A_title'],
  ['xmlns:a', 'xmlns_x003A_a'],
  ['12:30', '_x0031_2_x003A_30'],
  ['a:', 'a_x003A_'],
  ['urn:x:y', 'urn_x003A_x_x003A_y'],
  ['a b', 'a_x0020_b'],
] as const)
  test(`the key ${key} becomes the element ${name}`, () =>
    assert.match(toXml(parseJsonTree(JSON.stringify({ [key]: 1 }))), new RegExp(`<${name}>1</${name}>`)))

for (const [name, json, xml] of [
  ['where it stands', '{"a:b":{"@xmlns:a":"urn:x","@a:c":"1"}}', '<a:b xmlns:a="urn:x" a:c="1"/>'],
  [
    'in what it holds',
    '{"r":{"@xmlns:a":"urn:x","a:b":[1,{"a:c":2}]}}',
    '<r xmlns:a="urn:x"><a:b>1</a:b><a:b><a:c>2</a:c></a:b></r>',
  ],
  ['not beside it', '{"r":{"x":{"@xmlns:a":"urn:x"},"a:b":1}}', '<r><x xmlns:a="urn:x"/><a_x003A_b>1</a_x003A_b></r>'],
  ['not by an empty name', '{"r":{"@xmlns:a":"","a:b":1}}', '<r xmlns_x003A_a=""><a_x003A_b>1</a_x003A_b></r>'],
  ['never on an attribute alone', '{"r":{"@a:c":"1"}}', '<r a_x003A_c="1"/>'],
] as const)
  test(`a prefix is declared ${name}`, () =>
    assert.equal(toXml(parseJsonTree(json), { indent: '' }), `<?xml version="1.0" encoding="UTF-8"?>${xml}\n`))

for (const [name, json, xml] of [
  ['text beside elements', '{"r":{"p":{"b":"x","i":{"u":"y"},"#text":" A "}}}', '<r>\n  <p><b>x</b><i><u>y</u></i> A </p>\n</r>'],
  ['an element that keeps white space', '{"r":{"@xml:space":"preserve","b":"x"}}', '<r xml:space="preserve"><b>x</b></r>'],
] as const)
  test(`${name} gets no white space for the looks`, () =>
    assert.equal(toXml(parseJsonTree(json)), `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`))

test('a no-break space beside elements is text', () =>
  assert.equal(short(readXml('<r>\u00a0<b/> </r>')), '{"r":{"b":null,"#text":"\u00a0 "}}'))

test('SQL literals double their quotes', () => {
  assert.equal(
    toSqlInsert(parseJsonTree('[{"a\\"b":"O\'Neil","c":1.10,"d":null,"e":true,"f":[1]}]'), { table: 's.t', quote: 'double' }),
    `INSERT INTO "s"."t" ("a""b", "c", "d", "e", "f") VALUES\n  ('O''Neil', 1.10, NULL, TRUE, '[1]');\n`,
  )
})

for (const [quote, values] of [
  ['double', `'C:\\new', TRUE, '中', '{"a":"\\n"}'`],
  ['none', `'C:\\new', TRUE, '中', '{"a":"\\n"}'`],
  ['backtick', `'C:\\\\new', TRUE, '中', '{"a":"\\\\n"}'`],
  ['bracket', `'C:\\new', 1, N'中', '{"a":"\\n"}'`],
] as const)
  test(`SQL literals are read as written where names are quoted with ${quote}`, () => {
    const tree = parseJsonTree(JSON.stringify([{ a: 'C:\\new', b: true, c: '中', d: { a: '\n' } }]))
    assert.ok(toSqlInsert(tree, { table: 't', quote }).endsWith(` VALUES\n  (${values});\n`))
  })

test('powers of ten are numbers to readers of YAML 1.1, too', () =>
  assert.equal(
    toYaml(parseJsonTree('[1e-7, 1E21, -2.5e3, 6.02e+23, 0e0, 1.5]')),
    '- 1.0e-7\n- 1.0e+21\n- -2.5e+3\n- 6.02e+23\n- 0.0e+0\n- 1.5\n',
  ))

test('no client of MySQL loses a NUL, the CR of a line end or Ctrl-Z', () => {
  const tree = parseJsonTree(JSON.stringify([{ a: 'b\0c\r\nd\u001ae' }]))
  assert.ok(
    toSqlInsert(tree, { table: 't', quote: 'backtick' }).endsWith(String.raw`('b\0c\r` + '\nd' + String.raw`\Ze');` + '\n'),
  )
})

test('objects that share no key make no table of more cells than can be held', () => {
  const tree = parseJsonTree(`[${Array.from({ length: 4000 }, (_, id) => `{"k${id}":1}`).join()}]`)
  assert.throws(() => toCsv(tree), { key: 'too_large' })
  assert.throws(() => toMarkdownTable(tree, true), { key: 'too_large' })
  assert.throws(() => toSqlInsert(tree, { table: 't', quote: 'none' }), { key: 'too_large' })
})

test('more cells than fit are refused while they are read', () => {
  assert.throws(() => parseCsv(`${'a,'.repeat(1000)}a\n`.repeat(5000)), { key: 'too_large' })
})

test('rows of other lengths are read where they may be: what is missing is empty, what is more has a name', () => {
  const text = 'a,b\n1\n2,3,4,5\n6,7\n'
  assert.equal(short(readCsv(text, { isRagged: true })), '[{"a":1,"b":null},{"a":2,"b":3,"column3":4,"column4":5},{"a":6,"b":7}]')
  assert.equal(short(readCsv(text, { isRagged: true, isTyped: false }))?.slice(0, 16), '[{"a":"1","b":""')
  const wide = `${'x,'.repeat(10_000)}x\n${'1\n'.repeat(10_000)}`
  assert.throws(() => readCsv(wide, { isRagged: true }), { key: 'too_large' })
})

for (const [text, got] of [
  ['a = @', /line 1, column 5: .*; got “@”/],
  ['a = ', /got the end of the text/],
  ['a b = 1', /got “b”/],
] as const)
  test(`TOML: ${text}: says what came`, () => assert.rejects(readToml(text), { key: 'syntax_error', message: got }))

for (const [text, zh] of [
  ['a = ', /^TOML 第 1 行第 5 列：值的写法有误（字符串应加引号）；此处为文本结尾$/],
  ['a = 1\na = 2', /重复定义了同一个键|重复定义了同一个表或键/],
  ['a = 01', /^TOML 第 1 行第 5 列：数字不能以 0 开头；此处为“01”$/],
  ['a = 1979-13-01', /没有这个日期或时间/],
  ['[a', /键名之后缺少“=”和值|表的标题/],
  ['a = "x', /字符串缺少结尾的引号/],
  ['a = [1', /此处应为逗号或结尾的括号；此处为文本结尾/],
  ['x', /键名之后缺少“=”和值/],
] as const)
  test(`TOML: ${JSON.stringify(text)}: says in Chinese what is wrong`, () =>
    assert.rejects(readToml(text), (error: AppError) => {
      assert.match(toErrorMessage(error, 'zh'), zh)
      return true
    }))

test('TOML: dots of a key nest no deeper than brackets do', async () => {
  for (const text of [`[${'a.'.repeat(50_000)}a]`, `${'a.'.repeat(50_000)}a = 1`])
    await assert.rejects(readToml(text), { key: 'too_large' })
  const root = await readToml(`[${'a.'.repeat(150)}a]\nb = 1`)
  assert.equal(root.type, 'object')
})
