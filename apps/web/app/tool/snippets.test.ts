import assert from 'node:assert/strict'
import { test } from 'node:test'
import { execFileSync } from 'node:child_process'
import { toSnippets } from './snippets.ts'

const codeOf = (id: string, example: Record<string, unknown>) =>
  toSnippets('case', [], example).find((snippet) => snippet.id === id)?.code ?? ''

test('a shell reads the input back, quotes and all', () => {
  const text = `it's "quoted" $HOME \`id\``
  const code = codeOf('curl', { text }).replaceAll('curl ', 'printf "%s\\n" ')
  const words = execFileSync('sh', ['-c', code], { encoding: 'utf8' }).trim().split('\n')
  assert.deepEqual(JSON.parse(words.at(-1) ?? ''), { text })
})

test('the command names each field', () =>
  assert.equal(codeOf('cli', { text: 'ab', size: 4 }), "octet tool case --text 'ab' --size 4"))

test('long values are cut', () => assert.ok(codeOf('curl', { text: 'x'.repeat(500) }).length < 250))
