import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const run = (pattern: string, engine: 're2' | 'javascript') =>
  answerTool(tool, { pattern, text: 'a', engine }, createTestHost()) as Promise<{ count: number }>

for (const [pattern, hint] of [
  ['(?>a+)b', /atomic groups/],
  ['a++b', /possessive/],
  ['a{2}+', /possessive/],
  ['a(?#c)', /comments/],
  ['(a|(?R))', /recursion/],
  ['(?(1)a|b)', /conditions/],
  ['\\d\\h+', /write \[ \\t\]/],
  ['(?<n>a)(?P=n)', /\\k<name>/],
  ['(?x) a b # c', /mode x/],
  ['(?ix:a b)', /mode x/],
  ['a\\X', /\\P\{M\}/],
  ['a\\R', /write \\r\?\\n/],
] as const)
  for (const engine of ['re2', 'javascript'] as const)
    test(`${pattern} is named as Perl's by ${engine}`, () => assert.rejects(run(pattern, engine), hint))

for (const [pattern, hint] of [
  ['(?P<y>a)', /\(\?<name>…\)/],
  ['(?i)a', /\(\?i:…\)/],
  ['\\Aa', /write \^/],
  ['a\\z', /write \$/],
] as const)
  test(`${pattern} is of RE2 and not of JavaScript`, async () => {
    await assert.rejects(run(pattern, 'javascript'), hint)
    assert.equal((await run(pattern, 're2')).count, 1)
  })

test('a mistake that is none of Perl has no hint', async () => {
  for (const engine of ['re2', 'javascript'] as const)
    await assert.rejects(run('a{2,1}', engine), (error: Error) => !/Perl|engines here/.test(error.message))
})
