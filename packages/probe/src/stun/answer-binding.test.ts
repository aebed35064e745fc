import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerBinding } from './answer-binding.ts'

/** The transaction of the published test vectors (RFC 5769 §2). */
const TRANSACTION = 'b7e7a701bc34d686fa87dfae'
const request = (attributes = '', type = '0001', cookie = '2112a442') =>
  Buffer.from(type + (attributes.length / 2).toString(16).padStart(4, '0') + cookie + TRANSACTION + attributes, 'hex')
const from = (address: string) => ({ address, port: 32_853 })

test('the mapped addresses of RFC 5769 §2.2 and §2.3', () => {
  assert.equal(
    Buffer.from(answerBinding(request(), from('192.0.2.1'))!).toString('hex'),
    `0101000c2112a442${TRANSACTION}002000080001a147e112a643`,
  )
  assert.equal(
    Buffer.from(answerBinding(request(), from('2001:db8:1234:5678:11:2233:4455:6677'))!).toString('hex'),
    `010100182112a442${TRANSACTION}002000140002a1470113a9faa5d3f179bc25f4b5bed2b9d9`,
  )
})

test('attributes that may be passed over are', () => {
  const software = '802200047465737480280004aabbccdd'
  assert.equal(answerBinding(request(software), from('192.0.2.1'))?.length, 32)
})

for (const [what, bytes] of [
  ['an answer', request('', '0101')],
  ['an indication', request('', '0011')],
  ['another cookie', request('', '0001', '00000000')],
  ['a user name', request('00060004616263 64'.replaceAll(' ', ''))],
  ['an attribute beyond the end', request('80220010')],
  ['a length that is not true', Buffer.concat([request(), Buffer.alloc(4)])],
  ['nothing', Buffer.alloc(0)],
  ['half a header', request().subarray(0, 12)],
  ['too much', request('80220400'.padEnd(8 + 2048, '0'))],
] as const)
  test(`${what} gets no answer`, () => assert.equal(answerBinding(bytes, from('192.0.2.1')), undefined))

test('who comes from no address gets no answer', () => assert.equal(answerBinding(request(), from('?')), undefined))
