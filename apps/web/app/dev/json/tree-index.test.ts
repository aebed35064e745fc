import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LineIndex } from './line-index.ts'
import { TreeIndex } from './tree-index.ts'

const TEXT = '{"a":{"b\'c":[1,{"d":"x"}]},"e":12345678901234567890}'
const open = (text: string) => {
  const tree = new TreeIndex(text, 'json', false)
  tree.setAll(true)
  return tree
}

test('rows follow the text and keep every digit', () => {
  const rows = open(TEXT).rows(0, 100)
  assert.deepEqual(
    rows.map(({ depth, name, type, value, children }) => [depth, name, type, value, children]),
    [
      [0, undefined, 'object', '', 2],
      [1, '"a"', 'object', '', 1],
      [2, '"b\'c"', 'array', '', 2],
      [3, 0, 'number', '1', 0],
      [3, 1, 'object', '', 1],
      [4, '"d"', 'string', '"x"', 0],
      [1, '"e"', 'number', '12345678901234567890', 0],
    ],
  )
})

test('a path is normalised as RFC 9535 asks', () => {
  assert.equal(open(TEXT).path(5), String.raw`$['a']['b\'c'][1]['d']`)
})

test('folding hides what is below, and a search unfolds it again', () => {
  const tree = open(TEXT)
  assert.equal(tree.toggle(1), 3)
  const [node] = tree.find('X').places
  assert.deepEqual(tree.reveal(node!), { row: 5, rows: 7 })
})

test('each node is a value of the document', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const tree = open(JSON.stringify(value))
      for (const { node, children, type } of tree.rows(0, tree.rowCount)) {
        const read: unknown = JSON.parse(tree.value(node))
        if (type === 'array' || type === 'object') assert.equal(Object.keys(read as object).length, children)
      }
      assert.deepEqual(JSON.parse(tree.value(0)), JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 50 },
  )
})

test('lines come out as they are, long ones cut', () => {
  const index = new LineIndex(`a\n${'b'.repeat(3000)}\nC c c\n`)
  assert.equal(index.count, 4)
  assert.deepEqual(
    index.lines(0, 9).map(({ text, chars }) => [text.length, chars]),
    [
      [1, 1],
      [2000, 3000],
      [5, 5],
      [0, 0],
    ],
  )
  assert.deepEqual([...index.find('c').places], [2])
})
