import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toErrorMessage } from '@octet/core/errors.ts'
import { findJsonFault } from './find-fault.ts'

const rows: [string, string][] = [
  ['{bad', 'expected a key in double quotes or “}”, got “bad”'],
  ["{'a':1}", "expected a key in double quotes or “}”, got “'” (JSON uses double quotes)"],
  ['{"a":1} // x', 'expected the end of the text, got “/” (JSON has no comments)'],
  ['[1,]', 'expected a value, got “]” (a comma too many before it)'],
]
for (const [text, said] of rows)
  test(`${text}: ${said}`, () => {
    const fault = findJsonFault(text)
    assert.ok(fault)
    const words = toErrorMessage(fault, 'en')
    assert.ok(words.endsWith(said), words)
    assert.doesNotMatch(toErrorMessage(fault, 'zh'), /选择/)
  })

test('nothing is wrong with JSON', () => assert.equal(findJsonFault('{"a":[1]}'), undefined))
