import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffJson } from './diff.ts'
import { queryJson } from './path.ts'
import { toCanonicalNumber } from './number.ts'
import { toShape, toTypeScript } from './schema.ts'
import { countJson, measureNodes } from './stats.ts'
import { parseJsonTree } from './tree.ts'
import { writeJson } from './write.ts'

const diff = (left: string, right: string, ignoresOrder = false) =>
  diffJson(parseJsonTree(left), parseJsonTree(right), { ignoresOrder, ignoredKeys: new Set(['skip']) }).map(
    ({ path, change }) => `${change} ${path}`,
  )

for (const [name, left, right, changes] of [
  ['key order and spelling of numbers', '{"a":1.0,"b":"\\u0041"}', '{ "b":"A", "a":1e0 }', []],
  ['digits beyond a double', '[12345678901234567890]', '[12345678901234567891]', ['changed $[0]']],
  ['types', '{"a":"1"}', '{"a":1}', ['changed $.a']],
  ['missing and new', '{"a":1,"x y":2}', '{"b":[]}', ['removed $.a', 'removed $["x y"]', 'added $.b']],
  ['keys left aside', '{"skip":1,"a":{"skip":2}}', '{"a":{}}', []],
  ['__proto__ is a key', '{"__proto__":1}', '{}', ['removed $.__proto__']],
] as const)
  test(`diff: ${name}`, () => assert.deepEqual(diff(left, right), changes))

test('diff: lists as bags count every item', () => {
  assert.deepEqual(diff('[1,1,{"a":[2,3]}]', '[{"a":[3,2]},1]', true), ['removed $[1]'])
})

test('diff: long lists as bags of the same items take no time but for their length', () => {
  const list = (count: number) => `[${Array<string>(count).fill('{"x":[2,1]}').join()}]`
  assert.deepEqual(diff(list(100_002), list(100_000), true), ['removed $[100000]', 'removed $[100001]'])
})

test('numbers have one canonical spelling per value', () => {
  for (const [a, b] of [
    ['1', '1.0'],
    ['100', '1e2'],
    ['0.10', '1E-1'],
    ['-0', '0'],
    ['1E400', '10e399'],
  ])
    assert.equal(toCanonicalNumber(a!), toCanonicalNumber(b!))
  assert.notEqual(toCanonicalNumber('12345678901234567890'), toCanonicalNumber('12345678901234567891'))
})

const BOOKS = '{"o":{"j j":{"k.k":3}},"a":[0,1,2,3,4,5],"b":[{"c":"ab","d":1},{"c":"xb","d":2.0},{"d":null}]}'
for (const [query, paths] of [
  ['$.o["j j"]["k.k"]', ["$['o']['j j']['k.k']"]],
  ['$.a[1:5:2]', ["$['a'][1]", "$['a'][3]"]],
  ['$.a[5:1:-2]', ["$['a'][5]", "$['a'][3]"]],
  ['$.a[-2,0]', ["$['a'][4]", "$['a'][0]"]],
  ['$.a[?@ >= 4]', ["$['a'][4]", "$['a'][5]"]],
  ['$.b[?@.d == 2].c', ["$['b'][1]['c']"]],
  ['$.b[?!@.c]', ["$['b'][2]"]],
  ['$.b[?match(@.c, "[a-w].")]', ["$['b'][0]"]],
  ['$.b[?search(@.c, "b$")]', ["$['b'][0]", "$['b'][1]"]],
  ['$.b[?@.d == null && !(@.c)]', ["$['b'][2]"]],
  ['$[?count(@.*) == 6]', ["$['a']"]],
  ['$.a[::0]', []],
  ['$..["c"]', ["$['b'][0]['c']", "$['b'][1]['c']"]],
] as const)
  test(`JSONPath ${query}`, async () =>
    assert.deepEqual(
      (await queryJson(parseJsonTree(BOOKS), query)).map(({ path }) => path),
      paths,
    ))

for (const [query, column] of [
  ['a', 1],
  ['$.', 3],
  ['$[01]', 4],
  ['$[?@.a', 7],
  ['$[?@..a == 1]', 12],
  ['$[?nope(@)]', 8],
  ["$['a", 3],
  ['$.a b', 4],
] as const)
  test(`JSONPath ${query} is refused with its place`, async () => {
    await assert.rejects(queryJson(parseJsonTree('{}'), query), { key: 'syntax_error', message: new RegExp(`column ${column}:`) })
  })

test('a runaway pattern in match() ends at once', async () => {
  const since = performance.now()
  await queryJson(parseJsonTree(`["${'a'.repeat(5000)}!"]`), '$[?match(@, "(a+)+")]')
  assert.ok(performance.now() - since < 60_000)
})

test('types and sizes', () => {
  const tree = parseJsonTree('[{"a":1,"a b":[1,"x"]},{"a":null}]')
  assert.equal(
    toTypeScript(toShape([tree])),
    'export type Root = Item[]\n\nexport interface Item {\n  a: number | null\n  "a b"?: (number | string)[]\n}\n',
  )
  assert.deepEqual(countJson([tree]), {
    depth: 4,
    objects: 2,
    arrays: 2,
    keys: 3,
    values: 4,
    strings: 1,
    numbers: 2,
    booleans: 0,
    nulls: 1,
  })
  assert.equal(measureNodes(tree)[0]?.size, writeJson(tree, { indent: '' }).length)
})

const byKey = (left: string, right: string, itemKeys: string[]) =>
  diffJson(parseJsonTree(left), parseJsonTree(right), { ignoresOrder: false, ignoredKeys: new Set(), itemKeys }).map(
    ({ path, change }) => `${change} ${path}`,
  )

test('items are paired by the first key that tells them apart, in each list for itself', () => {
  assert.deepEqual(byKey('{"a":[{"id":1,"x":1},{"id":2}]}', '{"a":[{"id":2.0},{"id":1,"x":2}]}', ['id']), [
    'changed $.a[?@.id==1].x',
  ])
  assert.deepEqual(byKey('[{"id":1,"n m":"a"},{"id":1,"n m":"b"}]', '[{"id":1,"n m":"b"}]', ['id', 'n m']), [
    'removed $[?@["n m"]=="a"]',
  ])
  for (const [left, right] of [
    ['[{"id":1},2]', '[2,{"id":1}]'],
    ['[{"id":1},{"id":1}]', '[{"id":1},{"id":2}]'],
    ['[{"id":[1]}]', '[{"id":[2]}]'],
  ] as const)
    assert.deepEqual(byKey(left, right, ['id']), byKey(left, right, []), left)
})
