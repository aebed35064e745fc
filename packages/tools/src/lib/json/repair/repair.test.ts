import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { jsonrepair, JSONRepairError } from 'jsonrepair'
import { isJson } from '../is-json.ts'
import { repairJson } from './repair.ts'
import { RepairError } from './source.ts'

/** The text that comes of it, or the reason and its place. */
const attempt = (repair: () => string) => {
  try {
    return repair()
  } catch (error) {
    const isKnown = error instanceof RepairError || error instanceof JSONRepairError || error instanceof RangeError
    if (!isKnown) throw error
    return error instanceof RangeError ? undefined : { said: error.message.replace(/ at position \d+$/, ''), at: error.position }
  }
}

/** The library writes what is no JSON, or goes round without an end, for a few texts with odd escapes or a call as a key. */
const isFit = (answer: ReturnType<typeof attempt>) => answer !== undefined && (typeof answer !== 'string' || isJson(answer))

const space = fc.constantFrom('', '', '', ' ', '\n', '\t', '\r\n', '\u00a0', '/*c*/', ' //d\n')
const comma = fc.constantFrom(',', ',', ',', ',', ',\n ', '\n', ' ')
const scalar = fc.constantFrom(
  '1',
  '-2.5',
  '1.',
  '-',
  '.5',
  '007',
  '2e',
  '-e1',
  '"a"',
  "'b'",
  'None',
  'true',
  'a b',
  '"x[y"',
  '"z]"',
  '"q\\"r"',
  '""',
  '"e" + "f"',
  "'e' +\n 'g'",
  '"a" "b"',
  '"c" + " d"',
  '"e " + " " + " f"',
  '"" + "  "',
  '"u  "+1',
  '"l\nm"',
  'f(1)',
  'f({a:1});',
  '/x\\/y/',
  'https://example.com/?a=b',
  '“c”',
  '"a 72""',
  '"s',
  't"',
  '&quot;h&quot;',
  '"v (w") x"',
  '\\"i\\"',
  '"\\u00e',
  '"a:b',
  '"http://example.com',
)
const key = fc.constantFrom('"k":', 'k:', "'k' :", '"k [":', 'k', '"k"', '"k:')
const odd = fc.constantFrom(
  '',
  '',
  '',
  '...',
  '/*',
  '}',
  ']',
  '{',
  '[',
  '"',
  "'",
  '`',
  '“',
  '\\',
  ':',
  '+',
  '```json\n',
  '```',
  ')',
)

const { list, map } = fc.letrec<{ value: string; list: string; map: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, tie('list'), tie('map')),
  list: fc.array(fc.tuple(space, tie('value'), space, comma), { maxLength: 5 }).map((items) => `[${items.flat().join('')}]`),
  map: fc.array(fc.tuple(space, key, space, tie('value'), comma), { maxLength: 5 }).map((items) => `{${items.flat().join('')}}`),
}))
const values = fc.array(fc.oneof(scalar, list, map), { minLength: 1, maxLength: 4 }).map((all) => all.join('\n'))
const pieces = fc.array(fc.oneof(scalar, key, space, comma, odd, odd), { maxLength: 9 }).map((all) => all.join(''))

/** Where we do better, see below. */
const hasCommasTooMany = (text: string) => /,(?:\s|\/\*.*?\*\/|\/\/.*?\n)*,/s.test(text)

/** Of a single quote in a text the library makes a double one. */
const withoutQuotes = (answer: ReturnType<typeof attempt>) =>
  typeof answer === 'string' ? answer.replaceAll(/\\"|['‘’`´]/g, '\\u0022') : answer

test('a text is repaired as the library repairs it', () => {
  let repaired = 0
  fc.assert(
    fc.property(fc.oneof(list, map, values, pieces), odd, fc.nat({ max: 200 }), (sound, more, place) => {
      const text = sound.slice(0, place) + more + sound.slice(place)
      if (hasCommasTooMany(text)) return
      const expected = attempt(() => jsonrepair(text))
      const answer = attempt(() => repairJson(text))
      const toAlike = /['‘’`´]|&(?:apos|#0*39|#x0*27);/i.test(text) ? withoutQuotes : (same: typeof answer) => same
      if (isFit(expected)) assert.deepEqual(toAlike(answer), toAlike(expected), JSON.stringify(text))
      else assert.ok(isFit(answer) || answer === expected, JSON.stringify(text))
      if (typeof expected === 'string') repaired++
    }),
    { numRuns: 6000, seed: 1 },
  )
  assert.ok(repaired > 1000, `${repaired} can be repaired`)
})

for (const [name, text, expected] of [
  ['a quote of the other kind behind a backslash', String.raw`['a\\"b']`, String.raw`["a\\\"b"]`],
  ['an escaped comma before a quote', String.raw`["a\,"b"]`, '["a,","b"]'],
] as const)
  test(`${name} is repaired, too`, () => {
    assert.equal(JSON.stringify(JSON.parse(repairJson(text))), expected)
  })

for (const [text, expected] of [
  [`{'a': 'it's ok', 'b': 'x'}`, `{"a": "it's ok", "b": "x"}`],
  ['[‘it’s’, `it`s`]', '["it’s", "it`s"]'],
  ['[&apos;it&#39;s&apos;]', `["it's"]`],
  [`['say "it's"']`, String.raw`["say \"it's\""]`],
] as const)
  test(`an apostrophe between single quotes stays one: ${text}`, () => {
    assert.equal(repairJson(text), expected)
    assert.notEqual(
      attempt(() => jsonrepair(text)),
      expected,
    )
  })

test('strings are joined, however many', () => {
  assert.equal(repairJson(Array<string>(50_000).fill('"a"').join(' + ')), `"${'a'.repeat(50_000)}"`)
})

const COUNT = 30_000
for (const [name, unit, before, after] of [
  ['comments', '{id: 1, /* c */ tags: [1, 2,], // d\n},', '[', ']'],
  ['missing quotes at ends', '{"a": "b c, "d": 1},\n', '[', ']'],
  ['strings that end at a delimiter', 'y "z, ', '["x, ', ']'],
  ['no end', '[{"a": "b"},', '', ''],
  ['documents on lines', '{a: 1}\n', '', ''],
  ['quotes in a string', 'a "b" ', '["', '"]'],
  ['quotes before brackets in a string', '"] ', '["[', ''],
  ['comments behind quotes', '"a" /*"b" ', '[', '*/]'],
  ['comments with quotes in them', '/*" /*b*/ ', '["a" ', 'x"]'],
] as const)
  test(`a long text with ${name} takes no time but for its length`, () => {
    const depth = name === 'no end' ? 400 : COUNT
    const answer = attempt(() => repairJson(before + unit.repeat(depth) + after))
    assert.ok(isFit(answer), typeof answer === 'string' ? answer.slice(0, 300) : JSON.stringify(answer))
  })

test('commas too many are left out, of which the library makes a list in a list or nothing', () => {
  for (const [text, repaired] of [
    ['[1,2,,3]', '[1,2,3]'],
    ['["a",, ,"b",,]', '["a", "b"]'],
    ['[[1,,2],,[3]]', '[[1,2],[3]]'],
    ['{"a":1,,"b":2,,}', '{"a":1,"b":2}'],
    ['{"a":[1,\n,2],,\n"b":{},}', '{"a":[1,\n2],\n"b":{}}'],
  ] as const) {
    assert.equal(repairJson(text), repaired, text)
    assert.notEqual(
      attempt(() => jsonrepair(text)),
      repaired,
      text,
    )
  }
})
