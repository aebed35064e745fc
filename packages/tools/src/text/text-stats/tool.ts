import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'

/** Words a minute that people read, and Chinese characters. */
const WORDS_PER_MINUTE = 238
const HAN_PER_MINUTE = 350

const count = (en: string, zh: string) => z.number().meta({ label: { en, zh }, isCount: true })

export default defineTool({
  id: 'text-stats',
  route: '/text/stats',
  group: 'text',
  rank: 50,
  icon: 'LetterCase',
  title: { en: 'Text statistics', zh: '字数统计' },
  summary: {
    en: 'Count characters, words, sentences, lines, bytes and what occurs most',
    zh: '统计字数、词数、句数、行数、字节数与高频词',
  },
  about: {
    en: 'A character is what a reader sees as one (grapheme cluster, UAX #29): an emoji with skin tone is one. Words follow Unicode segmentation, so Chinese is counted too. Reading time assumes 238 words or 350 Chinese characters a minute.',
    zh: '“字符”按读者看到的算（UAX #29 字素簇）：带肤色的表情算一个。分词遵循 Unicode 规则，中文也能统计。阅读时间按每分钟 350 个汉字、238 个英文单词估算。',
  },
  keywords: [
    'word count',
    'characters',
    'length',
    'bytes',
    'frequency',
    'reading time',
    '字数',
    '统计',
    '词频',
    '长度',
    'word counter',
    'letter count',
    'character count',
    '字符数',
    '数字数',
    '字符统计',
  ],
  input: z.object({
    text: z.string().meta({ label: { en: 'Text', zh: '文本' }, widget: 'text', main: true }),
    top: z
      .int()
      .min(0)
      .max(500)
      .default(20)
      .meta({ label: { en: 'Most frequent words', zh: '高频词个数' }, advanced: true }),
  }),
  output: z.object({
    characters: count('Characters', '字符数'),
    withoutSpaces: count('Without white space', '不含空白'),
    han: count('Chinese characters', '汉字'),
    words: count('Words', '词数'),
    sentences: count('Sentences', '句数'),
    paragraphs: count('Paragraphs', '段落'),
    lines: count('Lines', '行数'),
    codePoints: count('Code points', '码点'),
    utf16: count('UTF-16 units', 'UTF-16 单元'),
    bytes: z.number().meta({ label: { en: 'UTF-8', zh: 'UTF-8 大小' }, unit: 'B' }),
    readingSeconds: z.number().meta({ label: { en: 'Reading time', zh: '阅读时间' }, unit: 's' }),
    frequent: z
      .array(z.object({ word: z.string().meta({ label: { en: 'Word', zh: '词' } }), times: count('Times', '次数') }))
      .meta({ label: { en: 'Most frequent', zh: '高频词' }, widget: 'table' }),
  }),
  examples: [
    {
      name: { en: 'English', zh: '英文' },
      input: { text: 'One fish. Two fish!\n\nRed.', top: 1 },
      output: {
        characters: 25,
        withoutSpaces: 20,
        han: 0,
        words: 5,
        sentences: 3,
        paragraphs: 2,
        lines: 3,
        codePoints: 25,
        utf16: 25,
        bytes: 25,
        readingSeconds: 1,
        frequent: [{ word: 'fish', times: 2 }],
      },
    },
    {
      name: { en: 'Emoji', zh: '表情' },
      input: { text: '👍🏽', top: 0 },
      output: {
        characters: 1,
        withoutSpaces: 1,
        han: 0,
        words: 0,
        sentences: 1,
        paragraphs: 1,
        lines: 1,
        codePoints: 2,
        utf16: 4,
        bytes: 8,
        readingSeconds: 0,
        frequent: [],
      },
    },
    { name: { en: 'Chinese', zh: '中文' }, input: { text: '今天天气很好，我们去公园。' } },
  ],
  async run({ text, top }, { signal }) {
    const [{ countText }, { createPacer }] = await Promise.all([import('./count.ts'), import('../../lib/pacer.ts')])
    const counts = await countText(text, createPacer(signal))
    const otherWords = counts.words - counts.hanWords
    const readingSeconds = Math.round((otherWords / WORDS_PER_MINUTE + counts.han / HAN_PER_MINUTE) * 60)
    const frequent = [...counts.frequency].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    const { frequency: _frequency, hanWords: _hanWords, ...numbers } = counts
    return { ...numbers, readingSeconds, frequent: frequent.slice(0, top).map(([word, times]) => ({ word, times })) }
  },
})
