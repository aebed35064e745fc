import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { composeSentences, composeWords, makeDraw, type Script } from './compose.ts'

const LIMITS = { paragraphs: 1000, sentences: 10_000, words: 100_000, characters: 1_000_000 } as const
type Unit = keyof typeof LIMITS

export default defineTool({
  id: 'placeholder-text',
  route: '/generate/lorem',
  group: 'generate',
  rank: 45,
  icon: 'Pilcrow',
  title: { en: 'Placeholder text generator', zh: '占位文本生成' },
  summary: { en: 'Lorem ipsum and Chinese filler text, also of an exact length', zh: 'Lorem ipsum 与中文假文，可精确指定长度' },
  about: {
    en: 'Latin words come from Cicero, as printers have set them since the 1500s; Chinese phrases from the Thousand Character Classic. Characters are counted exactly, spaces and marks included, which tells how a form takes a name of 255. Every text is drawn anew.',
    zh: '拉丁文单词出自西塞罗，自 16 世纪起用作排版假文；中文短语取自《千字文》。按字符生成时长度精确（含空格与标点），可用来测试表单的长度限制。每次生成的内容都不同。',
  },
  keywords: [
    'lorem ipsum',
    'lorem',
    'dummy text',
    'filler text',
    'sample text',
    'test text',
    '假文',
    '乱数假文',
    '占位文字',
    '测试文本',
    '填充文本',
    '千字文',
  ],
  input: z.object({
    count: z
      .int()
      .min(1)
      .max(LIMITS.characters)
      .default(3)
      .meta({ label: { en: 'How many', zh: '数量' }, main: true }),
    unit: z
      .enum(['paragraphs', 'sentences', 'words', 'characters'])
      .default('paragraphs')
      .meta({
        label: { en: 'Of what', zh: '单位' },
        help: { en: 'A word of Chinese is a phrase of four', zh: '中文“单词”为四字短语' },
        options: {
          paragraphs: { en: 'Paragraphs', zh: '段落' },
          sentences: { en: 'Sentences', zh: '句子' },
          words: { en: 'Words', zh: '单词' },
          characters: { en: 'Characters', zh: '字符' },
        },
      }),
    script: z
      .enum(['latin', 'chinese'])
      .default('latin')
      .meta({
        label: { en: 'Language', zh: '语言' },
        options: { latin: { en: 'Latin', zh: '拉丁文' }, chinese: { en: 'Chinese', zh: '中文' } },
      }),
    classic: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Classic beginning', zh: '经典开头' } }),
    html: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'HTML paragraphs', zh: 'HTML 段落' }, when: { unit: ['paragraphs'] } }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Text', zh: '文本' }, widget: 'text', main: true }),
    characters: z.int().meta({ label: { en: 'Characters', zh: '字符数' } }),
  }),
  examples: [
    { name: { en: 'Three paragraphs', zh: '三个段落' }, input: { count: 3 } },
    { name: { en: 'Chinese', zh: '中文' }, input: { count: 2, script: 'chinese' } },
    { name: { en: 'A name of 255 characters', zh: '255 个字符' }, input: { count: 255, unit: 'characters' } },
  ],
  run({ count, unit, script, classic, html }, host) {
    if (count > LIMITS[unit]) {
      const expected = { en: `at most ${LIMITS[unit]} ${unit}`, zh: `不超过 ${LIMITS[unit]}` }
      throw new AppError('bad_input', { field: 'count', expected, got: count })
    }
    const text = compose(count, unit, { script, isClassic: classic, isHtml: html, draw: makeDraw((size) => host.random(size)) })
    return { text, characters: text.length }
  },
})

type Options = {
  readonly script: Script
  readonly isClassic: boolean
  readonly isHtml: boolean
  readonly draw: ReturnType<typeof makeDraw>
}

function compose(count: number, unit: Unit, { script, isClassic, isHtml, draw }: Options): string {
  const space = script === 'latin' ? ' ' : ''
  if (unit === 'words') return take(composeWords(script, isClassic, draw), count).join(script === 'latin' ? ' ' : '，')
  const sentences = composeSentences(script, isClassic, draw)
  if (unit === 'sentences') return take(sentences, count).join(space)
  if (unit === 'characters') return cutTo(count, sentences, space, script)
  const paragraphs = Array.from({ length: count }, () => take(sentences, 3 + draw(4)).join(space))
  return paragraphs.map((text) => (isHtml ? `<p>${text}</p>` : text)).join(isHtml ? '\n' : '\n\n')
}

function take(source: Iterator<string, never>, count: number): string[] {
  return Array.from({ length: count }, () => source.next().value)
}

/** Sentences up to a length, and a full stop in the last place. */
function cutTo(length: number, sentences: Iterator<string, never>, space: string, script: Script): string {
  let text = ''
  while (text.length < length) text += `${text === '' ? '' : space}${sentences.next().value}`
  const cut = text.slice(0, length - 1)
  // A space or a mark before the full stop would look like a slip; a letter takes its place.
  const [filler, stop] = script === 'latin' ? ['a', '.'] : ['也', '。']
  return `${cut.replace(/[\s,.?，。？]$/, filler)}${stop}`
}
