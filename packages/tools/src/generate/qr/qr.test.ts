import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toErrorMessage, type AppError } from '@octet/core/errors.ts'
import { writePng, readPng } from '../../lib/png.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { toVcard, toWifi } from './content.ts'
import { findCode } from './find-code.ts'
import { readPayload } from './payload.ts'
import tool from './tool.ts'

type Answer = { text: string; image?: string; svg?: string; terminal?: string; kind?: string; version?: number }
const run = async (input: Record<string, unknown>) => (await answerTool(tool, input, createTestHost())) as Answer
const toBlob = async (url: string) => (await fetch(url)).blob()

for (const input of [
  { text: 'https://example.com/?q=1' },
  { text: '中文 and emoji 🎉', level: 'H' },
  { text: '0123456789' },
  { text: 'ノ漢字', scale: 3, dark: '#204080' },
  { kind: 'wifi', ssid: 'Guest; room', password: 'p:"w;1,\\2' },
  { text: 'transparent', light: 'none' },
  { text: 'short colours', dark: '#135', light: '#FFF' },
  { text: 'x'.repeat(1500), level: 'L', scale: 4 },
  { text: 'version 23 '.repeat(99), level: 'L', scale: 3 },
  { text: 'little contrast', dark: '#707070', light: '#a0a0a0' },
])
  test(`what is made of ${JSON.stringify(input).slice(0, 50)} reads back`, async () => {
    const made = await run(input)
    const read = await run({ mode: 'read', image: await toBlob(made.image!) })
    assert.equal(read.text, made.text)
    assert.equal(read.kind, made.kind)
  })

test('colours that hide the code are refused, doubtful ones noted', async () => {
  await assert.rejects(run({ text: 'x', dark: '#fff' }), { key: 'bad_input' })
  await assert.rejects(run({ text: 'x', dark: '#eeeeee', light: '#fff' }), /background that stands out/)
  const noteOf = async (dark: string, light: string) => ((await run({ text: 'x', dark, light })) as { note?: string }).note
  assert.match((await noteOf('#ffffff', '#000000')) ?? '', /Light on dark/)
  assert.match((await noteOf('#707070', '#a0a0a0')) ?? '', /close to each other/)
  assert.deepEqual([await noteOf('#204080', '#fff'), await noteOf('#000', 'none')], [undefined, undefined])
})

// A reader that follows every pattern like a corner needs minutes for this picture; the test would not end.
test('a large picture of noise is given up', async () => {
  const side = 2000
  const data = new Uint8ClampedArray(side * side * 4)
  for (let at = 0; at < side * side; at++)
    data.fill((((at % side) * Math.floor(at / side) * 7919) >> 3) & 255, at * 4, at * 4 + 3)
  assert.equal(await findCode({ width: side, height: side, data }), undefined)
})

test('a code seen in a mirror is read', async () => {
  const { width, height, data } = await readPng(
    new Uint8Array(await (await toBlob((await run({ text: 'mirrored' })).image!)).arrayBuffer()),
  )
  const pixels = new Uint32Array(data.buffer)
  for (let y = 0; y < height; y++) pixels.subarray(y * width, (y + 1) * width).reverse()
  const read = await run({ mode: 'read', image: new Blob([await writePng({ width, height, data })]) })
  assert.deepEqual({ text: read.text, version: read.version }, { text: 'mirrored', version: 1 })
})

for (const [hex, eci, text] of [
  ['d6d0cec4', 29, '中文'],
  ['a4a4a4e5', 28, '中文'],
  ['93fa967b', 20, '日本'],
  ['bfe0d8d2d5e2', 7, 'Привет'],
  ['e9e0fc', 3, 'éàü'],
  ['4e2d', 25, '中'],
  ['e4b8ad', undefined, '中'],
  ['d6d0cec4206f6b', undefined, '中文 ok'],
  ['93fa967b', undefined, '日本'],
  ['636166e9', undefined, 'café'],
  ['e4b8ad', 899, '中'],
] as const)
  test(`bytes ${hex} of ECI ${eci} are “${text}”`, () =>
    assert.equal(readPayload(Uint8Array.from(Buffer.from(hex, 'hex')), eci), text))

