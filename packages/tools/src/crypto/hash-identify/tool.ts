import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { identifyAnyHash } from './rarer-forms.ts'

export default defineTool({
  id: 'hash-identify',
  route: '/crypto/hash-identify',
  group: 'crypto',
  rank: 140,
  icon: 'ZoomQuestion',
  title: { en: 'Identify a hash', zh: '哈希类型识别' },
  summary: { en: 'Find out which algorithm a hash may come from', zh: '判断哈希值可能来自哪种算法' },
  about: {
    en: 'Judges by length, alphabet and prefix. Bare digests of the same length cannot be told apart, so the likely ones come first. Lines of md5sum, /etc/shadow or .htpasswd are understood; of several lines each is told apart.',
    zh: '依据长度、字符集与前缀判断。相同长度的裸摘要无法区分，常见的排在前面。可直接粘贴 md5sum、/etc/shadow 或 .htpasswd 的内容；多行时逐行判断。',
  },
  keywords: ['hash', 'identify', 'hashid', 'md5', 'bcrypt', '哈希识别', '类型', 'hash identifier', 'hash type'],
  input: z.object({
    text: z
      .string()
      .min(1)
      .max(10_000)
      .meta({ label: { en: 'Hash', zh: '哈希值' }, widget: 'text', main: true }),
  }),
  output: z.object({
    rows: z
      .array(
        z.object({
          hash: z
            .string()
            .optional()
            .meta({ label: { en: 'Hash', zh: '哈希值' } }),
          name: z.string().meta({ label: { en: 'Algorithm', zh: '算法' } }),
          likelihood: z.enum(['certain', 'likely', 'possible', 'none']).meta({
            label: { en: 'Likelihood', zh: '可能性' },
            options: {
              certain: { en: 'Certain', zh: '确定' },
              likely: { en: 'Likely', zh: '很可能' },
              possible: { en: 'Possible', zh: '有可能' },
              none: { en: 'Not a known form', zh: '未知格式' },
            },
          }),
          others: z
            .string()
            .optional()
            .meta({ label: { en: 'Others possible', zh: '其他可能' } }),
        }),
      )
      .meta({ label: { en: 'Candidates', zh: '候选' }, widget: 'table', main: true }),
    bits: z
      .int()
      .optional()
      .meta({ label: { en: 'Length', zh: '长度' }, unit: 'bit' }),
  }),
  errors: ['unsupported_value'],
  accepts: { hash: {} },
  examples: [
    {
      name: { en: 'bcrypt', zh: 'bcrypt' },
      input: { text: '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy' },
      output: { rows: [{ name: 'bcrypt', likelihood: 'certain' }] },
    },
    { name: { en: '32 hex digits', zh: '32 位十六进制' }, input: { text: 'd41d8cd98f00b204e9800998ecf8427e' } },
    {
      name: { en: 'Subresource integrity', zh: 'SRI 完整性值' },
      input: { text: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' },
    },
  ],
  run: ({ text }) => {
    const found = identifyLines(text)
    if (!found)
      throw new AppError('unsupported_value', {
        got: text.slice(0, 60),
        reason: { en: 'no known hash has this form', zh: '没有已知的哈希是这种格式' },
      })
    return found
  },
})

/** One hash with all it may be, or a row for each of several. */
function identifyLines(text: string) {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
  const found = lines.map(identifyAnyHash)
  if (lines.length === 1) return found[0]
  if (found.every((one) => one === undefined)) return identifyAnyHash(lines.join('')) // one that was broken into lines
  return { rows: lines.map((line, at) => toRow(line, found[at]?.rows)) }
}

function toRow(line: string, candidates: NonNullable<ReturnType<typeof identifyAnyHash>>['rows'] = []) {
  const [first, ...others] = candidates
  const hash = line.length > 60 ? `${line.slice(0, 60)}…` : line
  if (!first) return { hash, name: '–', likelihood: 'none' as const }
  return { hash, ...first, ...(others.length > 0 && { others: others.map(({ name }) => name).join(', ') }) }
}
