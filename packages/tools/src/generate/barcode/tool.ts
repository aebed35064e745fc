import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { toPngUrl } from '../../lib/png.ts'
import { refuseLoneSurrogate } from '../../lib/text-place.ts'
import { checkContent } from './check-content.ts'
import type { Drawing } from './encoders.ts'
import { readIsbn } from './isbn.ts'
import { toPixels } from './raster.ts'
import { SYMBOLOGIES, type SymbologyId } from './symbologies.ts'

const IDS = Object.keys(SYMBOLOGIES) as [SymbologyId, ...SymbologyId[]]
const LINEAR = IDS.filter((id) => SYMBOLOGIES[id].isLinear)
const MAX_PIXELS = 16_000_000

export default defineTool({
  id: 'barcode',
  route: '/generate/barcode',
  group: 'generate',
  rank: 25,
  icon: 'Barcode',
  title: { en: 'Barcode generator', zh: '条形码生成' },
  summary: {
    en: 'Code 128, EAN, UPC, ISBN, ITF, Data Matrix, PDF417, Aztec and others as SVG and PNG',
    zh: '生成 Code 128、EAN、UPC、ISBN、ITF、Data Matrix、PDF417、Aztec 等条码，输出 SVG 与 PNG',
  },
  about: {
    en: 'The check digit of EAN, UPC and ITF-14 is added where it is missing and refused where it is wrong. Text in other than ASCII is written as UTF-8, which most readers of Data Matrix, PDF417 and Aztec recognise. Print bars no narrower than 0.25 mm and keep the margin white: readers find a code by it.',
    zh: 'EAN、UPC、ITF-14 的校验位缺少时自动补上，错误时拒绝。ASCII 以外的文字以 UTF-8 写入，多数识别程序可正确读取 Data Matrix、PDF417 与 Aztec 码。打印时最窄的条不应小于 0.25 毫米，并保留四周空白，以便识别。',
  },
  keywords: ['code128', 'ean13', 'upc', 'gs1', 'datamatrix', 'pdf417', '条码', '条形码', '商品码', '一维码', 'label'],
  input: z.object({
    text: z
      .string()
      .max(4000)
      .meta({ label: { en: 'Content', zh: '内容' }, widget: 'text', main: true }),
    kind: z
      .enum(IDS)
      .default('code128')
      .meta({
        label: { en: 'Kind', zh: '码制' },
        options: Object.fromEntries(IDS.map((id): [SymbologyId, Text] => [id, SYMBOLOGIES[id].title])),
      }),
    scale: z
      .int()
      .min(2)
      .max(12)
      .default(3)
      .meta({ label: { en: 'Module width', zh: '模块宽度' }, unit: 'px' }),
    height: z
      .int()
      .min(5)
      .max(200)
      .default(50)
      .meta({ label: { en: 'Bar height in modules', zh: '条高（模块数）' }, when: { kind: LINEAR } }),
    caption: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Text below the bars', zh: '条下显示文字' }, when: { kind: LINEAR } }),
    margin: z
      .int()
      .min(0)
      .max(40)
      .default(10)
      .meta({ label: { en: 'Margin in modules', zh: '边距（模块数）' }, advanced: true }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Encoded', zh: '写入内容' }, main: true }),
    image: z.string().meta({ label: { en: 'PNG', zh: 'PNG 图片' }, widget: 'image', saved: true }),
    note: z
      .string()
      .optional()
      .meta({ label: { en: 'Note', zh: '说明' } }),
    size: z.string().meta({ label: { en: 'Size', zh: '尺寸' } }),
    svg: z.string().meta({ label: { en: 'SVG', zh: 'SVG' }, widget: 'code', language: 'xml' }),
  }),
  examples: [
    { name: { en: 'A shipping number', zh: '物流单号' }, input: { text: 'SF-1029384756' } },
    {
      name: { en: 'A product, without its check digit', zh: '商品码（不含校验位）' },
      input: { text: '690123456789', kind: 'ean13' },
    },
    { name: { en: 'Data Matrix', zh: 'Data Matrix' }, input: { text: 'SN:7F3A-2291', kind: 'datamatrix' } },
    { name: { en: 'Aztec with Chinese', zh: '含中文的 Aztec 码' }, input: { text: '登机口 A12', kind: 'aztec' } },
  ],
  async run({ text, kind, scale, height, caption, margin }, host) {
    refuseLoneSurrogate(text, 'text')
    const { content, encoder, note } = kind === 'isbn' ? readIsbn(text) : { content: checkContent(text, kind), encoder: kind }
    const svg = await draw(content, encoder, { scale, margin, heightModules: height, hasText: caption })
    const [, wide = 0, high = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []).map(Number)
    const size = `${wide} × ${high} px`
    if (wide * high > MAX_PIXELS) throw new AppError('too_large', { field: 'scale', limit: `${MAX_PIXELS} px`, got: size })
    return { text: content, ...(note && { note: note[host.lang] }), image: await toPngUrl(toPixels(svg)), svg, size }
  },
})

async function draw(text: string, kind: SymbologyId, drawing: Drawing): Promise<string> {
  const { drawCode } = await import('./encoders.ts')
  const { takes } = SYMBOLOGIES[kind]
  try {
    return drawCode(text, kind, drawing)
  } catch (cause) {
    // “bwipp.isbnBadCheckDigit#42: Incorrect ISBN-13 check digit provided”
    const reason = /#\d+: (.*)/s.exec(String(cause))?.[1]
    if (reason === undefined) throw cause
    const expected = { en: `${takes.en} (${reason})`, zh: `${takes.zh}（${toChinese(reason)}）` }
    throw new AppError('bad_input', { field: 'text', expected, got: text.slice(0, 80) }, { cause })
  }
}

/** What the library finds most often; of the rest its own words are shown. */
const REASONS: readonly (readonly [reason: RegExp, zh: string])[] = [
  [/check ?digit|checksum/i, '校验位错误'],
  [/too long|maximum length/i, '内容过长'],
  [/too short/i, '内容过短'],
  [/unrecognised AI/i, '没有这样的标识符'],
  [/mutually exclusive/i, '有标识符不能同时使用'],
  [/^One of more requisite AIs/i, '缺少须同时使用的标识符'],
  [/invalid (?:day|month|hour|minute|second)/i, '日期或时间无效'],
  [/unknown country/i, '没有这样的国家代码'],
  [/percent encoding/i, '百分号编码有误'],
  [/winding direction/i, '卷绕方向有误'],
  [/^ISBN-1[03] prefix/i, '前缀应为 978- 或 979-'],
  [/dashes/i, '长度或连字符的位置不对：应为 13 位（旧式为 10 位），分为五段（旧式为四段）'],
  [/final character|must be (?:a )?digit|only digits|non-digit/i, '应为数字的位置不是数字'],
]

/** A reason of the library in Chinese, with the identifier of GS1 that it names: “AI 01: Bad checksum”. */
function toChinese(reason: string): string {
  const [, identifier] = /^AI (\d+): /.exec(reason) ?? []
  const zh = REASONS.find(([pattern]) => pattern.test(reason))?.[1]
  if (zh === undefined) return `不符合该条码的规则：${reason}`
  return identifier === undefined ? zh : `(${identifier}) ${zh}`
}
