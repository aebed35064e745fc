import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { anyCharacter } from '@octet/core/testing/any-character.ts'
import { formatJson } from './format.ts'
import { findQuirks } from './quirks.ts'
import { EVENT, JsonReader, type JsonSyntax } from './reader.ts'
import { sortKeys } from './sort.ts'
import { parseJsonTree, parseJsonTrees } from './tree.ts'
import { writeJson } from './write.ts'

const breathe = () => undefined
const format = (text: string, indent = '  ', syntax: JsonSyntax = 'json', isMany = false) =>
  formatJson(text, { indent, syntax, isMany, breathe })

/** The tokens of a text as written: what a formatter may not touch. */
function toTokens(text: string, syntax: JsonSyntax = 'json'): string[] {
  const reader = new JsonReader(text, { syntax })
  const tokens: string[] = []
  for (let event = reader.next(); event !== EVENT.end; event = reader.next()) if (event !== EVENT.comma) tokens.push(reader.raw)
  return tokens
}

const number = fc.constantFrom('0', '-0', '1.0', '1E400', '-1e-999', '12345678901234567890', '0.10', '1.5E+3', '9007199254740993')
const text = fc.oneof(
  fc.string({ unit: anyCharacter }).map((each) => JSON.stringify(each)),
  fc.constantFrom('"\\u00e9\\/"', '"\\ud800"', '"中文😀"', '""', '"__proto__"'),
)
const space = fc.constantFrom('', ' ', '\n', '\t\r\n ')
/** Texts of JSON with odd numbers, duplicate keys and wild spaces. */
const json = fc.letrec<{ value: string; list: string; map: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, number, text, fc.constantFrom('true', 'false', 'null'), tie('list'), tie('map')),
  list: fc
    .tuple(space, fc.array(fc.tuple(space, tie('value'), space), { maxLength: 4 }))
    .map(([gap, items]) => `[${gap}${items.map((item) => item.join('')).join(',')}]`),
  map: fc
    .array(fc.tuple(space, fc.oneof(text, fc.constantFrom('"a"', '"b"')), space, space, tie('value'), space), { maxLength: 4 })
    .map((pairs) => `{${pairs.map(([a, key, b, c, value, d]) => `${a}${key}${b}:${c}${value}${d}`).join(',')}}`),
})).value

test('formatting and minifying leave every token as it was', async () => {
  await fc.assert(
    fc.asyncProperty(json, async (source) => {
      const pretty = await format(source)
      const short = await format(source, '')
      assert.deepEqual(toTokens(pretty), toTokens(source))
      assert.deepEqual(toTokens(short), toTokens(source))
      assert.equal(await format(pretty, ''), short)
      assert.equal(await format(short), pretty)
      assert.deepEqual(JSON.parse(pretty), JSON.parse(source))
    }),
    { numRuns: 400 },
  )
})

test('the tree writes what it read', () => {
  fc.assert(
    fc.property(json, (source) =>
      assert.deepEqual(toTokens(writeJson(parseJsonTree(source), { indent: '\t' })), toTokens(source)),
    ),
    { numRuns: 200 },
  )
})

test('equal to JSON.stringify for ordinary values', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), async (value) => {
      assert.equal(await format(JSON.stringify(value)), JSON.stringify(value, null, 2))
    }),
  )
})

test('accepts what JSON.parse accepts, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(json, fc.string({ unit: fc.constantFrom(...'{}[],:"\\ \n01-+.eEtruefalsn/*u') })),
      fc.nat(),
      fc.constantFrom('', ',', '"', '1', '}', 'x'),
      async (source, place, extra) => {
        const at = place % (source.length + 1)
        const mutated = source.slice(0, at) + extra + source.slice(at)
        let isValid = true
        try {
          JSON.parse(mutated)
        } catch {
          isValid = false
        }
        const result = await format(mutated).then(
          () => true,
          (error: unknown) => (isAppError(error) && error.key === 'syntax_error' ? false : Promise.reject(error)),
        )
        assert.equal(result, isValid, JSON.stringify(mutated))
      },
    ),
    { numRuns: 600 },
  )
})

