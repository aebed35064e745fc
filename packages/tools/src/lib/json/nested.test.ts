import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNested } from './nested.ts'
import { parseJsonTree } from './tree.ts'
import { writeJson } from './write.ts'

const read = (value: unknown) => writeJson(readNested(parseJsonTree(JSON.stringify(value))), { indent: '' })

for (const [value, expected] of [
  [{ a: '{"b":1}' }, '{"a":{"b":1}}'],
  ['{"a":"[\\"{\\\\\\"b\\\\\\":1e2}\\"]"}', '{"a":[{"b":1e2}]}'],
  [['[12345678901234567890, 1.0]', ' \n{"a" : null}\t'], '[[12345678901234567890,1.0],{"a":null}]'],
  [
    ['1', 'true', '"x"', '', '{', '[a]', '{} x', "{'a':1}"],
    JSON.stringify(['1', 'true', '"x"', '', '{', '[a]', '{} x', "{'a':1}"]),
  ],
] as const)
  test(`${JSON.stringify(value)} holds ${expected}`, () => assert.equal(read(value), expected))

test('texts within texts end, and cost what they are long', () => {
  let text = '[]'
  for (let level = 0; level < 16; level++) text = JSON.stringify([text])
  const start = process.cpuUsage()
  assert.equal(read(text), `${'['.repeat(17)}${']'.repeat(17)}`)
  assert.equal(read(Array.from({ length: 20_000 }, () => `[${'a'.repeat(50)}`)).length > 1_000_000, true)
  assert.ok(process.cpuUsage(start).user < 3_000_000)
})

test('levels beyond the deepest are left as they are written', () => {
  const deep = '['.repeat(900) + ']'.repeat(900)
  assert.equal(read([deep, '['.repeat(900) + JSON.stringify(deep) + ']'.repeat(900)]).startsWith(`[${deep}`), true)
})
