import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInThisContext } from 'node:vm'
import { OLDER_BROWSER } from '@octet/core/testing/older-browser.ts'
import { METASCHEMAS } from './metaschemas.ts'
import { validateJson } from './validate.ts'
import type { Value } from './value.ts'

runInThisContext(OLDER_BROWSER)

const OPTIONS = { syntax: 'json', isMany: false, hasFormats: true } as const

/** `line:column path keyword` of each problem. */
async function check(
  schema: unknown,
  value: unknown,
  options: Partial<Parameters<typeof validateJson>[2]> = {},
): Promise<string[]> {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const { problems } = await validateJson(text, typeof schema === 'string' ? schema : JSON.stringify(schema), {
    ...OPTIONS,
    ...options,
  })
  return problems.map(({ path, place, keyword }) => `${place.line}:${place.column} ${path} ${keyword}`)
}

const NODE = { $dynamicAnchor: 'node', properties: { data: true, next: { $dynamicRef: '#node' } } }
const LIST = {
  $id: 'https://example.com/strings',
  $ref: 'list',
  $defs: {
    item: { $dynamicAnchor: 'item', type: 'string' },
    list: {
      $id: 'list',
      type: 'array',
      items: { $dynamicRef: '#item' },
      $defs: { any: { $dynamicAnchor: 'item' } },
    },
  },
}

