import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { anyCharacter } from '@octet/core/testing/any-character.ts'
import * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { readRails, writeRails } from './rail-fence.ts'
import { readBraille, writeBraille } from './braille.ts'
import tool from './tool.ts'

type Input = z.input<typeof tool.input>
const ask = (input: Input, lang: 'en' | 'zh' = 'en') =>
  answerTool(tool, input, createTestHost({ lang })) as Promise<z.output<typeof tool.output>>

/** Published pairs: Wikipedia's articles on each cipher, Cryptopals 1.3 and 1.5, ITU-R M.1677-1. */
const PAIRS: readonly (readonly [Omit<Input, 'text' | 'direction'>, string, string])[] = [
  [{ cipher: 'caesar', key: '3' }, 'The quick brown fox', 'Wkh txlfn eurzq ira'],
  [{ cipher: 'caesar', key: '-3' }, 'XYZ abc', 'UVW xyz'],
  [{ cipher: 'caesar', key: '29' }, 'xyz', 'abc'],
  [{ cipher: 'rot13' }, 'Why did the chicken cross the road?', 'Jul qvq gur puvpxra pebff gur ebnq?'],
  [{ cipher: 'rot47' }, 'The Quick Brown Fox Jumps Over The Lazy Dog.', '%96 "F:4< qC@H? u@I yF>AD ~G6C %96 {2KJ s@8]'],
  [{ cipher: 'atbash' }, 'Wizard', 'Draziw'],
  [{ cipher: 'vigenere', key: 'LEMON' }, 'ATTACKATDAWN', 'LXFOPVEFRNHR'],
  [{ cipher: 'vigenere', key: 'a key' }, 'Ünïcode, 中文', 'Ünïmsbe, 中文'],
  [{ cipher: 'affine', key: '5 8' }, 'AFFINE CIPHER', 'IHHWVC SWFRCP'],
  [{ cipher: 'affine', key: '25, 25' }, 'Wizard', 'Draziw'],
  [{ cipher: 'substitution', key: 'zebras' }, 'Flee at once. We are discovered!', 'Siaa zq lkba. Va zoa rfpbluaoar!'],
  [{ cipher: 'substitution', key: 'QWERTYUIOPASDFGHJKLZXCVBNM' }, 'abc xyz', 'qwe bnm'],
  [{ cipher: 'a1z26' }, 'HELLO WORLD', '8-5-12-12-15 23-15-18-12-4'],
  [{ cipher: 'rail', key: '3' }, 'WEAREDISCOVEREDRUNATONCE', 'WECRUOERDSOEERNTNEAIVDAC'],
  [{ cipher: 'rail', key: '2' }, '一二三😀五', '一三五二😀'],
  [{ cipher: 'rail', key: '9' }, 'abc', 'abc'],
  [{ cipher: 'bacon', letters: '26' }, 'JAZZ', 'ABAAB AAAAA BBAAB BBAAB'],
  [{ cipher: 'morse' }, 'PARIS 1/2', '.--. .- .-. .. ... / .---- -..-. ..---'],
  [{ cipher: 'xor', key: 'ICE' }, 'Burning', '0b3637272a2b2e'],
]
for (const [fields, plain, coded] of PAIRS)
  test(`${fields.cipher ?? ''} ${fields.key ?? ''}: ${plain} ↔ ${coded}`, async () => {
    assert.equal((await ask({ ...fields, text: plain })).text, coded)
    assert.equal((await ask({ ...fields, text: coded, direction: 'decode' })).text, plain)
  })

test('any text comes back from every cipher that keeps all characters', async () => {
  const keys = {
    caesar: ['7', '-1000'],
    rot13: [''],
    rot47: [''],
    atbash: [''],
    vigenere: ['Key'],
    affine: ['5 8', '21,25'],
    substitution: ['zebras'],
    rail: ['2', '5', '1000'],
    xor: ['🔑'],
  }
  for (const [cipher, list] of Object.entries(keys) as [keyof typeof keys, string[]][])
    for (const key of list)
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (plain) => {
          const { text } = await ask({ text: plain, cipher, key })
          if (cipher === 'xor' && text === '') return
          const back = await ask({ text, cipher, key, direction: 'decode' })
          // Bytes that are no readable text are shown in hex.
          assert.ok(back.text === plain || (cipher === 'xor' && back.text === Buffer.from(plain).toString('hex')))
        }),
        { numRuns: 50 },
      )
})

test('rails are those of the zigzag, drawn by hand', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), fc.integer({ min: 2, max: 70 }), (text, rails) => {
      const lines = Array.from({ length: rails }, () => '')
      let [rail, step] = [0, 1]
      for (const char of text) {
        lines[rail] += char
        if (rail + step < 0 || rail + step >= rails) step = -step
        rail += step
      }
      assert.equal(writeRails(text, rails), lines.join(''))
      assert.equal(readRails(lines.join(''), rails), text)
    }),
  )
})

