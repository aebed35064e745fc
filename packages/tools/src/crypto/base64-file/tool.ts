import { bytes } from '@octet/core/field.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { codedSchema } from '../../code/base64/coded-schema.ts'
import { codeText } from '../../code/base64/code-text.ts'

export default defineTool({
  id: 'base64-file',
  route: '/crypto/base64',
  group: 'crypto',
  rank: 20,
  icon: 'FileCode',
  title: { en: 'Base64 and files', zh: 'Base64 与文件互转' },
  summary: {
    en: 'Turn a file into Base64 and Base64 into a file, with a preview of pictures',
    zh: '文件转 Base64、Base64 转文件，图片可预览',
  },
  about: {
    en: 'Give a file to get its Base64 or data: URL, or paste either to get the file back. The type is read from the first bytes. Base64 is an encoding, not encryption: anyone can read it.',
    zh: '选择文件即得 Base64 或 data: 链接；粘贴后即可还原文件，类型由文件头识别。Base64 只是编码，并非加密，任何人都能解读。',
  },
  keywords: [
    'base64',
    'file',
    'image',
    'picture',
    'data url',
    '图片',
    '文件',
    '图片转base64',
    '加密',
    '解密',
    'image to base64',
    'base64 to image',
    'base64转图片',
  ],
  input: z.object({
    text: z
      .string()
      .default('')
      .meta({ label: { en: 'Base64 or text', zh: 'Base64 或文本' }, widget: 'text', main: true }),
    file: bytes()
      .optional()
      .meta({ label: { en: 'File', zh: '文件' } }),
    direction: z
      .enum(['auto', 'encode', 'decode'])
      .default('auto')
      .meta({
        label: { en: 'Direction', zh: '方向' },
        options: {
          auto: { en: 'Auto', zh: '自动' },
          encode: { en: 'To Base64', zh: '转为 Base64' },
          decode: { en: 'From Base64', zh: '从 Base64 还原' },
        },
      }),
    dataUrl: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'As a data: URL', zh: '输出 data: 链接' } }),
    wrap: z
      .union([z.literal(0), z.literal(64), z.literal(76)])
      .default(0)
      .meta({
        label: { en: 'Characters per line', zh: '每行字符数' },
        options: { 0: { en: 'One line', zh: '不换行' }, 64: { en: '64', zh: '64' }, 76: { en: '76', zh: '76' } },
        widget: 'segments',
        advanced: true,
      }),
  }),
  output: codedSchema,
  errors: ['unsupported_value'],
  accepts: { base64: { direction: 'decode' }, 'data-url': { direction: 'decode' } },
  files: { picture: { direction: 'encode' }, any: { direction: 'encode' } },
  examples: [
    {
      name: { en: 'Text to Base64', zh: '文本转 Base64' },
      input: { text: '你好', direction: 'encode' },
      output: { text: '5L2g5aW9', direction: 'encode', sizeBytes: 6, notes: [] },
    },
    {
      name: { en: 'Base64 to text', zh: 'Base64 转文本' },
      input: { text: '5L2g5aW9', direction: 'decode' },
      output: { text: '你好', direction: 'decode', sizeBytes: 6, shown: 'utf-8', notes: [] },
    },
    {
      name: { en: 'A picture', zh: '一张图片' },
      input: { text: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', direction: 'decode' },
    },
  ],
  run: (input, { lang }) =>
    codeText(
      { ...input, scheme: 'base64', alphabet: '', charset: 'auto', padding: 'auto', eachLine: false, strict: false },
      lang,
    ),
})
