import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { unpackWoff } from './unpack-woff.ts'

test('a WOFF font is unpacked table by table, packed or not', () => {
  const tables = [
    ['AAAA', Buffer.from('x'.repeat(100))],
    ['BBBB', Buffer.from('abc')],
  ] as const
  const packed = tables.map(([, data]) => {
    const small = deflateSync(data)
    return small.length < data.length ? small : data
  })
  const head = Buffer.alloc(44 + 40)
  head.write('wOFF', 0, 'latin1')
  head.writeUInt32BE(0x00010000, 4)
  head.writeUInt16BE(2, 12)
  head.writeUInt32BE(12 + 32 + 100 + 4, 16)
  let offset = head.length
  for (const [index, [name, data]] of tables.entries()) {
    const entry = 44 + 20 * index
    head.write(name, entry, 'latin1')
    head.writeUInt32BE(offset, entry + 4)
    head.writeUInt32BE(packed[index]?.length ?? 0, entry + 8)
    head.writeUInt32BE(data.length, entry + 12)
    offset += packed[index]?.length ?? 0
  }
  const font = unpackWoff(Buffer.concat([head, ...packed]))
  for (const [index, [name, data]] of tables.entries()) {
    const place = 12 + 16 * index
    assert.equal(font.toString('latin1', place, place + 4), name)
    const at = font.readUInt32BE(place + 8)
    const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    assert.equal(sum(font.subarray(at, at + font.readUInt32BE(place + 12))), sum(data))
  }
  assert.throws(() => unpackWoff(Buffer.from('hello, this is no font')), /expected a WOFF file/)
})
