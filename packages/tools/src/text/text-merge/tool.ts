import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { refuseLong } from '../../lib/refuse-long.ts'

/** Longest text, in 2^20 UTF-16 units. */
const MAX_MEBI = 2

export default defineTool({
  id: 'text-merge',
  route: '/text/merge',
  group: 'text',
  rank: 11,
  icon: 'GitMerge',
  title: { en: 'Three-way text merge', zh: '文本三方合并' },
  summary: {
    en: 'Merge two edited versions of one text, and see where they conflict',
    zh: '合并同一文本的两个修改版本，标出冲突之处',
  },
  about: {
    en: 'Both versions are compared with the original line by line (Myers’ algorithm). What one of them has changed is taken, what both have changed alike is taken once; where they differ, on the same or on neighbouring lines, there is a conflict. It is marked as git marks it, with or without the original, or settled for one side or for both.',
    zh: '用 Myers 算法将两个版本分别与原文逐行比较。只有一方改动的取改动，双方改动相同的取一次；同一行或相邻行改得不同的即为冲突，按 git 的格式标出（可附原文），也可统一采用某一方或两者都保留。',
  },
  keywords: ['merge', 'diff3', 'conflict', 'git merge', 'combine', '合并', '冲突', '三路合并', '合并文本', '版本合并'],
  input: z.object({
    base: z.string().meta({ label: { en: 'Original', zh: '原文' }, widget: 'text', main: true }),
    left: z.string().meta({ label: { en: 'Mine', zh: '我的版本' }, widget: 'text' }),
    right: z.string().meta({ label: { en: 'Theirs', zh: '对方版本' }, widget: 'text' }),
    conflicts: z
      .enum(['mark', 'left', 'right', 'both'])
      .default('mark')
      .meta({
        label: { en: 'Conflicts', zh: '冲突' },
        options: {
          mark: { en: 'Mark', zh: '标出' },
          left: { en: 'Take mine', zh: '采用我的' },
          right: { en: 'Take theirs', zh: '采用对方的' },
          both: { en: 'Keep both', zh: '两者都保留' },
        },
      }),
    showsBase: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Show the original in conflicts', zh: '冲突中附上原文' }, when: { conflicts: ['mark'] } }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Merged', zh: '合并结果' }, widget: 'code', main: true }),
    conflicts: z.number().meta({ label: { en: 'Conflicts', zh: '冲突数' } }),
    changes: z
      .array(
        z.object({
          line: z.number().meta({ label: { en: 'Line', zh: '行' } }),
          from: z.enum(['left', 'right', 'both', 'conflict']).meta({
            label: { en: 'From', zh: '来源' },
            options: {
              left: { en: 'mine', zh: '我的版本' },
              right: { en: 'theirs', zh: '对方版本' },
              both: { en: 'both alike', zh: '双方相同' },
              conflict: { en: 'conflict', zh: '冲突' },
            },
          }),
          was: z.string().meta({ label: { en: 'Original', zh: '原文' } }),
        }),
      )
      .meta({ label: { en: 'Changes', zh: '改动' }, widget: 'table' }),
  }),
  errors: ['too_large'],
  examples: [
    {
      name: { en: 'Two people, two lines', zh: '各改一行' },
      input: { base: 'a\nb\nc\n', left: 'A\nb\nc\n', right: 'a\nb\nC\n' },
      output: {
        text: 'A\nb\nC\n',
        conflicts: 0,
        changes: [
          { line: 1, from: 'left', was: 'a\n' },
          { line: 3, from: 'right', was: 'c\n' },
        ],
      },
    },
    {
      name: { en: 'A conflict', zh: '冲突' },
      input: {
        base: 'port = 80\nhost = a\n',
        left: 'port = 8080\nhost = a\n',
        right: 'port = 8443\nhost = a\n',
        showsBase: true,
      },
      output: {
        text: '<<<<<<< mine\nport = 8080\n||||||| original\nport = 80\n=======\nport = 8443\n>>>>>>> theirs\nhost = a\n',
        conflicts: 1,
        changes: [{ line: 1, from: 'conflict', was: 'port = 80\n' }],
      },
    },
  ],
  async run({ base, left, right, conflicts, showsBase }) {
    for (const [field, text] of Object.entries({ base, left, right })) refuseLong(text, MAX_MEBI, field)
    const { mergeTexts } = await import('./merge-texts.ts')
    const merged = mergeTexts({ base, left, right }, { conflicts, showsBase })
    if (merged) return { ...merged, changes: [...merged.changes] }
    throw new AppError('too_large', {
      field: { en: 'The difference', zh: '差异' },
      limit: { en: '50 million steps of comparison', zh: '5000 万步比较' },
      got: { en: 'more: too many lines differ; merge the texts in parts', zh: '更多：不同的行过多，请分段合并' },
    })
  },
})
