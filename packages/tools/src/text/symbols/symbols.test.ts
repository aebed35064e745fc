import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { loadEmoji, TONE_NAMES, TONES } from './emoji.ts'
import { listSigns } from './list-signs.ts'
import { SET_IDS, type SignRow } from './sign.ts'
import tool from './tool.ts'

type Answer = { text: string; total: number; symbols: SignRow[] }
const ask = (input: object, lang: 'en' | 'zh' = 'en') =>
  answerTool(tool, input, createTestHost({ lang })) as unknown as Promise<Answer>
const first = async (text: string, lang: 'en' | 'zh' = 'en') => (await ask({ text }, lang)).symbols[0]!

for (const [query, char] of [
  ['thumbs up', '👍'],
  ['拇指向上', '👍'],
  ['赞', '👍'],
  [':+1:', '👍'],
  [':tada:', '🎉'],
  ['party popper', '🎉'],
  ['red heart', '❤️'],
  ['红心', '❤️'],
  ['右箭头', '→'],
  ['♾', '♾️'],
  ['zero width space', '\u200b'],
  ['零宽空格', '\u200b'],
  ['中国', '🇨🇳'],
  ['CN', '🇨🇳'],
  ['U+1F600', '😀'],
  ['1f600', '😀'],
  ['\\u2192', '→'],
  ['\\u{1F600}', '😀'],
  ['&#128512;', '😀'],
  ['&#x1F600;', '😀'],
  ['U+1F468 U+200D U+1F469 U+200D U+1F467', '👨‍👩‍👧'],
  ['👋🏿', '👋'],
  ['❤', '❤️'],
  ['A', 'A'],
  ['escape', '⎋'],
] as const)
  test(`“${query}” finds ${JSON.stringify(char)} first`, async () => assert.equal((await first(query)).char, char))

for (const [query, char] of [
  ['right arrow', '→'],
  ['check mark', '✓'],
  ['对勾', '✓'],
  ['infinity', '∞'],
] as const)
  test(`“${query}” finds ${char} beside emoji`, async () =>
    assert.ok((await ask({ text: query, limit: 4 })).symbols.some((row) => row.char === char)))

test('several characters at once are told apart', async () => {
  assert.deepEqual(
    (await ask({ text: '🎉→👋🏽' })).symbols.map(({ char }) => char),
    ['🎉', '→', '👋'],
  )
})

test('a name comes in the language asked for', async () => {
  assert.equal((await first('🎉')).name, 'party popper')
  assert.match((await first('🎉', 'zh')).name, /拉炮/)
})

test('codes are those of Unicode and HTML', async () => {
  assert.deepEqual(await first('→'), {
    char: '→',
    name: 'right arrow',
    code: 'U+2192',
    decimal: '8594',
    html: '&rarr;',
    set: 'arrows',
  })
  const { code, html, shortcode } = await first('❤️')
  assert.deepEqual({ code, html, shortcode }, { code: 'U+2764 U+FE0F', html: '&#x2764;&#xFE0F;', shortcode: ':heart:' })
})

test('every emoji is one that Unicode recommends for interchange', async () => {
  const isEmoji = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v')
  for (const tone of TONE_NAMES)
    for (const { char, set } of await listSigns(tone))
      if (SET_IDS.indexOf(set) <= SET_IDS.indexOf('flags')) assert.match(char, isEmoji)
})

test('a skin tone goes to all who have skin, and to nothing else', async () => {
  const toned = (await ask({ tone: 'dark' })).symbols.filter(({ char }) => char.includes(TONES.dark))
  assert.equal(toned.length, (await loadEmoji()).filter(({ tones }) => tones.length > 0).length)
  assert.ok(toned.length > 250)
  assert.deepEqual([...new Set(toned.map(({ set }) => set))], ['people'])
  for (const { char } of toned) assert.doesNotMatch(char, /[\u{1f3fb}-\u{1f3fe}]/u)
})

test('every sign has a name in both languages, and each set has no character twice', async () => {
  const signs = await listSigns('none')
  for (const { char, name, set } of signs) {
    assert.ok(name.en.trim() && name.zh.trim(), `${set} ${char}`)
    assert.equal(char, char.trim() || char)
  }
  for (const set of SET_IDS) {
    const chars = signs.filter((sign) => sign.set === set).map(({ char }) => char)
    assert.ok(chars.length > 10, set)
    assert.equal(new Set(chars).size, chars.length, set)
  }
})

test('ASCII is whole and in order', async () => {
  const { symbols } = await ask({ set: 'ascii' })
  assert.deepEqual(
    symbols.map(({ char }) => char.charCodeAt(0)),
    Array.from({ length: 128 }, (_, code) => code),
  )
  assert.equal(symbols[0x41]!.name, 'capital letter A')
  assert.equal(symbols[0x7e]!.name, 'tilde')
  assert.equal(symbols[0x3f]!.name, 'question mark')
  assert.match(symbols[0x1b]!.name, /^ESC/)
})

test('each sign is found by its own name and by itself', async () => {
  const signs = await listSigns('none')
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...signs), async ({ char, name, set }) => {
      for (const [lang, text] of Object.entries(name))
        assert.ok(
          (await ask({ text, set }, lang as 'en')).symbols.some((row) => row.char === char),
          `${set} ${text}`,
        )
    }),
    { numRuns: 60 },
  )
})

test('what nothing is called is said', async () => {
  await assert.rejects(ask({ text: 'qzqzqz' }), /no character here has this name/)
  await assert.rejects(ask({ text: 'U+110000' }), /no character here/)
  await assert.rejects(ask({ text: 'heart', set: 'ascii' }), /no character here/)
  await assert.rejects(ask({ text: 'a'.repeat(201) }), /text/)
})
