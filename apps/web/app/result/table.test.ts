import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsv } from './csv.ts'
import { sortRows } from './sort-rows.ts'
import { toColumns } from './table-columns.ts'

const sorted = (values: readonly unknown[], isDown: boolean) =>
  sortRows(
    values.map((v) => ({ v })),
    { name: 'v', isDown },
  ).map(({ v }) => v)

test('numbers sort by size, empty values last both ways', () => {
  assert.deepEqual(sorted([10, null, 9, undefined, 1], false), [1, 9, 10, null, undefined])
  assert.deepEqual(sorted([10, null, 9], true), [10, 9, null])
})
test('words sort by the numbers in them', () => assert.deepEqual(sorted(['a10', 'a9', 'B1'], false), ['a9', 'a10', 'B1']))
test('no order, no change', () => {
  const rows = [{ v: 2 }, { v: 1 }]
  assert.equal(sortRows(rows, undefined), rows)
})

const columns = [
  { name: 'a', label: 'A' },
  { name: 'b', label: 'B, b' },
]
test('CSV quotes what needs it', () =>
  assert.equal(
    toCsv(
      columns,
      [
        { a: 'x "y"', b: null },
        { a: 1, b: 'l1\nl2' },
      ],
      'en',
    ),
    'A,"B, b"\r\n"x ""y""",\r\n1,"l1\nl2"',
  ))
for (const [value, cell] of [
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['-cmd', "'-cmd"],
  ['+8613800138000', '+8613800138000'],
  [-5, '-5'],
  [{ en: '@all', zh: '全部' }, '全部'],
] as const)
  test(`CSV cells are no formulas: ${JSON.stringify(value)} is ${cell}`, () =>
    assert.equal(toCsv([{ name: 'a', label: 'A' }], [{ a: value }], 'zh'), `A\r\n${cell}`))

test('columns of the schema are words, those of the visitor’s data keep their names', () => {
  const toLabels = (schema: object) => toColumns(schema, [{ goodsSold: 1 }], ({ en }) => en).map(({ label }) => label)
  assert.deepEqual(toLabels({ properties: { goodsSold: {} } }), ['Goods Sold'])
  assert.deepEqual(toLabels({}), ['goodsSold'])
})

test('a column may break the long words that it has among its values', () => {
  const toClass = (...values: readonly unknown[]) =>
    toColumns(
      {},
      values.map((v) => ({ v })),
      ({ en }) => en,
    )[0]?.className
  assert.equal(toClass('dns: a.example', `other: ${'ab'.repeat(40)}`), 'long-cell')
  assert.equal(toClass('ab'.repeat(40)), 'code-cell long-cell')
  assert.equal(toClass('a.example', 'b.example'), '')
  assert.equal(toClass(1, 'ab'.repeat(40)), 'number-cell')
})
