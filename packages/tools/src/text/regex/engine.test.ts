import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRegex } from './engine.ts'

const flags = { ignoreCase: false, multiline: false, dotAll: false }
const breathe = () => undefined

for (const [pattern, text] of [
  ['(a+)+$', `${'a'.repeat(5000)}!`],
  ['(.*)*x', 'a'.repeat(5000)],
  ['(a|aa)+$', `${'a'.repeat(5000)}!`],
  ['(\\w+\\s?)*$', `${'word '.repeat(1000)}!`],
] as const)
  test(`${pattern} does not run away`, async () => {
    const since = performance.now()
    await (await createRegex(pattern, flags)).findAll(text, breathe)
    assert.ok(performance.now() - since < 60_000)
  })

for (const [pattern, column] of [
  ['a(?=b)', 2],
  ['(a)\\1', 4],
  ['(?<!x)', 1],
  ['a[', 2],
  ['a(', 1],
] as const)
  test(`${pattern} is refused with its place`, async () => {
    await assert.rejects(createRegex(pattern, flags), { key: 'syntax_error', message: new RegExp(`column ${column}:`) })
  })

test('replacement knows groups, names, the whole and $', async () => {
  const regex = await createRegex('(?<a>x)(y)?', flags)
  const found = await regex.findAll('xy x', breathe)
  assert.equal(regex.replace('xy x', found, '[$<a>|$2|$&|$$|$9]'), '[x|y|xy|$|$9] [x||x|$|$9]')
})
