import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { toHex } from './bytes.ts'
import { DER, listDer, listParts, toInteger, toOid, writeBits, writeDer, writeInteger, writeOid } from './der.ts'

const first = (bytes: Uint8Array) => listDer(bytes)[0]!

// X.690 §8.19.5, and numbers around a bit more or less.
for (const [oid, hex] of [
  ['2.999.3', '0603883703'],
  ['1.2.840.113549.1.1.1', '06092a864886f70d010101'],
  ['1.3.101.112', '06032b6570'],
] as const)
  test(`${oid} is written and read`, () => {
    assert.equal(toHex(writeOid(oid)), hex)
    assert.equal(toOid(first(writeOid(oid))), oid)
  })

for (const [number, hex] of [
  [0n, '020100'],
  [127n, '02017f'],
  [128n, '02020080'],
  [256n, '02020100'],
] as const)
  test(`${number} is ${hex}`, () => assert.equal(toHex(writeInteger(number)), hex))

test('what is written is read again', () =>
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1n << 4200n }), fc.uint8Array({ maxLength: 70_000, size: 'max' }), (number, bytes) => {
      const [whole] = listDer(writeDer(DER.sequence, writeInteger(number), writeDer(DER.octets, bytes), writeBits(bytes)))
      const [integer, octets, bits] = listParts(whole!)
      assert.equal(toInteger(integer!), number)
      assert.deepEqual([...octets!.content], [...bytes])
      assert.deepEqual([...bits!.content], [0, ...bytes])
    }),
    { numRuns: 30 },
  ))

for (const hex of ['30', '3005', '308000', '3082ffff', '30ff01', '020301'])
  test(`${hex} ends too early or has no length`, () => assert.throws(() => listDer(Buffer.from(hex, 'hex')), RangeError))
