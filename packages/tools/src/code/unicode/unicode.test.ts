import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { anyCharacter } from '@octet/core/testing/any-character.ts'
import * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { findBlock } from './blocks.ts'
import { toCharWidth } from '../../lib/text-width.ts'
import { countText } from './inspect.ts'
import { findByteCharset, NOTATION_NAMES } from './notation.ts'
import tool from './tool.ts'

const host = createTestHost()
const ask = (input: z.input<typeof tool.input>) => answerTool(tool, input, host) as Promise<z.output<typeof tool.output>>

for (const notation of NOTATION_NAMES)
  test(`${notation}: every text comes back`, async () => {
    const unit = notation === 'big5' || notation === 'shift_jis' ? fc.constantFrom('中', '文', 'a', '1') : ('grapheme' as const)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, minLength: 1 }), fc.boolean(), async (text, keepAscii) => {
        const { text: coded } = await ask({
          text,
          action: 'encode',
          notation,
          keepAscii: findByteCharset(notation) || notation.startsWith('html') ? keepAscii : false,
        })
        assert.equal((await ask({ text: coded, action: 'decode', notation })).text, text)
      }),
      { numRuns: 60 },
    )
  })

const rows = [
  ['js-brace', '中😀', String.raw`\u{4E2D}\u{1F600}`],
  ['python', '中😀', String.raw`\u4E2D\U0001F600`],
  ['css', 'é1', String.raw`\E9 1`],
  ['u-plus', 'a😀', 'U+0061 U+1F600'],
  ['html-dec', '中', '&#20013;'],
  ['html-named', '©<é', '&copy;&lt;&eacute;'],
  ['percent', '中', '%E4%B8%AD'],
  ['x-bytes', '中', String.raw`\xE4\xB8\xAD`],
  ['shift_jis', '日本', '93 FA 96 7B'],
  ['utf-32be', '😀', '00 01 F6 00'],
] as const
for (const [notation, text, coded] of rows)
  test(`${notation}: ${text} → ${coded}`, async () => assert.equal((await ask({ text, action: 'encode', notation })).text, coded))

test('lone surrogates and impossible code points are not made', async () => {
  await assert.rejects(ask({ text: 'a\ud800', action: 'encode' }), /paired surrogates.*U\+D800 at line 1, column 2/)
  assert.equal(
    (await ask({ text: String.raw`\ud83d x &#x110000; \u{D800}`, action: 'decode' })).text,
    String.raw`\ud83d x &#x110000; \u{D800}`,
  )
  await assert.rejects(ask({ text: '1114112', action: 'decode', notation: 'decimal' }), /0–1114111/)
})

test('a half of a pair stays and is named, the characters beside it are read', async () => {
  const { text, notes } = await ask({ text: String.raw`\u4e2d\ud800\u6587\ude00 \ud83d\ude00`, action: 'decode' })
  assert.equal(text, String.raw`中\ud800文\ude00 😀`)
  assert.match(notes[0] ?? '', /other half is missing: \\ud800, \\ude00$/)
  assert.equal((await ask({ text: String.raw`\u4e2d`.repeat(100_000), action: 'decode' })).text, '中'.repeat(100_000))
})

const garbled = [
  ['ä½\u00a0å¥½ï¼Œä¸–ç•Œ', '你好，世界'],
  ['ÖÐÎÄ×Ö·û', '中文字符'],
] as const
for (const [text, expected] of garbled)
  test(`garbled ${text} → ${expected}`, async () => assert.equal((await ask({ text, action: 'repair' })).text, expected))

test('accents read as Windows-1252 come back, not as ideographs', async () => {
  assert.equal((await ask({ text: 'Ã©tÃ© Ã\u00a0 KÃ¶ln', action: 'repair' })).text, 'été à Köln')
})

test('what stands beside a lost character is repaired', async () => {
  const { text, notes } = await ask({ text: 'ä½\u00a0å¥½ï¿½', action: 'repair' })
  assert.equal(text, '你好\ufffd')
  assert.match(notes.join('\n'), /is lost/)
})

test('what was lost is not guessed', async () => {
  const { text, notes } = await ask({ text: '锟斤拷', action: 'repair' })
  assert.equal(text, '锟斤拷')
  assert.match(notes.join('\n'), /is lost/)
})

for (const [text, plain] of [
  [String.raw`"\344\275\240\345\245\275.txt"`, '"你好.txt"'], // git without core.quotepath=off
  [String.raw`C:\100\101 \377\376`, String.raw`C:\100\101 \377\376`], // a path; no UTF-8
  ['=E4=BD=A0=\r\n=E5=A5=BD', '你好'],
  ['a=20=3D', 'a=20=3D'],
  ['=?UTF-8?B?5L2g5aW9?=', '你好'],
  ['Re: =?utf-8?Q?caf=C3=A9_au?= =?iso-8859-1*fr?q?_lait_=E0?= x', 'Re: café au lait à x'],
  ['=?UTF-8?B?5L2g5Q==?=\r\n =?utf-8?B?pb0=?=', '你好'], // cut inside a character
  ['=?gb2312?B?xOO6ww==?=', '你好'],
  ['=?x-unknown?B?xOO6ww==?=', '=?x-unknown?B?xOO6ww==?='],
] as const)
  test(`${JSON.stringify(text)} is read as ${plain}`, async () => {
    const { text: read, action } = await ask({ text, ...(text === plain ? { action: 'decode' } : {}) })
    assert.deepEqual([read, action], [plain, 'decode'])
  })

