import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { refuseLong } from '../../lib/refuse-long.ts'
import type { LineChange, LineOptions } from './compare-lines.ts'
import type { Part } from './compare-tokens.ts'

/** Longest text on one side, in 2^20 UTF-16 units. */
const MAX_MEBI = 2
const TOO_DIFFERENT: Text = {
  en: 'more: the texts differ too much to be compared this way; comparing by lines takes fewer',
  zh: '更多：两段文本差异过大，无法以此方式比较，按行比较所需步数更少',
}
const TOO_MANY_LINES: Text = {
  en: 'more: too many lines differ; compare the texts in parts',
  zh: '更多：不同的行过多，请分段比较',
}
const DIFFERENCE: Text = { en: 'The difference', zh: '差异' }
const STEPS: Text = { en: '50 million steps of comparison', zh: '5000 万步比较' }

export default defineTool({
  id: 'text-diff',
  route: '/text/diff',
  group: 'text',
  rank: 10,
  icon: 'GitCompare',
  title: { en: 'Text diff', zh: '文本对比' },
  summary: { en: 'Compare two texts by line, word or character', zh: '按行、按词或按字符对比两段文本' },
  about: {
    en: 'Shows the shortest way from one text to the other (Myers’ algorithm). The patch is in unified format and can be applied with patch or git apply to a file of that name. White space, letter case or both can be ignored; the patch keeps them, so that it always gives the second text.',
    zh: '用 Myers 算法求出从一段文本到另一段的最短改动。补丁为 unified 格式，可用 patch 或 git apply 应用于同名文件。对比时可忽略空白与大小写；补丁则始终保留，应用后与新文完全一致。',
  },
  keywords: [
    'compare',
    'difference',
    'patch',
    'unified',
    'merge',
    '比较',
    '差异',
    '对比',
    '补丁',
    'diff checker',
    'compare texts',
    '文件对比',
    '文本比较',
    '两段文本',
    'compare files',
    '文字对比',
    '比较两个文件',
  ],
  input: z.object({
    left: z.string().meta({ label: { en: 'Before', zh: '原文' }, widget: 'text', main: true }),
    right: z.string().meta({ label: { en: 'After', zh: '新文' }, widget: 'text' }),
    by: z
      .enum(['line', 'word', 'char'])
      .default('line')
      .meta({
        label: { en: 'Compare by', zh: '对比单位' },
        options: { line: { en: 'Line', zh: '行' }, word: { en: 'Word', zh: '词' }, char: { en: 'Character', zh: '字符' } },
      }),
    ignoreSpace: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Ignore white space at the ends of lines', zh: '忽略行首行尾空白' } }),
    ignoreAllSpace: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Ignore all white space within lines', zh: '忽略行内全部空白' } }),
    ignoreCase: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Ignore letter case', zh: '忽略大小写' } }),
    context: z
      .int()
      .min(0)
      .max(100)
      .default(3)
      .meta({ label: { en: 'Lines around each change', zh: '补丁上下文行数' }, advanced: true }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Patch', zh: '补丁' }, widget: 'code', language: 'diff', main: true }),
    note: z
      .string()
      .optional()
      .meta({ label: { en: 'Note', zh: '说明' } }),
    isEqual: z.boolean().meta({ label: { en: 'Equal', zh: '是否相同' } }),
    added: z.number().meta({ label: { en: 'Added', zh: '新增' } }),
    removed: z.number().meta({ label: { en: 'Removed', zh: '删除' } }),
    parts: z
      .array(
        z.object({
          change: z.enum(['same', 'added', 'removed']).meta({
            label: { en: 'Change', zh: '变化' },
            options: {
              same: { en: 'same', zh: '相同' },
              added: { en: 'added', zh: '新增' },
              removed: { en: 'removed', zh: '删除' },
            },
          }),
          text: z.string().meta({ label: { en: 'Text', zh: '文本' } }),
        }),
      )
      .meta({ label: { en: 'Parts', zh: '各部分' }, widget: 'table' }),
  }),
  examples: [
    {
      name: { en: 'Words', zh: '按词' },
      input: { left: 'the quick fox', right: 'the slow fox', by: 'word' },
      output: {
        text: '--- a/file\n+++ b/file\n@@ -1,1 +1,1 @@\n-the quick fox\n\\ No newline at end of file\n+the slow fox\n\\ No newline at end of file\n',
        isEqual: false,
        added: 1,
        removed: 1,
        parts: [
          { change: 'same', text: 'the ' },
          { change: 'removed', text: 'quick' },
          { change: 'added', text: 'slow' },
          { change: 'same', text: ' fox' },
        ],
      },
    },
    {
      name: { en: 'Lines', zh: '按行' },
      input: { left: 'a\nb\n', right: 'a\nc\n' },
      output: {
        text: '--- a/file\n+++ b/file\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
        isEqual: false,
        added: 1,
        removed: 1,
        parts: [
          { change: 'same', text: 'a\n' },
          { change: 'removed', text: 'b\n' },
          { change: 'added', text: 'c\n' },
        ],
      },
    },
    {
      name: { en: 'Equal but for case', zh: '忽略大小写后相同' },
      input: { left: 'Hello', right: 'hello', by: 'char', ignoreCase: true },
      output: { text: '', isEqual: true, added: 0, removed: 0, parts: [{ change: 'same', text: 'hello' }] },
    },
  ],
  async run({ left, right, by, ignoreSpace, ignoreAllSpace, ignoreCase, context }, { lang }) {
    for (const [field, text] of Object.entries({ left, right })) refuseLong(text, MAX_MEBI, field)
    const { compareLines } = await import('./compare-lines.ts')
    const byLine = (ignored: LineOptions) => {
      const changes = compareLines(left, right, ignored)
      if (!changes) throw tooDifferent(TOO_MANY_LINES)
      return changes
    }
    const lines = by === 'line' ? byLine({ ignoreSpace, ignoreAllSpace, ignoreCase }) : undefined
    const parts = lines?.map(toPart) ?? (await compareInside())
    const count = (change: Part['change']) => parts.reduce((sum, part) => sum + (part.change === change ? part.count : 0), 0)
    const isEqual = parts.every(({ change }) => change === 'same')
    const { toPatch } = await import('./to-patch.ts')
    const isExact = !ignoreSpace && !ignoreAllSpace && !ignoreCase
    const note = isEqual ? undefined : findEndNote(left, right)?.[lang]
    return {
      text: isEqual
        ? ''
        : toPatch(isExact && lines ? lines : byLine({ ignoreSpace: false, ignoreAllSpace: false, ignoreCase: false }), context),
      ...(note === undefined ? {} : { note }),
      isEqual,
      added: count('added'),
      removed: count('removed'),
      parts: parts.map(({ change, text }) => ({ change, text })),
    }

    async function compareInside(): Promise<Part[]> {
      const { compareTokens } = await import('./compare-tokens.ts')
      const isTrimmed = by === 'word' && (ignoreSpace || ignoreAllSpace)
      const [a = '', b = ''] = [left, right].map((text) => (isTrimmed ? trimLines(text, ignoreAllSpace) : text))
      const parts = compareTokens(a, b, { by: by === 'char' ? 'char' : 'word', ignoreCase })
      if (!parts) throw tooDifferent(TOO_DIFFERENT)
      return parts
    }
  },
})

function tooDifferent(got: Text): AppError {
  return new AppError('too_large', { field: DIFFERENCE, limit: STEPS, got })
}

function toPart({ change, lines }: LineChange): Part {
  return { change, text: lines.join(''), count: lines.length }
}

function trimLines(text: string, isDense: boolean): string {
  return text
    .split('\n')
    .map((line) => (isDense ? line.trim().replaceAll(/\s+/g, ' ') : line.trim()))
    .join('\n')
}

/** Texts that show no difference at all: their lines end in another way. */
function findEndNote(left: string, right: string): Text | undefined {
  const [a, b] = [nameEnds(left), nameEnds(right)]
  if (toUnixText(left) !== toUnixText(right)) return undefined
  if (a && b && a !== b)
    return {
      en: `The texts differ in their line endings alone: ${a} before, ${b} after.`,
      zh: `两段文本只有换行符不同：原文为 ${a}，新文为 ${b}。`,
    }
  return {
    en: 'The texts differ in the line break at the very end alone.',
    zh: '两段文本只有末尾的换行不同。',
  }
}

const toUnixText = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')

/** Which line breaks a text has. */
function nameEnds(text: string): string {
  const found = new Set(text.match(/\r\n|\n|\r/g) ?? [])
  const names = { '\r\n': 'CRLF', '\n': 'LF', '\r': 'CR' }
  return Object.entries(names)
    .flatMap(([end, name]) => (found.has(end) ? name : []))
    .join(' + ')
}
