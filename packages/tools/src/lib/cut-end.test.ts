import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutEnd } from './cut-end.ts'

test('only what stands at the end goes', () => {
  assert.equal(cutEnd('0010200', '0'), '00102')
  assert.equal(cutEnd('a \n b \n', ' \n'), 'a \n b')
  assert.equal(cutEnd('\n\n', '\n'), '')
  assert.equal(cutEnd('', '0'), '')
})
