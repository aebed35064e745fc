import assert from 'node:assert/strict'
import { test } from 'node:test'
import zlib from 'node:zlib'
import * as fc from 'fast-check'
import * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import type { Format } from './formats.ts'
import tool from './tool.ts'

type Answer = z.output<typeof tool.output>
const ask = (input: z.input<typeof tool.input>, lang: 'en' | 'zh' = 'en') =>
  answerTool(tool, input, createTestHost({ lang })) as Promise<Answer>
const readFile = async ({ file }: Answer) => Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer())

/** How Node's own libraries, which are the reference ones, write and read each format. */
const WRITE: Readonly<Record<Exclude<Format, 'lz4' | 'xz' | 'bzip2'>, (plain: Uint8Array) => Buffer>> = {
  gzip: (plain) => zlib.gzipSync(plain),
  zlib: (plain) => zlib.deflateSync(plain),
  deflate: (plain) => zlib.deflateRawSync(plain),
  brotli: (plain) => zlib.brotliCompressSync(plain),
  zstd: (plain) => zlib.zstdCompressSync(plain, { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } }),
}
const FORMATS = Object.keys(WRITE) as Exclude<Format, 'lz4' | 'xz' | 'bzip2'>[]
const READ = { gzip: zlib.gunzipSync, zlib: zlib.inflateSync, deflate: zlib.inflateRawSync } as const
const PLAIN = 'The quick brown fox jumps over the lazy dog. 敏捷的棕狐跳过懒狗。'.repeat(20)

for (const format of FORMATS) {
  test(`${format}: what the reference library writes is found and read, from Base64, hex, a link and a file`, async () => {
    const packed = WRITE[format](Buffer.from(PLAIN))
    const texts = [packed.toString('base64'), packed.toString('base64url'), packed.toString('hex')]
    for (const text of [...texts, encodeURIComponent(packed.toString('base64'))]) {
      const answer = await ask({ text, direction: 'unpack' })
      assert.deepEqual([answer.text, answer.format, answer.notes], [PLAIN, format, []], text.slice(0, 20))
    }
    const answer = await ask({ file: new File([new Uint8Array(packed)], `fox.txt.${format}`), format, direction: 'unpack' })
    assert.equal(answer.text, PLAIN)
  })

  test(`${format}: any bytes come back whole, at any size`, async () => {
    const sizes = fc.constantFrom(0, 1, 100, 70_000, 300_000)
    await fc.assert(
      fc.asyncProperty(sizes, fc.uint8Array({ minLength: 1, maxLength: 300 }), async (sizeBytes, piece) => {
        const plain = Buffer.alloc(sizeBytes, piece)
        const answer = await ask({ file: new Blob([new Uint8Array(WRITE[format](plain))]), format, direction: 'unpack' })
        assert.equal(answer.sizeBytes, sizeBytes)
        assert.deepEqual(answer.notes, [])
        if (answer.file) assert.deepEqual(await readFile(answer), plain)
        else assert.equal(answer.text, plain.toString())
      }),
      { numRuns: 25 },
    )
  })

  test(`${format}: data cut anywhere give their beginning, or say that they end too early`, async () => {
    const packed = WRITE[format](Buffer.from(PLAIN))
    for (let end = 1; end < packed.length; end += 3)
      try {
        const answer = await ask({ text: packed.subarray(0, end).toString('base64'), format, direction: 'unpack' })
        assert.ok(PLAIN.startsWith(answer.text) || answer.shown === 'hex', answer.text)
        assert.match(answer.notes.join(), /^Truncated data, cut off after \d+ bytes?$/)
      } catch (error) {
        assert.match(String(error), /expected .* data, got truncated data, cut off after \d+ bytes?/)
      }
  })

  test(`${format}: a changed byte ends in words, never in anything else`, async () => {
    const packed = WRITE[format](Buffer.from(PLAIN))
    for (let at = 0; at < packed.length; at += 5) {
      const bad = Buffer.from(packed)
      bad[at]! ^= 0x55
      await ask({ text: bad.toString('base64'), format, direction: 'unpack' }).catch((error: unknown) =>
        assert.match(String(error), /AppError: text: expected .* data, got \S/),
      )
    }
  })

  test(`${format}: bytes behind the end are left out and told, zeros are padding`, async () => {
    const packed = WRITE[format](Buffer.from(PLAIN))
    const withJunk = await ask({ text: Buffer.concat([packed, Buffer.from('junk')]).toString('base64'), direction: 'unpack' })
    assert.deepEqual([withJunk.text, withJunk.notes], [PLAIN, ['4 bytes after the end were ignored']])
    const begunByZero = Buffer.concat([packed, Buffer.from([0, 7])]).toString('base64')
    assert.deepEqual((await ask({ text: begunByZero, direction: 'unpack' })).notes, ['2 bytes after the end were ignored'])
    const padded = await ask({ text: Buffer.concat([packed, Buffer.alloc(9)]).toString('base64'), direction: 'unpack' })
    assert.deepEqual([padded.text, padded.notes], [PLAIN, []])
  })

  test(`${format}: a small file that unpacks to 70 MB is refused`, async () => {
    const zeros = Buffer.alloc(70_000_000)
    // At its usual level Brotli takes seconds for them.
    const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 }
    const packed = format === 'brotli' ? zlib.brotliCompressSync(zeros, { params }) : WRITE[format](zeros)
    const bomb = new Blob([new Uint8Array(packed)])
    await assert.rejects(ask({ file: bomb, format, direction: 'unpack' }), /unpacked content is too large: at most 64\.0 MiB/)
  })
}

