import { counted } from '@octet/core/counted.ts'
import { bytes } from '@octet/core/field.ts'
import { AppError } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { moreField, toMore } from '../../lib/more.ts'
import { findBinaryType } from './find-binary-type.ts'
import { findTextType } from './find-text-type.ts'
import { findTypes, listTypes, type MediaType } from './find-types.ts'

const MAX_LINES = 1000
/** More of one kind are counted, not listed. */
const MAX_FOUND = 500
const HEAD_BYTES = 4096

const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })
const SOURCES: Record<MediaType['source'], Text> = {
  iana: { en: 'IANA', zh: 'IANA' },
  apache: { en: 'Apache', zh: 'Apache' },
  nginx: { en: 'nginx', zh: 'nginx' },
  other: { en: 'not registered', zh: '未注册' },
}

export default defineTool({
  id: 'mime',
  route: '/web/mime',
  group: 'web',
  rank: 42,
  icon: 'FileTypography',
  title: { en: 'Media types (MIME)', zh: '媒体类型（MIME）' },
  summary: {
    en: 'The Content-Type of a file name, the extensions of a type, and what a file is by its first bytes',
    zh: '按文件名查 Content-Type，按类型查扩展名，按文件头识别文件类型',
  },
  about: {
    en: 'The list holds what is registered with IANA, and what Apache, nginx and the desktops of Linux have beside it. Where an extension has several types, the registered one comes first. Text is best served with its charset; WOFF2, JPEG, MP4, ZIP and their like are packed already and gain nothing from gzip or Brotli.',
    zh: '数据来自 IANA 注册表，以及 Apache、nginx 和 Linux 桌面另有的类型。一个扩展名对应多个类型时，已注册的排在前面。文本应注明字符集；WOFF2、JPEG、MP4、ZIP 等格式本身已压缩，无需再用 gzip 或 Brotli。',
  },
  keywords: ['content-type', 'extension', 'file type', 'magic number', '文件类型', '扩展名', '后缀名', '文件头'],
  input: z.object({
    text: z
      .string()
      .max(100_000)
      .default('')
      .meta({
        label: { en: 'File names, extensions, types or a word', zh: '文件名、扩展名、类型或关键词' },
        help: { en: 'One per line', zh: '每行一个' },
        placeholder: { en: 'report.pdf\n.woff2\nimage/*', zh: '报告.pdf\n.woff2\nimage/*' },
        widget: 'text',
        main: true,
        wanted: true,
      }),
    file: bytes()
      .optional()
      .meta({ label: { en: 'File', zh: '文件' }, wanted: true }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Content-Type', zh: 'Content-Type' }, widget: 'text', main: true }),
    content: z
      .string()
      .optional()
      .meta({ label: { en: 'By its first bytes', zh: '按文件头识别' } }),
    rows: z
      .array(
        z.object({
          asked: shown('Asked for', '查询'),
          type: shown('Type', '类型'),
          extensions: shown('Extensions', '扩展名'),
          source: shown('Registered', '注册'),
          compressible: z
            .boolean()
            .optional()
            .meta({ label: { en: 'Compressible', zh: '适合压缩' } }),
        }),
      )
      .meta({ label: { en: 'Types', zh: '类型' }, widget: 'table' }),
    more: moreField(),
    unknown: z
      .string()
      .optional()
      .meta({ label: { en: 'Not found', zh: '未找到' }, widget: 'text' }),
  }),
  errors: ['unsupported_value'],
  files: { any: {} },
  examples: [
    {
      name: { en: 'A file name', zh: '文件名' },
      input: { text: 'app.js' },
      output: {
        text: 'text/javascript; charset=utf-8',
        rows: [
          { asked: 'app.js', type: 'text/javascript', extensions: '.js .mjs', source: 'IANA', compressible: true },
          { asked: 'app.js', type: 'application/javascript', extensions: '.js', source: 'Apache', compressible: true },
        ],
      },
    },
    { name: { en: 'All fonts', zh: '全部字体' }, input: { text: 'font/*' } },
    {
      name: { en: 'Several files', zh: '多个文件' },
      input: { text: 'clip.mp4\nnotes.zzz' },
      output: {
        text: 'video/mp4',
        rows: [{ asked: 'clip.mp4', type: 'video/mp4', extensions: '.mp4 .mp4v .mpg4', source: 'IANA', compressible: false }],
        unknown: 'notes.zzz',
      },
    },
  ],
  async run({ text, file }, { lang }) {
    const { default: database } = await import('mime-db')
    const types = listTypes(database)
    const lines = splitLines(text).filter((line) => line.trim() !== '')
    if (lines.length > MAX_LINES)
      throw new AppError('too_large', { field: 'text', limit: counted(MAX_LINES, 'lines'), got: lines.length })
    const isAlone = lines.length === 1
    const found = lines.map((line) => ({ asked: line.trim(), types: findTypes(line, types) }))
    const all = found.flatMap(({ asked, types: fitting }) =>
      (isAlone ? fitting : fitting.slice(0, 1)).map((type) => ({ asked, type })),
    )
    const content = file && (await readHead(file, lang))
    const unknown = found.filter(({ types: fitting }) => fitting.length === 0).map(({ asked }) => asked)
    if (all.length === 0 && content === undefined)
      throw new AppError('unsupported_value', {
        got: unknown.join(', ').slice(0, 80),
        reason: { en: 'no such type, extension or word is known', zh: '没有这样的类型、扩展名或关键词' },
      })
    const heads = found.flatMap(({ types: [best] }) => best?.header ?? [])
    return {
      text: heads.length > 0 ? heads.join('\n') : (content ?? ''),
      ...(content !== undefined && { content }),
      rows: all.slice(0, MAX_FOUND).map(({ asked, type }) => ({
        asked,
        type: type.type,
        extensions: type.extensions.map((extension) => `.${extension}`).join(' '),
        source: SOURCES[type.source][lang],
        ...(type.isCompressible !== undefined && { compressible: type.isCompressible }),
      })),
      ...toMore(all.length, MAX_FOUND),
      ...(unknown.length > 0 && { unknown: unknown.join('\n') }),
    }
  },
})

/** What a file is by its beginning, in words where that is not known. */
async function readHead(file: Blob, lang: 'en' | 'zh'): Promise<string> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const isText = !head.some((byte) => byte < 9 || (byte > 13 && byte < 27))
  const type = isText ? findTextType(new TextDecoder().decode(head), file.size <= HEAD_BYTES) : undefined
  const known = type ?? findBinaryType(head)
  if (known) return known
  const words = isText ? { en: 'text, or unknown', zh: '文本，或无法识别' } : { en: 'unknown', zh: '无法识别' }
  return words[lang]
}
