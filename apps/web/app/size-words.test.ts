import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSizeWords, toTimeWords } from './size-words.ts'

const sizes = [
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [1234, '1.2 KB'],
  [20_500_000, '21 MB'],
  [5e12, '5000 GB'],
] as const
for (const [sizeBytes, words] of sizes) test(`${sizeBytes} bytes are ${words}`, () => assert.equal(toSizeWords(sizeBytes), words))

const times = [
  [0.4, '< 1 ms'],
  [12.6, '13 ms'],
  [1234, '1.23 s'],
] as const
for (const [timeMs, words] of times) test(`${timeMs} ms are ${words}`, () => assert.equal(toTimeWords(timeMs), words))
