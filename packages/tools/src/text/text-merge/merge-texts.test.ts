import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as fc from 'fast-check'
import { mergeTexts, type MergeOptions } from './merge-texts.ts'

const MARK: MergeOptions = { conflicts: 'mark', showsBase: false }
const merge = (base: string, left: string, right: string, options: Partial<MergeOptions> = {}) =>
  mergeTexts({ base, left, right }, { ...MARK, ...options })!

for (const [name, [base, left, right], options, text, conflicts] of [
  ['changes apart', ['a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n'], {}, 'A\nb\nC\n', 0],
  ['the same change', ['a\nb\n', 'a\nX\n', 'a\nX\n'], {}, 'a\nX\n', 0],
  ['lines put in and taken away', ['a\nb\nc\nd\n', 'a\nb\nnew\nc\nd\n', 'b\nc\nd\n'], {}, 'b\nnew\nc\nd\n', 0],
  ['neighbouring lines', ['a\nb\n', 'A\nb\n', 'a\nB\n'], {}, '<<<<<<< mine\nA\nb\n=======\na\nB\n>>>>>>> theirs\n', 1],
  [
    'one line, two ways',
    ['a\n', 'b\n', 'c\n'],
    { showsBase: true },
    '<<<<<<< mine\nb\n||||||| original\na\n=======\nc\n>>>>>>> theirs\n',
    1,
  ],
  ['what both begin and end with', ['', 'x\n1\ny\n', 'x\n2\ny\n'], {}, 'x\n<<<<<<< mine\n1\n=======\n2\n>>>>>>> theirs\ny\n', 1],
  ['no line break at the end', ['a', 'b', 'c'], {}, '<<<<<<< mine\nb\n=======\nc\n>>>>>>> theirs\n', 1],
  ['for mine', ['a\n', 'b\n', 'c\n'], { conflicts: 'left' }, 'b\n', 1],
  ['for theirs', ['a\n', 'b\n', 'c\n'], { conflicts: 'right' }, 'c\n', 1],
  ['for both', ['a', 'b', 'c'], { conflicts: 'both' }, 'b\nc', 1],
  [
    'taken away by one, changed by the other',
    ['a\nb\nc\n', 'a\nc\n', 'a\nB\nc\n'],
    {},
    'a\n<<<<<<< mine\n=======\nB\n>>>>>>> theirs\nc\n',
    1,
  ],
] as const)
  test(`merge: ${name}`, () => {
    const merged = merge(base, left, right, options)
    assert.deepEqual([merged.text, merged.conflicts], [text, conflicts])
  })

const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n', '中\r\n')
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(''))

test('what one side alone has changed is the result, and nothing conflicts with itself', () => {
  fc.assert(
    fc.property(text, text, (base, other) => {
      assert.deepEqual([merge(base, other, base).text, merge(base, base, other).text], [other, other])
      const { text: same, conflicts } = merge(base, other, other)
      assert.deepEqual([same, conflicts], [other, 0])
    }),
  )
})

test('sides exchanged give as many conflicts, and what is taken for one side has no marks', () => {
  fc.assert(
    fc.property(text, text, text, (base, left, right) => {
      const merged = merge(base, left, right)
      assert.equal(merge(base, right, left).conflicts, merged.conflicts)
      if (merged.conflicts === 0) assert.equal(merge(base, right, left).text, merged.text)
      else assert.doesNotMatch(merge(base, left, right, { conflicts: 'both' }).text, /<<<<<<<|>>>>>>>/)
    }),
  )
})

const folder = mkdtempSync(join(tmpdir(), 'octet-merge-'))
after(() => rmSync(folder, { recursive: true }))

test('changes of single lines are merged as git merges them', (t) => {
  const base = Array.from({ length: 12 }, (_, at) => `line ${at}\n`)
  const put = (name: string, lines: readonly string[]) => {
    writeFileSync(join(folder, name), lines.join(''))
    return join(folder, name)
  }
  const labels = ['-L', 'mine', '-L', 'original', '-L', 'theirs']
  const change = fc.uniqueArray(fc.tuple(fc.nat(11), fc.constantFrom('x\n', 'y\n', '')), { maxLength: 3, selector: ([at]) => at })
  try {
    execFileSync('git', ['--version'])
  } catch {
    return t.skip('git is not installed')
  }
  fc.assert(
    fc.property(change, change, (left, right) => {
      const [mine, theirs] = [left, right].map((changes) =>
        base.map((each, at) => changes.find(([place]) => place === at)?.[1] ?? each),
      )
      const files = [put('mine', mine!), put('base', base), put('theirs', theirs!)]
      let theirsMerged = ''
      try {
        theirsMerged = execFileSync('git', ['merge-file', '-p', '--diff3', ...labels, ...files], {
          encoding: 'utf8',
          stdio: 'pipe',
        })
      } catch (error) {
        theirsMerged = String((error as { stdout?: string }).stdout)
      }
      assert.equal(merge(base.join(''), mine!.join(''), theirs!.join(''), { showsBase: true }).text, theirsMerged)
    }),
    { numRuns: 60 },
  )
})