for (const [title, schema, value, problems] of [
  ['true takes everything', true, [1], []],
  ['false takes nothing', false, 1, ['1:1 # false']],
  ['1.0 is an integer, 1.5 is none', { items: { type: 'integer' } }, '[1.0, 1.5, 10e-1]', ['1:7 #/1 type']],
  ['whole numbers above 2^53 differ', { uniqueItems: true }, '[12345678901234567890, 12345678901234567891]', []],
  ['and are compared exactly', '{"maximum": 12345678901234567890}', '12345678901234567891', ['1:1 # maximum']],
  ['decimals are multiples of decimals', { items: { multipleOf: 0.01 } }, '[19.99, 0.075, 1e400]', ['1:9 #/1 multipleOf']],
  ['spelling does not tell numbers apart', { enum: [1, { a: [2] }] }, '{"a": [2.0]}', []],
  ['characters are code points', { maxLength: 1 }, '"😀"', []],
  [
    'a key too many is pointed at',
    { properties: { a: true }, additionalProperties: false },
    '{"a": 1,\n "b": 2}',
    ['2:2 #/b additionalProperties'],
  ],
  [
    'missing keys, also those another asks for',
    { required: ['a'], dependentRequired: { b: ['c'] } },
    { b: 1 },
    ['1:1 # required', '1:1 # dependentRequired'],
  ],
  ['names of keys', { propertyNames: { pattern: '^[a-z]+$' } }, { ok: 1, 'no 1': 2 }, ['1:9 #/no 1 pattern']],
  ['items after a prefix', { prefixItems: [{ type: 'string' }], items: false }, '["a", 1]', ['1:7 #/1 items']],
  ['contains counts', { contains: { const: 1 }, minContains: 2 }, [1, 2], ['1:1 # contains']],
  ['contains of none is fine with 0', { contains: { const: 1 }, minContains: 0 }, [2], []],
  [
    'unevaluated keys see through allOf and if',
    {
      allOf: [{ properties: { a: true } }],
      if: { properties: { b: { const: 1 } }, required: ['b'] },
      unevaluatedProperties: false,
    },
    { a: 1, b: 1, c: 1 },
    ['1:14 #/c unevaluatedProperties'],
  ],
  [
    'unevaluated items see contains',
    { contains: { type: 'string' }, unevaluatedItems: false },
    '["a", 1]',
    ['1:7 #/1 unevaluatedItems'],
  ],
  [
    'anyOf tells the nearest branch',
    { anyOf: [{ type: 'string' }, { properties: { a: { type: 'integer' } } }] },
    { a: 'x' },
    ['1:1 # anyOf', '1:6 #/a type'],
  ],
  ['oneOf wants exactly one', { oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, ['1:1 # oneOf']],
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  ['not, then', { not: { type: 'null' }, if: { type: 'object' }, then: { minProperties: 1 } }, {}, ['1:1 # minProperties']],
  [
    'references by pointer, with escapes',
    { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': { type: 'string' } } },
    1,
    ['1:1 # type'],
  ],
  [
    'references by anchor and id',
    { items: [{ $ref: '#x' }, { $ref: 'other' }][0], $defs: { x: { $anchor: 'x', type: 'string' } } },
    [1],
    ['1:2 #/0 type'],
  ],
  ['dynamic references find the outermost', LIST, '["a", 1]', ['1:7 #/1 type']],
  [
    'dynamic references go down',
    { $ref: '#node', $defs: { node: { ...NODE, unevaluatedProperties: false } } },
    { next: { next: { x: 1 } } },
    ['1:18 #/next/next/x unevaluatedProperties'],
  ],
  [
    'formats',
    { properties: { d: { format: 'date' }, t: { format: 'date-time' }, h: { format: 'hostname' }, six: { format: 'ipv6' } } },
    '{"d": "2023-02-29", "t": "1998-12-31T23:59:60Z", "h": "-a.b", "six": "::1"}',
    ['1:7 #/d format', '1:55 #/h format'],
  ],
  ['a format that is not known says nothing', { format: 'nonsense' }, '"x"', []],
] as const)
  test(`schema: ${title}`, async () => assert.deepEqual(await check(schema, value), problems))

test('schema: draft-07 has lists in items, and passes over the siblings of $ref', async () => {
  const draft = { $schema: 'http://json-schema.org/draft-07/schema#' }
  const items = { ...draft, items: [{ type: 'string' }], additionalItems: false, prefixItems: [false] }
  assert.deepEqual(await check(items, ['a', 1]), ['1:6 #/1 additionalItems'])
  const ref = {
    ...draft,
    properties: { a: { $ref: '#/definitions/x', maximum: 1 } },
    definitions: { x: { $id: '#y', type: 'number' } },
  }
  assert.deepEqual(await check(ref, { a: 5 }), [])
  assert.deepEqual(await check({ ...draft, dependencies: { a: ['b'], c: { minProperties: 3 } } }, { a: 1, c: 1 }), [
    '1:1 # dependencies',
    '1:1 # minProperties',
  ])
})

test('schema: draft-04 has flags for strict bounds', async () =>
  assert.deepEqual(await check({ minimum: 1, exclusiveMinimum: true }, 1, { draft: '4' }), ['1:1 # minimum']))

test('schema: 2019-09 refers to itself by $recursiveRef', async () => {
  const tree = {
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    $recursiveAnchor: true,
    properties: { kids: { items: { $recursiveRef: '#' } }, id: { type: 'integer' } },
  }
  assert.deepEqual(await check(tree, { kids: [{ id: 'x' }] }), ['1:16 #/kids/0/id type'])
})

test('schema: several values are told apart, comments are read', async () => {
  assert.deepEqual(await check({ type: 'string' }, '1\n"a"\n2', { isMany: true }), ['1:1 1# type', '3:1 3# type'])
  assert.deepEqual(await check('{"type": "string" /* a note */}', '1'), ['1:1 # type'])
})

/** A value as JSON again. */
function toText(value: Value): string {
  if (value.type === 'object')
    return `{${Array.from(value.members, ([key, member]) => `${JSON.stringify(key)}:${toText(member.value)}`).join()}}`
  if (value.type === 'array') return `[${value.items.map(toText).join()}]`
  if (value.type === 'string') return JSON.stringify(value.text)
  return value.type === 'number' ? value.raw : String(value.type === 'boolean' && value.isTrue)
}

const STANDARD = 'https://json-schema.org/draft'

for (const [title, $ref, value, problems] of [
  [
    'draft-04',
    'http://json-schema.org/draft-04/schema#',
    { required: [], type: 'any' },
    ['1:13 #/required minItems', '1:23 #/type anyOf', '1:23 #/type enum'],
  ],
  ['draft-04, bounds', 'http://json-schema.org/draft-04/schema', { exclusiveMinimum: true }, ['1:1 # dependencies']],
  ['draft-06', 'http://json-schema.org/draft-06/schema#', { examples: 1, if: 1 }, ['1:13 #/examples type']],
  ['draft-07', 'http://json-schema.org/draft-07/schema#', { examples: [], if: 1 }, ['1:21 #/if type']],
  [
    'draft-07 as it is fetched',
    'https://json-schema.org/draft-07/schema',
    { items: [{ minLength: -1 }] },
    ['1:10 #/items anyOf', '1:24 #/items/0/minLength minimum'],
  ],
  ['2019-09', `${STANDARD}/2019-09/schema`, { properties: { a: { minItems: -1 } } }, ['1:32 #/properties/a/minItems minimum']],
  ['2020-12', `${STANDARD}/2020-12/schema#`, { $defs: { a: { pattern: '(' } } }, ['1:26 #/$defs/a/pattern format']],
  ['a vocabulary', `${STANDARD}/2020-12/meta/format-assertion`, { format: 1, type: 1 }, ['1:11 #/format type']],
  ['a part of one', `${STANDARD}/2020-12/meta/validation#/$defs/simpleTypes`, '"strin"', ['1:1 # enum']],
] as const)
  test(`schema: the metaschema of ${title} is known`, async () => {
    assert.deepEqual(await check({ $ref }, value), problems)
  })

test('schema: every metaschema is as the newest of its edition wants it', async () => {
  for (const { address, draft, schema } of METASCHEMAS) {
    const newest = METASCHEMAS.findLast((each) => each.draft === draft && each.address.endsWith('/schema'))!
    assert.deepEqual(await check({ $ref: newest.address }, toText(schema)), [], address)
  }
})

test('schema: what a metaschema finds is shown at the reference to it', async () => {
  const schema = '{\n  "properties": {\n    "a": {"$ref": "http://json-schema.org/draft-07/schema#"}\n  }\n}'
  const { problems } = await validateJson('{"a": {"title": 1}}', schema, OPTIONS)
  assert.deepEqual(
    problems.map(({ schemaPlace, keyword }) => [schemaPlace.line, schemaPlace.column, keyword]),
    [[3, 19, 'type']],
  )
})

test('schema: a metaschema of one’s own adds to the standard’s, down to every subschema', async () => {
  const own = {
    $id: 'https://example.com/own',
    $dynamicAnchor: 'meta',
    allOf: [{ $ref: `${STANDARD}/2020-12/schema` }],
    properties: { unit: { type: 'string' } },
  }
  assert.deepEqual(await check(own, { properties: { a: { unit: 1 } } }), ['1:28 #/properties/a/unit type'])
})

test('schema: a document that bears the address of a metaschema takes its place', async () => {
  const own = { $id: 'http://json-schema.org/draft-07/schema#', properties: { a: { $ref: '#' } }, type: 'object' }
  assert.deepEqual(await check(own, { if: 1, a: 1 }), ['1:13 #/a type'])
})

for (const [title, schema, error] of [
  ['a wrong keyword', '{\n  "minLength": -1\n}', /line 2, column 16: “minLength” has to be a whole number/],
  ['a wrong type', '{"properties": {"a": {"type": "strin"}}}', /column 31: “type”/],
  ['a wrong pattern', '{"pattern": "("}', /column 13: .*Unterminated group/],
  ['a reference to nothing', '{"$ref": "#/$defs/x"}', /column 10: #\/\$defs\/x does not name a schema/],
  ['a reference to no metaschema', '{"$ref": "https://json-schema.org/draft/2020-12/x"}', /does not name a schema/],
  ['a reference to elsewhere', '{"$ref": "https://example.com/a.json"}', /nothing is fetched/],
  ['references in a circle', '{"$ref": "#"}', /loop/],
  ['an unknown edition', '{"$schema": "https://example.com/x"}', /the version .* is not supported/],
  ['no schema', '[1]', /a schema is an object/],
] as const)
  test(`schema: ${title} is refused with its place`, () =>
    assert.rejects(check(schema, '1'), { key: 'syntax_error', message: error }))

test('schema: deep documents are followed, still deeper ones end with a known error', async () => {
  const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  assert.deepEqual(await check({ items: { $ref: '#' }, type: 'array' }, nest(300)), [])
  const loops = { items: { allOf: [{ allOf: [{ allOf: [{ $ref: '#' }] }] }] } }
  try {
    assert.deepEqual(await check(loops, nest(1000)), [])
  } catch (error) {
    assert.equal((error as { key?: string }).key, 'too_large')
  }
})

for (const [format, good, bad] of [
  [
    'email',
    ['"joe bloggs"@example.com', '"a@b"@example.com', 'joe@[127.0.0.1]', 'joe@[IPv6:::1]', "o'x+y@example.com"],
    ['.test@example.com', 'test.@example.com', 'te..st@example.com', 'joe@[127.0.0.300]', 'joe@[::1]', 'é@example.com', '@a'],
  ],
  [
    'uri',
    ['http://h:99999/', 'http://ex%20ample.com/', 'http:', 'x:', 'urn:a:b?+c', 'http://[2001:db8::7]/?q#f', 'http://[v1.x]/'],
    ['http://a/[]', 'http://a/b#c#d', 'http://[::1', 'http://[1.2.3.4]/', 'http://a:80a/', 'http://a/%zz', '//a/b', 'http://é/'],
  ],
  ['uri-reference', ['//h/p', '//', '', '#f', 'a/b:c', '?q'], ['1:b', ':a', '[', 'a#b#c', '//h:p']],
  ['iri', ['http://例子/路径?查=询#段', 'http://a/?\ue000'], ['http://a/\ue000', 'http://a/%zz', 'x:[', '/é']],
  ['iri-reference', ['/é', '#ƒ', ''], ['a b', '\\\\h\\é']],
  ['duration', ['P1Y2M3DT4H5M6S', 'P2W', 'PT36H', 'P1DT1S'], ['P1Y2D', 'PT1H2S', 'P1Y2W', 'P', 'P1DT']],
  ['relative-json-pointer', ['0', '0#', '0-1', '1+2/a'], ['01', '+1', '0+1#']],
] as const)
  test(`what is ${/^[aeiou]/.test(format) ? 'an' : 'a'} ${format} follows its standard`, async () => {
    for (const text of good) assert.deepEqual(await check({ format }, JSON.stringify(text)), [], text)
    for (const text of bad) assert.deepEqual(await check({ format }, JSON.stringify(text)), ['1:1 # format'], text)
  })