test('UTF-8 read as GBK comes back when nothing was lost', async () => {
  const text = '编码测试文字'
  const wrong = new TextDecoder('gb18030').decode(new TextEncoder().encode(text))
  assert.equal((await ask({ text: wrong, action: 'repair' })).text, text)
})

for (const [text, expected] of [
  ['璇疯緭鍏ュ瘑鐮�', '请输入密\ufffd'],
  ['鏂囦欢鍚?.txt', '文件\ufffd.txt'],
  [new TextDecoder('gb18030').decode(new TextEncoder().encode('错误: 找不到文件')), '错误: 找不到文\ufffd'],
] as const)
  test(`UTF-8 read as GBK comes back beside a byte that was lost: ${text}`, async () => {
    const { text: read, notes } = await ask({ text, action: 'repair' })
    assert.equal(read, expected)
    assert.match(notes.join('\n'), /is lost/)
  })

test('a closing quote of which a byte is not shown comes back', async () => {
  assert.equal((await ask({ text: 'Itâ€™s â€œfineâ€ â€“ â€œokâ€', action: 'repair' })).text, 'It’s “fine” – “ok”')
})

test('a sound text is left alone', async () => {
  const texts = [
    '你好，世界',
    'Hello, world',
    'Grüße aus Köln',
    'café',
    '繁體中文',
    '台灣',
    '數據庫',
    '東京',
    '日本語',
    '한국어',
    'データベース',
    'x → y',
    'versions 1, 3–8',
    'Ｔｅｓｔ①②③',
    '尴尬',
  ]
  for (const text of texts) assert.equal((await ask({ text, action: 'repair' })).text, text)
})

test('hidden, bidirectional and look-alike characters are found', async () => {
  const { findings = [] } = await ask({ text: 'pаypal\u202e\u200b 👨‍👩‍👧', action: 'inspect' })
  assert.deepEqual(
    findings.map(({ at, point }) => [at, point]),
    [
      [2, 'U+0430'],
      [7, 'U+202E'],
      [8, 'U+200B'],
    ],
  )
})

test('characters are named', async () => {
  const { characters = [] } = await ask({ text: 'A中😀', action: 'inspect' })
  assert.deepEqual(characters[0], {
    char: 'A',
    point: 'U+0041',
    name: 'LATIN CAPITAL LETTER A',
    block: 'Basic Latin',
    category: 'Lu',
    utf8: '41',
    width: 1,
  })
  assert.deepEqual(characters.map(({ name }) => name).slice(1), ['CJK UNIFIED IDEOGRAPH-4E2D', 'GRINNING FACE'])
})

test('counts are those of each unit', () => {
  assert.deepEqual(countText('👨‍👩‍👧é\n中'), { graphemes: 4, characters: 8, units: 11, bytes: 24, columns: 9, lines: 2 })
  assert.equal(toCharWidth('ｱ'), 1)
  assert.equal(countText('🇨🇳🈁\u2329').columns, 2 + 2 + 2)
  assert.equal(findBlock(0x4e2d), 'CJK Unified Ideographs')
  assert.equal(findBlock(0x1d80), 'Phonetic Extensions Supplement')
  assert.equal(findBlock(0x16a0), 'Runic')
})

// As JavaScript, Python and C read them; a path without \u or \x in it stays.
for (const [text, read] of [
  [String.raw`\xe9\u4e2d`, 'é中'],
  [String.raw`\xe4\xb8\xad`, '中'],
  [String.raw`\u4e2d\n\t\"\'\101\0|`, '中\n\t"\'A\0|'],
  [String.raw`\u4e2d\\u4e2d \\n`, String.raw`中\u4e2d \n`],
  [String.raw`\abcd \u4e2d`, 'ꯍ中'],
  [String.raw`C:\new\101`, String.raw`C:\new\101`],
] as const)
  test(`${text} is read ${JSON.stringify(read)}`, async () => assert.equal((await ask({ text, action: 'decode' })).text, read))

test('a long garbled text is repaired to its end', async () => {
  const wrong = '浣犲ソ涓栫晫'
  for (const [text, expected] of [
    [`${wrong}\n`.repeat(5000), '你好世界\n'.repeat(5000)],
    // No sign of ASCII, and the sample ends amid a character.
    ['浣犲ソ涓栫晫浣犲ソ涓栫晫'.repeat(2500), '你好世界你好世界'.repeat(2500)],
    ['Ã©'.repeat(15_001), 'é'.repeat(15_001)],
    [`a${'Ã©'.repeat(15_001)}`, `a${'é'.repeat(15_001)}`],
  ] as const)
    assert.equal((await ask({ text, action: 'repair' })).text, expected)
})

