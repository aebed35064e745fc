import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryJson } from './path.ts'
import { parseJsonTree } from './tree.ts'

const TEXT = '[{"id":1234567890123456781},{"id":1234567890123456780},{"id":"\uFF5E"},{"id":"😀"},{"id":1E400}]'
for (const [query, expected] of [
  ['$[?@.id > 1234567890123456780].id', ['1234567890123456781', '1E400']],
  ['$[?@.id <= 1234567890123456780].id', ['1234567890123456780']],
  ['$[?@.id < 1E401].id', ['1234567890123456781', '1234567890123456780', '1E400']],
  ['$[?@.id > "\uFF5E"].id', ['"😀"']],
  ['$[?@.id < "\uFF5E0"].id', ['"\uFF5E"']],
] as const)
  test(`JSONPath compares numbers by all their digits, texts by code points: ${query}`, async () => {
    const found = await queryJson(parseJsonTree(TEXT), query)
    assert.deepEqual(
      found.map(({ node }) => ('raw' in node ? node.raw : node.type)),
      expected,
    )
  })

for (const [query, expected] of [
  ['$[1:4]', [1, 2, 3]],
  ['$[::-2]', [4, 2, 0]],
  ['$[-2:]', [3, 4]],
  ['$[9:0:-2]', [4, 2]],
  ['$[::0]', []],
] as const)
  test(`JSONPath ${query}`, async () => {
    const found = await queryJson(parseJsonTree('[0,1,2,3,4]'), query)
    assert.deepEqual(
      found.map(({ path }) => Number(path.slice(2, -1))),
      expected,
    )
  })

test('JSONPath says how a name with a hyphen is written', async () => {
  await assert.rejects(
    queryJson(parseJsonTree('{}'), '$.content-type.x'),
    /column 10: a name with “-” is written \['content-type'\]/,
  )
  const found = await queryJson(parseJsonTree('{"a-b":1}'), "$['a-b']")
  assert.equal(found.length, 1)
})

for (const half of ['\\uD83D', '\\uDE00', '\\uDE00\\uD83D', '\\uD83Dx'])
  test(`JSONPath refuses ${half}, half of a surrogate pair`, async () => {
    await assert.rejects(queryJson(parseJsonTree('{}'), `$["${half}"]`), /is half of a surrogate pair/)
  })

test('JSONPath reads a surrogate pair written as two escapes', async () => {
  assert.equal((await queryJson(parseJsonTree('{"😀":1}'), '$["\\ud83d\\uDE00"]')).length, 1)
})
