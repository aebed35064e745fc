import { AppError } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import type { Lang } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { indentField, INDENTS } from '../indent.ts'
import { createPacer } from '../../lib/pacer.ts'
import { toTextPlace, type TextPlace } from '../../lib/text-place.ts'
import { moreField } from '../../lib/more.ts'

const XML = { mode: ['xml'] } as const
const YAML = { mode: ['yaml'] } as const

const SHEET = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="html"/>
  <xsl:template match="shop">
    <table>
      <xsl:apply-templates select="book">
        <xsl:sort select="price" data-type="number" order="descending"/>
      </xsl:apply-templates>
    </table>
  </xsl:template>
  <xsl:template match="book">
    <tr>
      <td><xsl:value-of select="title"/></td>
      <td><xsl:value-of select="format-number(price, '0.00')"/></td>
    </tr>
  </xsl:template>
</xsl:stylesheet>
`

export default defineTool({
  id: 'xml',
  route: '/format/aml',
  group: 'format',
  rank: 20,
  icon: 'FileTypeXml',
  title: { en: 'XML and YAML formatter', zh: 'XML / YAML 格式化' },
  summary: {
    en: 'Format, check, minify, query and transform XML, format YAML, turn both into JSON',
    zh: '格式化、校验、压缩 XML 与 YAML，XPath 查询，XSLT 转换，转为 JSON',
  },
  about: {
    en: 'XML is checked for well-formedness (XML 1.0), with line and column. White space changes only between elements that hold nothing but elements; text, CDATA, comments, entities and xml:space="preserve" stay. No entity is expanded and nothing is ever fetched.\n\nXPath 1.0 uses the namespaces of the document. XSLT 1.0 has keys, modes, numbering and node-set() and does not need the browser’s own processor; since no other file is read, it has no xsl:import or xsl:include. YAML 1.2 or 1.1 keeps comments, anchors and the spelling of every value.',
    zh: 'XML 按 XML 1.0 检查是否格式良好，指出行列。只调整纯元素内容之间的空白，文本、CDATA、注释、实体与 xml:space="preserve" 原样保留；不展开任何实体，也不访问外部资源。\n\n支持 XPath 1.0 查询与命名空间。支持 XSLT 1.0（含键、模式、编号与 node-set()），不依赖浏览器自带的处理器；由于不读取其他文件，不支持 xsl:import 与 xsl:include。YAML 支持 1.2 与 1.1，注释、锚点和每个值的写法都保留。',
  },
  keywords: [
    'xml',
    'yaml',
    'yml',
    'aml',
    'beautify',
    'pretty print',
    'minify',
    'validate',
    'xpath',
    'xslt',
    'xsl',
    'stylesheet',
    'transform',
    'svg',
    'rss',
    '格式化',
    '压缩',
    '校验',
    '美化',
    '样式表',
    '样式表转换',
  ],
  input: z.object({
    mode: z
      .enum(['xml', 'yaml'])
      .default('xml')
      .meta({
        label: { en: 'Language', zh: '语言' },
        options: { xml: { en: 'XML', zh: 'XML' }, yaml: { en: 'YAML', zh: 'YAML' } },
      }),
    text: z.string().meta({
      label: { en: 'Text', zh: '文本' },
      widget: 'code',
      language: 'xml',
      main: true,
      placeholder: { en: '<paste>or open a file</paste>', zh: '<粘贴>或打开文件</粘贴>' },
    }),
    action: z
      .enum(['format', 'minify', 'json', 'xpath', 'xslt'])
      .default('format')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: {
          format: { en: 'Format', zh: '格式化' },
          minify: { en: 'Minify', zh: '压缩' },
          json: { en: 'To JSON', zh: '转为 JSON' },
          xpath: { en: 'XPath (XML only)', zh: 'XPath 查询（仅 XML）' },
          xslt: { en: 'Transform (XSLT)', zh: 'XSLT 转换' },
        },
      }),
    xpath: z
      .string()
      .max(10_000)
      .default('/')
      .meta({
        label: { en: 'XPath 1.0', zh: 'XPath 1.0 表达式' },
        help: { en: '//book[price < 10]/title', zh: '//book[price < 10]/title' },
        when: { ...XML, action: ['xpath'] },
      }),
    namespaces: z
      .string()
      .default('')
      .meta({
        label: { en: 'Namespaces', zh: '命名空间' },
        widget: 'text',
        help: {
          en: 'One prefix=address per line. Those of the document are known; ns is its default namespace.',
          zh: '每行一个“前缀=地址”。文档自身声明的前缀可直接使用；ns 表示其默认命名空间。',
        },
        placeholder: { en: 'x=http://www.w3.org/1999/xhtml', zh: 'x=http://www.w3.org/1999/xhtml' },
        when: { ...XML, action: ['xpath'] },
        advanced: true,
      }),
    stylesheet: z
      .string()
      .max(1_000_000)
      .default('')
      .meta({
        label: { en: 'XSLT 1.0 stylesheet', zh: 'XSLT 1.0 样式表' },
        widget: 'code',
        language: 'xml',
        help: {
          en: 'Nothing else is read: no xsl:import, xsl:include or document() of another file.',
          zh: '不读取其他文件：不支持 xsl:import、xsl:include 与读取外部文件的 document()。',
        },
        placeholder: { en: '<xsl:stylesheet version="1.0" …>', zh: '<xsl:stylesheet version="1.0" …>' },
        when: { ...XML, action: ['xslt'] },
      }),
    parameters: z
      .string()
      .default('')
      .meta({
        label: { en: 'Parameters', zh: '参数' },
        widget: 'text',
        help: {
          en: 'One name=text per line, for the xsl:param at the top of the stylesheet.',
          zh: '每行一个“名称=文本”，对应样式表顶层的 xsl:param。',
        },
        placeholder: { en: 'title=Prices', zh: 'title=价目表' },
        when: { ...XML, action: ['xslt'] },
        advanced: true,
      }),
    indent: indentField.meta({ when: { action: ['format', 'json'] } }),
    attributePerLine: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'One attribute per line', zh: '每个属性各占一行' }, when: { ...XML, action: ['format'] } }),
    sortAttributes: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Sort attributes', zh: '属性按名称排序' },
        when: { ...XML, action: ['format', 'minify'] },
        advanced: true,
      }),
    comments: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Keep comments', zh: '保留注释' }, when: { ...XML, action: ['format', 'minify'] }, advanced: true }),
    version: z
      .enum(['1.2', '1.1'])
      .default('1.2')
      .meta({
        label: { en: 'YAML version', zh: 'YAML 版本' },
        help: { en: 'In 1.1, yes and no are booleans.', zh: '在 1.1 中 yes、no 是布尔值。' },
        options: { '1.2': { en: '1.2', zh: '1.2' }, '1.1': { en: '1.1', zh: '1.1' } },
        when: YAML,
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({
      label: { en: 'Result', zh: '结果' },
      widget: 'code',
      language: 'xml',
      endings: { json: { action: ['json'] }, yaml: { mode: ['yaml'] }, txt: { action: ['xpath'] } },
      main: true,
    }),
    hint: z
      .string()
      .optional()
      .meta({ label: { en: 'Hint', zh: '提示' } }),
    notes: z
      .array(
        z.object({
          line: z.int().meta({ label: { en: 'Line', zh: '行' } }),
          column: z.int().meta({ label: { en: 'Column', zh: '列' } }),
          note: z.string().meta({ label: { en: 'Note', zh: '提示' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Notes', zh: '提示' }, widget: 'table' }),
    matches: z
      .array(
        z.object({
          line: z.number().meta({ label: { en: 'Line', zh: '行' } }),
          column: z.number().meta({ label: { en: 'Column', zh: '列' } }),
          path: z.string().meta({ label: { en: 'Path', zh: '路径' } }),
          value: z.string().meta({ label: { en: 'Text', zh: '文本' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Matches', zh: '匹配结果' }, widget: 'table' }),
    more: moreField(),
  }),
  errors: ['syntax_error', 'unsupported_value'],
  accepts: { xml: { text: '', mode: 'xml' }, yaml: { text: '', mode: 'yaml' } },
  examples: [
    {
      name: { en: 'Format', zh: '格式化' },
      input: { text: '<?xml version="1.0"?><a x="1"><b>text &amp; <i>more</i></b><c/><!-- note --></a>' },
      output: { text: '<?xml version="1.0"?>\n<a x="1">\n  <b>text &amp; <i>more</i></b>\n  <c/>\n  <!-- note -->\n</a>' },
    },
    {
      name: { en: 'Minify', zh: '压缩' },
      input: { text: '<list>\n  <item  id = "1" >a b</item>\n  <item id="2"/>\n</list>\n', action: 'minify' },
      output: { text: '<list><item id="1">a b</item><item id="2"/></list>' },
    },
    {
      name: { en: 'One attribute per line', zh: '每个属性一行' },
      input: { text: '<svg width="8" height="8"><path d="M0 0"/></svg>', attributePerLine: true },
      output: { text: '<svg\n  width="8"\n  height="8">\n  <path d="M0 0"/>\n</svg>' },
    },
    {
      name: { en: 'To JSON', zh: '转为 JSON' },
      input: { text: '<book id="7"><title>Ink</title><tag>a</tag><tag>b</tag></book>', action: 'json' },
      output: {
        text: '{\n  "book": {\n    "@id": "7",\n    "title": "Ink",\n    "tag": [\n      "a",\n      "b"\n    ]\n  }\n}',
      },
    },
    {
      name: { en: 'XPath', zh: 'XPath 查询' },
      input: {
        text: '<shop>\n  <book id="1"><price>8.95</price></book>\n  <book id="2"><price>22.99</price></book>\n</shop>',
        action: 'xpath',
        xpath: '//book[price > 10]/@id',
      },
      output: { text: '2', matches: [{ line: 3, column: 12, path: '/shop/book[2]/@id', value: '2' }] },
    },
    {
      name: { en: 'Transform (XSLT)', zh: 'XSLT 转换' },
      input: {
        text: '<shop>\n  <book><title>Ink</title><price>8.95</price></book>\n  <book><title>Oak</title><price>22.5</price></book>\n</shop>',
        action: 'xslt',
        stylesheet: SHEET,
      },
      output: {
        text: '<table>\n<tr>\n<td>Oak</td>\n<td>22.50</td>\n</tr>\n<tr>\n<td>Ink</td>\n<td>8.95</td>\n</tr>\n</table>\n',
      },
    },
    {
      name: { en: 'YAML: comments stay', zh: 'YAML：保留注释' },
      input: { mode: 'yaml', text: '# ports\nweb:   {port: 8080, tls: yes}\nlist:\n    - 1.10   # exact\n    - two\n' },
      output: { text: '# ports\nweb: {port: 8080, tls: yes}\nlist:\n- 1.10 # exact\n- two\n' },
    },
  ],
  timeoutMs: 10_000,
  runaway: ({ mode, action }) =>
    mode === 'xml' && action === 'xslt'
      ? { en: 'the stylesheet does too much for this document', zh: '样式表处理该文档的运算量过大' }
      : undefined,
  async run(input, host) {
    if (input.mode === 'yaml') {
      const { runYaml } = await import('../yaml/run.ts')
      if (input.action === 'xpath' || input.action === 'xslt') throw refuseYaml()
      return runYaml({ ...input, action: input.action, indentLists: false, sortKeys: false })
    }
    const indent = INDENTS[input.indent]
    if (input.action === 'json') {
      const [{ readXml }, { writeJson }] = await Promise.all([
        import('../../lib/data/xml-tree.ts'),
        import('../../lib/json/write.ts'),
      ])
      return { text: writeJson(readXml(input.text), { indent }) }
    }
    if (input.action === 'xpath') return selectXml(input, host.lang)
    if (input.action === 'xslt') return transform(input)
    const { formatXml } = await import('../../lib/xml/format.ts')
    const text = await formatXml(input.text, {
      indent: input.action === 'minify' ? '' : indent,
      isAttributePerLine: input.attributePerLine,
      isAttributeSorted: input.sortAttributes,
      keepsComments: input.comments,
      breathe: createPacer(host.signal),
    })
    return { text, ...(await toNotes(input.text, host.lang)) }
  },
})

/** Texts up to this length are searched for what parsers may refuse. */
const NOTES_LENGTH = 4 * 2 ** 20

async function toNotes(text: string, lang: Lang) {
  if (text.length > NOTES_LENGTH) return {}
  const { findXmlDoubts } = await import('../../lib/xml/doubts.ts')
  const notes = findXmlDoubts(text).map(({ offset, what }) => toNote(toTextPlace(text, offset), what[lang]))
  return notes.length > 0 ? { notes } : {}
}

const toNote = ({ line, column }: TextPlace, note: string) => ({ line, column, note })

type Match = { line: number; column: number; path: string; value: string }

async function selectXml(
  { text, xpath, namespaces }: { text: string; xpath: string; namespaces: string },
  lang: Lang,
): Promise<{ text: string; hint?: string; matches?: Match[]; more?: number }> {
  const { queryXml } = await import('../../lib/xml/xpath.ts')
  const { matches, value, hint, ...more } = await queryXml(text, xpath, readNamespaces(namespaces))
  return { text: value, ...(hint ? { hint: hint[lang] } : {}), ...(matches ? { matches: [...matches] } : {}), ...more }
}

async function transform({ text, stylesheet, parameters }: { text: string; stylesheet: string; parameters: string }) {
  if (stylesheet.trim() === '')
    throw new AppError('missing_input', {
      field: 'stylesheet',
      act: { en: 'enter', zh: '输入' },
      label: { en: 'XSLT 1.0 stylesheet', zh: 'XSLT 1.0 样式表' },
    })
  const { transformXml } = await import('../../lib/xml/xslt.ts')
  const { text: result, messages } = transformXml(text, stylesheet, readParameters(parameters))
  const notes = messages.map(({ line, column, text: note }) => ({ line, column, note }))
  return { text: result, ...(notes.length > 0 ? { notes } : {}) }
}

function readParameters(text: string): Map<string, string> {
  const lines = splitLines(text).filter((line) => line.trim())
  return new Map(
    lines.map((line) => {
      const [, name, value] = /^\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*=(.*)$/u.exec(line) ?? []
      if (name !== undefined && value !== undefined) return [name, value.trim()]
      const expected = { en: 'lines of name=text', zh: '每行一个“名称=文本”' }
      throw new AppError('bad_input', { field: 'parameters', expected, got: line.slice(0, 60) })
    }),
  )
}

function readNamespaces(text: string): Map<string, string> {
  const lines = splitLines(text).filter((line) => line.trim())
  return new Map(
    lines.map((line) => {
      const [, prefix, address] = /^\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*=\s*(\S+)\s*$/u.exec(line) ?? []
      if (prefix !== undefined && address !== undefined) return [prefix, address]
      const expected = { en: 'lines of prefix=address', zh: '每行一个“前缀=地址”' }
      throw new AppError('bad_input', { field: 'namespaces', expected, got: line.slice(0, 60) })
    }),
  )
}

function refuseYaml(): AppError {
  const expected = { en: 'XML, which XPath and XSLT are made for', zh: 'XML（XPath 与 XSLT 只适用于 XML）' }
  return new AppError('bad_input', { field: 'mode', expected, got: 'yaml' })
}
