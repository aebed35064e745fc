import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { refuseLong } from '../../lib/refuse-long.ts'
import { HTML_RULES } from '../../lib/markdown/html-rules.ts'
import { sizeFields } from '../indent.ts'

/** Longest text, in 2^20 UTF-16 units. */
const MAX_MEBI = 1
const TO_HTML = { action: ['html'] } as const
const CONTENTS = { action: ['contents'] } as const
const levelField = z.int().min(1).max(6)

export default defineTool({
  id: 'markdown',
  route: '/format/markdown',
  group: 'format',
  rank: 45,
  icon: 'Markdown',
  title: { en: 'Markdown ↔ HTML', zh: 'Markdown 与 HTML 互转' },
  summary: {
    en: 'Turn Markdown into HTML with a preview, HTML into Markdown, or list the headings',
    zh: 'Markdown 转 HTML 并预览，HTML 转 Markdown，生成目录',
  },
  about: {
    en: 'Reads CommonMark with GitHub’s tables, task lists, strikethrough, footnotes and bare URLs. HTML in the text is cleaned by default: scripts, frames, forms, styles, event handlers and javascript: URLs are removed, every tag is rewritten and closed.\n\nThe preview shows the cleaned page in a sandboxed frame and loads no pictures from elsewhere. HTML to Markdown keeps what Markdown has no syntax for (sub, sup, kbd, mark, u) as tags; a table without a heading row gets its first row as one. Tables of CSV or JSON become Markdown at /format/convert.',
    zh: '支持 CommonMark 与 GitHub 的表格、任务列表、删除线、脚注、裸网址。文中的 HTML 默认净化：去除脚本、框架、表单、样式、事件属性与 javascript: 地址，所有标签重新书写并闭合。\n\n预览在沙盒框架中显示净化后的页面，不加载外部图片。反向转换时，Markdown 无法表示的 sub、sup、kbd、mark、u 保留为标签；没有表头的表格以首行为表头。CSV、JSON 与 Markdown 表格互转见 /format/convert。',
  },
  keywords: [
    'md',
    'commonmark',
    'gfm',
    'readme',
    'markdown to html',
    'html to markdown',
    'toc',
    'footnote',
    '脚注',
    'table of contents',
    'preview',
    '目录',
    '预览',
    '转换',
    '网页转',
  ],
  input: z.object({
    text: z.string().meta({
      label: { en: 'Text', zh: '文本' },
      widget: 'code',
      language: 'markdown',
      main: true,
      placeholder: { en: '# Paste Markdown or HTML', zh: '# 粘贴 Markdown 或 HTML' },
    }),
    action: z
      .enum(['html', 'markdown', 'contents'])
      .default('html')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: {
          html: { en: 'Markdown to HTML', zh: 'Markdown 转 HTML' },
          markdown: { en: 'HTML to Markdown', zh: 'HTML 转 Markdown' },
          contents: { en: 'Table of contents', zh: '生成目录' },
        },
      }),
    rawHtml: z
      .enum(HTML_RULES)
      .default('clean')
      .meta({
        label: { en: 'HTML in the text', zh: '文中的 HTML' },
        options: {
          clean: { en: 'Clean', zh: '净化' },
          escape: { en: 'Show as text', zh: '显示为文本' },
          keep: { en: 'Keep unchanged', zh: '原样保留' },
        },
        when: TO_HTML,
      }),
    breaks: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Keep line breaks (as in comments)', zh: '保留换行（如评论区）' }, when: TO_HTML }),
    anchors: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Give headings an id', zh: '标题加 id 锚点' }, when: TO_HTML }),
    minLevel: levelField.default(1).meta({ label: { en: 'From level', zh: '起始级别' }, when: CONTENTS }),
    maxLevel: levelField.default(6).meta({ label: { en: 'To level', zh: '截止级别' }, when: CONTENTS }),
  }),
  output: z.object({
    text: z.string().meta({
      label: { en: 'Result', zh: '结果' },
      widget: 'code',
      language: 'html',
      endings: { md: { action: ['markdown', 'contents'] } },
      main: true,
    }),
    headings: z
      .array(
        z.object({
          level: z.number().meta({ label: { en: 'Level', zh: '级别' } }),
          text: z.string().meta({ label: { en: 'Heading', zh: '标题' } }),
          anchor: z.string().meta({ label: { en: 'Anchor', zh: '锚点' } }),
          line: z.number().meta({ label: { en: 'Line', zh: '行' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Headings', zh: '标题' }, widget: 'table' }),
    ...sizeFields,
  }),
  accepts: { markdown: { text: '' }, html: { text: '', action: 'markdown' } },
  examples: [
    {
      name: { en: 'Markdown to HTML', zh: 'Markdown 转 HTML' },
      input: { text: '# Tea\n\n- [x] **boil** water\n- [ ] wait\n\n| leaf | min |\n| --- | --: |\n| green | 2 |\n' },
      output: {
        text: '<h1>Tea</h1>\n<ul>\n<li><input type="checkbox" checked="" disabled=""> <strong>boil</strong> water</li>\n<li><input type="checkbox" disabled=""> wait</li>\n</ul>\n<table>\n<thead>\n<tr>\n<th>leaf</th>\n<th align="right">min</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>green</td>\n<td align="right">2</td>\n</tr>\n</tbody>\n</table>\n',
        sizeIn: 83,
        sizeOut: 312,
      },
    },
    {
      name: { en: 'Footnotes', zh: '脚注' },
      input: { text: 'Tea[^1] is old.\n\n[^1]: From *Camellia sinensis*.\n' },
      output: {
        text: '<p>Tea<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup> is old.</p>\n<section class="footnotes">\n<ol>\n<li id="fn-1">\n<p>From <em>Camellia sinensis</em>. <a href="#fnref-1" class="footnote-backref">↩</a></p>\n</li>\n</ol>\n</section>\n',
        sizeIn: 49,
        sizeOut: 246,
      },
    },
    {
      name: { en: 'Harmful HTML is removed', zh: '去除有害的 HTML' },
      input: { text: 'Hi <b onclick="x()">there</b><script>x()</script> [a](javascript:x) <a href="java&#115;cript:x">b</a>' },
      output: { text: '<p>Hi <b>there</b> [a](javascript:x) <a>b</a></p>\n', sizeIn: 101, sizeOut: 50 },
    },
    {
      name: { en: 'HTML to Markdown', zh: 'HTML 转 Markdown' },
      input: {
        text: '<h2>Ink &amp; Oak</h2><p>Opens at <b>nine</b>.<br>See <a href="/map">map</a>.</p><ol><li>one</li><li>two<ul><li>more</li></ul></li></ol>',
        action: 'markdown',
      },
      output: {
        text: '## Ink & Oak\n\nOpens at **nine**.\\\nSee [map](/map).\n\n1. one\n2. two\n   - more\n',
        sizeIn: 136,
        sizeOut: 76,
      },
    },
    {
      name: { en: 'Table of contents', zh: '生成目录' },
      input: { text: '# Guide\n\n## Install\n\n## Use `it`\n\n### 常见问题\n\n## Install\n', action: 'contents', minLevel: 2 },
      output: {
        text: '- [Install](#install)\n- [Use it](#use-it)\n  - [常见问题](#常见问题)\n- [Install](#install-1)\n',
        headings: [
          { level: 1, text: 'Guide', anchor: 'guide', line: 1 },
          { level: 2, text: 'Install', anchor: 'install', line: 3 },
          { level: 2, text: 'Use it', anchor: 'use-it', line: 5 },
          { level: 3, text: '常见问题', anchor: '常见问题', line: 7 },
          { level: 2, text: 'Install', anchor: 'install-1', line: 9 },
        ],
        sizeIn: 55,
        sizeOut: 84,
      },
    },
  ],
  async run({ text, action, rawHtml, breaks, anchors, minLevel, maxLevel }) {
    refuseLong(text, MAX_MEBI)
    const result = await convert()
    return { ...result, sizeIn: text.length, sizeOut: result.text.length }

    async function convert() {
      if (action === 'markdown') return { text: (await import('../../lib/markdown/from-html.ts')).htmlToMarkdown(text) }
      const { markdownToHtml, readHeadings } = await import('../../lib/markdown/to-html.ts')
      if (action === 'contents') {
        const { toContents } = await import('../../lib/markdown/headings.ts')
        const headings = await readHeadings(text)
        return { text: toContents(headings, { from: minLevel, to: maxLevel }), headings }
      }
      return { text: await markdownToHtml(text, { rule: rawHtml, isBroken: breaks, hasAnchors: anchors }) }
    }
  },
})
