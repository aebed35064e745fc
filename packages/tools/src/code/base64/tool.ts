import { bytes } from '@octet/core/field.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { codedSchema } from './coded-schema.ts'
import { codeText, CHARSET_CHOICES, SCHEME_WORDS } from './code-text.ts'

const schemes = Object.keys(SCHEME_WORDS) as [keyof typeof SCHEME_WORDS, ...(keyof typeof SCHEME_WORDS)[]]
const charsets = Object.keys(CHARSET_CHOICES) as [keyof typeof CHARSET_CHOICES, ...(keyof typeof CHARSET_CHOICES)[]]

export default defineTool({
  id: 'base64',
  route: '/code/base64code',
  group: 'code',
  rank: 10,
  icon: 'Binary',
  title: { en: 'Base64', zh: 'Base64 编码解码' },
  summary: { en: 'Encode and decode text and files in Base64 and its relatives', zh: '对文本与文件进行 Base64 等编码与解码' },
  about: {
    en: 'Works on bytes: text is first encoded in the character set you choose, so Chinese and emoji survive. Alphabets and padding follow RFC 4648 §4–§8, line breaks RFC 2045, data: URLs RFC 2397, Base45 RFC 9285. Lenient decoding reports the characters it skipped; white space is skipped silently.',
    zh: '按字节处理：文本先按所选字符集转换为字节，中文与表情符号都能完整还原。字母表与填充遵循 RFC 4648 §4–§8，换行遵循 RFC 2045，data: 链接遵循 RFC 2397，Base45 遵循 RFC 9285。宽松解码会列出被跳过的字符，空白直接忽略。',
  },
  keywords: [
    'base64',
    'base32',
    'base58',
    'base85',
    'base91',
    'base45',
    'base62',
    'base16',
    'data uri',
    '编码',
    '解码',
    'btoa',
    'atob',
    '加密',
    '解密',
    'b64',
    'base64 to text',
    'base64转文字',
    'hex encode',
    'hex decode',
    'hex dump',
    'hexdump',
    'xxd',
    'basic auth',
    'basic auth generator',
    'basic authentication',
    '基本认证',
    'hex to text',
    'text to hex',
    'from hexdump',
    '十六进制转文本',
    '文本转十六进制',
  ],
  input: z.object({
    text: z
      .string()
      .default('')
      .meta({
        label: { en: 'Text', zh: '文本' },
        widget: 'text',
        main: true,
        placeholder: { en: 'Text to encode, or Base64 to decode', zh: '输入要编码的文本或要解码的 Base64' },
      }),
    file: bytes()
      .optional()
      .meta({ label: { en: 'or a file', zh: '或选择文件' } }),
    direction: z
      .enum(['auto', 'encode', 'decode'])
      .default('auto')
      .meta({
        label: { en: 'Direction', zh: '方向' },
        options: { auto: { en: 'Auto', zh: '自动' }, encode: { en: 'Encode', zh: '编码' }, decode: { en: 'Decode', zh: '解码' } },
      }),
    scheme: z
      .enum(schemes)
      .default('base64')
      .meta({ label: { en: 'Scheme', zh: '编码方案' }, options: SCHEME_WORDS }),
    alphabet: z
      .string()
      .max(65)
      .default('')
      .meta({
        label: { en: 'Custom alphabet', zh: '自定义字母表' },
        help: { en: '64 characters, a 65th for padding; A-Z is a range', zh: '64 个字符，第 65 个为填充符；A-Z 表示范围' },
        when: { scheme: ['custom'] },
      }),
    charset: z
      .enum(charsets)
      .default('auto')
      .meta({ label: { en: 'Character set of the plain text', zh: '明文字符集' }, options: CHARSET_CHOICES, advanced: true }),
    padding: z
      .enum(['auto', 'on', 'off'])
      .default('auto')
      .meta({
        label: { en: 'Padding', zh: '填充' },
        options: { auto: { en: 'Standard', zh: '按惯例' }, on: { en: 'With =', zh: '补 =' }, off: { en: 'Without', zh: '不补' } },
        advanced: true,
      }),
    wrap: z
      .union([z.literal(0), z.literal(64), z.literal(76)])
      .default(0)
      .meta({
        label: { en: 'Characters per line', zh: '每行字符数' },
        options: {
          0: { en: 'One line', zh: '不换行' },
          64: { en: '64 (PEM)', zh: '64（PEM）' },
          76: { en: '76 (MIME)', zh: '76（MIME）' },
        },
        widget: 'segments',
        advanced: true,
      }),
    dataUrl: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Encode as a data: URL', zh: '编码为 data: 链接' }, advanced: true }),
    eachLine: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Each line separately', zh: '逐行处理' }, advanced: true }),
    strict: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Strict decoding', zh: '严格解码' },
        help: { en: 'Stop at the first invalid character instead of skipping it', zh: '遇到无效字符即报错，而不是跳过并列出' },
        advanced: true,
      }),
  }),
  output: codedSchema,
  errors: ['unsupported_value'],
  accepts: {
    base64: { direction: 'decode' },
    'data-url': { direction: 'decode' },
    'hex-text': { direction: 'decode', scheme: 'base16' },
    'hex-dump': { direction: 'decode', scheme: 'base16' },
    base32: { direction: 'decode', scheme: 'base32' },
    ascii85: { direction: 'decode', scheme: 'base85' },
  },
  examples: [
    {
      name: { en: 'Chinese and emoji', zh: '中文与表情' },
      input: { text: '中文 😀', direction: 'encode' },
      output: { text: '5Lit5paHIPCfmIA=', direction: 'encode', sizeBytes: 11, notes: [] },
    },
    {
      name: { en: 'Decode, direction detected', zh: '自动识别并解码' },
      input: { text: '5Lit5paHIPCfmIA=' },
      output: { text: '中文 😀', direction: 'decode', sizeBytes: 11, shown: 'utf-8', notes: [] },
    },
    {
      name: { en: 'GB18030 text', zh: 'GB18030 文本' },
      input: { text: '1tDOxA==', direction: 'decode', charset: 'gb18030' },
      output: { text: '中文', direction: 'decode', sizeBytes: 4, shown: 'gb18030', notes: [] },
    },
    {
      name: { en: 'URL-safe, no padding', zh: 'URL 安全，无填充' },
      input: { text: 'subjects?_d=1~', direction: 'encode', scheme: 'base64url' },
      output: { text: 'c3ViamVjdHM_X2Q9MX4', direction: 'encode', sizeBytes: 14, notes: [] },
    },
    {
      name: { en: 'Stray characters are reported', zh: '报告多余字符' },
      input: { text: 'aGVs*bG8=', direction: 'decode' },
      output: {
        text: 'hello',
        direction: 'decode',
        sizeBytes: 5,
        shown: 'utf-8',
        notes: ['Skipped 1 character outside the alphabet: “*” @5'],
      },
    },
    {
      name: { en: 'Base58', zh: 'Base58' },
      input: { text: 'Hello World!', scheme: 'base58', direction: 'encode' },
      output: { text: '2NEpo7TZRRrLZSi2U', direction: 'encode', sizeBytes: 12, notes: [] },
    },
    {
      name: { en: 'A picture in a data: URL', zh: 'data: 链接中的图片' },
      input: { text: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' },
    },
  ],
  run: (input, { lang }) => codeText(input, lang),
})
