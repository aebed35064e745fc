import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toHexDump } from './hex-dump.ts'

test('bytes stand in rows of sixteen, with their ASCII behind', () => {
  const bytes = new TextEncoder().encode('%PDF-1.7\n0123456789')
  assert.equal(
    toHexDump(bytes),
    [
      '0000  25 50 44 46 2d 31 2e 37 0a 30 31 32 33 34 35 36  %PDF-1.7.0123456',
      '0010  37 38 39                                         789',
    ].join('\n'),
  )
})

test('nothing is nothing', () => assert.equal(toHexDump(new Uint8Array()), ''))
