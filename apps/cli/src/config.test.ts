import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { readCliConfig } from './config.ts'

for (const [given, folder] of [
  [undefined, join(import.meta.dirname, '../../../var')],
  ['', join(import.meta.dirname, '../../../var')], // as the server has it: an empty setting is none
  ['/data/octet', resolve('/data/octet')],
] as const)
  test(`OCTET_VAR ${given === undefined ? 'left out' : `“${given}”`} means ${given ? 'that folder' : 'that of the program'}`, () =>
    assert.equal(readCliConfig({ OCTET_VAR: given }).varFolder, folder))
