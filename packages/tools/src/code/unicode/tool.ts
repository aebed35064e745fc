import { AppError, isAppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { notesField } from '../../lib/notes-field.ts'
import { countText, listCharacters, listFindings, TABLE_LIMIT, type CharacterRow } from './inspect.ts'
import { repair } from './mojibake.ts'
import {
  findByteCharset,
  findHalves,
  hasEscapes,
  NOTATION_NAMES,
  NOTATIONS,
  readBytes,
  readCssEscapes,
  readEscapes,
  writeNotation,
  type Notation,
} from './notation.ts'

const ACTIONS = {
  encode: { en: 'Text to codes', zh: '文本转编码' },
  decode: { en: 'Codes to text', zh: '编码转文本' },
  inspect: { en: 'Inspect each character', zh: '逐字查看' },
  repair: { en: 'Repair garbled text', zh: '修复乱码' },
  normalise: { en: 'Normalise', zh: '规范化' },
} as const satisfies Record<string, Text>
type Action = keyof typeof ACTIONS
type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD'
type Input = { text: string; action: Action | 'auto'; notation: Notation; keepAscii: boolean; form: Form; strip: boolean }

/** Longer texts are not written in every notation at once, in UTF-16 units. */
const WRITINGS_LIMIT = 1000

const SAME = (word: string): Text => ({ en: word, zh: word })

export default defineTool({
  id: 'unicode',
  route: '/code/utf8code',
  group: 'code',
  rank: 30,
  icon: 'AlphabetLatin',
  title: { en: 'UTF-8 and Unicode', zh: 'UTF-8 与 Unicode 编码' },
  summary: {
    en: 'Text to code points, bytes and escapes and back; inspect each character; repair garbled text',
    zh: '文本与码点、字节、转义互转，逐字查看，修复乱码',
  },
  about: {
    en: 'Reads all common escapes at once: \\u, \\u{}, \\U, \\x, U+, &#x;, &#;, named entities, %XX and CSS; also the octal bytes that git prints and the encoded words of mail headers. The table shows name, block, category and bytes (Unicode 18 names). Hidden, bidirectional and look-alike characters are pointed out. Half a surrogate pair is refused or left as written, never silently replaced.',
    zh: '可同时识别各种常见转义：\\u、\\u{}、\\U、\\x、U+、&#x;、&#;、命名实体、%XX 与 CSS，以及 git 输出的八进制字节与邮件头编码。逐字列出名称、区块、类别与字节（Unicode 18 名称），并指出不可见、双向控制与形近字符。孤立代理项会报错或原样保留，不会被悄悄替换。',
  },
  keywords: [
    'emoji unicode',
    'unicode',
    'quoted-printable',
    'mime',
    'utf-8',
    'utf8',
    'escape',
    'code point',
    'mojibake',
    'gbk',
    'nfc',
    'invisible',
    'homoglyph',
    '编码',
    '转义',
    '中文转码',
    '转中文',
    '乱码',
    '码点',
    '不可见字符',
    'ascii',
    'ascii码',
    'text to hex',
    'hex to text',
    'hex to ascii',
    'text to binary',
    'binary to text',
    'unicode转中文',
    '字符编码',
    'text encoding',
    'encoding detection',
    'encoding brute force',
    'charcode',
    'character codes',
    '编码识别',
  ],
  input: z.object({
    text: z.string().meta({ label: { en: 'Text or codes', zh: '文本或编码' }, widget: 'text', main: true }),
    action: z
      .enum(['auto', 'encode', 'decode', 'inspect', 'repair', 'normalise'])
      .default('auto')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: { auto: { en: 'Auto', zh: '自动' }, ...ACTIONS },
        widget: 'segments',
      }),
    notation: z
      .enum(NOTATION_NAMES)
      .default('js')
      .meta({
        label: { en: 'Notation', zh: '写法' },
        help: { en: 'When decoding, needed for plain bytes only', zh: '转为文本时，仅纯字节需要指定' },
        options: NOTATIONS,
        widget: 'select',
        when: { action: ['auto', 'encode', 'decode'] },
      }),
    keepAscii: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Leave ASCII unchanged', zh: '保留 ASCII 字符' }, when: { action: ['auto', 'encode'] } }),
    form: z
      .enum(['NFC', 'NFD', 'NFKC', 'NFKD'])
      .default('NFC')
      .meta({
        label: { en: 'Form', zh: '规范化形式' },
        options: { NFC: SAME('NFC'), NFD: SAME('NFD'), NFKC: SAME('NFKC'), NFKD: SAME('NFKD') },
        when: { action: ['normalise'] },
      }),
    strip: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Remove hidden characters', zh: '去除不可见字符' }, when: { action: ['normalise'] } }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    action: z
      .enum(['encode', 'decode', 'inspect', 'repair', 'normalise'])
      .meta({ label: { en: 'Action', zh: '操作' }, options: ACTIONS }),
    counts: z
      .object({
        graphemes: z.int().meta({ label: { en: 'Visible characters', zh: '可见字符数' } }),
        characters: z.int().meta({ label: { en: 'Code points', zh: '码点数' } }),
        units: z.int().meta({ label: { en: 'UTF-16 units', zh: 'UTF-16 单元数' } }),
        bytes: z.int().meta({ label: { en: 'UTF-8 bytes', zh: 'UTF-8 字节数' } }),
        columns: z.int().meta({ label: { en: 'Columns', zh: '显示宽度' } }),
        lines: z.int().meta({ label: { en: 'Lines', zh: '行数' } }),
      })
      .optional()
      .meta({ label: { en: 'Counts', zh: '计数' } }),
    findings: z
      .array(
        z.object({
          at: z.int().meta({ label: { en: 'Position', zh: '位置' } }),
          point: z.string().meta({ label: { en: 'Code point', zh: '码点' } }),
          what: z.string().meta({ label: { en: 'What it is', zh: '说明' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Hidden and look-alike characters', zh: '不可见与形近字符' }, widget: 'table' }),
    characters: z
      .array(
        z.object({
          char: z.string().meta({ label: { en: 'Character', zh: '字符' } }),
          point: z.string().meta({ label: { en: 'Code point', zh: '码点' } }),
          name: z.string().meta({ label: { en: 'Name', zh: '名称' } }),
          block: z.string().meta({ label: { en: 'Block', zh: '区块' } }),
          category: z.string().meta({ label: { en: 'Category', zh: '类别' } }),
          utf8: z.string().meta({ label: { en: 'UTF-8', zh: 'UTF-8' } }),
          width: z.int().meta({ label: { en: 'Width', zh: '宽度' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Characters', zh: '字符' }, widget: 'table' }),
    writings: z
      .array(
        z.object({
          notation: z.string().meta({ label: { en: 'Notation', zh: '写法' } }),
          text: z.string().meta({ label: { en: 'Text', zh: '文本' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'In every notation', zh: '全部写法' }, widget: 'table' }),
    repairs: z
      .array(
        z.object({
          text: z.string().meta({ label: { en: 'Text', zh: '文本' } }),
          wasIn: z.string().meta({ label: { en: 'Original encoding', zh: '原编码' } }),
          readAs: z.string().meta({ label: { en: 'Misread as', zh: '误读为' } }),
          score: z.number().meta({ label: { en: 'Score', zh: '评分' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Possible originals', zh: '可能的原文' }, widget: 'table' }),
    notes: notesField,
  }),
  errors: ['unsupported_value'],
  accepts: {
    'html-entities': { action: 'decode' },
    escaped: { action: 'decode' },
    garbled: { action: 'repair' },
    'byte-codes': { action: 'decode', notation: 'decimal' },
  },
  examples: [
    {
      name: { en: 'Chinese to \\u', zh: '中文转 \\u' },
      input: { text: '中文 😀', action: 'encode' },
      output: { text: String.raw`\u4E2D\u6587 \uD83D\uDE00`, action: 'encode', notes: [] },
    },
    {
      name: { en: 'Every escape at once', zh: '混合转义' },
      input: { text: String.raw`\u4e2d &#x6587; \xE5\xAD\x97 U+1F600 %E5%A5%BD` },
      output: { text: '中 文 字 😀 好', action: 'decode', notes: [] },
    },
    {
      name: { en: 'GB18030 bytes to text', zh: 'GB18030 字节转文本' },
      input: { text: 'D6 D0 CE C4', action: 'decode', notation: 'gb18030' },
      output: { text: '中文', action: 'decode', notes: [] },
    },
    { name: { en: 'Garbled text', zh: '修复乱码' }, input: { text: 'ä½\u00a0å¥½ï¼Œä¸–ç•Œ', action: 'repair' } },
    {
      name: { en: 'A hidden and a look-alike character', zh: '隐藏与形近字符' },
      input: { text: 'pаypal\u200b', action: 'inspect' },
    },
    { name: { en: 'Full-width to plain', zh: '全角转半角' }, input: { text: 'ＡＢＣ１２３', action: 'normalise', form: 'NFKC' } },
  ],
  run: async (input, { lang }) => {
    switch (chooseAction(input)) {
      case 'encode':
        return { text: await writeNotation(input.text, input.notation, input.keepAscii), action: 'encode' as const, notes: [] }
      case 'decode':
        return decode(input, lang)
      case 'inspect':
        return inspect(input.text, lang)
      case 'repair':
        return repair(input.text, lang)
      case 'normalise':
        return normalise(input, lang)
    }
  },
})

type Rows = {
  counts: ReturnType<typeof countText>
  findings: { at: number; point: string; what: string }[]
  characters: CharacterRow[]
  writings?: { notation: Notation; text: string }[]
}

function chooseAction({ action, text, notation }: Input): Action {
  if (action !== 'auto') return action
  const isBytes = findByteCharset(notation) !== undefined && /^([0-9a-f]{2}[\s,]*)+$/i.test(text)
  return isBytes || hasEscapes(text) ? 'decode' : 'encode'
}

async function decode({ text, notation }: Input, lang: Lang): Promise<{ text: string; action: 'decode'; notes: string[] }> {
  const read = await readWritten(text, notation)
  const halves = findHalves(read)
  if (halves.length > 0) return { text: read, action: 'decode', notes: [toHalvesNote(halves)[lang]] }
  return { text: read, action: 'decode', notes: read === text && text.trim() !== '' ? [NOTHING_READ[lang]] : [] }
}

/** Some of the halves that were left. */
function toHalvesNote(halves: readonly string[]): Text {
  const shown = `${[...new Set(halves)].slice(0, 5).join(', ')}${new Set(halves).size > 5 ? ', …' : ''}`
  return {
    en: `Kept as written, as each is half of a surrogate pair whose other half is missing: ${shown}`,
    zh: `原样保留（只有代理对的一半，缺少另一半）：${shown}`,
  }
}

const NOTHING_READ: Text = {
  en: 'Nothing to decode was found; for plain numbers or bytes, choose their notation first',
  zh: '没有找到可解码的内容；纯数字或字节需先选择相应的写法',
}

async function readWritten(text: string, notation: Notation): Promise<string> {
  const charset = findByteCharset(notation)
  if (charset && !hasEscapes(text)) return readBytes(text, charset)
  if (notation === 'css' && /\\[\da-f]/i.test(text)) return readCssEscapes(text)
  const isDecimal = notation === 'decimal' && /^\s*\d+([\s,]+\d+)*\s*$/.test(text)
  return isDecimal ? readDecimals(text) : readEscapes(text)
}

function readDecimals(text: string): string {
  return (text.match(/\d+/g) ?? []).map(Number).map(toCharacter).join('')
}

function toCharacter(point: number): string {
  if (point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000)) return String.fromCodePoint(point)
  throw new AppError('bad_input', {
    field: 'text',
    expected: { en: 'code points of 0–1114111 without surrogates', zh: '0–1114111 之间且非代理项的码点' },
    got: point,
  })
}

async function inspect(text: string, lang: Lang): Promise<{ text: string; action: 'inspect'; notes: string[] } & Rows> {
  const characters = await listCharacters(text)
  const counts = countText(text)
  const cut = { en: `Only the first ${TABLE_LIMIT} characters are in the table`, zh: `表中仅列出前 ${TABLE_LIMIT} 个字符` }
  const forms = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).filter((form) => text.normalize(form) === text)
  const formNote = {
    en: `Already in normal form: ${forms.join(', ') || 'none'}`,
    zh: `已符合的规范化形式：${forms.join('、') || '无'}`,
  }
  return {
    text,
    action: 'inspect',
    counts,
    findings: toWords(listFindings(text), lang),
    characters,
    ...(await listWritings(text)),
    notes: [formNote[lang], ...(counts.characters > TABLE_LIMIT ? [cut[lang]] : [])],
  }
}

/** A short text in every notation; one that cannot be written in a character set is left out of it. */
async function listWritings(text: string): Promise<Pick<Rows, 'writings'>> {
  if (text === '' || text.length > WRITINGS_LIMIT || !text.isWellFormed()) return {}
  const written = NOTATION_NAMES.map(async (notation) => {
    const written = await writeNotation(text, notation, false).catch(refuseUnlessUnwritable)
    return written === undefined ? [] : [{ notation, text: written }]
  })
  return { writings: (await Promise.all(written)).flat() }
}

function refuseUnlessUnwritable(error: unknown): undefined {
  if (!isAppError(error)) throw error
}

function normalise(
  { text, form, strip }: Input,
  lang: Lang,
): { text: string; action: 'normalise'; counts: Rows['counts']; findings: Rows['findings']; notes: string[] } {
  const stripped = strip
    ? text.replaceAll(/[\u200b\u2060\ufeff\u00ad\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u180e\u{e0000}-\u{e007f}]/gu, '')
    : text
  const result = stripped.normalize(form)
  return {
    text: result,
    action: 'normalise',
    counts: countText(result),
    findings: toWords(listFindings(result), lang),
    notes: [],
  }
}

function toWords(findings: ReturnType<typeof listFindings>, lang: Lang): Rows['findings'] {
  return findings.map(({ at, point, what }) => ({ at, point, what: what[lang] }))
}