test('three digits of a colour are the six that repeat them', async () => {
  const [short, long] = [
    await run({ text: 'A', dark: '#135', light: '#fed' }),
    await run({ text: 'A', dark: '#113355', light: '#ffeedd' }),
  ]
  assert.equal(short.image, long.image)
  await assert.rejects(run({ text: 'A', light: 'white' }), /expected #rgb, #rrggbb, none, got white/)
})

test('SVG holds one path and the terminal form two rows per line', async () => {
  const { svg, terminal } = await run({ text: 'A', margin: 0 })
  assert.match(svg!, /^<svg [^>]*viewBox="0 0 21 21".*<path fill="#000000" d="M0 0h7v1h-7z/)
  assert.equal(terminal!.split('\n').length, 11)
})

test('a name in Chinese characters begins with the family name', () => {
  const nameOf = (name: string) =>
    /^N:(.*)$/m.exec(toVcard({ name, phone: '', email: '', organisation: '', url: '' }))![1]!.trim()
  assert.equal(nameOf('张 小明'), '张;小明;;;')
  assert.equal(nameOf('张三'), ';张三;;;')
  assert.equal(nameOf('Ada M. King'), 'King;Ada M.;;;')
})

test('Wi-Fi and contacts escape their signs', () => {
  assert.equal(toWifi({ ssid: 'a;b', password: 'c\\d', security: 'WPA', isHidden: true }), 'WIFI:T:WPA;S:a\\;b;P:c\\\\d;H:true;;')
  assert.equal(toWifi({ ssid: 'x', password: 'ignored', security: 'nopass', isHidden: false }), 'WIFI:T:nopass;S:x;;')
  assert.match(
    toVcard({ name: 'Ada King', phone: '1', email: '', organisation: 'a;b', url: 'https://a.example/?b,c;d' }),
    /N:King;Ada;;;\r\nFN:Ada King\r\nORG:a\\;b\r\nTEL.*\r\nURL:https:\/\/a.example\/\?b,c;d\r\n/,
  )
})

test('PNG both ways', async () => {
  const data = Uint8ClampedArray.from({ length: 7 * 5 * 4 }, (_, at) => (at * 37) & 255)
  assert.deepEqual((await readPng(await writePng({ width: 7, height: 5, data }))).data, data)
})

test('a PNG of any number of pieces is read, one whose pixels would take too much memory is not', async () => {
  const white = await writePng({ width: 2, height: 2, data: new Uint8ClampedArray(16).fill(255) })
  const [IHDR_END, EMPTY_PIECE] = [33, Uint8Array.from([0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0x35, 0xaf, 0x06, 0x1e])]
  const pieces = Array.from({ length: 300_000 }, () => EMPTY_PIECE)
  assert.equal((await readPng(Buffer.concat([white.slice(0, IHDR_END), ...pieces, white.slice(IHDR_END)]))).width, 2)
  const deep = Uint8Array.from(white)
  new DataView(deep.buffer).setUint32(16, 4_000)
  new DataView(deep.buffer).setUint32(20, 4_000)
  deep[24] = 16
  await assert.rejects(readPng(deep), /4000 × 4000 pixels of 64 bits, more than 64 MB/)
})

test('what cannot be read says why', async () => {
  const blank = await writePng({ width: 40, height: 40, data: new Uint8ClampedArray(6400).fill(255) })
  await assert.rejects(run({ mode: 'read', image: new Blob([blank]) }), /no QR code/)
  await assert.rejects(run({ mode: 'read', image: new Blob(['GIF89a']) }), /PNG/)
  await assert.rejects(run({ mode: 'read', image: new Blob([blank.slice(0, 60)]) }), { name: 'AppError' })
  await assert.rejects(run({ mode: 'read', image: new Blob(['GIF89a']) }), ({ key, details }: AppError) =>
    /^image：应为可识别的图片（此处只能识别 PNG[^a-z]*），收到 6 字节$/.test(toErrorMessage({ key, details }, 'zh')),
  )
  await assert.rejects(run({ mode: 'read' }), { name: 'AppError' })
  await assert.rejects(run({ text: 'x'.repeat(2900), level: 'H' }), /too large/)
  await assert.rejects(run({}), { name: 'AppError' })
})

for (const text of ['1'.repeat(7089), 'A'.repeat(4296), 'é'.repeat(1476)])
  test(`the largest code holds ${text.length} × ${text[0]}, and no more`, async () => {
    const { version, image } = await run({ text, level: 'L', scale: 4 })
    assert.equal(version, 40)
    assert.equal((await run({ mode: 'read', image: await toBlob(image!) })).text, text)
    await assert.rejects(run({ text: `${text}${text[0]}`, level: 'L' }), /2953 bytes|at most 7089/)
  })

for (const [input, words] of [
  [{ text: '' }, /text: expected some content, got nothing/],
  [{ text: 'a\ud800' }, /text: expected paired surrogates/],
  [{ kind: 'wifi', password: '12345678' }, /ssid: expected the name of the network, got nothing/],
  [{ kind: 'wifi', ssid: '网'.repeat(11), password: '12345678' }, /ssid: expected a name of at most 32 bytes, got 33 bytes/],
  [{ kind: 'wifi', ssid: 'a', password: '1234567' }, /password: expected what WPA accepts: .*, got 7 characters/],
  [{ kind: 'wifi', ssid: 'a', password: '密码密码密码密码' }, /password: expected what WPA accepts/],
  [{ kind: 'vcard' }, /name: expected a name, got nothing/],
] as const)
  test(`${JSON.stringify(input)} is refused in words`, () => assert.rejects(run(input), words))

for (const input of [
  { password: 'f'.repeat(64) },
  { password: 'x'.repeat(63) },
  { password: '', security: 'nopass' },
  { password: 'abcde', security: 'WEP' },
])
  test(`Wi-Fi with ${JSON.stringify(input)} is taken`, async () =>
    assert.match((await run({ kind: 'wifi', ssid: '网'.repeat(10), ...input })).text, /^WIFI:T:/))
