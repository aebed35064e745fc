import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import { moreField, toMore } from '../../lib/more.ts'
import * as z from 'zod'
import { loadConverter } from './convert-script.ts'
import { listReadings, MAX_LISTED } from './list-readings.ts'
import { toPassportName } from './passport.ts'
import { loadReader } from './read.ts'
import { parseWords, toChunks, toTokens, type Token } from './tokens.ts'
import { marksToNumbers, numbersToMarks } from './tone.ts'
import { FORMS, writeRuby, writeSlug, writeTokens, type WriteOptions } from './write.ts'

const SYLLABLES = { mode: ['pinyin', 'ruby'] } as const
/** Characters taken at once. */
const MAX_TEXT = 8_000_000
const SEPARATORS = { space: ' ', none: '', hyphen: '-', underscore: '_' } as const

export default defineTool({
  id: 'pinyin',
  route: '/convert/pinyin',
  group: 'convert',
  rank: 20,
  icon: 'Language',
  title: { en: 'Chinese to pinyin', zh: '汉字转拼音' },
  summary: {
    en: 'Readings by word, tones as marks or numbers, initials, ruby, passport names, slugs; simplified ↔ traditional',
    zh: '按词判断多音字，支持声调、数字调、声母、首字母、注音 HTML、护照姓名、网址别名与简繁转换',
  },
  about: {
    en: 'Readings are chosen by word, so that 重 differs in 重庆 and 重要. Tones are those of the dictionary unless you ask for the spoken changes of 一 and 不 (GB/T 16159 writes the dictionary tone). Punctuation, lines and other scripts stay as they are. Your own words take precedence over the dictionary.',
    zh: '按词语确定读音，“重庆”与“重要”中的“重”读音不同。默认标原调（GB/T 16159），可选标出“一”“不”的变调。标点、换行和其他文字保持原样。自定义词语优先于词典。',
  },
  keywords: [
    'pinyin',
    'romanize',
    'tone',
    'ruby',
    'slug',
    'slugify',
    'passport',
    '拼音',
    '注音',
    '声调',
    '多音字',
    '首字母',
    '简繁转换',
    '繁体',
    '姓名拼音',
    '中文转拼音',
    '繁简转换',
    '简体转繁体',
    '繁体转简体',
    '简体',
    'traditional chinese',
    'simplified chinese',
  ],
  input: z.object({
    mode: z
      .enum(['pinyin', 'ruby', 'passport', 'slug', 'tones', 'traditional', 'simplified'])
      .default('pinyin')
      .meta({
        label: { en: 'To', zh: '转为' },
        options: {
          pinyin: { en: 'Pinyin', zh: '拼音' },
          ruby: { en: 'Ruby HTML', zh: '注音 HTML' },
          passport: { en: 'Passport names', zh: '护照姓名' },
          slug: { en: 'Slug', zh: '网址别名' },
          tones: { en: 'Tone numbers ↔ marks', zh: '数字调 ↔ 声调符号' },
          traditional: { en: 'Traditional characters', zh: '繁体字' },
          simplified: { en: 'Simplified characters', zh: '简体字' },
        },
      }),
    text: z
      .string()
      .max(MAX_TEXT)
      .meta({
        label: { en: 'Text', zh: '文本' },
        help: { en: 'Passport names: one per line', zh: '护照姓名每行一个' },
        widget: 'text',
        main: true,
        placeholder: { en: '重庆的银行 / lv4 se4', zh: '重庆的银行 / lv4 se4' },
      }),
    form: z
      .enum(FORMS)
      .default('marks')
      .meta({
        label: { en: 'Form', zh: '拼音形式' },
        when: SYLLABLES,
        options: {
          marks: { en: 'hàn yǔ', zh: '声调 hàn yǔ' },
          numbers: { en: 'han4 yu3', zh: '数字 han4 yu3' },
          none: { en: 'han yu', zh: '无声调 han yu' },
          initials: { en: 'Initials h y', zh: '声母 h y' },
          first: { en: 'First letters h y', zh: '首字母 h y' },
          finals: { en: 'Finals àn ǔ', zh: '韵母 àn ǔ' },
        },
      }),
    separator: z
      .enum(['space', 'none', 'hyphen', 'underscore'])
      .default('space')
      .meta({
        label: { en: 'Between syllables', zh: '音节分隔' },
        when: { mode: ['pinyin'] },
        options: {
          space: { en: 'Space', zh: '空格' },
          none: { en: 'Nothing', zh: '无' },
          hyphen: { en: 'Hyphen', zh: '短横线' },
          underscore: { en: 'Underscore', zh: '下划线' },
        },
      }),
    letters: z
      .enum(['lower', 'capital', 'upper'])
      .default('lower')
      .meta({
        label: { en: 'Letter case', zh: '大小写' },
        when: SYLLABLES,
        advanced: true,
        options: {
          lower: { en: 'lower', zh: '小写' },
          capital: { en: 'Capital', zh: '首字母大写' },
          upper: { en: 'UPPER', zh: '全部大写' },
        },
      }),
    umlaut: z
      .enum(['ü', 'v', 'yu'])
      .default('ü')
      .meta({
        label: { en: 'ü as', zh: 'ü 写作' },
        when: { mode: ['pinyin', 'ruby', 'slug', 'tones'] },
        advanced: true,
        options: { ü: { en: 'ü', zh: 'ü' }, v: { en: 'v', zh: 'v' }, yu: { en: 'yu', zh: 'yu' } },
      }),
    names: z
      .enum(['off', 'head', 'all'])
      .default('off')
      .meta({
        label: { en: 'Surname readings (单 Shàn, 仇 Qiú)', zh: '姓氏读音（单 Shàn、仇 Qiú）' },
        when: { mode: ['pinyin', 'ruby', 'slug'] },
        advanced: true,
        options: {
          off: { en: 'Off', zh: '关闭' },
          head: { en: 'At the start of a line', zh: '仅行首' },
          all: { en: 'Everywhere', zh: '全文' },
        },
      }),
    sandhi: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Spoken tones of 一 and 不', zh: '“一”“不”标变调' }, when: SYLLABLES, advanced: true }),
    neutral: z
      .enum(['5', '0', ''])
      .default('5')
      .meta({
        label: { en: 'Neutral tone number', zh: '轻声数字' },
        when: { mode: ['pinyin', 'ruby'], form: ['numbers'] },
        advanced: true,
        options: { 5: { en: '5', zh: '5' }, 0: { en: '0', zh: '0' }, '': { en: 'None', zh: '不写' } },
      }),
    isTraditional: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'The text is in traditional characters', zh: '原文为繁体字' },
        help: { en: 'Words are then looked up by their simplified form', zh: '按对应的简体词语判断读音' },
        when: { mode: ['pinyin', 'ruby', 'passport', 'slug'] },
        advanced: true,
      }),
    words: z
      .string()
      .max(100_000)
      .default('')
      .meta({
        label: { en: 'Custom words', zh: '自定义词语' },
        placeholder: { en: '单行 dan1 hang2', zh: '单行 dan1 hang2' },
        widget: 'text',
        when: { mode: ['pinyin', 'ruby', 'passport', 'slug'] },
        advanced: true,
      }),
    readings: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'List the readings of each character', zh: '列出每个字的全部读音' },
        when: SYLLABLES,
        advanced: true,
      }),
    region: z
      .enum(['tw', 'twp', 'hk', 't'])
      .default('tw')
      .meta({
        label: { en: 'Standard', zh: '字形标准' },
        when: { mode: ['traditional', 'simplified'] },
        options: {
          tw: { en: 'Taiwan', zh: '台湾' },
          twp: { en: 'Taiwan, with its words', zh: '台湾（含用词）' },
          hk: { en: 'Hong Kong', zh: '香港' },
          t: { en: 'OpenCC', zh: 'OpenCC 标准' },
        },
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    names: z
      .array(
        z.object({
          name: z.string().meta({ label: { en: 'Name', zh: '姓名' } }),
          surname: z.string().meta({ label: { en: 'Surname', zh: '姓' } }),
          given: z.string().meta({ label: { en: 'Given names', zh: '名' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Names', zh: '姓名' }, widget: 'table' }),
    characters: z
      .array(
        z.object({
          text: z.string().meta({ label: { en: 'Character', zh: '汉字' } }),
          reading: z.string().meta({ label: { en: 'Reading', zh: '读音' } }),
          others: z.string().meta({ label: { en: 'All readings', zh: '全部读音' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Characters', zh: '逐字读音' }, widget: 'table' }),
    more: moreField(),
    unknown: z
      .string()
      .optional()
      .meta({ label: { en: 'Characters without a known reading', zh: '未收录读音的字' } }),
  }),
  examples: [
    {
      name: { en: 'Polyphones by word', zh: '多音字按词判断' },
      input: { text: '重庆的银行很重要' },
      output: { text: 'chóng qìng de yín háng hěn zhòng yào' },
    },
    {
      name: { en: 'Lines, punctuation and Latin kept', zh: '保留换行、标点与英文' },
      input: { text: '你好，world！\n第2页', form: 'numbers' },
      output: { text: 'ni3 hao3，world！\ndi4 2 ye4' },
    },
    {
      name: { en: 'Passport names', zh: '护照姓名' },
      input: { mode: 'passport', text: '吕秀兰\n欧阳单' },
      output: {
        text: 'LYU XIULAN\nOUYANG DAN',
        names: [
          { name: '吕秀兰', surname: 'LYU', given: 'XIULAN' },
          { name: '欧阳单', surname: 'OUYANG', given: 'DAN' },
        ],
      },
    },
    {
      name: { en: 'Slug', zh: '网址别名' },
      input: { mode: 'slug', text: '绿色 IP 工具箱（2026）' },
      output: { text: 'lv-se-ip-gong-ju-xiang-2026' },
    },
    {
      name: { en: 'Numbers to marks', zh: '数字调转声调符号' },
      input: { mode: 'tones', text: 'lv4 se4 zhong1guo2' },
      output: { text: 'lǜ sè zhōngguó' },
    },
    {
      name: { en: 'To traditional', zh: '简体转繁体' },
      input: { mode: 'traditional', text: '头发发展' },
      output: { text: '頭髮發展' },
    },
  ],
  async *run({ mode, text, ...options }, host) {
    if (mode === 'tones') {
      const marked = /[\u0304\u0301\u030C\u0300]/.test(text.normalize('NFD').replaceAll(/n\u0303/g, ''))
      yield { text: marked ? marksToNumbers(text, { umlaut: options.umlaut }) : numbersToMarks(text) }
      return
    }
    if (mode === 'traditional' || mode === 'simplified') {
      const convert = await loadConverter(mode, options.region)
      yield* inChunks(text, host.signal, convert)
      return
    }
    const read = await loadReader(options.isTraditional)
    const words = parseWords(options.words)
    const writing: WriteOptions = { ...options, separator: SEPARATORS[options.separator] }
    const surname = mode === 'passport' ? 'head' : options.names
    const tokenise = (part: string) => toTokens(part, read, { surname, hasSandhi: options.sandhi, words })
    if (mode === 'passport') {
      const names = splitNames(text).map((name) => toPassportName(tokenise(name)))
      yield { text: names.map(({ surname: family, given }) => `${family} ${given}`.trim()).join('\n'), names }
      return
    }
    const unknown = new Set<string>()
    const marks = new Set<string>()
    const write = { pinyin: writeTokens, ruby: writeRuby, slug: (tokens: Token[]) => writeSlug(tokens, options.umlaut) }[mode]
    let last: { text: string } = { text: '' }
    let readCount = 0
    for await (last of inChunks(text, host.signal, (part) => {
      const tokens = tokenise(part)
      readCount += tokens.filter(({ reading }) => reading !== undefined).length
      for (const token of tokens)
        if (token.reading === undefined && !marks.has(token.text))
          (/\p{Script=Han}/u.test(token.text) ? unknown : marks).add(token.text)
      return write(tokens, writing)
    }))
      yield last
    const characters = options.readings ? await listReadings(tokenise(text.slice(0, 4 * MAX_LISTED)), writing) : undefined
    const extra = characters ? { characters, ...toMore(readCount, characters.length) } : {}
    const missing = unknown.size > 0 ? { unknown: [...unknown].slice(0, MAX_LISTED).join('') } : {}
    if (options.readings || unknown.size > 0) yield { ...last, ...missing, ...extra }
  },
})

/** Names on lines of their own or between commas; between blanks where none is of one character, as in 张 三. */
function splitNames(text: string): string[] {
  return text.split(/[\n,，、;；]+/).flatMap((piece) => {
    const words = piece.trim().split(/\s+/)
    const areNames = words.length > 1 && words.every((word) => /^\p{Script=Han}{2,}$/u.test(word))
    return areNames ? words : piece.trim() || []
  })
}

/** Works piece by piece; every value is the whole result so far. Gives way to other work between pieces. */
async function* inChunks(text: string, signal: AbortSignal, convert: (part: string) => string): AsyncGenerator<{ text: string }> {
  let result = ''
  let shown = 0
  for (const part of toChunks(text)) {
    if (signal.aborted) throw new AppError('cancelled')
    result += convert(part)
    // A long result is shown after each doubling, so that passing it on costs no more than making it.
    if (result.length > 2 * shown) {
      shown = result.length
      yield { text: result }
    }
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  yield { text: result }
}
