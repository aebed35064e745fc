import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toStrength } from './strength.ts'

const ROWS = [
  ['', 0],
  ['Aa1!xyz', 0],
  ['password1234', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['woaini1314520', 1],
  ['kestrel7', 2],
  ['correct horse battery', 4],
  ['五湖四海皆兄弟也', 3],
] as const

for (const [password, strength] of ROWS) test(`“${password}” → ${strength}`, () => assert.equal(toStrength(password), strength))
