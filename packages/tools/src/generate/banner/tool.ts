import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { STYLE_WORDS, STYLES } from './draw.ts'

/** Marks before each line, and around all, with which languages comment. */
const COMMENTS = ['none', 'hash', 'slashes', 'block', 'dashes', 'html'] as const

export default defineTool({
  id: 'banner',
  route: '/generate/banner',
  group: 'generate',
  rank: 75,
  icon: 'Typography',
  title: { en: 'ASCII art banner', zh: 'ASCII 艺术字' },
  summary: {
    en: 'Write a text in large letters made of characters, for terminals, READMEs and comments',
    zh: '用字符拼出大号文字，用于终端、README 与代码注释',
  },
  about: {
    en: 'Letters are drawn from a font of dots: five rows with capitals only, or seven with small letters. Blocks and their shadow are Unicode characters that most monospaced fonts have; # and letters are plain ASCII. Braille dots hold eight dots each and give the smallest text.\n\nWords that do not fit go to the next line. As a comment it can be pasted into code as it is. Only ASCII characters can be drawn; accents are left out.',
    zh: '文字按点阵字体绘制：五行字体只有大写，七行字体含小写。方块与阴影为 Unicode 字符，多数等宽字体支持；# 与字母样式为纯 ASCII。盲文点每个字符含八个点，得到的文字最小。\n\n放不下的单词会换行。选择注释样式后可直接粘贴到代码中。仅支持 ASCII 字符，重音符号会去掉；暂不支持汉字。',
  },
  keywords: [
    'ascii art',
    'ascii text',
    'ascii art text',
    'ascii banner',
    'text banner',
    'ascii text drawer',
    'text to ascii art',
    'figlet',
    'toilet',
    'patorjk',
    'taag',
    'big text',
    'block letters',
    'braille art',
    'motd',
    'spring boot banner',
    'banner.txt',
    '艺术字',
    '字符画',
    '字符艺术字',
    'ascii 艺术字',
    '启动横幅',
    '大字',
  ],
  input: z.object({
    text: z
      .string()
      .max(1_000)
      .meta({ label: { en: 'Text', zh: '文字' }, placeholder: { en: 'Hello', zh: 'Hello' }, main: true }),
    style: z
      .enum(STYLES)
      .default('shadow')
      .meta({ label: { en: 'Style', zh: '样式' }, options: STYLE_WORDS, widget: 'select' }),
    font: z
      .enum(['low', 'tall'])
      .default('low')
      .meta({
        label: { en: 'Letters', zh: '字体' },
        options: { low: { en: '5 rows, capitals', zh: '5 行，仅大写' }, tall: { en: '7 rows', zh: '7 行，含小写' } },
      }),
    columns: z
      .int()
      .min(20)
      .max(500)
      .default(100)
      .meta({ label: { en: 'Columns at most', zh: '最多列数' } }),
    comment: z
      .enum(COMMENTS)
      .default('none')
      .meta({
        label: { en: 'As a comment', zh: '作为注释' },
        options: {
          none: { en: 'No', zh: '否' },
          hash: { en: '#', zh: '#' },
          slashes: { en: '//', zh: '//' },
          block: { en: '/* */', zh: '/* */' },
          dashes: { en: '--', zh: '--' },
          html: { en: '<!-- -->', zh: '<!-- -->' },
        },
        widget: 'select',
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Banner', zh: '艺术字' }, widget: 'code', main: true }),
    columns: z.int().meta({ label: { en: 'Columns', zh: '列数' }, isCount: true }),
    rows: z.int().meta({ label: { en: 'Rows', zh: '行数' }, isCount: true }),
  }),
  errors: ['unsupported_value'],
  examples: [
    {
      name: { en: 'With a shadow', zh: '带阴影' },
      input: { text: 'Hi' },
      output: {
        text: '██╗   ██╗ ██╗\n██║   ██║ ██║\n████████║ ██║\n██╔═══██║ ██║\n██║   ██║ ██║\n╚═╝   ╚═╝ ╚═╝',
        columns: 13,
        rows: 6,
      },
    },
    { name: { en: 'A comment in code', zh: '代码注释' }, input: { text: 'Octet', style: 'hash', comment: 'slashes' } },
    {
      name: { en: 'Small letters in half blocks', zh: '半块小写字母' },
      input: { text: 'hello, world', style: 'half', font: 'tall' },
    },
    { name: { en: 'Braille dots', zh: '盲文点' }, input: { text: 'v1.0.0', style: 'braille', font: 'tall' } },
  ],
  async run({ text, style, font, columns, comment }) {
    const { writeBanner } = await import('./write-banner.ts')
    const rows = writeBanner(text, { style, font, columns })
    if (rows.length === 0)
      throw new AppError('bad_input', {
        field: 'text',
        expected: { en: 'a text', zh: '文字' },
        got: { en: 'nothing', zh: '空' },
      })
    return {
      text: toComment(rows, comment).join('\n'),
      columns: Math.max(...rows.map((row) => row.length)),
      rows: rows.length,
    }
  },
})

function toComment(rows: readonly string[], comment: (typeof COMMENTS)[number]): readonly string[] {
  const prefixed = (mark: string) => rows.map((row) => `${mark} ${row}`.trimEnd())
  switch (comment) {
    case 'none':
      return rows
    case 'hash':
      return prefixed('#')
    case 'slashes':
      return prefixed('//')
    case 'dashes':
      return prefixed('--')
    case 'block':
      return ['/*', ...prefixed(' *'), ' */']
    case 'html':
      return ['<!--', ...rows, '-->']
  }
}
