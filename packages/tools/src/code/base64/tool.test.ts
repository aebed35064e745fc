import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const host = createTestHost()
type Answer = z.output<typeof tool.output>
const ask = (input: z.input<typeof tool.input>) => answerTool(tool, input, host) as Promise<Answer>

test('a file goes to base64 and back, byte for byte', async () => {
  const content = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7919) & 0xff)
  const { text, sizeBytes } = await ask({ file: new Blob([content]) })
  assert.equal(sizeBytes, content.length)
  assert.equal(text, Buffer.from(content).toString('base64'))
  const back = await ask({ text, direction: 'decode' })
  assert.deepEqual(new Uint8Array((await back.file?.arrayBuffer()) ?? new ArrayBuffer()), content)
})

test('bytes that are Chinese in GB18030 are shown as bytes, with what they read', async () => {
  const { text, shown, notes } = await ask({ text: 'xOO6w6Os1tC5+iBBMQ==', direction: 'decode' })
  assert.deepEqual([text, shown], ['c4 e3 ba c3 a3 ac d6 d0 b9 fa 20 41 31', 'hex'])
  assert.deepEqual(notes, ['The bytes are not UTF-8; as GB18030 they read “你好，中国 A1”: choose that character set'])
  for (let seed = 1; seed <= 300; seed++) {
    const bytes = Uint8Array.from({ length: 8 + (seed % 40) }, (_, at) => Math.imul(seed * 7919 + at, 2_654_435_761) >>> 24)
    assert.deepEqual((await ask({ text: Buffer.from(bytes).toString('base64'), direction: 'decode' })).notes, [])
  }
})

test('a picture is recognised and shown', async () => {
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const { mime, preview, file } = await ask({ text: gif })
  assert.equal(mime, 'image/gif')
  assert.equal(preview, `data:image/gif;base64,${gif}`)
  assert.equal(file?.type, 'image/gif')
})

test('every text in every charset of Unicode comes back', async () => {
  for (const charset of ['utf-8', 'gb18030', 'utf-16le', 'utf-16be'] as const)
    for (const scheme of ['base64', 'base64url', 'base32', 'base58', 'base85', 'base91', 'bcrypt'] as const)
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (plain) => {
          const { text } = await ask({ text: plain, direction: 'encode', charset, scheme })
          assert.equal((await ask({ text, direction: 'decode', charset, scheme })).text, plain)
        }),
        { numRuns: 30 },
      )
})

const directions = [
  ['hello world', 'encode'],
  ['password', 'encode'],
  ['d41d8cd98f00b204e9800998ecf8427e', 'encode'],
  ['SGVsbG8sIHdvcmxkIQ==', 'decode'],
  ['5Lit5paH\r\n5Lit5paH', 'decode'],
  ['data:text/plain;base64,aGk=', 'decode'],
  ['data:text/plain,Hi%20x', 'decode'],
  ['data:, as a word', 'encode'],
] as const
for (const [text, direction] of directions)
  test(`auto: ${JSON.stringify(text)} → ${direction}`, async () => assert.equal((await ask({ text })).direction, direction))

for (const [url, plain, mime] of [
  ['data:text/plain;charset=utf-8,%E4%B8%AD%2', '中%2', 'text/plain;charset=utf-8'],
  ['data:,A%20brief%20note\n', 'A brief note', 'text/plain'],
  ['data:image/svg+xml,<svg/>', '<svg/>', 'image/svg+xml'],
  ['data:;base64,aGk%3D', 'hi', 'text/plain'],
] as const)
  test(`${JSON.stringify(url)} holds ${plain}`, async () => {
    const answer = await ask({ text: url, direction: 'decode' })
    assert.deepEqual([answer.text, answer.mime], [plain, mime])
  })

test('texts in base64 one behind the other are read as base64 -d does', async () => {
  const { text, notes } = await ask({ text: 'QQ==QkM=', direction: 'decode' })
  assert.equal(text, 'ABC')
  assert.match(notes.join(), /“=” @3, “=” @4/)
})

test('strict decoding names what is wrong', async () => {
  await assert.rejects(ask({ text: 'aGVs*bG8=', direction: 'decode', strict: true }), /“\*” \(U\+002A\) at line 1, column 5/)
  await assert.rejects(ask({ text: 'aGVsbG8', direction: 'decode', strict: true }), /padding/)
  await assert.rejects(ask({ text: 'aGVsbG9=', direction: 'decode', strict: true }), /zero bits/)
})

test('strict decoding takes what encoding writes', async () => {
  const schemes = ['base64', 'base64url', 'imap', 'bcrypt', 'crypt', 'base16', 'base32', 'base32hex'] as const
  for (const scheme of schemes)
    for (const plain of ['a', 'ab', 'abc', 'abcd']) {
      const { text } = await ask({ text: plain, direction: 'encode', scheme })
      assert.equal((await ask({ text, direction: 'decode', scheme, strict: true })).text, plain, `${scheme} ${text}`)
    }
})

for (const text of ['0x48, 0x69', String.raw`\x48\x69`, '0X4869', '00000000: 4869                                     Hi'])
  test(`the mark of hexadecimal is no digit: ${text}`, async () => {
    assert.equal((await ask({ text, direction: 'decode', scheme: 'base16' })).text, 'Hi')
    await assert.rejects(ask({ text, direction: 'decode', scheme: 'base16', strict: true }), { key: 'bad_input' })
  })

test('a single digit behind the mark of hexadecimal is a byte', async () => {
  const { text } = await ask({ text: '0x48, 0x9, 0xa', direction: 'decode', scheme: 'base16', charset: 'hex' })
  assert.equal(text, '48 09 0a')
})

