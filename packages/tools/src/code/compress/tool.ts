import { bytes } from '@octet/core/field.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { WRITTEN, WRITTEN_WORDS } from '../../lib/written-bytes.ts'
import { codedSchema } from '../base64/coded-schema.ts'
import { ARCHIVE_WORDS, ENTRY_WORDS, type ArchiveKind, type EntryKind } from './archive.ts'
import { compress } from './compress.ts'
import { FORMAT_WORDS, FORMATS } from './formats.ts'

const { shape: coded } = codedSchema
const ARCHIVES = Object.keys(ARCHIVE_WORDS) as [ArchiveKind, ...ArchiveKind[]]
const ENTRIES = Object.keys(ENTRY_WORDS) as [EntryKind, ...EntryKind[]]

export default defineTool({
  id: 'compress',
  route: '/code/compress',
  group: 'code',
  rank: 35,
  icon: 'FileZip',
  title: { en: 'Compress and unpack', zh: '压缩与解压' },
  summary: {
    en: 'gzip, zlib, Deflate and LZ4 both ways; Brotli, Zstandard, xz and bzip2 unpacked; text, Base64, hex and files',
    zh: 'gzip、zlib、Deflate、LZ4 压缩与解压，Brotli、Zstandard、xz、bzip2 解压；支持文本、Base64、十六进制与文件',
  },
  about: {
    en: 'The format is detected from its first bytes; formats without a signature are tried in turn. Checksums are verified, and what came before a fault is kept. Compressed input may be Base64, hex or, as in a SAML link, percent-encoded.\n\nOutput is limited to 64 MiB. The entries of ZIP and tar archives, compressed tar included, are listed, and one of them can be extracted by name unless it is encrypted.\n\ngzip follows RFC 1952, zlib RFC 1950, Deflate RFC 1951, Brotli RFC 7932, Zstandard RFC 8878. bzip2 is read in the format of version 1.0, LZ4 in frames, old ones too. For xz, executable filters and SHA-256 checks are not supported. Files compressed here carry neither name nor time, so equal content gives equal output.',
    zh: '格式由开头的字节识别，没有特征字节的格式则逐一尝试。会核对校验值，出错之前的内容予以保留。压缩内容可以是 Base64、十六进制，也可以是百分号编码（如 SAML 请求链接）。\n\n解压结果最多 64 MiB。ZIP 与 tar 归档（含压缩过的 tar）会列出其中的条目，并可按名称取出一个；加密的条目除外。\n\ngzip 遵循 RFC 1952，zlib 遵循 RFC 1950，Deflate 遵循 RFC 1951，Brotli 遵循 RFC 7932，Zstandard 遵循 RFC 8878。bzip2 按 1.0 版程序的格式读取，LZ4 读取帧格式（含旧版）。xz 不支持可执行文件过滤器和 SHA-256 校验。此处压缩的文件不含文件名与时间，内容相同则结果相同。',
  },
  keywords: [
    'gzip',
    'gunzip',
    'zlib',
    'deflate',
    'inflate',
    'brotli',
    'zstd',
    'zstandard',
    'lz4',
    'xz',
    'lzma',
    'bzip2',
    'bz2',
    'compress',
    'decompress',
    'unzip',
    'zip',
    'tar',
    'tgz',
    'saml',
    '压缩',
    '解压',
    '解压缩',
    '压缩包',
    'untar',
  ],
  input: z.object({
    text: z
      .string()
      .default('')
      .meta({
        label: { en: 'Text', zh: '文本' },
        widget: 'text',
        main: true,
        wanted: true,
        placeholder: {
          en: 'Text to compress, or compressed data in Base64 or hex',
          zh: '要压缩的文本，或 Base64、十六进制的压缩数据',
        },
      }),
    file: bytes()
      .optional()
      .meta({ label: { en: 'or a file', zh: '或选择文件' }, wanted: true }),
    direction: z
      .enum(['auto', 'pack', 'unpack'])
      .default('auto')
      .meta({
        label: { en: 'Direction', zh: '方向' },
        options: { auto: { en: 'Auto', zh: '自动' }, pack: { en: 'Compress', zh: '压缩' }, unpack: { en: 'Unpack', zh: '解压' } },
      }),
    format: z
      .enum(['auto', ...FORMATS])
      .default('auto')
      .meta({
        label: { en: 'Format', zh: '格式' },
        help: { en: 'Auto detects it when unpacking and writes gzip', zh: '自动：解压时识别格式，压缩时使用 gzip' },
        options: { auto: { en: 'Auto', zh: '自动' }, ...FORMAT_WORDS },
      }),
    written: z
      .enum(WRITTEN)
      .default('base64')
      .meta({
        label: { en: 'Output encoding', zh: '压缩结果写作' },
        options: WRITTEN_WORDS,
        advanced: true,
      }),
    entry: z
      .string()
      .max(4096)
      .default('')
      .meta({
        label: { en: 'Extract', zh: '取出条目' },
        help: { en: 'Name of an entry in a ZIP or tar archive', zh: 'ZIP 或 tar 归档中某个条目的名称' },
        advanced: true,
      }),
    level: z
      .int()
      .min(0)
      .max(9)
      .default(6)
      .meta({
        label: { en: 'Level', zh: '压缩级别' },
        help: { en: '0 only stores, 1 is fastest, 9 is smallest', zh: '0 为仅存储，1 最快，9 最小' },
        advanced: true,
      }),
  }),
  output: z.object({
    text: coded.text,
    direction: z.enum(['pack', 'unpack', 'list', 'take']).meta({
      label: { en: 'Action', zh: '操作' },
      options: {
        pack: { en: 'Compressed', zh: '已压缩' },
        unpack: { en: 'Unpacked', zh: '已解压' },
        list: { en: 'Listed', zh: '已列出内容' },
        take: { en: 'Extracted', zh: '已取出条目' },
      },
    }),
    format: z
      .enum([...FORMATS, ...ARCHIVES])
      .meta({ label: { en: 'Format', zh: '格式' }, options: { ...FORMAT_WORDS, ...ARCHIVE_WORDS } }),
    sizeBytes: coded.sizeBytes,
    packedBytes: z.int().meta({ label: { en: 'Compressed size', zh: '压缩后大小' }, unit: 'B' }),
    savedPercent: z
      .number()
      .optional()
      .meta({ label: { en: 'Saved', zh: '节省' }, unit: '%' }),
    shown: coded.shown,
    mime: coded.mime,
    members: z
      .array(
        z.object({
          name: z
            .string()
            .optional()
            .meta({ label: { en: 'Name', zh: '文件名' } }),
          modified: z
            .string()
            .optional()
            .meta({ label: { en: 'Modified', zh: '修改时间' } }),
          system: z
            .string()
            .optional()
            .meta({ label: { en: 'System', zh: '系统' } }),
          comment: z
            .string()
            .optional()
            .meta({ label: { en: 'Comment', zh: '注释' } }),
          sizeBytes: z.int().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B' }),
          packedBytes: z.int().meta({ label: { en: 'Compressed', zh: '压缩后' }, unit: 'B' }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Members of the gzip file', zh: 'gzip 文件的成员' }, widget: 'table' }),
    archive: z
      .enum(ARCHIVES)
      .optional()
      .meta({ label: { en: 'Archive', zh: '归档格式' }, options: ARCHIVE_WORDS }),
    entries: z
      .array(
        z.object({
          name: z.string().meta({ label: { en: 'Name', zh: '名称' } }),
          kind: z.enum(ENTRIES).meta({ label: { en: 'Kind', zh: '类型' }, options: ENTRY_WORDS }),
          sizeBytes: z.int().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B' }),
          modified: z
            .string()
            .optional()
            .meta({ label: { en: 'Modified', zh: '修改时间' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Archive contents', zh: '归档内容' }, widget: 'table' }),
    file: coded.file,
    notes: coded.notes,
  }),
  errors: ['unsupported_value'],
  accepts: { packed: { direction: 'unpack' } },
  files: { packed: { direction: 'unpack' }, any: {} },
  examples: [
    {
      name: { en: 'Unpack gzip', zh: '解压 gzip' },
      input: { text: 'H4sIAAAAAAAAA/NIzcnJ11HIQKIUnuxd8HTpXgUPOkoBALBO8/OHAAAA' },
    },
    {
      name: { en: 'Compress a text', zh: '压缩文本' },
      input: { text: 'la la la la la la la la la la', direction: 'pack' },
    },
    {
      name: { en: 'The request in a SAML link', zh: 'SAML 链接中的请求' },
      input: {
        text: 'sylOzM0psHIsLcnIC0otLE0tLlHwdLFVijdUUghLLSrOzM%2BzVTLSM1BScEktLsnMSywBi2SUlBQUW%2BnrZ6YU6KVWJOYW5KTqFxfnK%2BnbAQA%3D',
        direction: 'unpack',
      },
      output: {
        text: '<samlp:AuthnRequest ID="_1" Version="2.0" Destination="https://idp.example/sso"/>',
        direction: 'unpack',
        format: 'deflate',
        sizeBytes: 81,
        packedBytes: 80,
        savedPercent: 1.2,
        shown: 'utf-8',
        notes: [],
      },
    },
    {
      name: { en: 'Zstandard in hex', zh: '十六进制的 Zstandard' },
      input: { text: '28b52ffd241d4d0000186c61200100da6e0873ee02de' },
      output: {
        text: 'la la la la la la la la la la',
        direction: 'unpack',
        format: 'zstd',
        sizeBytes: 29,
        packedBytes: 22,
        savedPercent: 24.1,
        shown: 'utf-8',
        notes: [],
      },
    },
    {
      name: { en: 'Truncated data', zh: '不完整的数据' },
      input: { text: 'eJzzSM3JyddRyECiFJ7sXfB06V4F', direction: 'unpack' },
      output: {
        text: 'Hello, hello, hello 你好 ',
        direction: 'unpack',
        format: 'zlib',
        sizeBytes: 27,
        packedBytes: 21,
        savedPercent: 22.2,
        shown: 'utf-8',
        notes: ['Truncated data, cut off after 21 bytes'],
      },
    },
  ],
  run: (input, { lang }) => compress(input, lang),
})