for (const [text, expected] of [
  ['ä½ å¥½', '你好'],
  ['Ã  la carte, dÃ©jÃ  vu', 'à la carte, déjà vu'],
  ['ðŸ˜ ok', '😠ok'],
] as const)
  test(`garbled ${text}, its space become a usual one → ${expected}`, async () =>
    assert.equal((await ask({ text, action: 'repair' })).text, expected))

test('%u of old scripts is read, and what holds nothing to read is said', async () => {
  assert.deepEqual(await ask({ text: '%u4e2d%ud83d%ude00' }), { text: '中😀', action: 'decode', notes: [] })
  const { text, notes } = await ask({ text: '20013 25991', action: 'decode' })
  assert.deepEqual([text, notes.length], ['20013 25991', 1])
})

test('a look-alike is found at its place behind characters of two units, and no more than 200 are', async () => {
  const { findings } = await ask({ text: '😀😀 pаypal 👨\u200d👩 ｆ', action: 'inspect' })
  assert.deepEqual(
    findings?.map(({ at, point }) => [at, point]),
    [
      [5, 'U+0430'],
      [15, 'U+FF46'],
    ],
  )
  assert.equal((await ask({ text: '\u200b'.repeat(300), action: 'inspect' })).findings?.length, 200)
})

test('columns of a text are the sum of those of its characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const sum = Array.from(text).reduce((columns, char) => columns + toCharWidth(char), 0)
      assert.equal(countText(text).columns, sum)
    }),
  )
})

/** As a browser shows UTF-8 that it takes for Windows-1252, copied without the signs that cannot be seen. */
const copied = (text: string, unseen: RegExp) =>
  new TextDecoder('windows-1252').decode(new TextEncoder().encode(text)).replaceAll(unseen, '')
for (const [text, expected] of [
  ['中文字符显示乱码', '\ufffd文\ufffd符显示乱\ufffd'],
  ['用户名或密码错误', '用户\ufffd或密\ufffd错误'],
  ['日本語のテキスト', '日本語\ufffdテ\ufffdスト'],
  ['한국어 텍스트', '한\ufffd어 \ufffd스트'],
] as const)
  test(`of ${text} what was not dropped comes back`, async () => {
    const found = await ask({ text: copied(text, /[\x80-\x9f\xad]/g), action: 'repair' })
    assert.equal(found.text, expected)
    assert.match(found.notes.join(), /is lost/)
  })

test('letters with marks among plain ones are not taken for what is left of others', async () => {
  for (const text of [
    'voilà Ã©',
    'Übergrößenträger à côté',
    'São Tomé e Príncipe, ação',
    'Ångström å ø æ',
    'Señor Ñandú ¿qué?',
    'Příliš žluťoučký',
  ])
    assert.ok(!(await ask({ text, action: 'repair' })).text.includes('\ufffd'), text)
})

for (const [text, expected] of [
  ['РџСЂРёРІРµС‚, РјРёСЂ', 'Привет, мир'],
  ['Р”С–С— С‚Р° РїРѕРґС–С—', 'Дії та події'],
  ['С›РёСЂРёР»РёС†Р°', 'ћирилица'],
  ['дё­ж–‡', '中文'],
  ['Ïðèâåò', 'Привет'],
  ['error: Îøèáêà ñåðâåðà, ïîâòîðèòå!', 'error: Ошибка сервера, повторите!'],
  ['ïðèâåò ìèð', 'привет мир'],
  ['„Âîéíà è ìèð“', '„Война и мир“'],
] as const)
  test(`garbled ${text}, Windows-1251 on its way, → ${expected}`, async () => {
    assert.equal((await ask({ text, action: 'repair' })).text, expected)
  })

for (const text of [
  'дії',
  'Рівне: Рі, Сі, Її',
  'avó?',
  'Noël!',
  'là?',
  'öðru',
  'coração maçã: 5',
  'ça ça',
  'Größe',
  'süß',
  'Füße und Maße',
  'Привет мир',
  'Ошибка сервера',
  'привет',
  'ПРИВЕТ',
  'Καλημέρα κόσμε',
  '«Война и мир»',
])
  test(`${text} is not garbled`, async () => assert.equal((await ask({ text, action: 'repair' })).text, text))

for (const [text, expected] of [
  ['жпнд', '中文'],
  ['ÖÐÎÄ', '中文'],
  ['§Ú§Þ§ñ ÖÐÎÄ²âÊÔ', 'имя 中文测试'],
] as const)
  test(`garbled ${text} is still ${expected}`, async () => {
    assert.equal((await ask({ text, action: 'repair' })).text, expected)
  })
