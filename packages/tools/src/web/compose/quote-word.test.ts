import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { quoteWord } from './quote-word.ts'

const env = { PATH: process.env['PATH'], SET: 'here' }

for (const [text, word] of [
  ['a b', 'a b'],
  ['$SET ${SET} $$SET', 'here here $SET'],
  ['${NONE:-some "text" \\ here}', 'some "text" \\ here'],
  ['${SET+there}${NONE+there}', 'there'],
  ['${NONE:-$(echo run)}', '$(echo run)'],
  ['${NONE-`echo run`} $(echo run)', '`echo run` $(echo run)'],
  ['$SET$(echo run)', 'here$(echo run)'],
  ['${NONE/x/$(echo run)} $SET', '${NONE/x/$(echo run)} here'],
  ['${!SET}', '${!SET}'],
] as const)
  test(`a shell reads ${text} as ${word}, and runs nothing`, () => {
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', `printf %s ${quoteWord(text)}`], { encoding: 'utf8', env })
    assert.deepEqual([stdout, stderr], [word, ''])
  })
