import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { unpackBzip2 } from '../../lib/unpack/bzip2.ts'
import tool from './tool.ts'

type Answer = { text: string; format: string; notes: string[]; file?: File }
const ask = (packed: Uint8Array, input: object = {}) =>
  answerTool(tool, { file: new File([new Uint8Array(packed)], 'a.bz2'), ...input }, createTestHost()) as Promise<Answer>

const BZIP2 = 'bzip2'
const noBzip2 = spawnSync(BZIP2, ['--help']).error ? 'the bzip2 command is absent here: not compared with it' : false
const bzip2 = (plain: string | Uint8Array, ...options: string[]) =>
  new Uint8Array(spawnSync(BZIP2, ['-c', ...options], { input: plain, maxBuffer: 1 << 27 }).stdout)
const PLAIN = 'The quick brown fox jumps over the lazy dog. 敏捷的棕狐跳过懒狗。'.repeat(500)

/** Written by bzip2 1.0.8. */
for (const [name, plain, packed] of [
  ['nothing', '', '425a683117724538509000000000'],
  ['a letter', 'a', '425a683131415926535919939b6b00000001002000200021184682ee48a70a120332736d60'],
  [
    'words',
    'la la la la la la la la la la',
    '425a6831314159265359d59ffe08000009910040002004200030cc054161917438bb9229c28486acfff040',
  ],
  ['a run', 'x'.repeat(300), '425a68313141592653594f64ae170000029080802000400008200020aa6d4198c5478bb9229c284827b2570b80'],
] as const)
  test(`bzip2 data of ${name} are found and read, in whole only`, async () => {
    const bytes = new Uint8Array(Buffer.from(packed, 'hex'))
    const { text, format, notes } = await ask(bytes)
    assert.deepEqual([text, format, notes], [plain, 'bzip2', []])
    for (let at = 6; at < bytes.length; at++) assert.ok((await unpackBzip2(bytes.slice(0, at))).fault, `cut at ${at}`)
    const wrong = bytes.slice()
    wrong[wrong.length - 2]! ^= 4
    assert.match((await unpackBzip2(wrong)).fault?.en ?? '', /^damaged data/)
  })

for (const [name, plain] of [
  ['nothing', ''],
  ['runs of every length', Array.from({ length: 600 }, (_, i) => 'ab'.charAt(i % 2).repeat(i)).join('')],
  ['every byte', Uint8Array.from({ length: 70_000 }, (_, i) => (i * i) >> 3)],
  ['noise of several blocks', randomBytes(250_000)],
  ['zeros', new Uint8Array(3_000_000)],
  ['words of several blocks', PLAIN.repeat(30)],
] as const)
  test(`${name}, packed by bzip2, come out byte for byte`, { skip: noBzip2 }, async () => {
    for (const level of ['-1', '-9']) {
      const { bytes, fault } = await unpackBzip2(bzip2(plain, level))
      assert.equal(fault, undefined)
      assert.equal(Buffer.compare(bytes, Buffer.from(plain)), 0)
    }
  })

test('streams follow each other, and other bytes behind them are told', { skip: noBzip2 }, async () => {
  const two = Buffer.concat([bzip2('one '), bzip2('two')])
  assert.equal((await ask(two)).text, 'one two')
  const { text, notes } = await ask(Buffer.concat([two, Buffer.from('junk!')]))
  assert.deepEqual([text, notes], ['one two', ['5 bytes after the end were ignored']])
})

test('a damaged block leaves the blocks before it', { skip: noBzip2 }, async () => {
  const plain = randomBytes(250_000)
  const packed = bzip2(plain, '-1')
  packed[packed.length - 100]! ^= 1
  const { bytes, fault } = await unpackBzip2(packed)
  assert.ok(fault)
  assert.ok(bytes.length >= 99_000 && bytes.length < 250_000)
  assert.equal(Buffer.compare(bytes, plain.subarray(0, bytes.length)), 0)
})

test('data cut or changed anywhere end in words or come out whole', { skip: noBzip2 }, async () => {
  const packed = bzip2(PLAIN)
  for (let at = 4; at < packed.length; at++) {
    const broken = packed.slice()
    broken[at]! ^= 0x55
    for (const bytes of [packed.subarray(0, at), broken]) {
      const { fault, bytes: read } = await unpackBzip2(bytes)
      if (fault) assert.match(fault.en, /^(truncated data|damaged data|a randomised block)/, `at ${at}`)
      // A table that no group uses may change.
      else assert.equal(Buffer.from(read).toString(), PLAIN, `at ${at}`)
    }
  }
})

test('more than may come out is refused', { skip: noBzip2 }, async () => {
  const bomb = bzip2(new Uint8Array(70 * 1024 * 1024))
  assert.ok(bomb.length < 200)
  await assert.rejects(unpackBzip2(bomb), { key: 'too_large' })
})
