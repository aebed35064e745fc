import type { Lang, Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { refuseLong, refuseLongResult } from '../../lib/refuse-long.ts'
import { createRegex, MAX_MATCHES, MAX_TEXT, type Found } from './engine.ts'

export default defineTool({
  id: 'regex',
  route: '/text/regex',
  group: 'text',
  rank: 30,
  icon: 'Regex',
  title: { en: 'Regular expression tester', zh: '正则表达式测试' },
  summary: {
    en: 'Try a regular expression and have it explained: matches, groups, replacement',
    zh: '测试并解释正则：查看匹配、分组与替换结果',
  },
  about: {
    en: 'Runs on RE2, whose time grows linearly with the text, so that no pattern can run away. RE2 has named groups and Unicode classes, but no look-around and no back-references: (?=…), (?<=…) and \\1 are refused with their place. The JavaScript engine (ECMA-262) has both and runs in a thread that is stopped after two seconds. Each part of the pattern is explained with its place.',
    zh: '采用 RE2 引擎，耗时随文本长度线性增长，任何表达式都不会失控。支持命名分组与 Unicode 类别，不支持环视与反向引用：遇到 (?=…)、(?<=…)、\\1 会指出位置并拒绝。JavaScript 引擎（ECMA-262）两者都支持，运行于可中止的线程，限时两秒。表达式逐段解释，并标出位置。',
  },
  keywords: [
    'regexp',
    'match',
    'replace',
    'pattern',
    'explain',
    're2',
    'test',
    '正则',
    '匹配',
    '解释',
    '替换',
    '表达式',
    'regex tester',
  ],
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
    text: z
      .string()
      .default('')
      .meta({ label: { en: 'Text', zh: '文本' }, widget: 'text', main: true }),
    engine: z
      .enum(['re2', 'javascript'])
      .default('re2')
      .meta({
        label: { en: 'Engine', zh: '引擎' },
        help: {
          en: 'RE2 always finishes in time. The JavaScript engine has look-around and back-references, and is stopped after two seconds.',
          zh: 'RE2 不会失控。JavaScript 引擎支持环视与反向引用，运行两秒后会被中止。',
        },
        options: { re2: { en: 'RE2', zh: 'RE2' }, javascript: { en: 'JavaScript', zh: 'JavaScript' } },
      }),
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
      .meta({ label: { en: '. matches line breaks (s)', zh: '. 匹配换行（s）' } }),
    unicode: z
      .boolean()
      .default(true)
      .meta({
        label: { en: 'Whole code points (u)', zh: '按 Unicode 码点匹配（u）' },
        when: { engine: ['javascript'] },
      }),
    sets: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Sets in classes: [\\w--\\d], [a&&b] (v)', zh: '字符类集合运算：[\\w--\\d]、[a&&b]（v）' },
        when: { engine: ['javascript'] },
      }),
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
    matching: z
      .string()
      .default('')
      .meta({
        label: { en: 'Lines that must match', zh: '应匹配的行' },
        help: {
          en: 'Tested one by one, so that you see whether a change breaks anything',
          zh: '逐行测试，修改表达式后可立即看出是否有误',
        },
        widget: 'text',
        advanced: true,
      }),
    failing: z
      .string()
      .default('')
      .meta({ label: { en: 'Lines that must not match', zh: '不应匹配的行' }, widget: 'text', advanced: true }),
    explain: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Explain the pattern', zh: '解释表达式' } }),
    code: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Generate code', zh: '生成示例代码' }, advanced: true }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    count: z.number().meta({ label: { en: 'Matches', zh: '匹配数' } }),
    note: z
      .string()
      .optional()
      .meta({ label: { en: 'Note', zh: '提示' } }),
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
    cases: z
      .array(
        z.object({
          isRight: z.boolean().meta({ label: { en: 'Right', zh: '符合预期' } }),
          text: z.string().meta({ label: { en: 'Line', zh: '行' } }),
          isWanted: z.boolean().meta({ label: { en: 'Must match', zh: '应匹配' } }),
          found: z.string().meta({ label: { en: 'Found', zh: '匹配到' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Cases', zh: '用例' }, widget: 'table' }),
    explanation: z
      .array(
        z.object({
          depth: z.int().meta({ label: { en: 'Level', zh: '层级' } }),
          start: z.int().meta({ label: { en: 'From', zh: '起' } }),
          end: z.int().meta({ label: { en: 'To', zh: '止' } }),
          part: z.string().meta({ label: { en: 'Part', zh: '部分' } }),
          meaning: z.string().meta({ label: { en: 'Meaning', zh: '含义' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'The pattern explained', zh: '表达式解释' }, widget: 'table' }),
    snippets: z
      .array(
        z.object({
          language: z.string().meta({ label: { en: 'Language', zh: '语言' } }),
          code: z.string().meta({ label: { en: 'Code', zh: '代码' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'In code', zh: '示例代码' }, widget: 'table' }),
  }),
  errors: ['syntax_error'],
  accepts: { 'regex-literal': { pattern: '' } },
  examples: [
    {
      name: { en: 'Groups', zh: '分组' },
      input: { pattern: '(?<year>\\d{4})-(\\d\\d)', text: 'from 2025-12 to 2026-01' },
      output: {
        text: '2025-12\n2026-01',
        count: 2,
        matches: [
          { start: 5, end: 12, match: '2025-12', groups: 'year=2025, 2=12' },
          { start: 16, end: 23, match: '2026-01', groups: 'year=2026, 2=01' },
        ],
        explanation: [
          { depth: 0, part: '(?<year>\\d{4})', start: 0, end: 14, meaning: 'group 1, called “year”' },
          { depth: 1, part: '\\d{4}', start: 8, end: 13, meaning: 'a digit (0–9), exactly 4 times' },
          { depth: 0, part: '-', start: 14, end: 15, meaning: '“-”' },
          { depth: 0, part: '(\\d\\d)', start: 15, end: 21, meaning: 'group 2' },
          { depth: 1, part: '\\d', start: 16, end: 18, meaning: 'a digit (0–9)' },
          { depth: 1, part: '\\d', start: 18, end: 20, meaning: 'a digit (0–9)' },
        ],
      },
    },
    {
      name: { en: 'Replace', zh: '替换' },
      input: { pattern: '(\\w+)@(\\w+)', text: 'ann@home bo@work', replace: true, replacement: '$2.$1' },
      output: {
        text: 'home.ann work.bo',
        count: 2,
        matches: [
          { start: 0, end: 8, match: 'ann@home', groups: '1=ann, 2=home' },
          { start: 9, end: 16, match: 'bo@work', groups: '1=bo, 2=work' },
        ],
        explanation: [
          { depth: 0, part: '(\\w+)', start: 0, end: 5, meaning: 'group 1' },
          {
            depth: 1,
            part: '\\w+',
            start: 1,
            end: 4,
            meaning: 'a word character (A–Z, a–z, 0–9, _), once or more, as many as possible',
          },
          { depth: 0, part: '@', start: 5, end: 6, meaning: '“@”' },
          { depth: 0, part: '(\\w+)', start: 6, end: 11, meaning: 'group 2' },
          {
            depth: 1,
            part: '\\w+',
            start: 7,
            end: 10,
            meaning: 'a word character (A–Z, a–z, 0–9, _), once or more, as many as possible',
          },
        ],
      },
    },
    {
      name: { en: 'Cases that must and must not match', zh: '应匹配与不应匹配的用例' },
      input: { pattern: '^\\d{3}-\\d{4}$', matching: '555-0123\n555 0123', failing: '5555-0123', explain: false },
      output: {
        text: '',
        count: 0,
        matches: [],
        cases: [
          { text: '555-0123', isWanted: true, found: '555-0123', isRight: true },
          { text: '555 0123', isWanted: true, found: '', isRight: false },
          { text: '5555-0123', isWanted: false, found: '', isRight: true },
        ],
      },
    },
    {
      name: { en: 'Look-around and code', zh: '环视与示例代码' },
      input: {
        pattern: '(?<=\\$)(?<price>\\d+)(?!\\d|%)',
        text: 'was $12, now $9',
        engine: 'javascript',
        code: true,
      },
      output: {
        text: '12\n9',
        count: 2,
        matches: [
          { start: 5, end: 7, match: '12', groups: 'price=12' },
          { start: 14, end: 15, match: '9', groups: 'price=9' },
        ],
        explanation: [
          { depth: 0, part: '(?<=\\$)', start: 0, end: 7, meaning: 'preceded by (look-behind)' },
          { depth: 1, part: '\\$', start: 4, end: 6, meaning: '“$”' },
          { depth: 0, part: '(?<price>\\d+)', start: 7, end: 20, meaning: 'group 1, called “price”' },
          { depth: 1, part: '\\d+', start: 16, end: 19, meaning: 'a digit (0–9), once or more, as many as possible' },
          { depth: 0, part: '(?!\\d|%)', start: 20, end: 28, meaning: 'not followed by (look-ahead)' },
          { depth: 1, part: '\\d', start: 23, end: 25, meaning: 'alternative 1 of 2' },
          { depth: 2, part: '\\d', start: 23, end: 25, meaning: 'a digit (0–9)' },
          { depth: 1, part: '%', start: 26, end: 27, meaning: 'alternative 2 of 2' },
          { depth: 2, part: '%', start: 26, end: 27, meaning: '“%”' },
          { depth: 0, start: 28, end: 28, part: 'u', meaning: 'flag: whole code points, \\p{…}, no unknown escapes' },
        ],
        snippets: [
          {
            language: 'JavaScript',
            code: 'for (const match of text.matchAll(new RegExp("(?<=\\\\$)(?<price>\\\\d+)(?!\\\\d|%)", \'gu\')))\n  console.log(match.index, match[0], match.groups)',
          },
          {
            language: 'Java',
            code: 'import java.util.regex.*;\n\nMatcher matcher = Pattern.compile("(?<=\\\\$)(?<price>\\\\d+)(?!\\\\d|%)").matcher(text);\nwhile (matcher.find()) System.out.println(matcher.start() + " " + matcher.group());',
          },
          {
            language: 'Python',
            code: 'import re\nfor match in re.compile("(?a)(?<=\\\\$)(?P<price>\\\\d+)(?!\\\\d|%)").finditer(text):\n    print(match.start(), match.group(), match.groupdict())',
          },
        ],
      },
    },
    {
      name: { en: 'A pattern that hangs other engines', zh: '会拖垮其他引擎的表达式' },
      input: { pattern: '^(a+)+$', text: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' },
      output: {
        text: '',
        count: 0,
        matches: [],
        explanation: [
          { depth: 0, part: '^', start: 0, end: 1, meaning: 'the start of the text' },
          { depth: 0, part: '(a+)+', start: 1, end: 6, meaning: 'group 1, once or more, as many as possible' },
          { depth: 1, part: 'a+', start: 2, end: 4, meaning: '“a”, once or more, as many as possible' },
          { depth: 0, part: '$', start: 6, end: 7, meaning: 'the end of the text' },
        ],
      },
    },
  ],
  runaway: ({ engine }) =>
    engine === 'javascript'
      ? {
          en: 'the pattern tries too many ways (catastrophic backtracking); make its repetitions mutually exclusive, or use RE2',
          zh: '表达式尝试的组合过多（灾难性回溯）；请让重复部分互斥，或改用 RE2',
        }
      : undefined,
  async run(input, { signal, lang }) {
    const { engine, pattern, text, replace, replacement, unicode, sets, explain, code, matching, failing, ...flags } = input
    refuseLong(text, MAX_TEXT / 2 ** 20)
    const regex =
      engine === 're2'
        ? await createRegex(pattern, flags)
        : (await import('./javascript.ts')).createJavaScriptRegex(pattern, { ...flags, unicode, sets })
    const { createPacer } = await import('../../lib/pacer.ts')
    const breathe = createPacer(signal)
    const found = await regex.findAll(text, breathe)
    if (replace) refuseLongResult(toReplacedLength(text, found, replacement))
    const matches = found.slice(0, MAX_MATCHES).map(({ start, end, match, groups }) => ({
      start,
      end,
      match,
      groups: groups.map(({ name, value }) => `${name}=${value ?? '∅'}`).join(', '),
    }))
    return {
      text: replace ? regex.replace(text, found, replacement) : found.map(({ match }) => match).join('\n'),
      count: found.length,
      ...(found.length === 0 ? findSlashNote(pattern, lang) : replace ? findReferenceNote(replacement, lang) : {}),
      matches,
      ...(matching || failing
        ? { cases: await (await import('./cases.ts')).tryCases(regex, { matching, failing }, breathe) }
        : {}),
      ...(explain ? { explanation: await toExplanation() } : {}),
      ...(code ? { snippets: await toCode() } : {}),
    }

    async function toExplanation() {
      const { explainPattern } = await import('./explain.ts')
      const parts = explainPattern(pattern, { engine, unicode, sets, ...flags })
      return parts.map(({ meaning, ...part }) => ({ ...part, meaning: meaning[lang] }))
    }

    async function toCode() {
      const { toSnippets } = await import('./snippets.ts')
      return toSnippets({ engine, pattern, replace, replacement, unicode, sets, ...flags })
    }
  },
})

/** References of Go, Java, PHP, Python and sed, which come out as they stand. */
function findReferenceNote(replacement: string, lang: Lang): { note?: string } {
  const [foreign] = /\$0(?!\d)|\\\d|\$\{\w+\}|\\g<\w+>/.exec(replacement.replaceAll('$$', '')) ?? []
  if (foreign === undefined) return {}
  const note: Text = {
    en: `“${foreign}” is put in as it stands; here the whole match is $&, a group $1, a named one $<name>`,
    zh: `“${foreign}”会原样写入；此处整个匹配写作 $&，分组写作 $1，命名分组写作 $<名称>`,
  }
  return { note: note[lang] }
}

/** A literal of JavaScript, PHP or Perl brings slashes along that nothing matches; all matches are found without its g. */
function findSlashNote(pattern: string, lang: Lang): { note?: string } {
  const [, inner, given = ''] = /^\/(.+)\/([a-z]*)$/s.exec(pattern) ?? []
  if (inner === undefined) return {}
  const flags = given.replaceAll(/[^ims]/g, '')
  const note: Text = {
    en: `The slashes count as part of the pattern; write ${inner}${flags ? ` and switch ${flags} on among the options` : ''}`,
    zh: `首尾的斜杠会被当作表达式的一部分，请写作 ${inner}${flags ? `，并在选项中开启 ${flags}` : ''}`,
  }
  return { note: note[lang] }
}

/** The most that a text may be long once its matches are replaced: a reference stands for the match, or for the text beside it. */
function toReplacedLength(text: string, found: readonly Found[], replacement: string): number {
  const references = replacement.split('$').length - 1
  const matched = found.reduce((sum, { match }) => sum + match.length, 0)
  const beside = /\$[`']/.test(replacement) ? text.length * found.length : 0
  return text.length + found.length * replacement.length + references * (matched + beside)
}
