import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFile, isText, type FileKind } from './detect-file.ts'
import { SIGNED_MAIL, SIGNED_PDF, SIGNED_TEXT } from './crypto/signed-file/examples.ts'
import { parseHex } from './lib/bytes.ts'
import { listPem } from './lib/pem.ts'

const hex = (digits: string) => parseHex(digits, 'text')

for (const [name, bytes, kind] of [
  ['a PNG', hex('89504e470d0a1a0a0000000d'), 'picture'],
  ['a JPEG', hex('ffd8ffe000104a464946'), 'picture'],
  ['a PDF', Buffer.from(SIGNED_PDF, 'base64'), 'pdf'],
  ['CMS', listPem(SIGNED_TEXT, 'text')[0]!.der, 'signed'],
  ['a certificate', hex('3082021b308201c2a003020102'), 'certificate'],
  ['a key store of Java', hex('feedfeed00000002'), 'certificate'],
  ['a program', hex('4d5a90000300'), 'program'],
  ['gzip', hex('1f8b0800'), 'packed'],
  ['libpcap', hex('d4c3b2a102000400'), 'packets'],
  ['pcapng', hex('0a0d0d0a1c000000'), 'packets'],
] as const satisfies readonly (readonly [string, Uint8Array, FileKind])[])
  test(`${name} is known by its first bytes`, () => {
    assert.deepEqual(detectFile(bytes), [kind, 'any'])
    assert.equal(isText(bytes), false)
  })

test('a signed mail is known, and is a text', () => {
  const mail = new TextEncoder().encode(SIGNED_MAIL)
  assert.deepEqual([detectFile(mail), isText(mail)], [['signed-mail', 'any'], true])
})

test('what is not known is a file, and text is told from it', () => {
  assert.deepEqual(detectFile(new Uint8Array()), ['any'])
  assert.deepEqual(detectFile(hex('00010203')), ['any'])
  assert.equal(isText(new TextEncoder().encode('{"a": "é"}')), true)
  // The head of a file may end within a character.
  assert.equal(isText(new TextEncoder().encode('aé').subarray(0, 2)), true)
  assert.equal(isText(Uint8Array.of(0xff, 0x41)), false)
})