for (const format of ['gzip', 'zlib', 'deflate'] as const)
  test(`${format}: what is written is read by the reference library, at every level`, async () => {
    for (const level of [0, 1, 6, 9]) {
      const answer = await ask({ text: PLAIN, direction: 'pack', format, level })
      assert.equal(READ[format](Buffer.from(answer.text, 'base64')).toString(), PLAIN)
      assert.deepEqual(await readFile(answer), Buffer.from(answer.text, 'base64'))
      assert.equal(answer.packedBytes, Buffer.from(answer.text, 'base64').length)
    }
  })

test('equal contents give equal files: neither name nor time is written', async () => {
  const content = new Uint8Array(Buffer.from(PLAIN))
  const first = await ask({ file: new File([content], 'a.txt', { lastModified: 1e12 }), direction: 'pack' })
  const second = await ask({ file: new File([content], 'b.txt', { lastModified: 2e12 }), direction: 'pack' })
  assert.equal(first.text, second.text)
  assert.deepEqual([(first.file as File).name, (second.file as File).name], ['a.txt.gz', 'b.txt.gz'])
})

test('what a gzip file says of itself is shown, and its parts are told apart', async () => {
  const member = (name: string, plain: string) => {
    const body = WRITE.gzip(Buffer.from(plain)).subarray(10)
    const head = Buffer.from([0x1f, 0x8b, 8, 0x08 | 0x10, 0x80, 0xba, 0x2c, 0x65, 0, 3])
    return Buffer.concat([head, Buffer.from(`${name}\0note\0`), body])
  }
  const packed = Buffer.concat([member('../../etc/文件.txt', 'one '), member('b', 'two')])
  const answer = await ask({ file: new File([new Uint8Array(packed)], 'x.gz') })
  assert.equal(answer.text, 'one two')
  assert.equal((answer.file as File).name, '文件.txt', 'a name in a foreign file leads nowhere')
  assert.deepEqual(answer.members?.[0], {
    name: '../../etc/文件.txt',
    modified: '2023-10-16T04:22:24.000Z',
    comment: 'note',
    system: 'Unix',
    sizeBytes: 4,
    packedBytes: member('../../etc/文件.txt', 'one ').length,
  })
  assert.equal(answer.members?.length, 2)
})

