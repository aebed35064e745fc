import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { COPY_SLACK_BYTES, copyText, MAX_TEXT_BYTES, TextPool, toStart } from './text-pool.ts'

test('texts come out as they went in, wherever they are put, each with its word', () => {
  const texts = fc.array(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }), fc.nat(0xffff_ffff)), {
    minLength: 1,
  })
  fc.assert(
    fc.property(texts, fc.nat(40), (given, before) => {
      const pool = new TextPool(1 << 20)
      const names = given.map(([text, word]) => pool.add(text, word))
      const target = Buffer.alloc(before + given.length * (4 * 90 * 8) + COPY_SLACK_BYTES, '#')
      const view = new DataView(target.buffer, target.byteOffset, target.length)
      let at = before
      for (const name of names) at = copyText(pool.view, name, view, at)
      assert.equal(
        target.toString('utf8', 0, at),
        '#'.repeat(before) + Buffer.from(given.map(([text]) => text).join('')).toString(),
      )
      for (const [index, [, word]] of given.entries()) assert.equal(pool.view.getUint32(toStart(names[index]!), true), word)
      assert.ok(!names.includes(0))
    }),
  )
})

test('a pool says when it is full, begins anew, and refuses what has no name', () => {
  const pool = new TextPool(3 * (MAX_TEXT_BYTES + 64))
  const first = pool.add('a'.repeat(MAX_TEXT_BYTES))
  assert.ok(!pool.hasRoom(2))
  pool.clear()
  assert.ok(pool.hasRoom(2))
  assert.equal(toStart(pool.add('b')), toStart(first))
  assert.throws(() => pool.add('a'.repeat(MAX_TEXT_BYTES + 1)), /is longer than 2047/)
  assert.throws(() => new TextPool((64 << 20) + 1), /more than can be named/)
})
