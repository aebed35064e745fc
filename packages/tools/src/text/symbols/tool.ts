import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { TONE_NAMES, type Tone } from './emoji.ts'
import { SET_IDS, SET_WORDS } from './sign.ts'

const TONE_WORDS: Readonly<Record<Tone, Text>> = {
  none: { en: 'Yellow', zh: '默认黄色' },
  light: { en: '🏻 Light', zh: '🏻 浅肤色' },
  'medium-light': { en: '🏼 Medium light', zh: '🏼 中浅肤色' },
  medium: { en: '🏽 Medium', zh: '🏽 中等肤色' },
  'medium-dark': { en: '🏾 Medium dark', zh: '🏾 中深肤色' },
  dark: { en: '🏿 Dark', zh: '🏿 深肤色' },
}

export default defineTool({
  id: 'symbols',
  route: '/text/symbols',
  group: 'text',
  rank: 55,
  icon: 'MoodSmile',
  title: { en: 'Emoji and symbols', zh: 'Emoji 表情与特殊符号' },
  summary: {
    en: 'Find emoji, arrows, maths signs, invisible characters and ASCII by name, and copy them',
    zh: '按名称查找并复制 Emoji、箭头、数学符号、不可见字符与 ASCII 码',
  },
  about: {
    en: 'Looks in the English and the Chinese names and words that Unicode’s CLDR has for all emoji, and by character, code point (U+1F600) or short code (:tada:) as GitHub and Slack write it. How an emoji looks depends on the system; the newest are drawn by the newest systems only.\n\nThe ASCII table gives all 128 characters with their codes. Any other character is explained by the Unicode tool.',
    zh: '可用 Unicode CLDR 的中英文名称与关键词查找全部 Emoji，也可输入字符、码点（U+1F600）或 GitHub、Slack 的短代码（:tada:）。Emoji 的样子取决于系统，最新的只有新系统才能显示。\n\nASCII 码表列出全部 128 个字符及其编码。其他字符可用 Unicode 工具查看。',
  },
  keywords: [
    'emoji',
    'emojis',
    'emoji picker',
    'emoji search',
    'copy emoji',
    'emoticon',
    'smiley',
    'special characters',
    'special symbols',
    'unicode symbols',
    'html symbols',
    'copy and paste symbols',
    'arrow symbol',
    'check mark',
    'copy arrow',
    'invisible character',
    'blank character',
    'zero width space',
    'ascii table',
    'ascii chart',
    'charmap',
    'character map',
    'gitmoji',
    'skin tone',
    '表情',
    '表情符号',
    '表情包',
    '特殊符号',
    '符号大全',
    '特殊字符',
    '对勾符号',
    '箭头符号',
    '空白字符',
    '零宽字符',
    '零宽空格',
    '空白昵称',
    'ascii码表',
    'ascii 码对照表',
    '希腊字母',
    '数学符号',
    '货币符号',
    '制表符号',
  ],
  input: z.object({
    text: z
      .string()
      .max(200)
      .default('')
      .meta({
        label: { en: 'Find', zh: '查找' },
        help: { en: 'Words, a character or a code point; all if empty', zh: '名称、字符或码点；留空列出全部' },
        placeholder: { en: 'heart, arrow, U+1F600', zh: '爱心、箭头、U+1F600' },
        main: true,
      }),
    set: z
      .enum(['all', ...SET_IDS])
      .default('all')
      .meta({
        label: { en: 'Set', zh: '分类' },
        options: { all: { en: 'All', zh: '全部' }, ...SET_WORDS },
        widget: 'select',
      }),
    tone: z
      .enum(TONE_NAMES)
      .default('none')
      .meta({ label: { en: 'Skin tone', zh: '肤色' }, options: TONE_WORDS, widget: 'select', when: { set: ['all', 'people'] } }),
    limit: z
      .int()
      .min(1)
      .max(3000)
      .default(3000)
      .meta({ label: { en: 'At most', zh: '最多' }, isCount: true, advanced: true }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Characters', zh: '字符' }, main: true }),
    total: z.int().meta({ label: { en: 'Found', zh: '找到' }, isCount: true }),
    symbols: z
      .array(
        z.object({
          char: z.string().meta({ label: { en: 'Character', zh: '字符' } }),
          name: z.string().meta({ label: { en: 'Name', zh: '名称' } }),
          code: z.string().meta({ label: { en: 'Code points', zh: '码点' } }),
          decimal: z.string().meta({ label: { en: 'Decimal', zh: '十进制' } }),
          html: z.string().meta({ label: { en: 'HTML', zh: 'HTML' } }),
          shortcode: z
            .string()
            .optional()
            .meta({ label: { en: 'Short code', zh: '短代码' } }),
          set: z.enum(SET_IDS).meta({ label: { en: 'Set', zh: '分类' }, options: SET_WORDS }),
        }),
      )
      .meta({ label: { en: 'Characters', zh: '字符' }, widget: 'table' }),
  }),
  errors: ['unsupported_value'],
  examples: [
    {
      name: { en: 'A short code', zh: '短代码' },
      input: { text: ':tada:', limit: 1 },
    },
    { name: { en: 'Check marks', zh: '对勾' }, input: { text: 'check mark', limit: 8 } },
    { name: { en: 'Invisible characters', zh: '不可见字符' }, input: { set: 'hidden' } },
    { name: { en: 'A hand in a skin tone', zh: '带肤色的手' }, input: { text: 'waving hand', tone: 'medium', limit: 1 } },
  ],
  async run({ text, set, tone, limit }, { lang }) {
    const [{ listSigns, toRow }, { findSigns }] = await Promise.all([import('./list-signs.ts'), import('./find-signs.ts')])
    const found = findSigns(await listSigns(tone, set), text)
    if (found.length === 0) throw new AppError('unsupported_value', { got: text.trim(), reason: NONE })
    const shown = found.slice(0, limit)
    return {
      text: shown.map(({ char }) => char).join(' '),
      total: found.length,
      symbols: await Promise.all(shown.map((sign) => toRow(sign, lang))),
    }
  },
})

const NONE: Text = { en: 'no character here has this name, code or short code', zh: '没有此名称、码点或短代码的字符' }
