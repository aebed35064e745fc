import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWorkMs } from '@octet/core/testing/work.ts'
import { TidyChunks } from './tidy-chunks.ts'

/** What is written, what a strict parser reads in its place, and what is said of it. */
const ROWS: readonly (readonly [raw: string, text: string, ...flaws: RegExp[]])[] = [
  ['5\r\nhello\r\n0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n'],
  ['5\nhello\n0\n\n', '5\r\nhello\r\n0\r\n\r\n', /^chunk lines that end in LF/],
  ['5\r\nhello\r\n0\n\n', '5\r\nhello\r\n0\r\n\r\n', /^chunk lines that end in LF/],
  ['5 \t\r\nhello\r\n0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', /^white space behind the size/],
  ['5 ;a="b"\r\nhello\r\n0;c\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n'],
  ['00000000000000000005\r\nhello\r\n000\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n'],
  ['A\r\n0\r\n\r\n1\r\n\r\n\r\n0\r\n\r\n', 'A\r\n0\r\n\r\n1\r\n\r\n\r\n0\r\n\r\n'],
  ['5\r\nhello\r\n0\r\nA: 1\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n'],
  ['5\r\nhello\r\n0\r\nnothing\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', /are no headers/],
  ['0\r\n\r\nmore\n', '0\r\n\r\nmore\n'],
  // what browsers refuse is left for the parser to refuse
  ['5\r\nhello0\r\n\r\n', '5\r\nhello0\r\n\r\n'],
  [' 5\nhello\n', ' 5\nhello\n'],
  ['0x5\nhello\n', '0x5\nhello\n'],
  ['\n5\nhello\n', '\n5\nhello\n'],
  ['-5\nhello\n', '-5\nhello\n'],
  ['fffffffffffffff\nhello\n', 'fffffffffffffff\nhello\n'],
  ['hello\n', 'hello\n'],
]
for (const [raw, text, ...flaws] of ROWS)
  test(`${JSON.stringify(raw)} is read as ${JSON.stringify(text)}, in whatever pieces it comes`, () => {
    for (const size of [1, 2, 3, raw.length]) {
      const chunks = new TidyChunks()
      const pieces = Array.from({ length: Math.ceil(raw.length / size) }, (_, at) => raw.slice(at * size, (at + 1) * size))
      assert.equal(pieces.map((piece) => chunks.take(Buffer.from(piece)).toString()).join(''), text)
      assert.equal(chunks.flaws.length, flaws.length, JSON.stringify(chunks.flaws))
      for (const [index, flaw] of flaws.entries()) assert.match(chunks.flaws[index]!.en, flaw)
    }
  })

test('a line without end is not kept', () => {
  const chunks = new TidyChunks()
  const given = Array.from({ length: 40 }, () => chunks.take(Buffer.alloc(1000, 0x30)).length)
  assert.equal(
    given.reduce((sum, size) => sum + size),
    40_000,
  )
})

test('many small chunks are read in linear time', () => {
  const bytes = Buffer.from('1\na\n'.repeat(100_000))
  const started = readWorkMs()
  assert.equal(new TidyChunks().take(bytes).length, 600_000)
  assert.ok(readWorkMs() - started < 10_000)
})
