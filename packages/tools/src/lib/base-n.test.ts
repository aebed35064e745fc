import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { BASE_CODECS, type BaseCodec } from './base-n.ts'
import { ALPHABETS, decodeBits, encodeBits, parseBase64, toBase64 } from './radix-text.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

// RFC 4648 §10, RFC 9285 §4.3, ZeroMQ RFC 32, and the base58 draft's test vectors.
const vectors = [
  ['base16', 'foobar', '666F6F626172'],
  ['base32', 'foob', 'MZXW6YQ='],
  ['base32', 'foobar', 'MZXW6YTBOI======'],
  ['base32hex', 'fooba', 'CPNMUOJ1'],
  ['base32hex', 'foobar', 'CPNMUOJ1E8======'],
  ['base45', 'AB', 'BB8'],
  ['base45', 'Hello!!', '%69 VD92EX0'],
  ['base45', 'base-45', 'UJCLQE7W581'],
  ['base58', 'Hello World!', '2NEpo7TZRRrLZSi2U'],
  ['base58', 'The quick brown fox jumps over the lazy dog.', 'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z'],
  ['base85', 'Man is distinguished', '9jqo^BlbD-BleB1DJ+*+F(f,q'],
  ['base91', 'test', 'fPNKd'],
] as const

for (const [id, plain, coded] of vectors)
  test(`${id}: ${plain} ↔ ${coded}`, () => {
    assert.equal(BASE_CODECS[id].encode(utf8(plain)), coded)
    assert.deepEqual(BASE_CODECS[id].decode(coded, 'text'), utf8(plain))
  })

test('z85: the frame of ZeroMQ RFC 32', () => {
  const frame = Uint8Array.of(0x86, 0x4f, 0xd2, 0x6f, 0xb5, 0x59, 0xf7, 0x5b)
  assert.equal(BASE_CODECS.z85.encode(frame), 'HelloWorld')
})

test('base58 keeps leading zero bytes', () => {
  assert.equal(BASE_CODECS.base58.encode(Uint8Array.of(0, 0, 0x28, 0x7f, 0xb4, 0xcd)), '11233QC4')
})

for (const [id, codec] of Object.entries<BaseCodec>(BASE_CODECS))
  test(`${id}: every byte string reads back`, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) =>
        assert.deepEqual(codec.decode(codec.encode(bytes), 'text'), bytes),
      ),
    )
  })

for (const [name, alphabet] of Object.entries(ALPHABETS))
  test(`${name}: every byte string reads back without a fault`, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const report = decodeBits(encodeBits(bytes, alphabet), alphabet)
        assert.deepEqual(report.bytes, bytes)
        assert.deepEqual([report.skipped.length, report.isCut, report.hasLooseBits], [0, false, false])
        assert.notEqual(report.padding, 'wrong')
      }),
    )
  })

test('base64 is that of the platform', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => assert.equal(toBase64(bytes), Buffer.from(bytes).toString('base64'))))
})

test('what does not belong is named', () => {
  assert.throws(() => parseBase64('Zm9v\nY?==', 'text'), /“\?” \(U\+003F\) at line 2, column 2/)
  assert.throws(() => parseBase64('Zm9vY', 'text'), /the last byte is not whole/)
  assert.throws(() => BASE_CODECS.base45.decode('GGW', 'text'), /within range/)
  assert.throws(() => BASE_CODECS.base58.decode('0', 'text'), /“0”/)
})

test('loose bits and wrong padding are reported', () => {
  assert.equal(decodeBits('Zh==', ALPHABETS.base64).hasLooseBits, true)
  assert.equal(decodeBits('Zg', ALPHABETS.base64).padding, 'missing')
  assert.equal(decodeBits('Zg=', ALPHABETS.base64).padding, 'wrong')
  const joined = decodeBits('Zg==Zm9v', ALPHABETS.base64)
  assert.deepEqual(joined.skipped, [
    { char: '=', offset: 2 },
    { char: '=', offset: 3 },
  ])
  assert.equal(new TextDecoder().decode(joined.bytes), 'ffoo')
  assert.equal(new TextDecoder().decode(decodeBits('MY======MZXQ====', ALPHABETS.base32).bytes), 'ffo')
  assert.equal(decodeBits('Zm9v=Zm9v', ALPHABETS.base64).bytes.length, 6)
})

for (const [id, coded, place] of [
  ['base85', '<~9jqo^\nBlbD\u20ac~>', 'line 2, column 5'],
  ['base85', '9jqo^ Blz', 'line 1, column 7'],
  ['base85', '9jqo^\n\n s8W-"', 'line 3, column 2'],
  ['z85', 'Hello World~', 'line 1, column 12'],
  ['base45', 'QED8\nWEGGW', 'line 2, column 3'],
  ['base91', 'fPN Kd\n-', 'line 2, column 1'],
] as const)
  test(`${id}: what is wrong in ${JSON.stringify(coded)} stands at ${place}`, () =>
    assert.throws(
      () => BASE_CODECS[id].decode(coded, 'text'),
      (error: unknown) => String(error).includes(place),
    ))

test('base85: a short last group and z', () => {
  assert.deepEqual(BASE_CODECS.base85.decode('<~z9jqo~>', 'text'), Uint8Array.of(0, 0, 0, 0, 0x4d, 0x61, 0x6e))
  assert.throws(() => BASE_CODECS.base85.decode('9z', 'text'), { key: 'bad_input' })
})

test('a character that is none of an alphabet is told with those that are, a text that ends too early with its end', () => {
  assert.throws(() => parseBase64('AA*A', 'text'), {
    message: 'text: expected a character of A–Z a–z 0–9 + /, got “*” (U+002A) at line 1, column 3',
  })
  assert.throws(() => parseBase64('AAAAA', 'text'), {
    message: 'text: expected more characters: the last byte is not whole, got the end of the text',
  })
})
