import { bytes } from '@octet/core/field.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { moreField, toMore } from '../../lib/more.ts'
import { notesField } from '../../lib/notes-field.ts'
import { DRAWING, PARAMETERS, PHOTO } from './examples.ts'
import { readGiven } from './read-given.ts'
import { readMetadata } from './read-metadata.ts'
import { scanImage } from './scan-image.ts'
import { STRIPPED_FORMATS } from './strip.ts'
import { toCleanFile } from './to-clean-file.ts'
import { toReport } from './to-report.ts'

/** Lines that are listed. */
const MAX_FACTS = 400
const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

export default defineTool({
  id: 'image-metadata',
  route: '/web/image-metadata',
  group: 'web',
  rank: 44,
  icon: 'PhotoSearch',
  title: { en: 'Image metadata (EXIF)', zh: '图片信息（EXIF）' },
  summary: {
    en: 'Camera, time, place and everything else a picture carries, and the picture without it, at full quality',
    zh: '查看图片的相机、时间、位置等全部附带信息，并可无损清除',
  },
  about: {
    en: 'JPEG, PNG, WebP, GIF, HEIC, AVIF and TIFF are read: EXIF, XMP, IPTC, texts, colour profile, and signs of AI such as Stable Diffusion’s parameters, Content Credentials (C2PA) and the label of GB 45438. Such signs are what the file claims: they can be forged, and their absence says nothing.\n\nOn this page the picture is not sent anywhere: it is read in your browser. Coordinates are those of WGS 84; a map opens only if you follow its link.\n\nTo clean a picture, the parts around it are left out; it is not compressed anew. In HEIC and AVIF they are overwritten in place. Orientation and colour profile stay if you wish. Pictures behind a JPEG, such as previews and the gain map of Ultra HDR, go too. A TIFF is only read, and what is visible in the picture itself stays.',
    zh: '支持 JPEG、PNG、WebP、GIF、HEIC、AVIF 和 TIFF：EXIF、XMP、IPTC、文本、色彩配置，以及 Stable Diffusion 参数、内容凭证（C2PA）、GB 45438 标识等 AI 痕迹。这些只是文件自称的内容：可以伪造，没有也不说明什么。\n\n在本页中，图片不会上传，全程在浏览器中读取。坐标为 WGS 84；点击链接才会打开地图。\n\n清除时只去掉图像以外的数据，不重新压缩；HEIC 与 AVIF 则在原位覆盖。可选择保留方向和色彩配置。附在 JPEG 之后的图像（如预览图、Ultra HDR 增益图）也会去掉。TIFF 仅支持查看；画面中可见的内容不受影响。',
  },
  keywords: [
    'exif',
    'metadata',
    'photo',
    'picture',
    'gps',
    'xmp',
    'iptc',
    'icc',
    'heic',
    'geotag',
    'exif viewer',
    'remove exif',
    'strip metadata',
    'exif remover',
    'photo location',
    'c2pa',
    'stable diffusion',
    'png info',
    'image info',
    '图片信息',
    '照片信息',
    '元数据',
    '拍摄地点',
    '照片定位',
    '拍摄时间',
    '查看exif',
    '去除exif',
    '清除元数据',
    '图片隐私',
    'ai图片检测',
    '图片尺寸',
  ],
  input: z.object({
    file: bytes()
      .optional()
      .meta({ label: { en: 'Picture', zh: '图片' }, main: true, wanted: true }),
    base64: z
      .string()
      .default('')
      .meta({
        label: { en: 'or its Base64', zh: '或图片的 Base64' },
        help: { en: 'Base64 or a data: URL', zh: 'Base64 或 data: 链接' },
        widget: 'text',
        wanted: true,
        secret: true,
        advanced: true,
      }),
    clean: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Also make a copy without metadata', zh: '同时生成清除信息后的副本' }, pageDefault: true }),
    keepOrientation: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Keep the orientation', zh: '保留方向' }, when: { clean: [true] } }),
    keepProfile: z
      .boolean()
      .default(true)
      .meta({
        label: { en: 'Keep the colour profile', zh: '保留色彩配置' },
        help: { en: 'Without it, colours beyond sRGB look different', zh: '去掉后，超出 sRGB 的颜色会变样' },
        when: { clean: [true] },
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Report', zh: '报告' }, widget: 'text', main: true }),
    reveals: z.array(z.string()).meta({ label: { en: 'It gives away', zh: '会透露' } }),
    ai: z.array(z.string()).meta({ label: { en: 'Signs of AI', zh: 'AI 痕迹' } }),
    format: shown('Format', '格式'),
    mime: shown('Media type', '媒体类型'),
    sizeBytes: z.int().meta({ label: { en: 'Size', zh: '文件大小' }, unit: 'B' }),
    width: z
      .int()
      .optional()
      .meta({ label: { en: 'Width', zh: '宽度' }, unit: 'px' }),
    height: z
      .int()
      .optional()
      .meta({ label: { en: 'Height', zh: '高度' }, unit: 'px' }),
    colour: shown('Colours', '颜色').optional(),
    coding: shown('Coding', '编码').optional(),
    frames: z
      .int()
      .optional()
      .meta({ label: { en: 'Frames', zh: '帧数' }, isCount: true }),
    profile: shown('Colour profile', '色彩配置').optional(),
    takenAt: shown('Time', '时间').optional(),
    camera: shown('Camera', '相机').optional(),
    lens: shown('Lens', '镜头').optional(),
    exposure: shown('Exposure', '曝光').optional(),
    latitude: z
      .number()
      .optional()
      .meta({ label: { en: 'Latitude', zh: '纬度' }, unit: '°' }),
    longitude: z
      .number()
      .optional()
      .meta({ label: { en: 'Longitude', zh: '经度' }, unit: '°' }),
    altitudeM: z
      .number()
      .optional()
      .meta({ label: { en: 'Altitude', zh: '海拔' }, unit: 'm' }),
    directionDeg: z
      .number()
      .optional()
      .meta({ label: { en: 'Direction of the camera', zh: '拍摄方向' }, unit: '°' }),
    facts: z
      .array(
        z.object({
          name: shown('Name', '名称'),
          value: shown('Value', '值'),
          group: shown('Source', '来源'),
          tag: shown('Tag', '标签'),
        }),
      )
      .meta({ label: { en: 'All metadata', zh: '全部信息' }, widget: 'table' }),
    more: moreField(),
    file: bytes()
      .optional()
      .meta({ label: { en: 'Without metadata', zh: '清除信息后' } }),
    removed: z
      .array(
        z.object({
          kind: shown('Removed', '已清除'),
          name: shown('Part', '数据段'),
          sizeBytes: z.int().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B' }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Left out', zh: '已清除的数据' }, widget: 'table' }),
    notes: notesField,
  }),
  errors: ['unsupported_value'],
  files: { picture: {} },
  examples: [
    {
      name: { en: 'A photo with a place', zh: '带位置的照片' },
      input: { base64: PHOTO, clean: true },
    },
    {
      name: { en: 'Parameters of Stable Diffusion', zh: 'Stable Diffusion 参数' },
      input: { base64: DRAWING },
      output: {
        text: `PNG, 1 × 1 px, grey, 8 bit, 242 B\nSigns of AI: parameters of Stable Diffusion\n\n[Text]\nparameters: ${PARAMETERS}`,
        format: 'PNG',
        mime: 'image/png',
        sizeBytes: 242,
        width: 1,
        height: 1,
        colour: 'grey, 8 bit',
        reveals: [],
        ai: ['parameters of Stable Diffusion'],
        facts: [{ name: 'parameters', value: PARAMETERS, group: 'Text', tag: 'parameters' }],
        notes: [],
      },
    },
  ],
  async run({ base64, file, clean, keepOrientation, keepProfile }, { lang }) {
    const given = await readGiven({ base64, file })
    const scan = scanImage(given.bytes, given.name)
    const { facts, place, marks, reveals, orientation, notes: found, ...summary } = await readMetadata(scan, lang)
    const isCleaned = clean && STRIPPED_FORMATS.has(scan.format)
    const notes = clean && !isCleaned ? [...found, toReadOnly(scan.format)] : found
    const result = {
      reveals: reveals.map((words) => words[lang]),
      ai: marks.map((words) => words[lang]),
      format: scan.format,
      mime: scan.mime,
      sizeBytes: given.bytes.length,
      ...(scan.width && scan.height && { width: scan.width, height: scan.height }),
      ...(scan.colour && { colour: scan.colour }),
      ...(scan.coding && { coding: scan.coding }),
      ...(scan.frames !== undefined && scan.frames > 1 && { frames: scan.frames }),
      ...summary,
      ...place,
      facts: facts.slice(0, MAX_FACTS).map(({ name, value, group, tag }) => ({ name, value, group, tag })),
      ...toMore(facts.length, MAX_FACTS),
      ...(isCleaned &&
        toCleanFile(given, {
          scan,
          lang,
          kept: { profile: keepProfile, orientation: keepOrientation ? orientation : undefined },
        })),
      notes: notes.map((words) => words[lang]),
    }
    return { text: toReport(result, lang), ...result }
  },
})

const toReadOnly = (format: string): Text => ({
  en: `A ${format} is only read, not cleaned.`,
  zh: `${format} 仅支持查看，不支持清除。`,
})
