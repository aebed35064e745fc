import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { notesField } from '../../lib/notes-field.ts'
import { createPacer } from '../../lib/pacer.ts'
import { refuseLong } from '../../lib/refuse-long.ts'

/** Longest text on one side, in 2^20 UTF-16 units. */
const MAX_MEBI = 1
/** Cells of the table of edits: a second or two. */
const MAX_CELLS = 4e9
/** The same where each is looked at by itself. */
const MAX_SINGLE_CELLS = 2.5e7

const share = (en: string, zh: string) => z.number().optional().meta({ label: { en, zh }, unit: '%' })
const amount = (en: string, zh: string) => z.int().optional().meta({ label: { en, zh }, isCount: true })

export default defineTool({
  id: 'similarity',
  route: '/text/similarity',
  group: 'text',
  rank: 15,
  icon: 'Percentage',
  title: { en: 'Text similarity', zh: '文本相似度' },
  summary: {
    en: 'How alike two texts are: Levenshtein and Hamming distance, Jaro–Winkler, Dice, Jaccard, cosine',
    zh: '计算两段文本的相似度：编辑距离、汉明距离、Jaro–Winkler、Dice、Jaccard、余弦',
  },
  about: {
    en: 'The similarity is 100 % less the share that has to be changed: the Levenshtein distance (fewest insertions, deletions and exchanges) by the length of the longer text. Characters are Unicode code points after normalisation (NFC); words are runs of letters and digits, and each Chinese character.\n\nDice looks at pairs of neighbours, Jaccard and cosine at what occurs at all, wherever it stands. Jaro–Winkler is meant for names and only given up to 1,000 characters.',
    zh: '相似度 = 100% 减去需要改动的比例，即编辑距离（Levenshtein，最少的插入、删除与替换次数）除以较长文本的长度。“字符”指规范化（NFC）后的 Unicode 码点；“词”指连续的字母与数字，每个汉字单独算一个词。\n\nDice 比较相邻两项，Jaccard 与余弦只看出现了什么，不看位置。Jaro–Winkler 适合比较姓名等短文本，仅对 1,000 个字符以内的文本给出。',
  },
  keywords: [
    'levenshtein',
    'levenshtein distance',
    'edit distance',
    'hamming',
    'hamming distance',
    'similarity',
    'compare similarity',
    'string distance',
    'damerau',
    'jaro winkler',
    'jaccard',
    'cosine similarity',
    'sorensen dice',
    'longest common substring',
    'longest common subsequence',
    'lcs',
    'plagiarism',
    'fuzzy',
    '相似度',
    '文本相似度',
    '编辑距离',
    '汉明距离',
    '查重',
    '重复率',
    '最长公共子串',
    '最长公共子序列',
    '余弦相似度',
  ],
  input: z.object({
    left: z.string().meta({ label: { en: 'First text', zh: '文本一' }, widget: 'text', main: true }),
    right: z.string().meta({ label: { en: 'Second text', zh: '文本二' }, widget: 'text' }),
    by: z
      .enum(['char', 'word', 'line', 'hex'])
      .default('char')
      .meta({
        label: { en: 'Compare by', zh: '比较单位' },
        options: {
          char: { en: 'Character', zh: '字符' },
          word: { en: 'Word', zh: '词' },
          line: { en: 'Line', zh: '行' },
          hex: { en: 'Byte (hex)', zh: '字节（十六进制）' },
        },
      }),
    ignoreCase: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Ignore letter case', zh: '忽略大小写' }, when: { by: ['char', 'word', 'line'] } }),
    ignoreSpace: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Ignore white space', zh: '忽略空白' }, when: { by: ['char', 'line'] } }),
    ignorePunctuation: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Ignore punctuation', zh: '忽略标点' }, when: { by: ['char', 'line'] } }),
  }),
  output: z.object({
    similarity: z.number().meta({ label: { en: 'Similarity', zh: '相似度' }, unit: '%' }),
    distance: z.int().meta({ label: { en: 'Levenshtein distance', zh: '编辑距离（Levenshtein）' }, isCount: true }),
    swapDistance: amount('With neighbours swapped as one step', '相邻交换算一步的编辑距离（Damerau）'),
    hamming: amount('Hamming distance', '汉明距离'),
    hammingBits: amount('Hamming distance in bits', '按位的汉明距离'),
    subsequence: amount('Longest common subsequence', '最长公共子序列长度'),
    jaroWinkler: share('Jaro–Winkler', 'Jaro–Winkler'),
    dice: share('Dice of pairs', 'Dice（相邻两项）'),
    jaccard: share('Jaccard', 'Jaccard'),
    cosine: share('Cosine', '余弦相似度'),
    leftLength: z.int().meta({ label: { en: 'Length of the first', zh: '文本一长度' }, isCount: true }),
    rightLength: z.int().meta({ label: { en: 'Length of the second', zh: '文本二长度' }, isCount: true }),
    text: z
      .string()
      .optional()
      .meta({ label: { en: 'Longest common part', zh: '最长公共子串' }, widget: 'text', main: true }),
    notes: notesField,
  }),
  examples: [
    {
      name: { en: 'The classic', zh: '经典例子' },
      input: { left: 'kitten', right: 'sitting' },
      output: {
        similarity: 57.14,
        distance: 3,
        swapDistance: 3,
        subsequence: 4,
        jaroWinkler: 74.6,
        dice: 36.36,
        jaccard: 42.86,
        cosine: 74.62,
        leftLength: 6,
        rightLength: 7,
        text: 'itt',
        notes: [],
      },
    },
    {
      name: { en: 'Two sentences by word', zh: '按词比较两句话' },
      input: { left: 'the quick brown fox', right: 'The fox is quick', by: 'word', ignoreCase: true },
    },
    {
      name: { en: 'Chinese', zh: '中文' },
      input: { left: '今天天气很好，我们去公园。', right: '今天天气不错，我们去公园吧！', ignorePunctuation: true },
    },
    { name: { en: 'Bits that differ', zh: '不同的位数' }, input: { left: '74686973206973', right: '746869732069f3', by: 'hex' } },
  ],
  async run({ left, right, by, ...ignored }, { lang, signal }) {
    for (const [field, text] of Object.entries({ left, right })) refuseLong(text, MAX_MEBI, field)
    const [{ toUnits }, { compareUnits }] = await Promise.all([import('./to-units.ts'), import('./compare-units.ts')])
    const units = toUnits(left, right, { by, ...ignored })
    const cells = units.left.length * units.right.length
    if (cells > MAX_CELLS) throw new AppError('too_large', { field: PRODUCT, limit: MAX_CELLS, got: cells })
    const { omitsSlow, ...measures } = await compareUnits(units, { breathe: createPacer(signal), mostSingle: MAX_SINGLE_CELLS })
    return { ...measures, notes: omitsSlow ? [OMITTED[lang]] : [] }
  },
})

const PRODUCT: Text = { en: 'The product of the lengths', zh: '两段长度的乘积' }
const OMITTED: Text = {
  en: 'For texts of this length the slower measures are left out',
  zh: '文本较长，已省略计算较慢的指标',
}
