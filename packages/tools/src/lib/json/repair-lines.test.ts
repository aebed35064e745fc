import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { jsonrepair } from 'jsonrepair'
import { repairLines } from './repair-lines.ts'

const attempt = (repair: () => string) => {
  try {
    return JSON.stringify(JSON.parse(repair()))
  } catch (error) {
    return String(error)
  }
}

test('lines are repaired as the library repairs the whole text', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    '{a:1}',
    '{"a":"}"}',
    "[1,'b]']",
    '\n',
    '\n',
    '\r\n',
    ',',
    '"',
    ' ',
    '1',
    '// c',
    '{"b":',
    '[2,]',
    'a',
    'b c',
    'True',
    '-2.5',
    'x.y-z',
    'undefined',
    'a: b',
    'k_1: v w',
    'a:',
    'True: null',
    'a: b: 2.5',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 9 }), (parts) => {
      const text = parts.join('')
      assert.equal(
        attempt(() => repairLines(jsonrepair, text)),
        attempt(() => jsonrepair(text)),
      )
    }),
    { numRuns: 2000, seed: 1 },
  )
})

test('a list of words takes no longer than its length asks', () => {
  const start = performance.now()
  const repaired = repairLines(jsonrepair, 'red\r\n12.5\r\nlight blue\r\n'.repeat(50_000))
  assert.deepEqual((JSON.parse(repaired) as unknown[]).slice(-3), ['red', 12.5, 'light blue'])
  assert.ok(performance.now() - start < 60_000)
})

test('keys and values on lines take no longer than their length asks', () => {
  const start = performance.now()
  const repaired = repairLines(jsonrepair, 'host: example\r\nport: 8080\r\n'.repeat(40_000))
  assert.deepEqual((JSON.parse(repaired) as unknown[]).slice(-2), ['host: example', 'port: 8080'])
  assert.ok(performance.now() - start < 60_000)
})

test('a document per line takes no longer than its length asks', () => {
  const start = performance.now()
  const repaired = repairLines(jsonrepair, `{id: 12345, "name": 'abcdefgh', "ok": True}\n`.repeat(60_000))
  assert.equal((JSON.parse(repaired) as unknown[]).length, 60_000)
  assert.ok(performance.now() - start < 60_000)
})

test('a last line that was cut off is repaired by itself too', () => {
  for (const cut of ['{id: 1, "name": "x', '{id: 1, tags: ["a"', '[1, {"a": 2', '{"a": 1,', '{a: 1, b:', '{"a": {"b": [1, 2']) {
    const text = `{id: 12345, "ok": True}\n`.repeat(50) + cut
    let calls = 0
    const repaired = repairLines((part) => {
      calls++
      return jsonrepair(part)
    }, text)
    assert.deepEqual(JSON.parse(repaired), JSON.parse(jsonrepair(text)), cut)
    assert.equal(calls, cut.endsWith('x') ? 1 : 51, cut)
  }
})
