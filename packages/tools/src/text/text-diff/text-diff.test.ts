import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyPatch, diffChars, diffLines, diffWordsWithSpace } from 'diff'
import * as fc from 'fast-check'
import * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { compareLines } from './compare-lines.ts'
import { compareTokens } from './compare-tokens.ts'
import { findShortestEdit } from './shortest-edit.ts'
import tool from './tool.ts'

const ask = (input: z.input<typeof tool.input>) =>
  answerTool(tool, input, createTestHost()) as Promise<z.output<typeof tool.output>>

const lines = fc.constantFrom('a\n', 'A\n', '  a\n', 'b \n', '\n', 'é\r\n', '\\ c\n', '-d\n', '@@ e\n', 'end')
const source = fc.array(lines, { maxLength: 10 }).map((parts) => parts.join(''))

test('the patch makes the second text of the first, whatever was left aside', async () => {
  await fc.assert(
    fc.asyncProperty(source, source, fc.boolean(), fc.boolean(), async (left, right, ignoreSpace, ignoreCase) => {
      const { text, isEqual } = await ask({ left, right, ignoreSpace, ignoreCase, context: 1 })
      if (isEqual) return assert.equal(text, '')
      // Without these two lines git apply finds no patch.
      assert.ok(text.startsWith('--- a/file\n+++ b/file\n@@ '), text)
      assert.equal(applyPatch(left, text, { autoConvertLineEndings: false }), right)
    }),
    { numRuns: 200 },
  )
})

test('lines that differ in case and white space only are shown as they are', async () => {
  const { parts } = await ask({ left: 'Hello\n  World\nX\n', right: 'hello\nWorld\nY\n', ignoreSpace: true, ignoreCase: true })
  assert.deepEqual(parts, [
    { change: 'same', text: 'hello\nWorld\n' },
    { change: 'removed', text: 'X\n' },
    { change: 'added', text: 'Y\n' },
  ])
})

for (const [left, right, note] of [
  ['a\r\nb\r\nc', 'a\nb\nc', 'The texts differ in their line endings alone: CRLF before, LF after.'],
  ['a\nb', 'a\nb\n', 'The texts differ in the line break at the very end alone.'],
  ['a', 'a\r\n', 'The texts differ in the line break at the very end alone.'],
  ['a\r\nb', 'a\nc', undefined],
  ['a', 'a', undefined],
] as const)
  test(`${JSON.stringify(left)} and ${JSON.stringify(right)}: ${note ?? 'nothing to note'}`, async () =>
    assert.equal((await ask({ left, right })).note, note))

test('hunks say where they stand in both texts', async () => {
  const left = Array.from({ length: 40 }, (_, at) => `${at + 1}\n`)
  const right = left.with(5, 'six\n').toSpliced(20, 0, 'new\n', 'new\n').toSpliced(35, 1)
  const find = async (context: number) =>
    (await ask({ left: left.join(''), right: right.join(''), context })).text.match(/^@@ .*$/gm)
  assert.deepEqual(await find(3), ['@@ -3,7 +3,7 @@', '@@ -18,6 +18,8 @@', '@@ -31,7 +33,6 @@'])
  assert.deepEqual(await find(0), ['@@ -6,1 +6,1 @@', '@@ -20,0 +21,2 @@', '@@ -34,1 +35,0 @@'])
})

test('white space within lines is left aside, and the patch still makes the second text', async () => {
  const [left, right] = ['if(a){\n  b( c )\n}\n', 'if (a) {\n\tb(c)\n}\n']
  assert.equal((await ask({ left, right, ignoreAllSpace: true })).isEqual, true)
  assert.equal((await ask({ left, right, ignoreSpace: true })).isEqual, false)
  const { text, added } = await ask({ left, right: right.replace('}', 'end'), ignoreAllSpace: true })
  assert.equal(added, 1)
  assert.equal(applyPatch(left, text), right.replace('}', 'end'))
  assert.equal((await ask({ left: 'a  b \nc', right: 'a b\n c', by: 'word', ignoreAllSpace: true })).isEqual, true)
})

test('texts that differ too much by lines are not sent to a comparison by lines', async () => {
  const toText = (step: number, prime: number) => Array.from({ length: 20_000 }, (_, at) => (at * step) % prime).join('\n')
  await assert.rejects(
    ask({ left: toText(7, 9973), right: toText(11, 9967) }),
    /too many lines differ; compare the texts in parts/,
  )
})

test('what one side alone has does not make a comparison long', async () => {
  const list = Array.from({ length: 60_000 }, (_, at) => `line ${at}\n`)
  const other = list.map((line, at) => (at % 20 === 0 ? line.replace('line', 'row') : line))
  const { added, removed, text } = await ask({ left: list.join(''), right: other.join('') })
  assert.deepEqual([added, removed, text.match(/^@@/gm)?.length], [3000, 3000, 3000])
})

test('lines are compared as by the library, whatever is left aside', () => {
  const countOf = (changes: readonly { added?: boolean; removed?: boolean; count: number }[], change: 'added' | 'removed') =>
    changes.reduce((sum, each) => sum + (each[change] ? each.count : 0), 0)
  fc.assert(
    fc.property(source, source, fc.boolean(), fc.boolean(), (left, right, ignoreSpace, ignoreCase) => {
      const theirs = diffLines(left, right, { ignoreWhitespace: ignoreSpace, ignoreCase } as object)
      const ours = compareLines(left, right, { ignoreSpace, ignoreCase }) ?? []
      for (const change of ['added', 'removed'] as const)
        assert.equal(
          ours.reduce((sum, each) => sum + (each.change === change ? each.lines.length : 0), 0),
          countOf(theirs, change),
        )
    }),
    { numRuns: 500 },
  )
})

test('words and characters are compared as by the library, the same way of all that are as short', () => {
  const words = fc.constantFrom('a', 'A', 'b', ' ', '  ', '\n', '\r\n', '\r', 'é', '×', '中', '中文', '😀', 'ß', '-', '\u00ad')
  const text = fc.array(words, { maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, fc.constantFrom('word', 'char'), fc.boolean(), (left, right, by, ignoreCase) => {
      const theirs = by === 'char' ? diffChars(left, right, { ignoreCase }) : diffWordsWithSpace(left, right, { ignoreCase })
      assert.deepEqual(
        compareTokens(left, right, { by, ignoreCase }),
        theirs.map(({ added, removed, value, count }) => ({
          change: added ? 'added' : removed ? 'removed' : 'same',
          text: value,
          count,
        })),
      )
    }),
    { numRuns: 2000 },
  )
})

test('a comparison ends by what it costs, so that the same texts always get the same answer', () => {
  const [before, after] = [7, 11].map((step) => Int32Array.from({ length: 3000 }, (_, at) => (at * step) % 1009)) as [
    Int32Array,
    Int32Array,
  ]
  const edits = findShortestEdit(before, after, 10_000_000)!
  const countOf = (change: string) => edits.reduce((sum, run) => sum + (run.change === change ? run.count : 0), 0)
  assert.equal(countOf('same') + countOf('removed'), before.length)
  assert.equal(countOf('same') + countOf('added'), after.length)
  assert.equal(findShortestEdit(before, after, 1_000_000), undefined)
})