test('without the key the plain text is found and its key is named', async () => {
  const plain = 'Defend the east wall of the castle and hold it until the others come'
  for (const [fields, key] of [
    [{ cipher: 'caesar', key: '11' }, '11'],
    [{ cipher: 'affine', key: '17 20' }, '17 20'],
    [{ cipher: 'rail', key: '4' }, '4'],
    [{ cipher: 'xor', key: 'K' }, '4b'],
  ] as const) {
    const { text } = await ask({ ...fields, text: plain })
    const found = await ask({ cipher: fields.cipher, text, direction: 'decode' })
    assert.deepEqual([found.text, found.key, found.candidates?.[0]], [plain, key, { key, text: plain }])
    assert.match(found.notes.join(), /All keys were tried/)
  }
})

test('short texts are found without the key, too', async () => {
  for (const plain of ['hello world', 'the password is secret', 'Attack at dawn', 'meet me at noon'])
    for (const key of ['1', '13', '20']) {
      const { text } = await ask({ text: plain, key })
      assert.equal((await ask({ text, direction: 'decode' })).text, plain)
    }
})

test('every key that is shown gives the whole text, of letters of several bytes too', async () => {
  const plain = Buffer.from(`\uFEFF${'中文 and words. '.repeat(2_000)}`)
  const { candidates = [] } = await ask({ text: plain.toString('hex'), cipher: 'xor', direction: 'decode' })
  assert.equal(candidates.length, 25)
  for (const { key, text } of candidates)
    assert.equal(text, new TextDecoder().decode(plain.map((byte) => byte ^ Number.parseInt(key, 16))))
})

test('Morse code is read however it is drawn, line by line', async () => {
  for (const [text, plain] of [
    ['•−  −•', 'AN'],
    ['·— | —·', 'A N'],
    ['_.. ._   ._', 'DA A'],
    ['... --- ...\n.-', 'SOS\nA'],
    [' / .- / ', 'A'],
    ['．．． …', 'SS'],
  ] as const)
    assert.equal((await ask({ text, cipher: 'morse', direction: 'decode' })).text, plain, text)
})

test('every sign with a code comes back from it', async () => {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZÉ0123456789.,:?\'-/()"=+@!&;_$'
  const { text } = await ask({ text: signs, cipher: 'morse' })
  assert.equal(new Set(text.split(' ')).size, Array.from(signs).length, 'no two signs share a code')
  assert.equal((await ask({ text, cipher: 'morse', direction: 'decode' })).text, signs)
})

test('a code that no letter has is told, and the rest is read', async () => {
  const { text, notes } = await ask({ text: '.- ........ -', cipher: 'morse', direction: 'decode' })
  assert.deepEqual([text, notes], ['A\uFFFDT', ['No letter has this code: ........']])
})

test('places are read however they are parted, and numbers without a letter stay', async () => {
  const run = (text: string) => ask({ text, cipher: 'a1z26', direction: 'decode' })
  for (const [text, plain] of [
    ['8 5 12 12 15', 'HELLO'],
    ['8 5  12 / 15', 'HE L O'],
    ['8,5,12 , 12, 15', 'HELLO'],
    ['8-5 - 12\n1 2', 'HEL\nA B'],
    ['8-5! 1', 'HE! A'],
  ] as const)
    assert.equal((await run(text)).text, plain, text)
  const { text, notes } = await run('0 1 27 26')
  assert.deepEqual([text, notes], ['0A27Z', ['No letter has these places: 0, 27']])
  assert.equal((await ask({ text: 'It’s 5 o’clock,\nÄb', cipher: 'a1z26' })).text, '9-20-19 15-3-12-15-3-11\n2')
})

test('Bacon’s letters are read in any grouping, as A and B or as digits', async () => {
  assert.equal((await ask({ text: 'aabbb aabaa ababb', cipher: 'bacon', direction: 'decode' })).text, 'HEM')
  assert.equal((await ask({ text: '001110010001011', cipher: 'bacon', direction: 'decode' })).text, 'HEM')
  assert.equal(
    (await ask({ text: 'Jove, vine!', cipher: 'bacon' })).text,
    (await ask({ text: 'IOUEUINE', cipher: 'bacon' })).text,
  )
})

for (const [input, expected] of [
  [{ text: 'a', cipher: 'caesar', key: 'x' }, /key: expected a whole number from -1000 to 1000, got “x”/],
  [{ text: 'a', cipher: 'rail', key: '1' }, /key: expected a whole number from 2 to 1000, got “1”/],
  [{ text: 'a', cipher: 'rail' }, /key: expected a whole number from 2 to 1000, got nothing/],
  [{ text: 'a', cipher: 'vigenere', key: '12' }, /key: expected a word of Latin letters, got “12”/],
  [{ text: 'a', cipher: 'affine', key: '2 3' }, /key: expected two numbers such as 5 8, the first one of 1, 3, .*got “2 3”/],
  [{ text: 'a', cipher: 'affine' }, /key: expected two numbers.*got nothing/],
  [{ text: 'a', cipher: 'substitution', key: '1' }, /key: expected a keyword, or all 26 letters.*got “1”/],
  [
    { text: 'SOS 中', cipher: 'morse' },
    /expected Latin letters, digits and common punctuation, got “中” \(U\+4E2D\) at line 1, column 5/,
  ],
  [
    { text: '.- x', cipher: 'morse', direction: 'decode' },
    /expected dots, dashes, spaces and \/, got “x” \(U\+0078\) at line 1, column 4/,
  ],
  [{ text: 'AABBC', cipher: 'bacon', direction: 'decode' }, /in groups of five, got “C”/],
  [{ text: 'AABB', cipher: 'bacon', direction: 'decode' }, /in groups of five, got 4 of them/],
  [{ text: 'a', cipher: 'xor' }, /key: expected one byte or more, got nothing/],
  [{ text: 'a', cipher: 'xor', key: 'zz', keyFormat: 'hex' }, /key: expected hexadecimal digits/],
] as const satisfies readonly (readonly [Input, RegExp])[])
  test(`refused in words: ${JSON.stringify(input)}`, () => assert.rejects(ask(input), expected))

