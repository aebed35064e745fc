import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findEncoding } from './find-encoding.ts'

for (const [header, encoding] of [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip ; q=0.000, br; q=0', undefined],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['identity, *;q=0', undefined],
  ['identity', undefined],
  ['x-br', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)
  test(`Accept-Encoding: ${header} → ${encoding}`, () => assert.equal(findEncoding(header), encoding))
