import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { createRegex, MAX_MATCHES, MAX_TEXT } from './engine.ts'

export default defineTool({
  id: 'regex',
  route: '/text/regex',
  group: 'text',
  rank: 30,
  icon: 'Regex',
  title: { en: 'Regular expression', zh: '正则表达式测试' },
  summary: { en: 'Try a regular expression: matches, groups, replacement', zh: '测试正则：查看匹配、分组与替换结果' },
  about: {
    en: 'Runs on RE2, whose time grows only with the length of the text, so that no pattern can run away. RE2 has named groups and Unicode classes, but no look-around and no back-references: (?=…), (?<=…) and \\1 are refused with their place.',
    zh: '采用 RE2 引擎，耗时只随文本长度增长，任何表达式都不会失控。支持命名分组与 Unicode 类别，不支持环视与反向引用：遇到 (?=…)、(?<=…)、\\1 会指出位置并拒绝。',
  },
  keywords: ['regexp', 'match', 'replace', 'pattern', 're2', 'test', '正则', '匹配', '替换', '表达式'],
  timeoutMs: 2000,
  input: z.object({
    pattern: z
      .string()
      .min(1)
      .max(2000)
      .meta({
        label: { en: 'Pattern', zh: '表达式' },
        placeholder: { en: '(?<year>\\d{4})-(\\d\\d)', zh: '(?<year>\\d{4})-(\\d\\d)' },
      }),
    text: z.string().meta({ label: { en: 'Text', zh: '文本' }, widget: 'text', main: true }),
    ignoreCase: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Ignore letter case (i)', zh: '忽略大小写（i）' } }),
    multiline: z
      .boolean()
      .default(false)
      .meta({ label: { en: '^ and $ at every line (m)', zh: '^ 与 $ 匹配每一行（m）' } }),
    dotAll: z
      .boolean()
      .default(false)
      .meta({ label: { en: '. takes line breaks (s)', zh: '. 匹配换行（s）' } }),
    replace: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Replace', zh: '替换' } }),
    replacement: z
      .string()
      .default('')
      .meta({
        label: { en: 'Replacement', zh: '替换为' },
        help: { en: '$1, $<name>, $& for the whole, $$ for $', zh: '$1、$<名称>，$& 为整个匹配，$$ 为 $' },
        when: { replace: [true] },
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    count: z.number().meta({ label: { en: 'Matches', zh: '匹配数' } }),
    matches: z
      .array(
        z.object({
          start: z.number().meta({ label: { en: 'From', zh: '起' } }),
          end: z.number().meta({ label: { en: 'To', zh: '止' } }),
          match: z.string().meta({ label: { en: 'Match', zh: '匹配' } }),
          groups: z.string().meta({ label: { en: 'Groups', zh: '分组' } }),
        }),
      )
      .meta({ label: { en: 'Every match', zh: '逐个匹配' }, widget: 'table' }),
  }),
  examples: [
    {
      name: { en: 'groups', zh: '分组' },
      input: { pattern: '(?<year>\\d{4})-(\\d\\d)', text: 'from 2025-12 to 2026-01' },
      output: {
        text: '2025-12\n2026-01',
        count: 2,
        matches: [
          { start: 5, end: 12, match: '2025-12', groups: 'year=2025, 2=12' },
          { start: 16, end: 23, match: '2026-01', groups: 'year=2026, 2=01' },
        ],
      },
    },
    {
      name: { en: 'replace', zh: '替换' },
      input: { pattern: '(\\w+)@(\\w+)', text: 'ann@home bo@work', replace: true, replacement: '$2.$1' },
      output: {
        text: 'home.ann work.bo',
        count: 2,
        matches: [
          { start: 0, end: 8, match: 'ann@home', groups: '1=ann, 2=home' },
          { start: 9, end: 16, match: 'bo@work', groups: '1=bo, 2=work' },
        ],
      },
    },
    {
      name: { en: 'a pattern that hangs other engines', zh: '会拖垮其他引擎的表达式' },
      input: { pattern: '^(a+)+$', text: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' },
      output: { text: '', count: 0, matches: [] },
    },
  ],
  async run({ pattern, text, replace, replacement, ...flags }, { signal }) {
    if (text.length > MAX_TEXT)
      throw new AppError('too_large', { field: 'text', limit: '1 MiB', got: `${(text.length / 2 ** 20).toFixed(1)} MiB` })
    const regex = await createRegex(pattern, flags)
    const { createPacer } = await import('../../lib/pacer.ts')
    const found = await regex.findAll(text, createPacer(signal))
    const matches = found.slice(0, MAX_MATCHES).map(({ start, end, match, groups }) => ({
      start,
      end,
      match,
      groups: groups.map(({ name, value }) => `${name}=${value ?? '∅'}`).join(', '),
    }))
    return {
      text: replace ? regex.replace(text, found, replacement) : matches.map(({ match }) => match).join('\n'),
      count: found.length,
      matches,
    }
  },
})