for (const [source, column, reason] of [
  ['{"a" 1}', 6, 'expected “:” after the key, got “1”'],
  ['{"a":1,}', 8, 'expected a key in double quotes, got “}” (a comma too many before it)'],
  ['{a:1}', 2, 'expected a key in double quotes or “}”, got “a” (choose JSON5 or Repair)'],
  ['{“a”：1}', 2, 'expected a key in double quotes or “}”, got ““” (a full-width mark; choose Repair)'],
  ['[1，2]', 3, 'expected “,” or “]”, got “，” (a full-width mark; choose Repair)'],
  [String.raw`{\"a\":1}`, 2, 'expected a key in double quotes or “}”, got “\\” (escaped JSON; choose “JSON string → text”)'],
  ['[1 2]', 4, 'expected “,” or “]”, got “2”'],
  ['{"a":1', 7, 'expected “,” or “}”, got the end of the text'],
  ['["ab', 2, 'this string is never closed by a quote'],
  ['[01]', 2, 'a number must not have a leading zero'],
  ['[1.]', 4, 'expected a digit, got “]”'],
  ['-', 2, 'expected a digit, got the end of the text'],
  ['[1e\n]', 4, 'expected a digit, got the end of the line'],
  ['["\\x"]', 3, '“\\x” is not a JSON escape; expected one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u'],
  ['', 1, 'expected a value, got the end of the text'],
  ['[tru]', 2, 'expected a value or “]”, got “tru”'],
] as const)
  test(`${source || 'an empty text'}: ${reason}`, async () => {
    await assert.rejects(format(source), (error: unknown) => {
      assert.ok(isAppError(error))
      assert.equal(error.message, `JSON, line 1, column ${column}: ${reason}`)
      assert.equal(error.details['offset'], column - 1)
      assert.ok(String(error.details['snippet']).endsWith('^'))
      return true
    })
  })

test('the caret stands below the place, also on a later line', async () => {
  await assert.rejects(format('{\n  "名": tru\n}'), {
    details: {
      format: 'JSON',
      offset: 9,
      line: 2,
      column: 8,
      expected: { en: 'a value', zh: '一个值' },
      snippet: '  "名": tru\n   \u3000   ^',
      reason: { en: 'expected a value, got “tru”', zh: '此处应为一个值，却是“tru”' },
    },
  })
})

test('200,000 levels end in a clear error, 1,000 are read', async () => {
  await assert.rejects(format('['.repeat(200_000)), { key: 'too_large' })
  await assert.rejects(format('{"a":'.repeat(200_000)), { key: 'too_large' })
  assert.equal(await format(`${'['.repeat(1000)}${']'.repeat(1000)}`, ''), `${'['.repeat(1000)}${']'.repeat(1000)}`)
  writeJson(sortKeys(parseJsonTree(`${'['.repeat(1000)}${']'.repeat(1000)}`), 'asc'), { indent: ' ' })
})

test('JSON5 and JSONC keep comments and drop trailing commas', async () => {
  assert.equal(
    await format("// top\n{a:1, // one\n  'b': [+.5, 0x1F,],\n}", '  ', 'json5'),
    "// top\n{\n  a: 1, // one\n  'b': [\n    +.5,\n    0x1F\n  ]\n}",
  )
  assert.equal(await format('{"a":1,/* x */}', '', 'jsonc'), '{"a":1}')
  for (const end of ['\n', '\r', '\r\n', '\u2028', '\u2029']) {
    assert.equal(await format(`\n[1, // a${end}// b${end}]\n`, '', 'json5'), '[1]', JSON.stringify(end))
    assert.equal(await format(`\n[1, // a${end}2 // b${end}]\n`, '', 'json5'), '[1,2]', JSON.stringify(end))
  }
  assert.equal(await format("['a\\\r\nb\\'c']", '', 'json5'), "['a\\\r\nb\\'c']")
  assert.equal(await format('\v\f\u00a0[1\u2003]', '', 'json5'), '[1]')
  assert.equal(
    writeJson(parseJsonTree("{a:'\\x41\\\nb', n:[.5,5.,0x1F,+1,-.5e3]}", 'json5'), { indent: '' }),
    '{"a":"Ab","n":[0.5,5,31,1,-0.5e3]}',
  )
  assert.throws(() => parseJsonTree('[NaN]', 'json5'), { key: 'syntax_error' })
  await assert.rejects(format('[1, /* x', '', 'jsonc'), { key: 'syntax_error' })
})

