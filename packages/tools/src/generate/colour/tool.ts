import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { isInSrgb, readColour, toHex, writeColour } from '../../lib/colour/notation.ts'
import { fromOklab, fromPolar, mapParts, toContrast, toOklab, toPolar, type Rgb } from '../../lib/colour/space.ts'

const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

export default defineTool({
  id: 'colour',
  route: '/generate/colour',
  group: 'generate',
  rank: 30,
  icon: 'Palette',
  title: { en: 'Colour converter and contrast', zh: '颜色转换与对比度' },
  summary: {
    en: 'HEX, RGB, HSL, HWB, CMYK, Lab, LCH, Oklab, OKLCH; WCAG contrast; shades',
    zh: 'HEX、RGB、HSL、HWB、CMYK、Lab、LCH、Oklab、OKLCH 互转，WCAG 对比度与色阶',
  },
  about: {
    en: 'Notations and conversions follow CSS Color 4; HSV, CMYK without a profile, three numbers of 0–255 and 0x with six digits are read, too. Contrast is the ratio of WCAG 2.2: 4.5 for text, 3 for large text and controls, 7 for the strictest level. Shades keep the hue of OKLCH.',
    zh: '写法与换算遵循 CSS Color 4，另可读取 HSV、CMYK（不含色彩配置文件）、三个 0–255 的数与 0x 开头的六位十六进制。对比度为 WCAG 2.2 的比值：正文须达 4.5，大号文字和控件须达 3，最严格级别须达 7。色阶保持 OKLCH 色相不变。',
  },
  keywords: [
    'color',
    'hex',
    'rgb',
    'hsl',
    'oklch',
    'wcag',
    'contrast',
    '颜色',
    '取色',
    '对比度',
    '色值',
    'color picker',
    'hex to rgb',
    'rgb to hex',
    '取色器',
    '调色板',
    '颜色代码',
    'rgb转16进制',
  ],
  input: z.object({
    text: z
      .string()
      .max(200)
      .meta({
        label: { en: 'Colour', zh: '颜色' },
        main: true,
        placeholder: { en: '#1e90ff · rgb(30 144 255) · dodgerblue', zh: '#1e90ff · rgb(30 144 255) · dodgerblue' },
      }),
    against: z
      .string()
      .max(200)
      .default('#ffffff')
      .meta({ label: { en: 'Contrast against', zh: '与之对比' } }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'HEX', zh: 'HEX' }, main: true }),
    notations: z
      .array(z.object({ name: shown('Notation', '格式'), value: shown('Value', '值') }))
      .meta({ label: { en: 'Notations', zh: '全部写法' }, widget: 'table' }),
    isInSrgb: z.boolean().meta({ label: { en: 'Within sRGB', zh: '在 sRGB 色域内' } }),
    contrast: z.number().meta({ label: { en: 'Contrast', zh: '对比度' } }),
    passes: z
      .object({
        text: z.boolean().meta({ label: { en: 'Text (AA, 4.5)', zh: '正文（AA，4.5）' } }),
        large: z.boolean().meta({ label: { en: 'Large text, controls (AA, 3)', zh: '大号文字与控件（AA，3）' } }),
        strictText: z.boolean().meta({ label: { en: 'Text (AAA, 7)', zh: '正文（AAA，7）' } }),
        strictLarge: z.boolean().meta({ label: { en: 'Large text (AAA, 4.5)', zh: '大号文字（AAA，4.5）' } }),
      })
      .meta({ label: { en: 'WCAG 2.2', zh: 'WCAG 2.2' } }),
    shades: z
      .array(z.object({ step: shown('Step', '级别'), value: shown('Value', '值') }))
      .meta({ label: { en: 'Shades', zh: '色阶' }, widget: 'table' }),
  }),
  accepts: { colour: { text: '' } },
  // Notations and shades are many: colour.test.ts compares them.
  examples: [
    { name: { en: 'A CSS name', zh: 'CSS 颜色名' }, input: { text: 'dodgerblue' } },
    { name: { en: 'OKLCH to HEX', zh: 'OKLCH 转 HEX' }, input: { text: 'oklch(0.65 0.19 255)' } },
    { name: { en: 'Contrast of grey on white', zh: '白底灰字的对比度' }, input: { text: '#767676', against: 'white' } },
  ],
  run({ text, against }) {
    const colour = readColour(text, 'text')
    const ground = readColour(against, 'against')
    // A translucent colour is judged as it looks on its ground.
    const seen = mapParts(colour.rgb, (part, at) => part * colour.alpha + ground.rgb[at]! * (1 - colour.alpha))
    const ratio = toContrast(seen, ground.rgb)
    return {
      text: toHex(colour),
      notations: writeColour(colour),
      isInSrgb: isInSrgb(colour),
      contrast: Math.floor(ratio * 100) / 100,
      passes: { text: ratio >= 4.5, large: ratio >= 3, strictText: ratio >= 7, strictLarge: ratio >= 4.5 },
      shades: toShades(colour.rgb),
    }
  },
})

/** Eleven steps of lightness with the hue kept; chroma falls towards white and black and until sRGB holds it. */
function toShades(rgb: Rgb) {
  const [, chroma, hue] = toPolar(toOklab(rgb))
  return [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950].map((step) => {
    const light = 0.98 - (step / 1000) * 0.84
    let size = chroma * Math.min(1, 4 * light * (1 - light) + 0.1)
    let shade: Rgb = fromOklab(fromPolar([light, size, hue]))
    for (; size > 0.001 && !isInSrgb({ rgb: shade, alpha: 1 }); shade = fromOklab(fromPolar([light, size, hue]))) size *= 0.95
    return { step: String(step), value: toHex({ rgb: shade, alpha: 1 }) }
  })
}
