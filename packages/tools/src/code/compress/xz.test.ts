import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = { text: string; format: string; notes: string[] }
const ask = (packed: Uint8Array, input: object = {}) =>
  answerTool(tool, { file: new File([new Uint8Array(packed)], 'a.xz'), ...input }, createTestHost()) as Promise<Answer>

const XZ = 'xz'
const noXz = spawnSync(XZ, ['--version']).error ? 'the xz command is absent here: not compared with it' : false
const xz = (plain: string | Uint8Array, ...options: string[]) =>
  spawnSync(XZ, ['-c', ...options], { input: plain, maxBuffer: 1 << 27 }).stdout
const PLAIN = 'The quick brown fox jumps over the lazy dog. 敏捷的棕狐跳过懒狗。'.repeat(500)

for (const options of [[], ['-0'], ['-9e'], ['--check=none'], ['--check=crc32'], ['--block-size=1000']])
  test(`what xz ${options.join(' ')} writes is found and read`, { skip: noXz }, async () => {
    for (const plain of [PLAIN, 'a', '']) {
      const { text, format, notes } = await ask(xz(plain, ...options))
      assert.deepEqual([text, format, notes], [plain, 'xz', []])
    }
  })

test('streams follow each other, and other bytes behind them are told', { skip: noXz }, async () => {
  const packed = xz('one ')
  const two = Buffer.concat([packed, xz('two')])
  assert.equal((await ask(two)).text, 'one two')
  const { text, notes } = await ask(Buffer.concat([two, Buffer.from('junk!')]))
  assert.deepEqual([text, notes], ['one two', ['5 bytes after the end were ignored']])
  assert.deepEqual((await ask(Buffer.concat([two, Buffer.alloc(8)]))).notes, [])
})

test('xz data cut or changed anywhere end in words', { skip: noXz }, async () => {
  const packed = xz(PLAIN)
  for (let at = 1; at < packed.length; at += 3) {
    const broken = Buffer.from(packed)
    broken[at]! ^= 0x55
    for (const bytes of [packed.subarray(0, at), broken]) {
      const outcome = await ask(bytes, { direction: 'unpack', format: 'xz' }).catch((error: unknown) => error)
      const words = outcome instanceof Error ? String(outcome) : (outcome as Answer).notes.join()
      assert.match(words, /AppError: file: expected xz data, got \S|ata that|runcated data|amaged data|xz data with/, `at ${at}`)
    }
  }
})

for (const [options, words] of [
  [['--check=sha256'], /a filter or check that/],
  [['--x86', '--lzma2'], /a filter or check that/],
] as const)
  test(`${options.join(' ')} is not read, and said so`, { skip: noXz }, () =>
    assert.rejects(ask(xz(PLAIN, ...options), { direction: 'unpack' }), words),
  )

test('a small xz file that unpacks to 70 MB is refused', { skip: noXz }, async () => {
  await assert.rejects(ask(xz(Buffer.alloc(70_000_000))), /unpacked content is too large: at most 64\.0 MiB/)
  assert.equal((await ask(xz('still there'))).text, 'still there')
})