test('zstd: a frame that gives another number of bytes than it says is damaged', async () => {
  for (const size of [3, 200, 70_000]) {
    const frame = zlib.zstdCompressSync(Buffer.alloc(size, 'ab'))
    assert.deepEqual((await ask({ file: new Blob([new Uint8Array(frame)]), direction: 'unpack' })).notes, [])
    for (const change of [1, -1]) {
      const changed = new Uint8Array(frame)
      changed[5]! += change // the size, behind the mark and the descriptor
      const said = new RegExp(`damaged data: ${size} bytes came out, and the frame says ${size + change}`, 'i')
      assert.match((await ask({ file: new Blob([changed]), direction: 'unpack' })).notes.join(), said)
    }
  }
})

test('zstd: a frame that says it holds an exabyte is refused before there is room for it', async () => {
  const frame = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0x10, 1, 0, 0)
  await assert.rejects(ask({ file: new Blob([frame]), direction: 'unpack' }), { key: 'too_large' })
})

const zstd = WRITE.zstd(Buffer.from(PLAIN))
const skippable = Buffer.from([0x52, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])
test('Zstandard: frames follow each other, and those to be skipped are skipped', async () => {
  const { text } = await ask({ text: Buffer.concat([skippable, zstd, skippable, zstd]).toString('base64') })
  assert.equal(text, PLAIN + PLAIN)
})

test('what only a check value can tell is told', async () => {
  for (const [format, fromEnd] of [
    ['gzip', 6],
    ['zlib', 2],
    ['zstd', 2],
  ] as const) {
    const packed = WRITE[format](Buffer.from(PLAIN))
    packed[packed.length - fromEnd]! ^= 1
    const { text, notes } = await ask({ text: packed.toString('base64'), direction: 'unpack' })
    assert.deepEqual([text, notes], [PLAIN, ['Damaged data: the check value at the end does not match']], format)
  }
})

test('data that need a dictionary say so', async () => {
  const dictionary = Buffer.from(PLAIN.slice(0, 300))
  const zlibs = zlib.deflateSync(PLAIN, { dictionary })
  const named = Buffer.from('28b52ffd2701020304ff', 'hex') // a frame with the id of a dictionary
  for (const packed of [zlibs, named])
    await assert.rejects(
      ask({ text: packed.toString('hex'), direction: 'unpack' }),
      /got data compressed with a preset dictionary/,
    )
})

for (const [text, direction] of [
  ['hello world', 'pack'],
  ['SGVsbG8sIHdvcmxkIQ==', 'pack'],
  ['d41d8cd98f00b204e9800998ecf8427e', 'pack'],
  ['password', 'pack'],
  ['', 'pack'],
  [WRITE.zlib(Buffer.from('hello')).toString('base64'), 'unpack'],
  [WRITE.deflate(Buffer.from('hello hello')).toString('base64'), 'unpack'],
  [WRITE.gzip(Buffer.from('')).toString('hex'), 'unpack'],
] as const)
  test(`auto: ${JSON.stringify(text.slice(0, 24))} → ${direction}`, async () =>
    assert.equal((await ask({ text })).direction, direction))

test('what is none of them is named by its first bytes, or by its type', async () => {
  await assert.rejects(
    ask({ text: '504b030414000000', direction: 'unpack' }),
    /got 50 4b 03 04 14 00 00 00 … \(application\/zip\)/,
  )
  await assert.rejects(ask({ text: '', direction: 'unpack' }), /got nothing/)
  await assert.rejects(
    ask({ text: 'ffffffffff', direction: 'unpack' }),
    /gzip, zlib, Deflate, Brotli, Zstandard, LZ4, xz or bzip2, got ff ff/,
  )
  await assert.rejects(ask({ text: 'x', direction: 'pack', format: 'brotli' }), /only be unpacked here/)
})
