import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { jsonrepair } from 'jsonrepair'
import { PART_LENGTH, repairParts } from './repair-parts.ts'

/** What comes of a text, without the white space between values. */
const attempt = (repair: () => string) => {
  try {
    return repair().replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
  } catch (error) {
    return String(error)
  }
}

const space = fc.constantFrom('', '', '', ' ', '\n', '\t', '\r\n')
const comma = fc.constantFrom(',', ',', ',', ',', ',', ',\n ', '\n', ' ', ',,')
const scalar = fc.constantFrom(
  '1',
  '-2.5',
  '1.',
  '"a"',
  "'b'",
  'None',
  'true',
  'a b',
  '"x[y"',
  '"z]"',
  '"q\\"r"',
  '"{"',
  '""',
  'undefined',
)
const joined = fc.constantFrom('"e" + "f"', "'e' +\n 'g'", '"a" "b"', '"u"+1', '"l\nm"')
const key = fc.constantFrom('"k":', 'k:', "'k' :", '"k [":', 'k', '"k"', 'k::')
const odd = fc.constantFrom(
  '',
  '',
  '',
  '',
  '',
  '...',
  '/*c*/',
  '//d\n',
  '}',
  ']',
  '{',
  '"',
  "'",
  '`',
  'f(1)',
  '&quot;',
  '“',
  '\\',
  ':',
  '+',
)

const { list, map } = fc.letrec<{ value: string; list: string; map: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, joined, tie('list'), tie('map')),
  list: fc.array(fc.tuple(space, tie('value'), space, comma), { maxLength: 5 }).map((items) => `[${items.flat().join('')}]`),
  map: fc.array(fc.tuple(space, key, space, tie('value'), comma), { maxLength: 5 }).map((items) => `{${items.flat().join('')}}`),
}))

test('a text is repaired in parts as the library repairs it as a whole', () => {
  let calls = 0
  const counted = (text: string) => {
    calls++
    return jsonrepair(text)
  }
  fc.assert(
    fc.property(fc.oneof(list, map), odd, fc.nat({ max: 200 }), (sound, more, place) => {
      const text = sound.slice(0, place) + more + sound.slice(place)
      for (const length of [6, 30])
        assert.equal(
          attempt(() => repairParts(counted, text, length)),
          attempt(() => jsonrepair(text)),
          text,
        )
    }),
    { numRuns: 3000, seed: 1 },
  )
  assert.ok(calls > 9_000, `${calls} calls: some are parted`)
})

const row = (id: number) => `{id: ${id}, 'name': "user [" + 'x', "tags": ["a", "b",], "ok": True,}`
const rows = Array.from({ length: 2000 }, (_, id) => row(id))
for (const [name, text] of [
  ['a list', `[${rows.join(',\n')}]`],
  ['a list without commas', `[${rows.join('\n')}]`],
  ['a list in an object in a list', `[1, {"a": 2, data: [${rows.join(',')},], b: {}}]`],
  ['an object', `{${rows.map((each, id) => `k${id}: ${each}`).join(',')}}`],
] as const)
  test(`${name} is given to the library in parts`, () => {
    const sizes: number[] = []
    const repaired = repairParts((part) => {
      sizes.push(part.length)
      return jsonrepair(part)
    }, text)
    assert.deepEqual(JSON.parse(repaired), JSON.parse(jsonrepair(text)))
    assert.ok(Math.max(...sizes) < 2 * PART_LENGTH && sizes.length < text.length / 1000)
  })

test('what cannot be repaired is told with its place in the whole text', () => {
  const text = `[${rows.join(',')}, {lone}, 1]`
  assert.throws(() => repairParts(jsonrepair, text), { position: text.indexOf('}, 1]') })
})
