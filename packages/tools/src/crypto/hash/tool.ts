import { bytes } from '@octet/core/field.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { BYTE_FORMAT_NAMES, BYTE_FORMATS } from '../../lib/byte-text.ts'
import { ALGORITHM_IDS, ALGORITHMS, type AlgorithmId } from './algorithms.ts'
import { hashAll } from './hash-all.ts'

const NAMES = Object.fromEntries(
  ALGORITHM_IDS.map((id) => [id, { en: ALGORITHMS[id].title, zh: ALGORITHMS[id].title }]),
) as Record<AlgorithmId, { en: string; zh: string }>

export default defineTool({
  id: 'hash',
  route: '/crypto/md5',
  group: 'crypto',
  rank: 40,
  icon: 'Hash',
  title: { en: 'MD5 and other hashes', zh: 'MD5 与哈希计算' },
  summary: {
    en: '41 hashes and checksums of a text or a large file, HMAC, and comparison with a known sum',
    zh: '文本与大文件的 41 种哈希与校验和，支持 HMAC 与校验比对',
  },
  about: {
    en: 'Files are read in pieces, so size does not matter, and a run can be stopped; several at once give a list that sha256sum -c reads. 16-character MD5 is the middle half of the 32. MD5 and SHA-1 no longer protect against forgery; for new work use SHA-256, SHA-3 or BLAKE3. To store passwords, use a password hash instead.',
    zh: '文件分块读取，大小不限，可随时取消；一次选多个文件会得到 sha256sum -c 可读的清单。16 位 MD5 是 32 位结果的中间一半。MD5 与 SHA-1 已不能防伪造，新用途请选 SHA-256、SHA-3 或 BLAKE3；存储口令请用专门的口令哈希。',
  },
  keywords: [
    'md5',
    'sm3',
    'sha1',
    'sha256',
    'sha512',
    'sha3',
    'blake3',
    'crc32',
    'hmac',
    'checksum',
    'ntlm',
    'xxhash',
    '加密',
    '哈希',
    '散列',
    '摘要',
    '校验和',
    '文件校验',
    'md5解密',
    'hash generator',
    'md5加密',
    '文件md5',
    'adler32',
    'adler-32',
    'whirlpool',
    'ripemd160',
    'keccak',
    'crc16',
    'crc16 modbus',
    'crc64',
  ],
  input: z.object({
    text: z
      .string()
      .default('')
      .meta({ label: { en: 'Text', zh: '文本' }, widget: 'text', main: true, secret: true }),
    file: bytes()
      .optional()
      .meta({ label: { en: 'or a file', zh: '或选择文件' } }),
    files: z
      .array(bytes())
      .max(200)
      .optional()
      .meta({ label: { en: 'or several files', zh: '或多个文件' }, widget: 'hidden' }),
    algorithm: z
      .enum(['common', 'all', ...ALGORITHM_IDS])
      .default('common')
      .meta({
        label: { en: 'Algorithm', zh: '算法' },
        options: { common: { en: 'Common ones', zh: '常用' }, all: { en: 'All', zh: '全部' }, ...NAMES },
        widget: 'select',
      }),
    length: z
      .enum(['32', '16'])
      .default('32')
      .meta({
        label: { en: 'MD5 length', zh: 'MD5 位数' },
        options: { '32': { en: '32', zh: '32 位' }, '16': { en: '16 (middle)', zh: '16 位（中间）' } },
        when: { algorithm: ['md5', 'common', 'all'] },
      }),
    upper: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Upper case', zh: '大写' } }),
    expected: z
      .string()
      .default('')
      .meta({
        label: { en: 'Compare with', zh: '与之比对' },
        help: { en: 'A sum, or the contents of a .sha256 or .md5 list', zh: '校验和，或 .sha256 / .md5 清单的内容' },
        widget: 'text',
      }),
    hmacKey: z
      .string()
      .default('')
      .meta({
        label: { en: 'HMAC key', zh: 'HMAC 密钥' },
        help: { en: 'Plain hash if empty', zh: '留空则为普通哈希' },
        widget: 'secret',
        secret: true,
        advanced: true,
      }),
    hmacKeyFormat: z
      .enum(BYTE_FORMAT_NAMES)
      .default('text')
      .meta({
        label: { en: 'HMAC key format', zh: 'HMAC 密钥格式' },
        options: BYTE_FORMATS,
        widget: 'select',
        advanced: true,
      }),
    textFormat: z
      .enum(BYTE_FORMAT_NAMES)
      .default('text')
      .meta({ label: { en: 'Text format', zh: '文本格式' }, options: BYTE_FORMATS, widget: 'select', advanced: true }),
    salt: z
      .string()
      .default('')
      .meta({ label: { en: 'Salt', zh: '盐' }, secret: true, advanced: true }),
    saltPlace: z
      .enum(['after', 'before'])
      .default('after')
      .meta({
        label: { en: 'Salt position', zh: '盐的位置' },
        options: { after: { en: 'After the text', zh: '文本之后' }, before: { en: 'Before the text', zh: '文本之前' } },
        advanced: true,
      }),
    output: z
      .enum(['hex', 'base64'])
      .default('hex')
      .meta({
        label: { en: 'Output format', zh: '结果格式' },
        options: { hex: { en: 'Hex', zh: '十六进制' }, base64: { en: 'Base64', zh: 'Base64' } },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Hash', zh: '哈希值' }, main: true }),
    verdict: z
      .enum(['match', 'differs'])
      .optional()
      .meta({
        label: { en: 'Comparison', zh: '比对结果' },
        options: { match: { en: 'The same', zh: '一致' }, differs: { en: 'Not the same', zh: '不一致' } },
      }),
    matched: z
      .string()
      .optional()
      .meta({ label: { en: 'Matching sum', zh: '匹配项' } }),
    rows: z
      .array(
        z.object({
          algorithm: z.string().meta({ label: { en: 'Algorithm', zh: '算法' } }),
          value: z.string().meta({ label: { en: 'Value', zh: '值' } }),
          bits: z.int().meta({ label: { en: 'Length', zh: '长度' }, unit: 'bit' }),
        }),
      )
      .meta({ label: { en: 'Hashes', zh: '哈希值' }, widget: 'table' }),
    files: z
      .array(
        z.object({
          name: z.string().meta({ label: { en: 'File', zh: '文件' } }),
          sizeBytes: z.int().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B' }),
          algorithm: z.string().meta({ label: { en: 'Algorithm', zh: '算法' } }),
          value: z.string().meta({ label: { en: 'Value', zh: '值' } }),
          verdict: z
            .enum(['match', 'differs', 'unlisted'])
            .optional()
            .meta({
              label: { en: 'Comparison', zh: '比对结果' },
              options: {
                match: { en: 'The same', zh: '一致' },
                differs: { en: 'Not the same', zh: '不一致' },
                unlisted: { en: 'Not in the list', zh: '不在清单中' },
              },
            }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Files', zh: '文件' }, widget: 'table' }),
    sizeBytes: z.int().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B' }),
    progress: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({ label: { en: 'Progress', zh: '进度' } }),
  }),
  accepts: { hash: {} },
  files: { any: {} },
  examples: [
    {
      name: { en: 'MD5, 32 characters', zh: 'MD5，32 位' },
      input: { text: '中文', algorithm: 'md5' },
      output: {
        text: 'a7bac2239fcdcb3a067903d8077c4a07',
        rows: [{ algorithm: 'MD5', value: 'a7bac2239fcdcb3a067903d8077c4a07', bits: 128 }],
        sizeBytes: 6,
      },
    },
    {
      name: { en: 'MD5, 16 characters, upper case', zh: 'MD5，16 位大写' },
      input: { text: '', algorithm: 'md5', length: '16', upper: true },
      output: { text: '8F00B204E9800998', rows: [{ algorithm: 'MD5', value: '8F00B204E9800998', bits: 64 }], sizeBytes: 0 },
    },
    {
      name: { en: 'HMAC-SHA-256 (RFC 4231 case 2)', zh: 'HMAC-SHA-256（RFC 4231 用例 2）' },
      input: { text: 'what do ya want for nothing?', hmacKey: 'Jefe', algorithm: 'sha256' },
      output: {
        text: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
        rows: [
          { algorithm: 'HMAC-SHA-256', value: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', bits: 256 },
        ],
        sizeBytes: 28,
      },
    },
    {
      name: { en: 'Compare with a pasted sum', zh: '与校验和比对' },
      input: { text: 'hello', expected: '2CF24DBA5FB0A30E26E83B2AC5B9E29E1B161E5C1FA7425E73043362938B9824' },
    },
    { name: { en: 'All at once', zh: '全部算法' }, input: { text: 'hello', algorithm: 'all' } },
  ],
  run: (input, host) => hashAll(input, host),
})
