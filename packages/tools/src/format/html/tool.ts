import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { refuseLong } from '../../lib/refuse-long.ts'
import { createPacer } from '../../lib/pacer.ts'
import { indentField, INDENTS, sizeFields } from '../indent.ts'

/** Longest text, in 2^20 UTF-16 units. */
const MAX_MEBI = 5
const FORMAT = { action: ['format'] } as const
const READABLE = { ...FORMAT, style: ['readable'] } as const
const MINIFY = { action: ['minify'] } as const

export default defineTool({
  id: 'html',
  route: '/format/html',
  group: 'format',
  rank: 40,
  icon: 'FileTypeHtml',
  title: { en: 'HTML formatter', zh: 'HTML 格式化' },
  summary: {
    en: 'Format, check, minify and sanitise HTML, with a safe preview',
    zh: '格式化、校验、压缩、清洗 HTML，并可安全预览',
  },
  about: {
    en: 'Only white space changes: pre and textarea stay exactly as they are, inline elements stay apart or together, attributes and entities are left as written. Tags that are never closed or close nothing are listed with their places, since browsers repair them silently.\n\nMinifying removes comments (conditional ones stay) and the white space that browsers do not show. Sanitising keeps text, structure, links and pictures; scripts, styles, handlers, frames, forms and addresses that are programs go, and what went is listed.',
    zh: '只调整空白：pre、textarea 一字不动，行内元素之间的间隔保留，属性与实体原样输出。未闭合或多余的标签会列出位置——浏览器只会默默修补。\n\n压缩会去掉注释（条件注释保留）以及浏览器不显示的空白。清洗只保留文字、结构、链接和图片；脚本、样式、事件、框架、表单以及可执行的地址都会去除，并列出去除的内容。',
  },
  keywords: [
    'sanitize',
    'sanitise',
    'xss',
    'preview',
    'paste from word',
    '清洗',
    '过滤',
    '预览',
    'beautify',
    'pretty print',
    'minify',
    'compress',
    'validate',
    'web page',
    '网页',
    '美化',
    '压缩',
    '格式化',
    '校验',
    'html to text',
    'strip tags',
    'remove html tags',
    'html转文本',
    '去除html标签',
  ],
  input: z.object({
    text: z.string().meta({
      label: { en: 'HTML', zh: 'HTML 代码' },
      widget: 'code',
      language: 'html',
      main: true,
      placeholder: { en: '<div><p>paste or open a file</p></div>', zh: '<div><p>粘贴或打开文件</p></div>' },
    }),
    action: z
      .enum(['format', 'minify', 'clean', 'text'])
      .default('format')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: {
          format: { en: 'Format', zh: '格式化' },
          minify: { en: 'Minify', zh: '压缩' },
          clean: { en: 'Sanitise', zh: '清洗' },
          text: { en: 'To plain text', zh: '提取纯文本' },
        },
      }),
    indent: indentField.meta({ when: FORMAT }),
    style: z
      .enum(['readable', 'exact'])
      .default('readable')
      .meta({
        label: { en: 'Layout', zh: '排版方式' },
        help: {
          en: 'Readable changes white space around blocks. Exact breaks lines only where there is white space already, or inside tags, so that the page looks the same with any style sheet.',
          zh: '“易读”会调整块级元素旁的空白；“精确”只在原有空白处或标签内部换行，无论用什么样式，显示都不变。',
        },
        options: { readable: { en: 'Readable', zh: '易读' }, exact: { en: 'Exact', zh: '精确' } },
        when: FORMAT,
      }),
    inner: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Format styles and scripts inside', zh: '同时格式化内嵌的样式与脚本' }, when: READABLE }),
    wrap: z
      .int()
      .min(0)
      .max(500)
      .default(0)
      .meta({
        label: { en: 'Break lines at', zh: '换行宽度' },
        help: { en: '0 never breaks lines.', zh: '0 表示不主动换行。' },
        unit: 'columns',
        when: READABLE,
        advanced: true,
      }),
    attributePerLine: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'One attribute per line', zh: '每个属性各占一行' }, when: READABLE, advanced: true }),
    keepSpaces: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Keep one space everywhere', zh: '各处空白均保留一个空格' },
        help: { en: 'For pages that show blocks inline by style.', zh: '适用于用样式把块级元素显示为行内的页面。' },
        when: MINIFY,
      }),
    keepComments: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Keep comments', zh: '保留注释' }, when: MINIFY }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'code', language: 'html', main: true }),
    problems: z
      .array(
        z.object({
          line: z.number().meta({ label: { en: 'Line', zh: '行' } }),
          column: z.number().meta({ label: { en: 'Column', zh: '列' } }),
          problem: z.string().meta({ label: { en: 'Problem', zh: '问题' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Tags that do not match', zh: '不匹配的标签' }, widget: 'table' }),
    removed: z
      .array(
        z.object({
          what: z.string().meta({ label: { en: 'Element or attribute', zh: '元素或属性' } }),
          times: z.int().meta({ label: { en: 'Times', zh: '次数' }, isCount: true }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Removed', zh: '已去除' }, widget: 'table' }),
    ...sizeFields,
  }),
  errors: ['syntax_error', 'unsupported_value'],
  accepts: { html: { text: '' } },
  examples: [
    {
      name: { en: 'Format', zh: '格式化' },
      input: { text: '<ul><li>one <b>bold</b></li><li>two</li></ul>' },
      output: { text: '<ul>\n  <li>one <b>bold</b></li>\n  <li>two</li>\n</ul>\n', sizeIn: 45, sizeOut: 53 },
    },
    {
      name: { en: 'Exact: no white space added or removed', zh: '精确：空白不增不减' },
      input: { text: '<ul> <li>one</li><li>two</li> </ul>', style: 'exact' },
      output: { text: '<ul>\n  <li>one</li\n  ><li>two</li>\n</ul>\n', sizeIn: 35, sizeOut: 41 },
    },
    {
      name: { en: 'Minify', zh: '压缩' },
      input: { text: '<div>\n  <!-- note -->\n  <p>a <b>b</b>  c</p>\n  <pre> x\n y</pre>\n</div>\n', action: 'minify' },
      output: { text: '<div><p>a <b>b</b> c</p><pre> x\n y</pre></div>', sizeIn: 71, sizeOut: 46 },
    },
    {
      name: { en: 'To plain text', zh: '提取纯文本' },
      input: { text: '<h1>Ink &amp; Oak</h1><ul><li>one</li><li>two <b>more</b></li></ul><script>x()</script>', action: 'text' },
      output: { text: 'Ink & Oak\n\n- one\n- two more', sizeIn: 87, sizeOut: 27 },
    },
    {
      name: { en: 'Nothing that could run', zh: '去除可执行内容' },
      input: { text: '<p style="color:red" onclick="x()">Ink <script>x()</script><b>&amp; Oak</b></p>', action: 'clean' },
      output: {
        text: '<p>Ink <b>&amp; Oak</b></p>',
        removed: [
          { what: '<script>', times: 1 },
          { what: 'style', times: 1 },
          { what: 'onclick', times: 1 },
        ],
        sizeIn: 79,
        sizeOut: 27,
      },
    },
    {
      name: { en: 'A tag that is never closed', zh: '未闭合的标签' },
      input: { text: '<div><span>x</div>' },
      output: {
        text: '<div><span>x</div>\n',
        problems: [{ line: 1, column: 6, problem: '<span> is never closed' }],
        sizeIn: 18,
        sizeOut: 19,
      },
    },
  ],
  async run(input, { signal, lang }) {
    const { text } = input
    refuseLong(text, MAX_MEBI)
    const { checkHtml } = await import('../../lib/html/check.ts')
    const problems = checkHtml(text).map(({ line, column, what }) => ({ line, column, problem: what[lang] }))
    const shown = problems.length > 0 ? { problems } : {}
    if (input.action === 'clean') {
      const { sanitiseHtml } = await import('../../lib/html/sanitise.ts')
      const { html, removed } = sanitiseHtml(text)
      return { text: html, ...shown, removed, sizeIn: text.length, sizeOut: html.length }
    }
    const result = await write()
    return { text: result, ...shown, sizeIn: text.length, sizeOut: result.length }

    async function write(): Promise<string> {
      if (input.action === 'minify') {
        const { minifyHtml } = await import('../../lib/html/minify.ts')
        return minifyHtml(text, {
          keepsSpaces: input.keepSpaces,
          keepsComments: input.keepComments,
          breathe: createPacer(signal),
        })
      }
      if (input.action === 'format' && input.style === 'exact') {
        const { formatHtmlExactly } = await import('../../lib/html/exact.ts')
        return formatHtmlExactly(text, { indent: INDENTS[input.indent] })
      }
      if (input.action === 'text') return (await import('../../lib/html/to-text.ts')).htmlToText(text)
      const { formatHtml } = await import('../../lib/html/format.ts')
      return formatHtml(text, {
        indent: INDENTS[input.indent],
        formatsInner: input.inner,
        wrapWidth: input.wrap,
        isAttributePerLine: input.attributePerLine,
      })
    }
  },
})