for (const [scheme, text, direction] of [
  ['base32', 'JBSWY3DPEBLW64TMMQ======', 'decode'],
  ['base32', 'JBSWY3DPEHPK3PXP', 'encode'], // reads, but gives no text
  ['base16', '0x48 0x65 0x6c 0x6c 0x6f', 'decode'],
  ['base16', '20260102', 'encode'],
  ['base58', '2NEpo7TZRRrLZSi2U', 'decode'],
  ['base58', 'password', 'encode'],
  ['base85', '<~9jqo^~>', 'decode'],
  ['base85', 'Hello World', 'encode'],
] as const)
  test(`auto in ${scheme}: ${text} → ${direction}`, async () => assert.equal((await ask({ text, scheme })).direction, direction))

test('auto decodes lines one by one where each of them ends in padding', async () => {
  assert.equal((await ask({ text: 'aGVsbG8gd29ybGQ=\r\naGVsbG8gdGhlcmU=\n' })).text, 'hello world\nhello there\n')
  assert.equal((await ask({ text: 'aGVsbG8gd29ybGQ=\nhello there' })).direction, 'encode')
  assert.equal((await ask({ text: 'aGVsbG8gd29y\nbGQgYW5kIG1vcmU=' })).text, 'hello world and more')
})

test('auto line by line decodes where every line is encoded', async () => {
  const { text } = await ask({ text: 'aGVsbG8gd29ybGQ=\n\naGVsbG8gdGhlcmU=', eachLine: true })
  assert.equal(text, 'hello world\n\nhello there')
  assert.equal((await ask({ text: 'aGVsbG8gd29ybGQ=\nhello', eachLine: true })).direction, 'encode')
})

test('an own alphabet has ranges', async () => {
  const own = { scheme: 'custom', alphabet: 'N-ZA-Mn-za-m0-9+/=' } as const
  assert.equal((await ask({ text: 'hello', direction: 'encode', ...own })).text, 'nTIfoT8=')
  assert.equal((await ask({ text: 'nTIfoT8=', direction: 'decode', ...own })).text, 'hello')
})

test('MIME lines end in CRLF after 76 characters', async () => {
  const { text } = await ask({ text: 'x'.repeat(100), direction: 'encode', wrap: 76 })
  assert.deepEqual(
    text.split('\r\n').map(({ length }) => length),
    [76, 60],
  )
})

test('lines are coded one by one', async () => {
  assert.equal((await ask({ text: 'a\nbc', direction: 'encode', eachLine: true })).text, 'YQ==\nYmM=')
  assert.equal((await ask({ text: 'YQ==\nYmM=', direction: 'decode', eachLine: true })).text, 'a\nbc')
})

test('a lone surrogate is an error', async () => {
  await assert.rejects(ask({ text: 'a\ud800', direction: 'encode' }), /paired surrogates.*U\+D800/)
})

test('an own alphabet is checked', async () => {
  await assert.rejects(ask({ text: 'a', scheme: 'custom', alphabet: 'abc', direction: 'encode' }), /64 different/)
})

test('a data: URL is read and written in the character set it names', async () => {
  const text = 'data:text/plain;charset=GBK;base64,1tDOxA=='
  const read = await ask({ text, direction: 'decode' })
  assert.deepEqual([read.text, read.shown, (read.file as File).name], ['中文', 'gb18030', 'decoded.txt'])
  const written = await ask({ text: '中文', direction: 'encode', dataUrl: true, charset: 'gb18030' })
  assert.equal(written.text, 'data:text/plain;charset=gb18030;base64,1tDOxA==')
})

test('a control character is left out aloud, as base64 -d refuses it', async () => {
  assert.match((await ask({ text: 'Zm9v\0', direction: 'decode' })).notes.join(), /Skipped 1/)
  await assert.rejects(ask({ text: 'Zm9v\u0001', direction: 'decode', strict: true }), /U\+0001/)
  assert.deepEqual((await ask({ text: 'Zm\t9v\v\f\r\n ', direction: 'decode', strict: true })).text, 'foo')
})

for (const [text, plain] of [
  ['aGVsbG8gd29ybGQ%3D', 'hello world'],
  ['5Lit5paHPz8%2FPg%3d%3d', '中文???>'],
  ['Authorization: Basic dXNlcjpwYXNzd29yZA==', 'user:password'],
  ['Basic dXNlcjpwYXNzd29yZA==', 'user:password'],
] as const)
  test(`${text} is read as what it holds, in either direction`, async () => {
    for (const direction of ['auto', 'decode'] as const) {
      const answer = await ask({ text, direction })
      assert.deepEqual([answer.text, answer.notes], [plain, []])
    }
  })

test('full-width letters are read', async () => {
  const { text, notes } = await ask({ text: 'ａＧＶｓｂＧ８＝', direction: 'decode' })
  assert.deepEqual([text, notes], ['hello', []])
})

test('the lines around PEM are none of its bytes; to be encoded they are', async () => {
  const pem = '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\naGVs\r\nbG8=\n-----END RSA PRIVATE KEY-----\n'
  const { text, notes } = await ask({ text: pem, direction: 'decode' })
  assert.deepEqual([text, notes], ['hello', []])
  assert.equal((await ask({ text: pem })).text, Buffer.from(pem).toString('base64'))
})

test('strict decoding takes no wrapping', async () => {
  await assert.rejects(ask({ text: 'aGVsbG8%3D', direction: 'decode', strict: true }), /“%”/)
})
