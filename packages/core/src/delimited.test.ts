import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSeparator, RowReader, splitCells, type Delimiter } from './delimited.ts'

/** The rows of a text that comes in pieces of a size. */
function readRows(text: string, delimiter: Delimiter, size: number): string[] {
  const reader = new RowReader(delimiter)
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.finish()]
}

const rows: [string, string, Delimiter, string[]][] = [
  ['lines of either end', 'a,b\r\nc,d\n', ',', ['a,b\r', 'c,d']],
  ['an empty line, and no end after the last', 'a\n\nb', ',', ['a', '', 'b']],
  ['a line break in quotes', 'a,"b\nc",d\ne\n', ',', ['a,"b\nc",d', 'e']],
  ['two quotes that stand for one', '"a""\n",b\nc', ',', ['"a""\n",b', 'c']],
  ['quotes within a cell are text', 'a 5" b,c\nd 6",e\n', ',', ['a 5" b,c', 'd 6",e']],
  ['a quote that is never closed ends with its line', 'a,"b\nc,d\n', ',', ['a,"b', 'c,d']],
  ['a line of a log is a row, whatever its quotes', '1 "GET / x\n2 "GET /"\n', ' ', ['1 "GET / x', '2 "GET /"']],
  ['tabs', 'a\t"b\nc"\nd\n', '\t', ['a\t"b\nc"', 'd']],
  ['carriage returns alone', 'a,b\rc,"d\re"\r\rf', ',', ['a,b', 'c,"d\re"', '', 'f']],
  ['a carriage return within a line', 'a,"b\rc"\nd\re\n', ',', ['a,"b\rc"', 'd\re']],
  ['nothing', '', ',', []],
]
for (const [what, text, delimiter, wanted] of rows)
  test(`rows: ${what}, in pieces of any size`, () => {
    for (const size of [1, 2, 3, 5, 1_000]) assert.deepEqual(readRows(text, delimiter, size), wanted, String(size))
  })

test('a quote that is not closed for a million characters takes no further row along', () => {
  const lines = Array.from({ length: 200_000 }, (_, at) => `n${at},192.0.2.1`)
  lines[3] = 'n3,"192.0.2.1'
  assert.deepEqual(readRows(lines.join('\n'), ',', 65_536), lines)
})

test('a row of more than a million characters is refused', () => {
  assert.throws(() => readRows('x'.repeat(1_100_000), ',', 65_536), { key: 'too_large' })
})

const cells: [string, Delimiter, string[]][] = [
  ['a,b,', ',', ['a', 'b', '']],
  ['"a, b",c', ',', ['a, b', 'c']],
  ['"a ""b""",', ',', ['a "b"', '']],
  ['5",6"', ',', ['5"', '6"']],
  ['"a"b,c', ',', ['ab', 'c']],
  ['"a,b', ',', ['"a', 'b']],
  ['192.0.2.1 - "GET / x" 200', ' ', ['192.0.2.1', '-', 'GET / x', '200']],
  ['a,"b"', '', ['a,"b"']],
  ['', ',', ['']],
]
for (const [row, delimiter, wanted] of cells)
  test(`cells of ${JSON.stringify(row)}`, () => assert.deepEqual(splitCells(row, delimiter), wanted))

test('a long file of carriage returns alone gives its rows as it comes', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `n${at},192.0.2.1`)
  const reader = new RowReader(',')
  const text = lines.join('\r')
  const first = reader.push(text.slice(0, 65_536))
  assert.ok(first.length > 4_000)
  assert.deepEqual([...first, ...reader.push(text.slice(65_536)), ...reader.finish()], lines)
  assert.deepEqual([reader.lineEnd, reader.isEndOpen], ['\r', true])
})

for (const [line, separator] of [
  ['sep=;', ';'],
  ['\ufeffSEP=\t\r', '\t'],
  ['sep=', undefined],
  ['sep=;;', undefined],
  ['a,sep=;', undefined],
] as const)
  test(`${JSON.stringify(line)} names ${JSON.stringify(separator)}`, () => assert.equal(findSeparator(line), separator))
