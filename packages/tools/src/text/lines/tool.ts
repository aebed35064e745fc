import { splitLines } from '@octet/core/lines.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { refuseLong, refuseLongResult } from '../../lib/refuse-long.ts'
import { ACTIONS, trimLines, workLines } from './work.ts'

const only = (...actions: readonly (typeof ACTIONS)[number][]) => ({ action: actions })
/** Longest text, in 2^20 UTF-16 units. */
const MAX_MEBI = 20

export default defineTool({
  id: 'lines',
  route: '/text/lines',
  group: 'text',
  rank: 40,
  icon: 'List',
  title: { en: 'Line tools', zh: '按行处理' },
  summary: {
    en: 'Sort, filter, count, join, number or shuffle lines, or compare two lists',
    zh: '排序、去重、计数、筛选、合并、编号、打乱，或比较两个列表',
  },
  keywords: [
    'sort',
    'unique',
    'dedupe',
    'distinct',
    'count',
    'join',
    'split',
    'prefix',
    'suffix',
    'shuffle',
    'reverse',
    'grep',
    'intersection',
    'difference of lists',
    '交集',
    '差集',
    '去重',
    '排序',
    '合并',
    '前缀',
    '后缀',
    '行',
    'remove duplicates',
    'remove duplicate lines',
    '文本去重',
    '去重复',
    '重复行',
    'list converter',
    '列表转换',
    'remove empty lines',
    '去空行',
  ],
  input: z.object({
    text: z.string().meta({ label: { en: 'Lines', zh: '文本行' }, widget: 'text', main: true }),
    action: z
      .enum(ACTIONS)
      .default('sort')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: {
          sort: { en: 'Sort', zh: '排序' },
          unique: { en: 'Remove duplicates', zh: '去重' },
          count: { en: 'Count equal lines', zh: '统计重复次数' },
          filter: { en: 'Keep or drop lines', zh: '筛选' },
          common: { en: 'Keep lines that are in a second list', zh: '与另一列表的交集' },
          without: { en: 'Drop lines that are in a second list', zh: '去掉另一列表中的行' },
          affix: { en: 'Add text around', zh: '加前后缀' },
          number: { en: 'Number', zh: '编号' },
          join: { en: 'Join into one line', zh: '合并为一行' },
          split: { en: 'Split into lines', zh: '拆分成行' },
          reverse: { en: 'Reverse the order', zh: '倒序' },
          shuffle: { en: 'Shuffle', zh: '随机打乱' },
          trim: { en: 'Trim, drop empty lines', zh: '去首尾空白与空行' },
        },
      }),
    other: z
      .string()
      .default('')
      .meta({ label: { en: 'Second list', zh: '另一列表' }, widget: 'text', when: only('common', 'without') }),
    order: z
      .enum(['natural', 'text', 'number', 'length', 'ip'])
      .default('natural')
      .meta({
        label: { en: 'Sort by', zh: '排序依据' },
        options: {
          natural: { en: 'Natural (a2 before a10, Chinese by pinyin)', zh: '自然顺序（a2 在 a10 前，汉字按拼音）' },
          text: { en: 'Code points', zh: '字符编码' },
          number: { en: 'First number', zh: '首个数字' },
          length: { en: 'Length', zh: '长度' },
          ip: { en: 'IP address', zh: 'IP 地址' },
        },
        when: only('sort'),
      }),
    descending: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Descending', zh: '降序' }, when: only('sort') }),
    ignoreCase: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Ignore letter case', zh: '忽略大小写' },
        when: only('sort', 'unique', 'count', 'filter', 'common', 'without'),
      }),
    trimmed: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Trim spaces and drop empty lines first', zh: '先去掉首尾空白与空行' },
        when: only(...ACTIONS.filter((action) => action !== 'trim')),
      }),
    find: z
      .string()
      .default('')
      .meta({ label: { en: 'Lines that contain', zh: '包含' }, when: only('filter') }),
    regex: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Treat as a regular expression (RE2)', zh: '按正则表达式匹配（RE2）' }, when: only('filter') }),
    drop: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Drop them instead', zh: '改为删除这些行' }, when: only('filter') }),
    prefix: z
      .string()
      .default('')
      .meta({ label: { en: 'Before each line', zh: '行首加' }, when: only('affix') }),
    suffix: z
      .string()
      .default('')
      .meta({ label: { en: 'After each line', zh: '行尾加' }, when: only('affix') }),
    start: z
      .int()
      .default(1)
      .meta({ label: { en: 'First number', zh: '起始编号' }, when: only('number') }),
    separator: z
      .string()
      .default(', ')
      .meta({
        label: { en: 'Separator', zh: '分隔符' },
        help: { en: '\\t and \\n are understood.', zh: '可写 \\t、\\n。' },
        when: only('join', 'split', 'number'),
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    linesIn: z.number().meta({ label: { en: 'Lines in', zh: '输入行数' } }),
    linesOut: z.number().meta({ label: { en: 'Lines out', zh: '输出行数' } }),
  }),
  errors: ['syntax_error'],
  accepts: { 'ip-list': { text: '', action: 'sort', order: 'ip' } },
  examples: [
    {
      name: { en: 'Natural order', zh: '自然排序' },
      input: { text: 'a10\na2\nA1', action: 'sort', ignoreCase: true },
      output: { text: 'A1\na2\na10', linesIn: 3, linesOut: 3 },
    },
    {
      name: { en: 'Addresses in order', zh: 'IP 排序' },
      input: { text: '10.0.0.10\n10.0.0.9\n2001:db8::1', action: 'sort', order: 'ip' },
      output: { text: '10.0.0.9\n10.0.0.10\n2001:db8::1', linesIn: 3, linesOut: 3 },
    },
    {
      name: { en: 'Count equal lines', zh: '统计重复' },
      input: { text: 'b\na\nb', action: 'count' },
      output: { text: '2\tb\n1\ta', linesIn: 3, linesOut: 2 },
    },
    {
      name: { en: 'Lines that match a pattern', zh: '按正则筛选' },
      input: { text: 'GET /a 200\nGET /b 503\nGET /c 404', action: 'filter', find: ' [45]\\d\\d$', regex: true },
      output: { text: 'GET /b 503\nGET /c 404', linesIn: 3, linesOut: 2 },
    },
    {
      name: { en: 'Only in the first list', zh: '只在第一个列表中的行' },
      input: {
        text: 'a@example.com\nb@example.com \nC@example.com',
        action: 'without',
        other: 'B@example.com',
        ignoreCase: true,
        trimmed: true,
      },
      output: { text: 'a@example.com\nC@example.com', linesIn: 3, linesOut: 2 },
    },
    {
      name: { en: 'Join with quotes', zh: '合并' },
      input: { text: 'a\nb', action: 'join', separator: '; ' },
      output: { text: 'a; b', linesIn: 2, linesOut: 1 },
    },
  ],
  async run(input, host) {
    refuseLong(input.text, MAX_MEBI)
    // A byte order mark belongs to the file, not to its first line.
    const mark = input.text.startsWith('\uFEFF') ? '\uFEFF' : ''
    const body = input.text.slice(mark.length)
    const given = toLines(body)
    // A line break at the very end closes the last line; it begins no empty one.
    const isClosed = given.length > 1 && given.at(-1) === ''
    if (isClosed) given.pop()
    const lines = input.trimmed ? trimLines(given) : given
    refuseLong(input.other, MAX_MEBI)
    const listed = toLines(input.other.replace(/^\uFEFF/, ''))
    const other = input.trimmed ? trimLines(listed) : listed
    // What is written once more for each line.
    const { action, separator, prefix, suffix } = input
    const added = action === 'affix' ? prefix.length + suffix.length : action === 'split' ? 0 : separator.length
    refuseLongResult(input.text.length + lines.length * added)
    const isPattern = input.action === 'filter' && input.regex
    const holds = isPattern ? await (await import('../regex/engine.ts')).createLineTest(input.find, input.ignoreCase) : undefined
    const result = workLines(lines, { ...input, other, holds }, (sizeBytes) => host.random(sizeBytes))
    const end = isClosed && result.length > 0 && input.action !== 'join' ? '\n' : ''
    return { text: `${mark}${result.join('\n')}${end}`, linesIn: given.length, linesOut: result.length }
  },
})

const toLines = (text: string): string[] => (text === '' ? [] : splitLines(text))
