import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOMParser } from '@xmldom/xmldom'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = { image: string; text: string; html: string; css: string; sizeBytes: number }
const ask = (input: object) => answerTool(tool, input, createTestHost()) as unknown as Promise<Answer>
const parse = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement!

for (const [size, width, height] of [
  ['640x360', '640', '360'],
  ['640 × 360', '640', '360'],
  ['640X360px', '640', '360'],
  ['６４０＊３６０', '640', '360'],
  ['1, 10000', '1', '10000'],
  ['150', '150', '150'],
] as const)
  test(`“${size}” is ${width} by ${height}`, async () => {
    const svg = parse((await ask({ size })).text)
    assert.deepEqual([svg.getAttribute('width'), svg.getAttribute('height')], [width, height])
    assert.equal(svg.getAttribute('viewBox'), `0 0 ${width} ${height}`)
    assert.equal(svg.getElementsByTagName('text')[0]?.textContent, `${width} × ${height}`)
  })

test('any text and colour stand in the SVG as they were given, and in its address', async () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((value) => value.trim() !== '' && !/\p{Cc}/u.test(value))
  await fc.assert(
    fc.asyncProperty(text, async (text) => {
      const { image, text: svg, html, css } = await ask({ text, background: 'rgb(255 0 0)', colour: 'hsl(120 100% 50%)' })
      for (const source of [svg, decodeURIComponent(image.slice('data:image/svg+xml,'.length))]) {
        const root = parse(source)
        assert.equal(root.getElementsByTagName('rect')[0]?.getAttribute('fill'), '#ff0000')
        assert.equal(root.getElementsByTagName('text')[0]?.getAttribute('fill'), '#00ff00')
        assert.equal(root.getElementsByTagName('text')[0]?.textContent, text.trim())
        assert.equal(root.childNodes.length, source === svg ? 5 : 2)
      }
      assert.match(image, /^data:image\/svg\+xml,[ !$%'-;=?-[\]-~]+$/)
      assert.ok(html.startsWith(`<img src="${image}" width="640" height="360"`))
      assert.equal(css, `background-image: url("${image}");`)
    }),
    { numRuns: 60 },
  )
})

test('the letters fit, unless their size is given', async () => {
  const toSize = async (input: object) => Number(/font-size="(\d+)"/.exec((await ask(input)).text)![1])
  assert.equal(await toSize({ size: '1000x100', text: 'a' }), 30)
  assert.ok((await toSize({ size: '100x1000', text: '十个汉字十个汉字十个' })) <= 8)
  assert.equal(await toSize({ size: '1', text: 'a'.repeat(200) }), 1)
  assert.equal(await toSize({ fontSize: 77 }), 77)
})

test('without a size of its own it fills its place', async () => {
  const { text, html } = await ask({ fixed: false })
  assert.doesNotMatch(text, /<svg[^>]* width=/)
  assert.doesNotMatch(html, / width="/)
})

for (const [input, said] of [
  [{ size: '0x10' }, /size: expected two sides from 1 to 10000/],
  [{ size: '10001' }, /size: expected two sides/],
  [{ size: '10x' }, /size: expected two sides/],
  [{ size: '-5x5' }, /size: expected two sides/],
  [{ text: 'a\u0000' }, /text: expected no control characters/],
  [{ text: '\ud800' }, /text/],
  [{ background: 'url(x)' }, /background/],
  [{ colour: '"/><script>' }, /colour/],
] as const)
  test(`${JSON.stringify(input)} is refused: ${said.source}`, () => assert.rejects(ask(input), said))
