import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { decryptHandshake, findServerSecret, READABLE_SUITES } from './decrypt-handshake.ts'

test('of the lines of a key log that of the server’s handshake is taken', () => {
  const random = 'ab'.repeat(32)
  assert.deepEqual(findServerSecret(`SERVER_HANDSHAKE_TRAFFIC_SECRET ${random} 0102\n`), Buffer.of(1, 2))
  for (const name of ['CLIENT_HANDSHAKE_TRAFFIC_SECRET', 'SERVER_TRAFFIC_SECRET_0', 'CLIENT_RANDOM'])
    assert.equal(findServerSecret(`${name} ${random} 0102\n`), undefined)
})

for (const suite of [...READABLE_SUITES, 'TLS_AES_128_CCM_SHA256'])
  test(`whatever is sent in place of records of ${suite}, nothing is read`, () => {
    const secret = randomBytes(32)
    const record = fc
      .tuple(fc.constantFrom(20, 21, 22, 23), fc.uint8Array({ maxLength: 60 }))
      .map(([type, body]) => Buffer.concat([Buffer.of(type, 3, 3, 0, body.length), body]))
    const bytes = fc.array(record, { maxLength: 4 }).chain((all) => {
      const whole = Buffer.concat(all)
      return fc.nat({ max: whole.length }).map((end) => whole.subarray(0, end))
    })
    fc.assert(fc.property(bytes, (records) => decryptHandshake(records, { suite, secret }).length === 0))
  })
