import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { packLz4, unpackLz4 } from './lz4.ts'
import tool from './tool.ts'

type Answer = { text: string; format: string; notes: string[] }
const ask = (packed: Uint8Array, input: object = {}) =>
  answerTool(tool, { file: new File([new Uint8Array(packed)], 'a.lz4'), ...input }, createTestHost()) as Promise<Answer>

const LZ4 = 'lz4'
const noLz4 = spawnSync(LZ4, ['--version']).error ? 'the lz4 command is absent here: not compared with it' : false
const lz4 = (input: string | Uint8Array, ...options: string[]) => {
  const { status, stdout, stderr } = spawnSync(LZ4, ['-c', '-q', ...options], { input, maxBuffer: 1 << 27 })
  assert.equal(status, 0, stderr.toString())
  return stdout
}
const PLAIN = 'The quick brown fox jumps over the lazy dog. 敏捷的棕狐跳过懒狗。'.repeat(5000)

for (const options of [[], ['-9'], ['-BD', '-B4'], ['-BX', '-B5'], ['--no-frame-crc'], ['--content-size'], ['-l']])
  test(`what lz4 ${options.join(' ')} writes is found and read`, { skip: noLz4 }, async () => {
    for (const plain of [PLAIN, 'a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa']) {
      const { text, format, notes } = await ask(lz4(plain, ...options), { direction: 'unpack' })
      assert.ok(text === plain, `${text.length} of ${plain.length}`)
      assert.deepEqual([format, notes], ['lz4', []])
    }
  })

// lz4_Frame_format.md: the empty frame, and one block that repeats a byte.
test('a frame written by hand is read, behind one that is skipped, and zeros behind it are padding', async () => {
  const empty = '04224d186440a70000000005 5dcc02'.replaceAll(' ', '')
  const [nothing, skipped] = [Buffer.from(empty, 'hex'), Buffer.from('502a4d1803000000616263', 'hex')]
  assert.deepEqual(await unpackLz4(new Uint8Array(nothing)), { bytes: new Uint8Array(), restBytes: 0 })
  const packed = new Uint8Array(await packLz4(new Uint8Array(100).fill(97), 6))
  const { bytes, restBytes, fault } = await unpackLz4(new Uint8Array(Buffer.concat([skipped, packed, nothing, Buffer.alloc(4)])))
  assert.deepEqual([Buffer.from(bytes).toString(), restBytes, fault], ['a'.repeat(100), 0, undefined])
  assert.equal((await ask(Buffer.concat([skipped, packed]))).text, 'a'.repeat(100))
})

test('any bytes come back whole, and lz4 reads them', async () => {
  const piece = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.constant(new Uint8Array(20).fill(7)))
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 1, 9),
      async (pieces, times, level) => {
        const plain = new Uint8Array(Buffer.concat(Array.from({ length: times }, () => pieces).flat()))
        const packed = await packLz4(plain, level)
        const { bytes, restBytes, fault } = await unpackLz4(packed)
        assert.ok(Buffer.from(plain).equals(bytes))
        assert.deepEqual([restBytes, fault], [0, undefined])
      },
    ),
    { numRuns: 100 },
  )
})

test('lz4 reads what is packed here: texts, nothing, what does not pack, many blocks', { skip: noLz4 }, async () => {
  const noise = crypto.getRandomValues(new Uint8Array(60_000))
  const long = new Uint8Array(9_000_000).map((_, at) => (at % 70_001) ^ (at >> 16))
  for (const plain of [
    new TextEncoder().encode(PLAIN),
    new Uint8Array(),
    noise,
    long,
    new Uint8Array(300_000),
    noise.subarray(0, 13),
  ])
    for (const level of [0, 6]) {
      const packed = await packLz4(plain, level)
      assert.ok(lz4(packed, '-d').equals(plain))
      assert.ok(packed.length <= plain.length + 31)
    }
  assert.ok((await packLz4(new TextEncoder().encode(PLAIN), 6)).length < 3000)
})

test('LZ4 data cut or changed anywhere end in words', async () => {
  const packed = Buffer.from(await packLz4(new TextEncoder().encode(PLAIN.slice(0, 3000)), 6))
  for (let at = 1; at < packed.length; at++) {
    const broken = Buffer.from(packed)
    broken[at]! ^= 0x55
    for (const bytes of [packed.subarray(0, at), broken]) {
      const outcome = await ask(bytes, { direction: 'unpack', format: 'lz4' }).catch((error: unknown) => error)
      const words = outcome instanceof Error ? String(outcome) : (outcome as Answer).notes.join()
      assert.match(
        words,
        /expected LZ4 data, got \S|ata that|runcated data|amaged data|LZ4 data|too large|ata compressed with/,
        `at ${at}`,
      )
    }
  }
})

test('a small LZ4 file that unpacks to 70 MB is refused', async () => {
  await assert.rejects(ask(await packLz4(new Uint8Array(70_000_000), 6)), /unpacked content is too large: at most 64\.0 MiB/)
})