for (const [text, expected] of [
  ['[1 // one\n, 2]', '[\n  1, // one\n  2\n]'],
  ['{"a": 1 /* a */ // b\n  // c\n, "b": [] // d\n}', '{\n  "a": 1, /* a */ // b\n  // c\n  "b": [] // d\n}'],
  ['[1, // one\n 2 /* two */, 3]', '[\n  1, // one\n  2 /* two */,\n  3\n]'],
] as const)
  test(`no comment takes in the comma behind it: ${JSON.stringify(text)}`, async () => {
    for (const each of [text, expected])
      assert.equal(await formatJson(each, { indent: '  ', syntax: 'jsonc', isMany: false, breathe }), expected)
  })

test('comments in one line take no longer than their length asks', async () => {
  const text = `${'/* a */'.repeat(300_000)}1`
  const start = performance.now()
  assert.equal((await formatJson(text, { indent: '  ', syntax: 'jsonc', isMany: false, breathe })).length, 2_400_001)
  assert.ok(performance.now() - start < 60_000)
})

test('comments survive formatting twice', async () => {
  const once = await format('{ /* a */ "x": // b\n 1, "y": [ // c\n ] }\n// d', '  ', 'jsonc')
  assert.equal(await format(once, '  ', 'jsonc'), once)
  for (const comment of ['/* a */', '// b', '// c', '// d']) assert.ok(once.includes(comment))
  assert.equal(await format(once, '', 'jsonc'), '{"x":1,"y":[]}')
})

test('JSON Lines, concatenated values and record separators', async () => {
  assert.equal(await format('{"a":1}\n{"b":2}[3] 4', '', 'json', true), '{"a":1}\n{"b":2}\n[3]\n4')
  assert.equal(await format('\x1e{"a":1}\n\x1e2\n', '', 'json', true), '{"a":1}\n2')
  assert.equal((await parseJsonTrees('1 2 3', { syntax: 'json', isMany: true, breathe })).length, 3)
  assert.equal(await format('', '', 'json', true), '')
})

test('sorting is deep and stable for equal keys', () => {
  const tree = parseJsonTree('{"b":1,"a":{"d":1,"c":2,"d":3},"b":0}')
  assert.equal(writeJson(sortKeys(tree, 'asc'), { indent: '' }), '{"a":{"c":2,"d":1,"d":3},"b":1,"b":0}')
})

test('quirks: duplicate keys and digits that a double loses', () => {
  const found = findQuirks(
    '{"a":1,\n"a":12345678901234567890,"b":0.1,"c":1e999,"d":0.30000000000000004,"e":1.0000000000000000}',
    { syntax: 'json', isMany: false },
  )
  assert.deepEqual(
    found.map(({ line, column }) => [line, column]),
    [
      [2, 1],
      [2, 5],
      [2, 38],
    ],
  )
})

test('a cancelled run stops', async () => {
  const { createPacer } = await import('../pacer.ts')
  const cancel = new AbortController()
  const work = formatJson(`[${'1,'.repeat(2_000_000)}1]`, {
    indent: '  ',
    syntax: 'json',
    isMany: false,
    breathe: createPacer(cancel.signal),
  })
  setTimeout(() => cancel.abort(), 10)
  await assert.rejects(work, { key: 'cancelled' })
})

for (const glued of ['0', '9', 'A', 'Z', 'a', 'z', '_', '.'])
  test(`a word and “${glued}” right behind it are one wrong word`, () =>
    assert.throws(() => toTokens(`[null${glued}]`), {
      message: `JSON, line 1, column 2: expected a value or “]”, got “null${glued}”`,
    }))
