import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { bytes } from '@octet/core/field.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { readColour } from '../../lib/colour/notation.ts'
import { toContrast } from '../../lib/colour/space.ts'
import { readBlob } from '../../lib/bytes.ts'
import { refuseLoneSurrogate } from '../../lib/text-place.ts'
import { drawPixels, drawSvg, drawText } from '../../lib/qr/draw.ts'
import { makeMatrix } from '../../lib/qr/make-matrix.ts'
import { isPng, PngError, readPng, toPngUrl, type Pixels } from '../../lib/png.ts'
import { checkWifi, CONTENT_KINDS, toContentKind, toVcard, toWifi, type ContentKind } from './content.ts'
import { findCode } from './find-code.ts'

/** Side of the picture; a larger one would take hundreds of megabytes to draw. */
const MAX_SIDE = 4096
const MAKE = { mode: ['make'] } as const
const line = (en: string, zh: string, when: Record<string, readonly string[]>) =>
  z.string().max(500).default('').meta({ label: { en, zh }, when })
const colour = (en: string, zh: string, value: string) =>
  z
    .string()
    .regex(/^(?:#[\da-f]{3}|#[\da-f]{6}|none)$/i, { error: '#rgb, #rrggbb, none' })
    .default(value)
    .meta({ label: { en, zh }, when: MAKE, advanced: true })

export default defineTool({
  id: 'qr',
  route: '/generate/qr',
  group: 'generate',
  rank: 20,
  icon: 'Qrcode',
  title: { en: 'QR code: make and read', zh: '二维码生成与识别' },
  summary: {
    en: 'Text, links, Wi-Fi and contacts as SVG or PNG; read codes from pictures',
    zh: '文本、网址、Wi-Fi、名片生成 SVG 或 PNG，识别图片中的二维码',
  },
  about: {
    en: 'Codes follow ISO/IEC 18004; text is stored as UTF-8. A higher correction level survives more damage but needs more modules. PNG pictures are read everywhere, other formats where the browser can draw them.',
    zh: '二维码遵循 ISO/IEC 18004，文本以 UTF-8 存储。纠错等级越高越耐污损，但图案更密。PNG 图片在任何环境都可识别，其他格式取决于浏览器的支持。',
  },
  keywords: ['qrcode', 'wifi', 'vcard', 'scan', '二维码', '扫码', 'WiFi 二维码', '名片', '生成二维码', 'ewm'],
  input: z.object({
    mode: z
      .enum(['make', 'read'])
      .default('make')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: { make: { en: 'Make', zh: '生成' }, read: { en: 'Read', zh: '识别' } },
      }),
    kind: z
      .enum(['text', 'wifi', 'vcard'])
      .default('text')
      .meta({
        label: { en: 'Content', zh: '内容类型' },
        when: MAKE,
        options: {
          text: { en: 'Text or link', zh: '文本或网址' },
          wifi: { en: 'Wi-Fi', zh: 'Wi-Fi' },
          vcard: { en: 'Contact', zh: '名片' },
        },
      }),
    text: z
      .string()
      .max(7089)
      .default('')
      .meta({ label: { en: 'Text', zh: '文本' }, widget: 'text', main: true, when: { mode: ['make'], kind: ['text'] } }),
    ssid: line('Network name', '网络名称', { mode: ['make'], kind: ['wifi'] }),
    password: z
      .string()
      .max(200)
      .default('')
      .meta({ label: { en: 'Password', zh: '密码' }, widget: 'secret', secret: true, when: { mode: ['make'], kind: ['wifi'] } }),
    security: z
      .enum(['WPA', 'WEP', 'nopass'])
      .default('WPA')
      .meta({
        label: { en: 'Security', zh: '加密方式' },
        when: { mode: ['make'], kind: ['wifi'] },
        options: {
          WPA: { en: 'WPA/WPA2/WPA3', zh: 'WPA/WPA2/WPA3' },
          WEP: { en: 'WEP', zh: 'WEP' },
          nopass: { en: 'None', zh: '无' },
        },
      }),
    hidden: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Hidden network', zh: '隐藏网络' }, when: { mode: ['make'], kind: ['wifi'] } }),
    name: line('Name', '姓名', { mode: ['make'], kind: ['vcard'] }),
    phone: line('Phone', '电话', { mode: ['make'], kind: ['vcard'] }),
    email: line('Email', '邮箱', { mode: ['make'], kind: ['vcard'] }),
    organisation: line('Organisation', '单位', { mode: ['make'], kind: ['vcard'] }),
    url: line('Website', '网址', { mode: ['make'], kind: ['vcard'] }),
    level: z
      .enum(['L', 'M', 'Q', 'H'])
      .default('M')
      .meta({
        label: { en: 'Error correction', zh: '纠错等级' },
        when: MAKE,
        options: {
          L: { en: 'L (7%)', zh: 'L（7%）' },
          M: { en: 'M (15%)', zh: 'M（15%）' },
          Q: { en: 'Q (25%)', zh: 'Q（25%）' },
          H: { en: 'H (30%)', zh: 'H（30%）' },
        },
      }),
    scale: z
      .int()
      .min(1)
      .max(40)
      .default(8)
      .meta({ label: { en: 'Module size', zh: '单元大小' }, unit: 'px', when: MAKE, advanced: true }),
    margin: z
      .int()
      .min(0)
      .max(20)
      .default(4)
      .meta({ label: { en: 'Margin in modules', zh: '边距（单元数）' }, when: MAKE, advanced: true }),
    dark: colour('Colour', '前景色', '#000000'),
    light: colour('Background (or none)', '背景色（none 为透明）', '#ffffff'),
    image: bytes()
      .optional()
      .meta({ label: { en: 'Picture', zh: '图片' }, when: { mode: ['read'] } }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Content', zh: '内容' }, widget: 'text', main: true }),
    kind: z
      .enum(Object.keys(CONTENT_KINDS) as [ContentKind, ...ContentKind[]])
      .optional()
      .meta({ label: { en: 'Kind', zh: '类型' }, options: CONTENT_KINDS }),
    image: z
      .string()
      .optional()
      .meta({ label: { en: 'PNG', zh: 'PNG 图片' }, widget: 'image', saved: true }),
    svg: z
      .string()
      .optional()
      .meta({ label: { en: 'SVG', zh: 'SVG' }, widget: 'code', language: 'xml' }),
    terminal: z
      .string()
      .optional()
      .meta({ label: { en: 'As text', zh: '字符画' }, widget: 'text', printed: true }),
    version: z
      .int()
      .optional()
      .meta({ label: { en: 'Version', zh: '版本' } }),
    note: z
      .string()
      .optional()
      .meta({ label: { en: 'Note', zh: '说明' } }),
  }),
  errors: ['unsupported_value'],
  accepts: { url: { text: '' }, otpauth: { text: '' }, 'qr-text': { text: '' } },
  files: { picture: { mode: 'read' } },
  examples: [
    { name: { en: 'A link', zh: '网址' }, input: { text: 'https://example.com/' } },
    { name: { en: 'Wi-Fi', zh: 'Wi-Fi' }, input: { kind: 'wifi', ssid: 'Guest; room', password: 'pass:word' } },
    {
      name: { en: 'Contact', zh: '名片' },
      input: { kind: 'vcard', name: '张三', phone: '+86 138 0013 8000', email: 'zhangsan@example.com' },
    },
  ],
  async run({ mode, image, level, ...fields }, { lang }) {
    if (mode === 'read') return readCode(image)
    const content = toContent(fields)
    refuseLoneSurrogate(content, 'text')
    const note = findColourNote(fields)
    const { matrix, version } = await makeMatrix(content, level)
    const sidePx = (matrix.size + 2 * fields.margin) * fields.scale
    if (sidePx > MAX_SIDE)
      throw new AppError('too_large', { field: 'scale', limit: `${MAX_SIDE} × ${MAX_SIDE} px`, got: `${sidePx} × ${sidePx} px` })
    return {
      text: content,
      kind: toContentKind(content),
      image: await toPngUrl(drawPixels(matrix, fields, fields.scale)),
      svg: drawSvg(matrix, fields),
      terminal: drawText(matrix, fields.margin),
      version,
      ...(note ? { note: note[lang] } : {}),
    }
  },
})

/** Below this ratio few readers find a code, and people none; from the other on all do. */
const LEAST_CONTRAST = 1.5
const GOOD_CONTRAST = 3

/** What is doubtful about the colours. Throws `bad_input` where they are hardly apart. */
function findColourNote({ dark, light }: { dark: string; light: string }): Text | undefined {
  if (dark === 'none' || light === 'none') return undefined
  const [ink, paper] = [readColour(dark, 'dark'), readColour(light, 'light')]
  const contrast = toContrast(ink.rgb, paper.rgb)
  if (contrast < LEAST_CONTRAST)
    throw new AppError('bad_input', {
      field: 'light',
      expected: { en: 'a background that stands out from the colour', zh: '与前景色有明显差别的背景色' },
      got: `${dark} / ${light}`,
    })
  if (toContrast(ink.rgb, [0, 0, 0]) > toContrast(paper.rgb, [0, 0, 0]))
    return { en: 'Light on dark: older readers find no such code.', zh: '深底浅码：部分较旧的识别程序无法识别。' }
  if (contrast < GOOD_CONTRAST)
    return {
      en: 'The colours are close to each other: a dim or worn print may not be read.',
      zh: '前景色与背景色较接近，光线暗或印刷磨损时可能无法识别。',
    }
  return undefined
}

type Fields = Parameters<typeof toVcard>[0] & {
  kind: 'text' | 'wifi' | 'vcard'
  text: string
  ssid: string
  password: string
  security: 'WPA' | 'WEP' | 'nopass'
  hidden: boolean
}

function toContent(fields: Fields): string {
  const [field, expected] = MAIN[fields.kind]
  if (fields[field] === '') throw new AppError('bad_input', { field, expected, got: '' })
  if (fields.kind === 'vcard') return toVcard(fields)
  if (fields.kind === 'text') return fields.text
  checkWifi(fields)
  return toWifi({ ...fields, isHidden: fields.hidden })
}

/** What each kind cannot do without. */
const MAIN = {
  text: ['text', { en: 'some content', zh: '内容' }],
  wifi: ['ssid', { en: 'the name of the network', zh: '网络名称' }],
  vcard: ['name', { en: 'a name', zh: '姓名' }],
} as const satisfies Record<Fields['kind'], unknown>

async function readCode(image: Blob | undefined) {
  if (!image) throw new AppError('bad_input', { field: 'image', expected: { en: 'a picture', zh: '一张图片' }, got: '–' })
  const { width, height, data } = await toPixels(image)
  const code = await findCode({ width, height, data })
  if (!code)
    throw new AppError('unsupported_value', {
      got: `${width} × ${height}`,
      reason: { en: 'no QR code found; try a sharper or straighter picture', zh: '未发现二维码，请换一张更清晰、更端正的图片' },
    })
  return { text: code.text, kind: toContentKind(code.text), version: code.version }
}

/** Pixels of a PNG by our own reader, of other formats by the browser. */
async function toPixels(image: Blob): Promise<Pixels> {
  const content = await readBlob(image)
  try {
    if (isPng(content)) return flatten(await readPng(content))
  } catch (error) {
    if (!(error instanceof PngError)) throw error
    if (typeof createImageBitmap !== 'function') throw badPicture(error.reason, image, error)
  }
  if (typeof createImageBitmap !== 'function' || typeof OffscreenCanvas !== 'function')
    throw badPicture(
      { en: 'only PNG can be read here; convert the picture, or use the page', zh: '此处只能识别 PNG，请转换格式或改用网页' },
      image,
    )
  const bitmap = await createImageBitmap(image).catch((cause: unknown) => {
    throw badPicture({ en: 'the browser cannot draw it', zh: '浏览器无法解码' }, image, cause)
  })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  if (!context) throw badPicture({ en: 'the browser provides no canvas', zh: '浏览器未提供画布' }, image)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, bitmap.width, bitmap.height)
  context.drawImage(bitmap, 0, 0)
  return context.getImageData(0, 0, bitmap.width, bitmap.height)
}

/** Lays transparent pixels on white, as a page shows them. */
function flatten({ width, height, data }: Pixels): Pixels {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]! / 255
    for (let i = 0; i < 3; i++) data[at + i] = data[at + i]! * alpha + 255 * (1 - alpha)
    data[at + 3] = 255
  }
  return { width, height, data }
}

function badPicture({ en, zh }: Text, image: Blob, cause?: unknown): AppError {
  const expected = { en: `a picture (${en})`, zh: `可识别的图片（${zh}）` }
  return new AppError('bad_input', { field: 'image', expected, got: image.type || counted(image.size, 'bytes') }, { cause })
}
