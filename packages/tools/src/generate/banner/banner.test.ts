import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { STYLES } from './draw.ts'
import { findGlyph, FONT_ROWS } from './fonts.ts'
import tool from './tool.ts'

const ask = (input: object) =>
  answerTool(tool, input, createTestHost()) as unknown as Promise<{ text: string; columns: number; rows: number }>
const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at))

test('every printing character of ASCII has a glyph of its own, whole in all rows', () => {
  for (const font of ['low', 'tall'] as const) {
    const seen = new Map<string, string>()
    for (const char of ASCII) {
      const glyph = findGlyph(font, char)
      assert.ok(glyph, `${font} ${char}`)
      assert.equal(glyph.length, FONT_ROWS[font], `${font} ${char}`)
      assert.equal(new Set(glyph.map(({ length }) => length)).size, 1, `${font} ${char}`)
      if (char !== ' ') assert.ok(glyph.flat().includes(true), `${font} ${char}`)
      const drawn = JSON.stringify(glyph)
      const same = seen.get(drawn)
      assert.ok(same === undefined || (font === 'low' && same === char.toUpperCase()), `${font} ${char} looks like ${same ?? ''}`)
      seen.set(drawn, char)
    }
  }
})

test('an O casts its shadow inside and out', async () => {
  const rows = ['  ████╗', '██╔═══██╗', '██║   ██║', '██║   ██║', '╚═████╔═╝', '  ╚═══╝']
  assert.deepEqual(await ask({ text: 'o' }), { text: rows.join('\n'), columns: 9, rows: 6 })
})

test('one word in every style', async () => {
  for (const [style, drawn] of [
    ['hash', '#  # #\n#  # #\n#### #\n#  # #\n#  # #'],
    ['letters', 'H  H I\nH  H I\nHHHH I\nH  H I\nH  H I'],
    ['half', '█  █ █\n█▀▀█ █\n▀  ▀ ▀'],
    ['braille', '⡧⢼⢸\n⠁⠈⠈'],
    ['blocks', '██    ██  ██\n██    ██  ██\n████████  ██\n██    ██  ██\n██    ██  ██'],
    ['shadow', '██╗   ██╗ ██╗\n██║   ██║ ██║\n████████║ ██║\n██╔═══██║ ██║\n██║   ██║ ██║\n╚═╝   ╚═╝ ╚═╝'],
  ] as const)
    assert.equal((await ask({ text: 'HI', style })).text, drawn, style)
})

test('words that do not fit go to the next line, and one that is too long is cut', async () => {
  const rows = async (text: string) => (await ask({ text, style: 'hash', columns: 20 })).rows
  assert.equal(await rows('ab c'), 5)
  assert.equal(await rows('ab cde'), 11)
  assert.equal(await rows('abcd'), 5)
  assert.equal(await rows('abcde'), 11)
  assert.equal(await rows('a\n\nb'), 5 + 1 + 1 + 1 + 5)
})

test('no row is wider than asked for, nor ends in a space', async () => {
  const text = fc.string({ unit: fc.constantFrom(...ASCII, '\n'), minLength: 1, maxLength: 60 })
  const font = fc.constantFrom('low', 'tall')
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.constantFrom(...STYLES),
      font,
      fc.integer({ min: 20, max: 120 }),
      async (text, style, font, columns) => {
        if (text.trim() === '') return
        const made = await ask({ text, style, font, columns })
        for (const row of made.text.split('\n')) {
          assert.ok(row.length <= columns, row)
          assert.equal(row, row.trimEnd())
        }
        assert.equal(made.rows, made.text.split('\n').length)
      },
    ),
  )
})

test('as a comment it is one in every row', async () => {
  const rows = (comment: string) => ask({ text: 'a b', style: 'hash', comment }).then(({ text }) => text.split('\n'))
  for (const row of await rows('slashes')) assert.match(row, /^\/\/( |$)/)
  for (const row of await rows('hash')) assert.match(row, /^#( |$)/)
  const block = await rows('block')
  assert.deepEqual([block[0], block.at(-1)], ['/*', ' */'])
  assert.deepEqual((await rows('html')).at(-1), '-->')
})

test('accents and full width are written plain, other scripts refused by place', async () => {
  assert.equal((await ask({ text: 'É ＡＢ' })).text, (await ask({ text: 'E AB' })).text)
  await assert.rejects(ask({ text: 'ab\nc中' }), /expected ASCII characters, got “中” \(U\+4E2D\) at line 2, column 2/)
  await assert.rejects(ask({ text: '😀' }), /expected ASCII characters/)
  await assert.rejects(ask({ text: ' \n ' }), /expected a text, got nothing/)
  await assert.rejects(ask({ text: 'a'.repeat(1001) }), /text/)
})
