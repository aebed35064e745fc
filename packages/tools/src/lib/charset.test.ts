import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { anyCharacter } from '@octet/core/testing/any-character.ts'
import iconv from 'iconv-lite'
import { toHex } from './bytes.ts'
import { decodeSound, CHARSET_NAMES, decodeText, encodeText, findText } from './charset.ts'

const rows = [
  ['utf-8', '中😀\0', 'e4b8adf09f988000'],
  ['gb18030', '中文€㐀😀', 'd6d0cec4a2e38139ee399439fc36'],
  ['gb18030', '\ufffd', '8431a437'],
  ['utf-16le', '中', '2d4e'],
  ['utf-16be', '😀', 'd83dde00'],
  ['utf-32be', '😀', '0001f600'],
  ['latin1', 'é\u0080ÿ', 'e980ff'],
  ['windows-1252', '€é', '80e9'],
  ['big5', '中文', 'a4a4a4e5'],
  ['big5', '十卅═╞╡╪', 'a451a4caf9f9f9e9f9ebf9ea'],
  ['shift_jis', 'ﾃ日本', 'c393fa967b'],
  // As glibc, Perl, Java and browsers write signs with two codes.
  ['shift_jis', '\u2170\ufa1c\u4efc\uffe4', 'fa40fb86fa6afa55'],
  ['shift_jis', '\x1a\x1b\x1c\x7f日', '1a1b1c7f93fa'],
  ['euc-kr', '한글', 'c7d1b1db'],
  ['euc-kr', '뷁똠€®힣갂', '94ee8c63a2e6a2e7c6528141'],
  ['koi8-r', 'Привет', 'f0d2c9d7c5d4'],
  ['windows-1251', 'Привет, Ёж № ї', 'cff0e8e2e5f22c20a8e620b920bf'],
] as const

for (const [charset, text, hex] of rows)
  test(`${charset} writes and reads ${JSON.stringify(text)}`, () => {
    assert.equal(toHex(encodeText(text, charset)), hex)
    assert.equal(decodeText(Uint8Array.from(Buffer.from(hex, 'hex')), charset), text)
  })

for (const charset of CHARSET_NAMES)
  test(`${charset}: what was written reads back, or is refused with its place`, () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        let bytes
        try {
          bytes = encodeText(text, charset)
        } catch (error) {
          assert.match(String(error), /line \d+, column \d+/)
          return
        }
        assert.equal(decodeText(bytes, charset), text)
      }),
      { numRuns: 300 },
    )
  })

test('bytes that the decoder does not know are refused, not dropped or made private characters', () => {
  for (const bytes of [[0xc7], [0xc9, 0xa1], [0x41, 0x80], [0xff, 0x41]])
    assert.equal(findText(Uint8Array.from(bytes), 'euc-kr'), undefined)
  assert.doesNotMatch(findText(Uint8Array.of(0x8f, 0x5f), 'big5') ?? '', /\p{Co}/u)
  assert.equal(findText(Uint8Array.of(0x80, 0x41), 'big5'), undefined)
})

test('a foreign writer agrees on every Korean syllable', () => {
  const text = Array.from({ length: 11_172 }, (_, i) => String.fromCodePoint(0xac00 + i)).join('')
  assert.equal(toHex(encodeText(text, 'euc-kr')), iconv.encode(text, 'euc-kr').toString('hex'))
})

test('a foreign writer agrees on every common Chinese character', () => {
  const text = Array.from({ length: 0x9fa5 - 0x4e00 + 1 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('')
  assert.equal(toHex(encodeText(text, 'gb18030')), iconv.encode(text, 'gb18030').toString('hex'))
})

test('a lone surrogate is named with its place', () => {
  assert.throws(
    () => encodeText('ab\n\ud83dx', 'utf-8', 'text'),
    /text: expected paired surrogates, got U\+D83D at line 2, column 1/,
  )
})

test('a character outside the charset is named', () => {
  assert.throws(() => encodeText('a中', 'latin1', 'text'), /characters of Latin-1.*“中” \(U\+4E2D\) at line 1, column 2/)
})

test('bytes of another encoding are refused', () => {
  assert.equal(findText(Uint8Array.of(0xd6, 0xd0), 'utf-8'), undefined)
  assert.throws(() => decodeText(Uint8Array.of(0xd6, 0xd0), 'utf-8'), /d6 d0.*not UTF-8/)
})

test('bytes are sound where a decoder that throws takes them', () => {
  const labels = ['utf-8', 'utf-16le', 'utf-16be', 'gbk', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'iso-2022-jp', 'windows-1253']
  const byte = fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(0x1a, 0x1c, 0x31, 0x37, 0x84, 0xa4, 0xbd, 0xbf, 0xef, 0xfd, 0xff))
  fc.assert(
    fc.property(
      fc.constantFrom(...labels),
      fc.uint8Array({ maxLength: 6 }),
      fc.array(byte, { maxLength: 4 }),
      (label, first, rest) => {
        const bytes = Uint8Array.of(...first, ...rest)
        assert.equal(decodeSound(bytes, label), readOrNothing(bytes, label), `${label} ${bytes.join(' ')}`)
      },
    ),
    { numRuns: 3000, seed: 1 },
  )
})

function readOrNothing(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

test('many bytes that begin as no text are none, and a character cut by the first look is whole', () => {
  const sound = new TextEncoder().encode(`a${'中'.repeat(5000)}`)
  assert.equal(findText(sound, 'utf-8')?.length, 5001)
  assert.equal(findText(Uint8Array.from([0xff, ...sound]), 'utf-8'), undefined)
  assert.equal(findText(Uint8Array.from([...sound, 0xff]), 'utf-8'), undefined)
  const replaced = new TextEncoder().encode('\ufffd'.repeat(5000))
  assert.equal(findText(replaced, 'utf-8')?.length, 5000)
})
