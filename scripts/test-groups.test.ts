import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupTestFiles } from './test-groups.ts'

const group = (files: readonly string[], texts: Readonly<Record<string, string>> = {}) =>
  groupTestFiles(files, { atMost: (file) => (file.includes('/long/') ? 1 : 10), read: (file) => texts[file] ?? '' })

test('files of one package share a process, in their order', () => {
  assert.deepEqual(group(['packages/a/x.test.ts', 'packages/b/x.test.ts', 'packages/a/y.test.ts']), [
    ['packages/a/x.test.ts', 'packages/a/y.test.ts'],
    ['packages/b/x.test.ts'],
  ])
})

test('files of the folder of scripts share one as well', () => {
  const files = ['scripts/a.test.ts', 'scripts/b.test.ts']
  assert.deepEqual(group(files), [files])
})

test('what is long or changes its process stays alone', () => {
  const texts: Readonly<Record<string, string>> = {
    'packages/a/mock.test.ts': "import { mock, test } from 'node:test'",
    'packages/a/timers.test.ts': "context.mock.timers.enable({ apis: ['Date', 'setTimeout'] })",
    'packages/a/environment.test.ts': "process.env['TZ'] = 'UTC'",
    'packages/a/crypto.test.ts': "Object.defineProperty(crypto, 'subtle', { value: undefined })",
  }
  const files = ['packages/a/x.test.ts', 'packages/a/long/y.test.ts', 'packages/a/z.test.ts', ...Object.keys(texts)]
  assert.deepEqual(group(files, texts), [
    ['packages/a/x.test.ts', 'packages/a/z.test.ts'],
    ['packages/a/long/y.test.ts'],
    ...Object.keys(texts).map((file) => [file]),
  ])
})

test('what a test changes only until it ends, and what it only reads, keeps no file alone', () => {
  const texts = {
    'packages/a/clock.test.ts': "t.mock.timers.enable({ apis: ['Date'] })",
    'packages/a/method.test.ts': "const { mock } = t.mock.method(Date, 'now')\nmock.restore()",
    'packages/a/path.test.ts': "const PATH = process.env['PATH'] ?? ''",
  }
  assert.deepEqual(group(Object.keys(texts), texts), [Object.keys(texts)])
})

test('no file is lost, and no group grows without end', () => {
  const files = Array.from({ length: 45 }, (_, at) => `packages/a/${at}.test.ts`)
  const groups = group(files)
  assert.deepEqual(groups.flat(), files)
  assert.ok(groups.length >= 4 && groups.every(({ length }) => length <= 10), `${groups.map(({ length }) => length)}`)
})

test('files that may be few together are not mixed with those that may be many', () => {
  const atMost = (file: string) => (file.includes('/few/') ? 2 : 3)
  const files = ['a/b/few/1', 'a/b/1', 'a/b/few/2', 'a/b/2', 'a/b/few/3', 'a/b/3', 'a/b/4']
  assert.deepEqual(groupTestFiles(files, { atMost, read: () => '' }), [
    ['a/b/few/1', 'a/b/few/2'],
    ['a/b/1', 'a/b/2', 'a/b/3'],
    ['a/b/few/3'],
    ['a/b/4'],
  ])
})
