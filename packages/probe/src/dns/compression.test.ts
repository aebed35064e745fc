import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { decodeMessage } from './message.ts'
import { readName, type KnownNames } from './names.ts'
import { readRdata } from './rdata.ts'
import { TYPES } from './types.ts'

const u16 = (value: number) => Buffer.of(value >> 8, value & 0xff)
const HEADER_BYTES = 12
const pointer = (target: number) => u16(0xc000 | target)

/** An answer with one question and these records, whose owner and data may point into what stands before them. */
function toMessage(name: Buffer, records: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(0x8000, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, name, Buffer.of(0, 1, 0, 1), ...records])
}

const toRecord = (owner: Buffer, type: number, rdata: Buffer) =>
  Buffer.concat([owner, u16(type), Buffer.of(0, 1, 0, 0, 0, 60), u16(rdata.length), rdata])

const LONG = Buffer.concat([...Array.from({ length: 127 }, () => Buffer.from([1, 0x61])), Buffer.of(0)])
const SHORT = Buffer.from('\x07example\x03com\0', 'latin1')

for (const [type, rdata] of [
  [TYPES.A, Buffer.of(192, 0, 2, 1)],
  [TYPES.SOA, Buffer.concat([pointer(HEADER_BYTES), pointer(HEADER_BYTES), Buffer.alloc(20)])],
  [TYPES.MINFO, Buffer.concat([pointer(HEADER_BYTES), pointer(HEADER_BYTES)])],
] as const) {
  const record = toRecord(pointer(HEADER_BYTES), type, rdata)
  const count = Math.min(4000, Math.floor((65_535 - 300) / record.length))
  test(`64 KB of pointers from type ${type} to a name of 255 bytes hide too much`, () => {
    const message = toMessage(LONG, Array(count).fill(record))
    assert.throws(() => decodeMessage(message), /compression hides too much/)
  })
  test(`64 KB of pointers from type ${type} to a usual name are read`, () => {
    const { answers } = decodeMessage(toMessage(SHORT, Array(count).fill(record)))
    assert.deepEqual([answers.length, answers.at(-1)!.name], [count, 'example.com.'])
  })
}

test('names along pointers to pointers are the same for each', () => {
  const at = HEADER_BYTES + SHORT.length + 4
  const size = pointer(0).length + 10 + 3
  // each owner points to the one before, and each alias to its own owner with a label more
  const records = Array.from({ length: 1000 }, (_, index) => {
    const owner = pointer(index === 0 ? HEADER_BYTES : at + (index - 1) * (size + 1))
    return toRecord(owner, TYPES.CNAME, Buffer.concat([Buffer.from('\x01w', 'latin1'), pointer(at + index * (size + 1))]))
  })
  const { answers } = decodeMessage(toMessage(SHORT, records))
  assert.deepEqual([...new Set(answers.map(({ name }) => name))], ['example.com.'])
  assert.deepEqual([...new Set(answers.map(({ type, rdata }) => readRdata(type, rdata)!['name']))], ['w.example.com.'])
})

test('what is known of a message changes nothing in its names', () => {
  const piece = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 5 }).map((label) => [label.length, ...label]),
    fc.nat({ max: 120 }).map((target) => [0xc0, target]),
    fc.constant([0]),
  )
  const bytes = fc.array(piece, { maxLength: 40 }).map((pieces) => Uint8Array.from(pieces.flat()))
  const read = (message: Uint8Array, start: number, known?: KnownNames) => {
    try {
      return readName(message, start, known)
    } catch (error) {
      return (error as Error).message.replace(/ \(.*/, '')
    }
  }
  fc.assert(
    fc.property(bytes, fc.array(fc.nat({ max: 120 }), { maxLength: 30 }), (message, starts) => {
      const known: KnownNames = new Map()
      for (const start of starts) assert.deepEqual(read(message, start, known), read(message, start))
    }),
    { numRuns: 300 },
  )
})

test('bit maps of types have their blocks in order, of 1–32 bytes', () => {
  const next = Buffer.of(0)
  const a = Buffer.of(0, 1, 0x40)
  assert.deepEqual(readRdata(TYPES.NSEC, Buffer.concat([next, a]))!['types'], ['A'])
  for (const maps of [
    [a, a],
    [Buffer.of(0, 0)],
    [Buffer.concat([Buffer.of(0, 33), Buffer.alloc(33, 1)])],
    [Buffer.of(1, 1, 1), a],
  ])
    assert.throws(() => readRdata(TYPES.NSEC, Buffer.concat([next, ...maps])), /bit map of types/)
})
