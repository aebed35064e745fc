import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { readColour, toHex } from '../../lib/colour/notation.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { refuseControls } from './refuse-controls.ts'

const MAX_SIDE = 10_000

export default defineTool({
  id: 'placeholder-image',
  route: '/generate/placeholder-image',
  group: 'generate',
  rank: 46,
  icon: 'Photo',
  title: { en: 'Placeholder image generator', zh: '占位图生成' },
  summary: {
    en: 'An SVG of any size and colour with a text, as a file, data URL, HTML and CSS',
    zh: '生成任意尺寸、颜色与文字的 SVG 占位图，可得文件、data URL、HTML 与 CSS',
  },
  about: {
    en: 'The picture is a few hundred bytes of SVG that asks no server for anything. The data URL escapes only what it must, which is shorter than Base64 and packs better. Where no text is given, the size is written; letters are as large as fit.\n\nColours are taken in every notation of CSS. For old programs that know no SVG, open the file in an image editor and save it as PNG.',
    zh: '占位图是几百字节的 SVG，不依赖任何服务器。data URL 只转义必要的字符，比 Base64 更短、更易压缩。不填文字时写尺寸，字号自动适应。\n\n颜色支持 CSS 的所有写法。若旧程序不支持 SVG，可用图像软件打开后另存为 PNG。',
  },
  keywords: [
    'placeholder image',
    'svg placeholder',
    'svg placeholder generator',
    'dummy image',
    'image placeholder',
    'placehold',
    'sample image',
    'test image',
    'blank image',
    'solid colour image',
    'svg data url',
    '占位图',
    '占位图片',
    '纯色图片',
    '测试图片',
    '图片占位符',
  ],
  input: z.object({
    size: z
      .string()
      .min(1)
      .max(40)
      .default('640x360')
      .meta({
        label: { en: 'Size', zh: '尺寸' },
        help: { en: 'Width × height in pixels; one number for a square', zh: '宽 × 高，单位像素；只填一个数为正方形' },
        placeholder: { en: '640x360', zh: '640x360' },
        main: true,
      }),
    text: z
      .string()
      .max(200)
      .default('')
      .meta({
        label: { en: 'Text', zh: '文字' },
        placeholder: { en: 'The size', zh: '默认为尺寸' },
      }),
    background: z
      .string()
      .max(100)
      .default('#cccccc')
      .meta({ label: { en: 'Background', zh: '背景色' } }),
    colour: z
      .string()
      .max(100)
      .default('#333333')
      .meta({ label: { en: 'Text colour', zh: '文字颜色' } }),
    fontSize: z
      .int()
      .min(0)
      .max(1_000)
      .default(0)
      .meta({
        label: { en: 'Letter size', zh: '字号' },
        help: { en: '0 for what fits', zh: '0 为自动' },
        unit: 'px',
        advanced: true,
      }),
    fixed: z
      .boolean()
      .default(true)
      .meta({
        label: { en: 'Keep the size', zh: '固定尺寸' },
        help: { en: 'Else it fills the place where it stands', zh: '关闭则随所在位置缩放' },
        advanced: true,
      }),
  }),
  output: z.object({
    image: z.string().meta({ label: { en: 'Picture', zh: '图片' }, widget: 'image' }),
    text: z.string().meta({ label: { en: 'SVG', zh: 'SVG' }, widget: 'code', language: 'xml', main: true, endings: { svg: {} } }),
    html: z.string().meta({ label: { en: 'HTML', zh: 'HTML' }, widget: 'code', language: 'html' }),
    css: z.string().meta({ label: { en: 'CSS', zh: 'CSS' }, widget: 'code', language: 'css' }),
    sizeBytes: z.int().meta({ label: { en: 'Size of the SVG', zh: 'SVG 大小' }, unit: 'B' }),
  }),
  examples: [
    {
      name: { en: 'A banner', zh: '横幅' },
      input: { size: '1200x300', text: 'Banner', background: 'royalblue', colour: 'white' },
    },
    { name: { en: 'A square', zh: '正方形' }, input: { size: '150' } },
    { name: { en: 'Chinese', zh: '中文' }, input: { size: '375×200', text: '商品图片', background: '#f5f5f5', colour: '#999' } },
  ],
  async run({ size, text, background, colour, fontSize, fixed }) {
    refuseControls(text)
    const { width, height } = readSize(size)
    const { drawPlaceholder, toSvgUrl } = await import('./draw-placeholder.ts')
    const words = text === '' ? `${width} × ${height}` : text
    const svg = drawPlaceholder({
      width,
      height,
      text: words.trim(),
      background: toHex(readColour(background, 'background')),
      colour: toHex(readColour(colour, 'colour')),
      fontSize: fontSize === 0 ? undefined : fontSize,
      isFixed: fixed,
    })
    const image = toSvgUrl(svg)
    const sides = fixed ? ` width="${width}" height="${height}"` : ''
    return {
      image,
      text: svg,
      html: `<img src="${image}"${sides} alt="">`,
      css: `background-image: url("${image}");`,
      sizeBytes: new TextEncoder().encode(svg).length,
    }
  },
})

/** `640x360`, `640 × 360`, `640*360`, `640,360`, or one side of a square. Throws `bad_input`. */
function readSize(size: string): { width: number; height: number } {
  const [, first = '', second = first] =
    /^(\d{1,5})(?:px)?(?:\s*[x×*,:\s]\s*(\d{1,5})(?:px)?)?$/i.exec(toHalfWidth(size).trim()) ?? []
  const [width, height] = [Number(first), Number(second)]
  if (width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE) return { width, height }
  const expected = { en: `two sides from 1 to ${MAX_SIDE}, such as 640x360`, zh: `1 到 ${MAX_SIDE} 之间的宽与高，如 640x360` }
  throw new AppError('bad_input', { field: 'size', expected, got: `“${size}”` })
}
