import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toEmptyWords } from './empty-words.ts'

test('only NOERROR means that there is no record of the type', () => {
  assert.equal(toEmptyWords('NOERROR').en, 'No record of this type.')
  assert.equal(toEmptyWords('NXDOMAIN').en, 'This name does not exist.')
  for (const rcode of ['SERVFAIL', 'REFUSED', 'FORMERR']) assert.match(toEmptyWords(rcode).zh, /\{rcode\}/)
})
