import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as z from 'zod'
import { readPng } from '../../lib/png.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { SYMBOLOGIES, type SymbologyId } from './symbologies.ts'
import tool from './tool.ts'

type Answer = z.output<typeof tool.output>
const make = async (input: z.input<typeof tool.input>) =>
  (await answerTool(tool, input, createTestHost({ lang: 'en' }))) as Answer

const toPixels = ({ image }: Answer) => readPng(Uint8Array.from(Buffer.from(image.split(',')[1] ?? '', 'base64')))

/** The digits of EAN-13 in a row of modules (GS1 General Specifications §5.2.1): where each begins, bars and spaces of each set. */
const LEFT = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const mirror = (word: string) => [...word].toReversed().join('')
const invert = (word: string) => [...word].map((bit) => (bit === '1' ? '0' : '1')).join('')
const FIRST = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ')

function readEan13(modules: string): string {
  const half = (from: number) => Array.from({ length: 6 }, (_, at) => modules.slice(from + 7 * at, from + 7 * at + 7))
  const left = half(3).map((word) => {
    const plain = LEFT.indexOf(word)
    return plain === -1
      ? { set: 'G', digit: LEFT.findIndex((other) => mirror(invert(other)) === word) }
      : { set: 'L', digit: plain }
  })
  const right = half(50).map((word) => LEFT.indexOf(invert(word)))
  return [FIRST.indexOf(left.map(({ set }) => set).join('')), ...left.map(({ digit }) => digit), ...right].join('')
}

for (const scale of [2, 3, 4])
  test(`the bars of EAN-13 are its digits, ${scale} px a module`, async () => {
    const answer = await make({ text: '690123456789', kind: 'ean13', scale, margin: 7 })
    assert.equal(answer.text, '6901234567892')
    const { width, data } = await toPixels(answer)
    const row = Array.from({ length: width }, (_, x) => (data[((7 * scale + 5) * width + x) * 4]! < 128 ? '1' : '0'))
    const modules = row.filter((_, x) => x % scale === Math.floor(scale / 2)).join('')
    const bars = modules.replaceAll(/^0+|0+$/g, '')
    assert.equal(bars.length, 95)
    assert.equal(readEan13(bars), '6901234567892')
  })

test('Data Matrix has its solid edges at the left and below, and none of grey', async () => {
  const scale = 3
  const { width, height, data } = await toPixels(await make({ text: 'A', kind: 'datamatrix', scale, margin: 2 }))
  const isDark = (x: number, y: number) => data[(y * width + x) * 4] === 0
  const inside = (at: number) => 2 * scale + at * scale + 1
  const count = width / scale - 4
  for (let at = 0; at < count; at++) {
    assert.ok(isDark(inside(0), inside(at)), `left ${at}`)
    assert.ok(isDark(inside(at), height - 2 * scale - 1), `below ${at}`)
    assert.equal(isDark(inside(at), inside(0)), at % 2 === 0, `above ${at}`)
  }
  assert.ok(data.every((value) => value === 0 || value === 255))
})

// The last digit says where zeros were left out; the check digit is that of UPC-A.
for (const [text, digit] of [
  ['0123450', '5'],
  ['0123453', '1'],
  ['0123454', '3'],
  ['0568398', '7'],
  ['1989676', '2'],
] as const)
  test(`${text} of UPC-E has the check digit ${digit}`, async () => {
    assert.equal((await make({ text, kind: 'upce' })).text, `${text}${digit}`)
  })

test('six digits of UPC-E are those between a 0 and the check digit, whatever they begin with', async () => {
  assert.equal((await make({ text: '123450', kind: 'upce' })).text, '01234505')
  assert.equal((await make({ text: '568398', kind: 'upce' })).text, '05683987')
  await assert.rejects(make({ text: '2123450', kind: 'upce' }), /6 digits, 7 that begin with 0 or 1/)
})

const SAMPLES: Record<SymbologyId, string> = {
  code128: 'Hello 1234',
  ean13: '4006381333931',
  ean8: '9638507',
  upca: '01234567890',
  upce: '0123455',
  isbn: '978-7-302-51180-9',
  code39: 'ABC-1',
  code93: 'CODE 93',
  itf: '123456',
  itf14: '1540014128876',
  codabar: 'A123-45B',
  'gs1-128': '(01)09521234543213(10)ABC',
  datamatrix: '中文 ✓',
  gs1datamatrix: '(01)09521234543213(10)ABC',
  pdf417: 'hello world',
  aztec: 'Grüße',
  microqr: '12345',
}
for (const [kind, text] of Object.entries(SAMPLES) as [SymbologyId, string][])
  test(`${kind}: the picture is as large as the drawing, with something on it`, async () => {
    const answer = await make({ text, kind })
    const { width, height, data } = await toPixels(answer)
    assert.equal(answer.size, `${width} × ${height} px`)
    assert.ok(data.some((value, at) => at % 4 === 0 && value === 0))
  })