test('letters move and all else stays, in long texts too', async () => {
  const sentence = 'Az, Ż 中😀\ud800 {~!'
  for (const [cipher, moved] of [
    ['rot13', 'Nm, Ż 中😀\ud800 {~!'],
    ['rot47', 'pK[ Ż 中😀\ud800 LOP'],
    ['atbash', 'Za, Ż 中😀\ud800 {~!'],
  ] as const)
    assert.equal((await ask({ text: sentence.repeat(2000), cipher })).text, moved.repeat(2000), cipher)
})

test('the spelling alphabet is read back from what it spells, in every way its words are written', async () => {
  const run = async (text: string, direction: 'encode' | 'decode') =>
    (await answerTool(tool, { text, cipher: 'nato', direction }, createTestHost())) as { text: string; notes: string[] }
  assert.equal((await run('AbZ 9.\n茶', 'encode')).text, 'Alfa Bravo Zulu / Nine Stop\n茶')
  for (const [text, plain] of [
    ['Alpha juliet XRAY whisky', 'AJXW'],
    ['alfa, x-ray / niner fife tree', 'AX 953'],
    ['Oscar Kilo (space) Golf', 'OK G'],
  ] as const)
    assert.equal((await run(text, 'decode')).text, plain)
  assert.deepEqual(await run('Alfa foo Bravo', 'decode'), { text: 'AfooB', notes: ['These words spell no letter: foo'] })
  const plain = fc.array(fc.string({ unit: fc.constantFrom(...'ABCXYZ019.-/'), minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(plain, async (words) => {
      const text = words.join(' ')
      assert.equal((await run((await run(text, 'encode')).text, 'decode')).text, text)
    }),
  )
})

// Rules of Unified English Braille, 2013, §5.2, §6.2, §6.5, §8.3, §8.4.
for (const [text, braille] of [
  ['Hello World', '⠠⠓⠑⠇⠇⠕ ⠠⠺⠕⠗⠇⠙'],
  ['McDonald', '⠠⠍⠉⠠⠙⠕⠝⠁⠇⠙'],
  ['NASA-x', '⠠⠠⠝⠁⠎⠁⠤⠭'],
  ['3.14', '⠼⠉⠲⠁⠙'],
  ['1,500', '⠼⠁⠂⠑⠚⠚'],
  ['4a 4m 4B', '⠼⠙⠰⠁ ⠼⠙⠍ ⠼⠙⠠⠃'],
  ['AB1c', '⠠⠠⠁⠃⠼⠁⠰⠉'],
  ['(what?)', '⠐⠣⠺⠓⠁⠞⠦⠐⠜'],
] as const)
  test(`${text} in Braille and back`, () => {
    assert.equal(writeBraille(text), braille)
    assert.deepEqual(readBraille(braille), { text, unknown: [] })
  })

test('what Braille has cells for reads back', () =>
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z\d ,;:.!?'"()/@&+=%#*_$<>\n-]{0,40}$/), (text) =>
      assert.deepEqual(readBraille(writeBraille(text)), { text, unknown: [] }),
    ),
    { numRuns: 500 },
  ))

test('what stands for nothing in Braille is told, and what is no Braille refused', async () => {
  assert.deepEqual(readBraille('⠁⣿⠃'), { text: 'a�b', unknown: ['⣿'] })
  assert.throws(() => readBraille('⠁x'), { key: 'bad_input' })
  assert.throws(() => writeBraille('a中'), { key: 'bad_input' })
  const { notes } = (await answerTool(tool, { text: '⣿', cipher: 'braille', direction: 'decode' }, createTestHost())) as {
    notes: string[]
  }
  assert.equal(notes.length, 1)
})

test('a key of Vigenère with other signs than letters and blanks is told to count without them', async () => {
  const notes = async (key: string) =>
    ((await answerTool(tool, { text: 'attack', cipher: 'vigenere', key }, createTestHost())) as { notes?: string[] }).notes
  for (const key of ['clé', 'k3y', '密key']) assert.deepEqual(await notes(key), [KEY_NOTE], key)
  for (const key of ['lemon', 'A key']) assert.deepEqual((await notes(key)) ?? [], [], key)
})
const KEY_NOTE = 'Of the key only the Latin letters without accents count'
