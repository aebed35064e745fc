import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queryJmespath } from './jmespath.ts'

const TEXT = '{"p":[{"n":"a","v":3},{"n":"b","v":1}],"s":"x"}'

for (const [expression, expected] of [
  ['p[?v > `2`].n', '["a"]'],
  ['sort_by(p, &v)[*].n', '["b","a"]'],
  ['{count: length(p), last: p[-1].n}', '{"count":2,"last":"b"}'],
  ['missing.x', 'null'],
  ['constructor', 'null'],
  ['{a: constructor, b: __proto__}', '{"a":null,"b":null}'],
] as const)
  test(`JMESPath ${expression}`, async () => assert.equal(await queryJmespath(TEXT, expression), expected))

for (const [expression, error] of [
  ['p[', { key: 'syntax_error', message: /column 3/ }],
  ['p b', { key: 'syntax_error', message: /column 3/ }],
  ['p | #', { key: 'syntax_error', message: /column 5/ }],
  ['length(`1`)', { key: 'unsupported_value', message: /expected argument 1/ }],
  ['nope(p)', { key: 'unsupported_value', message: /nope/ }],
] as const)
  test(`JMESPath ${expression} is refused`, async () => assert.rejects(queryJmespath(TEXT, expression), error))