for (const [text, content, note] of [
  ['9787302511809', '9787302511809', undefined],
  ['730251180X', undefined, undefined],
  ['0306406152', '9780306406157', 'ISBN-10 0306406152 is ISBN-13 9780306406157: the bars hold that'],
  ['155404295x', '9781554042951', 'ISBN-10 155404295X is ISBN-13 9781554042951: the bars hold that'],
] as const)
  test(`an ISBN without hyphens: ${text} ${content ? 'is drawn as EAN-13' : 'has another check digit'}`, async () => {
    if (content === undefined) {
      await assert.rejects(make({ text, kind: 'isbn' }), /as the last digit, the check digit of 730251180/)
      return
    }
    const { svg, image, size, ...answer } = await make({ text, kind: 'isbn' })
    assert.deepEqual(answer, { text: content, ...(note && { note }) })
    assert.equal(svg, (await make({ text: content, kind: 'ean13' })).svg)
    assert.ok(image && size)
  })

test('spaces in an ISBN count as hyphens; one of ten digits is said to be drawn as another', async () => {
  const hyphens = await make({ text: '978-7-302-51180-9', kind: 'isbn' })
  assert.deepEqual(await make({ text: ' 978 7 302 51180 9', kind: 'isbn' }), hyphens)
  assert.equal(hyphens.note, undefined)
  const old = await make({ text: '0-306-40615-2', kind: 'isbn' })
  assert.deepEqual([old.text, old.note], ['0-306-40615-2', 'ISBN-10 0306406152 is ISBN-13 9780306406157: the bars hold that'])
})

const LONGEST_GS1 = `(10)${'A'.repeat(20)}(21)${'B'.repeat(20)}(240)C`
test('GS1-128 takes 48 characters without the brackets', async () => {
  assert.equal((await make({ text: LONGEST_GS1, kind: 'gs1-128' })).text, LONGEST_GS1)
})

for (const [kind, text, expected] of [
  ['ean13', '4006381333932', /1 as the last digit, the check digit of 400638133393/],
  ['ean13', '12', /12 digits, or 13 with the check digit/],
  ['isbn', '978-7-302-51180-8', /Incorrect ISBN-13 check digit/],
  ['code128', '中文', /ASCII/],
  ['code39', 'abc', /A–Z/],
  ['itf', '123', /even number/],
  ['gs1-128', '0109521234543213', /identifier in brackets/],
  ['gs1-128', `${LONGEST_GS1}D`, /48 characters without the brackets/],
  ['microqr', 'x'.repeat(16), /15 bytes/],
  ['pdf417', 'é'.repeat(600), /1,110 bytes/],
] as const)
  test(`${kind} takes no ${text.slice(0, 20)}`, async () => {
    await assert.rejects(make({ text, kind }), ({ key, message }: { key: string; message: string }) => {
      assert.equal(key, 'bad_input')
      assert.match(message, expected)
      return true
    })
  })

for (const [kind, text, zh] of [
  ['isbn', '978-7-302-51180-8', /（校验位错误）/],
  ['gs1-128', '(01)09521234543214', /（\(01\) 校验位错误）/],
  ['microqr', 'x'.repeat(16), /（内容过长）/],
  ['gs1-128', '(17)991399', /（\(17\) 日期或时间无效）/],
] as const)
  test(`why ${kind} takes no ${text} is told in Chinese where that is known`, async () => {
    await assert.rejects(
      async () => answerTool(tool, { text, kind }, createTestHost({ lang: 'zh' })),
      ({ details }: { details: { expected: { zh: string } } }) => zh.test(details.expected.zh),
    )
  })

test('what is given as an example is taken', async () => {
  for (const kind of ['isbn', 'gs1-128'] as const)
    for (const words of Object.values(SYMBOLOGIES[kind].takes)) {
      const [text = ''] = /[\d-]{17}|\(01\)[\dA-C()]+/.exec(words) ?? []
      assert.equal((await make({ text, kind })).text, text)
    }
})

test('every kind has words of what it takes in both languages', () => {
  for (const { takes, title } of Object.values(SYMBOLOGIES)) for (const words of [takes, title]) assert.ok(words.en && words.zh)
})
