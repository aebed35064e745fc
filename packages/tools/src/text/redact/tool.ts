import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { createPacer } from '../../lib/pacer.ts'
import { refuseLong, refuseLongResult } from '../../lib/refuse-long.ts'
import { createRegex } from '../regex/engine.ts'
import { findPersonal, KINDS, MAX_FINDS, withoutOverlaps, type Find, type Kind } from './find-personal.ts'
import { toStars, type Masked } from './hide.ts'

/** Longest text, in 2^20 UTF-16 units. */
const MAX_MEBI = 4
const MAX_PAIRS = 1_000

const KIND_WORDS: Readonly<Record<Masked, Text>> = {
  phone: { en: 'Phone numbers', zh: '电话号码' },
  id: { en: 'ID and passport numbers', zh: '身份证与护照号码' },
  email: { en: 'Email addresses', zh: '邮箱' },
  card: { en: 'Bank cards and IBANs', zh: '银行卡号与 IBAN' },
  ip: { en: 'IP addresses', zh: 'IP 地址' },
  secret: { en: 'Passwords, keys and tokens', zh: '密码、密钥与令牌' },
  plate: { en: 'Chinese number plates', zh: '车牌号' },
  name: { en: 'Names', zh: '姓名' },
  own: { en: 'My own', zh: '自定义' },
}
/** What stands in place of a find. */
const LABELS: Readonly<Record<Masked, Text>> = {
  phone: { en: 'PHONE', zh: '电话' },
  id: { en: 'ID', zh: '证件' },
  email: { en: 'EMAIL', zh: '邮箱' },
  card: { en: 'CARD', zh: '卡号' },
  ip: { en: 'IP', zh: 'IP' },
  secret: { en: 'SECRET', zh: '密钥' },
  plate: { en: 'PLATE', zh: '车牌' },
  name: { en: 'NAME', zh: '姓名' },
  own: { en: 'HIDDEN', zh: '已隐藏' },
}
const toggle = (kind: Kind, value: boolean) => z.boolean().default(value).meta({ label: KIND_WORDS[kind], advanced: true })

export default defineTool({
  id: 'redact',
  route: '/text/redact',
  group: 'text',
  rank: 35,
  icon: 'EyeOff',
  title: { en: 'Mask personal data', zh: '文本脱敏' },
  summary: {
    en: 'Phone numbers, IDs, emails, cards, IPs, keys and tokens hidden in any text, with stars or stable pseudonyms',
    zh: '隐藏文本中的手机号、身份证、邮箱、银行卡、IP、密钥等，可用星号或一致的代号替换',
  },
  about: {
    en: 'For logs, tickets and chats before you pass them on. Cards are checked by Luhn, IBANs by their check digits, addresses and emails by their rules; an ID number with a date of birth is hidden even where its check digit is wrong. Names are found only behind a label or with a title: list others yourself.\n\nWith pseudonyms the same value always gets the same number, so that a log can still be followed; a table says what stood for what. Patterns run on RE2.\n\nNo such search finds everything, and what is left may still tell who is meant. Read the result before you share it.',
    zh: '适合在转发日志、工单、聊天记录之前使用。银行卡按 Luhn 校验，IBAN 按校验位判断，IP 与邮箱按各自规则判断；带出生日期的身份证号即使校验码有误也会隐藏。姓名只能在“姓名：”等标签之后或带称谓时识别，其余请自行列出。\n\n使用代号时，相同的值始终得到相同的编号，日志仍可对照阅读，并附对照表。正则表达式使用 RE2 引擎。\n\n任何识别都可能有遗漏，剩余内容也可能暴露身份，分享前请通读结果。',
  },
  keywords: [
    'redact',
    'mask',
    'anonymize',
    'anonymise',
    'pseudonymize',
    'pii',
    'gdpr',
    'sanitize log',
    'hide phone number',
    'mask email',
    'data masking',
    '脱敏',
    '数据脱敏',
    '打码',
    '隐私',
    '隐藏手机号',
    '身份证脱敏',
    '手机号脱敏',
    '日志脱敏',
    '匿名化',
    '星号',
  ],
  input: z.object({
    text: z.string().meta({
      label: { en: 'Text', zh: '文本' },
      widget: 'text',
      main: true,
      secret: true,
      placeholder: { en: 'Paste a log, a ticket, a chat …', zh: '粘贴日志、工单、聊天记录…' },
    }),
    how: z
      .enum(['stars', 'label', 'pseudonym', 'remove'])
      .default('stars')
      .meta({
        label: { en: 'Replace by', zh: '替换为' },
        options: {
          stars: { en: 'Stars', zh: '星号' },
          label: { en: 'Labels', zh: '标签' },
          pseudonym: { en: 'Pseudonyms', zh: '代号' },
          remove: { en: 'Nothing', zh: '删除' },
        },
      }),
    keep: z
      .enum(['usual', 'own'])
      .default('usual')
      .meta({
        label: { en: 'Characters kept', zh: '保留字符' },
        options: { usual: { en: 'As usual', zh: '按惯例' }, own: { en: 'Choose', zh: '自定' } },
        when: { how: ['stars'] },
      }),
    keepFirst: z
      .int()
      .min(0)
      .max(20)
      .default(0)
      .meta({ label: { en: 'First', zh: '前几位' }, when: { how: ['stars'], keep: ['own'] } }),
    keepLast: z
      .int()
      .min(0)
      .max(20)
      .default(0)
      .meta({ label: { en: 'Last', zh: '后几位' }, when: { how: ['stars'], keep: ['own'] } }),
    phone: toggle('phone', true),
    id: toggle('id', true),
    email: toggle('email', true),
    card: toggle('card', true),
    ip: toggle('ip', true),
    secret: toggle('secret', true),
    plate: toggle('plate', true),
    name: toggle('name', false),
    words: z
      .string()
      .max(100_000)
      .default('')
      .meta({
        label: { en: 'These too', zh: '另外隐藏' },
        help: { en: 'Names, projects, hosts: one per line', zh: '姓名、项目、主机名等，每行一个' },
        widget: 'line',
        secret: true,
        advanced: true,
      }),
    pattern: z
      .string()
      .max(2_000)
      .default('')
      .meta({
        label: { en: 'And what matches', zh: '匹配以下正则的内容' },
        help: { en: 'A regular expression (RE2)', zh: '正则表达式（RE2）' },
        placeholder: { en: 'ORD-\\d{8}', zh: 'ORD-\\d{8}' },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Masked', zh: '脱敏结果' }, widget: 'text', main: true }),
    hidden: z.int().meta({ label: { en: 'Hidden', zh: '隐藏数量' }, isCount: true }),
    kinds: z
      .array(
        z.object({
          kind: z.string().meta({ label: { en: 'Kind', zh: '类型' } }),
          count: z.int().meta({ label: { en: 'Total', zh: '总数' }, isCount: true }),
          distinct: z.int().meta({ label: { en: 'Distinct', zh: '去重后' }, isCount: true }),
        }),
      )
      .meta({ label: { en: 'By kind', zh: '按类型' }, widget: 'table' }),
    pairs: z
      .array(
        z.object({
          pseudonym: z.string().meta({ label: { en: 'Pseudonym', zh: '代号' } }),
          value: z.string().meta({ label: { en: 'Stands for', zh: '原值' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Key to the pseudonyms (keep it to yourself)', zh: '代号对照表（请勿外传）' }, widget: 'table' }),
  }),
  errors: ['syntax_error'],
  examples: [
    {
      name: { en: 'A ticket', zh: '一段工单' },
      input: { text: '客户电话 13812345678，身份证 11010519491231002X，邮箱 zhang@example.com，卡号 6222021234567890128' },
      output: {
        text: '客户电话 138****5678，身份证 1101************2X，邮箱 z***@example.com，卡号 6222***********0128',
        hidden: 4,
        kinds: [
          { kind: 'Email addresses', count: 1, distinct: 1 },
          { kind: 'ID and passport numbers', count: 1, distinct: 1 },
          { kind: 'Bank cards and IBANs', count: 1, distinct: 1 },
          { kind: 'Phone numbers', count: 1, distinct: 1 },
        ],
      },
    },
    {
      name: { en: 'A log that can still be followed', zh: '仍可对照阅读的日志' },
      input: { text: '203.0.113.9 login ann@example.com\n198.51.100.7 failed\n203.0.113.9 logout', how: 'pseudonym' },
      output: {
        text: '[IP-1] login [EMAIL-1]\n[IP-2] failed\n[IP-1] logout',
        hidden: 4,
        kinds: [
          { kind: 'Email addresses', count: 1, distinct: 1 },
          { kind: 'IP addresses', count: 3, distinct: 2 },
        ],
        pairs: [
          { pseudonym: '[IP-1]', value: '203.0.113.9' },
          { pseudonym: '[EMAIL-1]', value: 'ann@example.com' },
          { pseudonym: '[IP-2]', value: '198.51.100.7' },
        ],
      },
    },
    {
      name: { en: 'Settings with secrets', zh: '含密钥的配置' },
      input: { text: 'DB_PASSWORD=hunter22!\nDATABASE_URL=postgres://app:s3cr3t@db.example/x', how: 'label' },
      output: {
        text: 'DB_PASSWORD=[SECRET]\nDATABASE_URL=postgres://app:[SECRET]@db.example/x',
        hidden: 2,
        kinds: [{ kind: 'Passwords, keys and tokens', count: 2, distinct: 2 }],
      },
    },
  ],
  async run({ text, how, keep, keepFirst, keepLast, words, pattern, ...chosen }, { lang, signal }) {
    refuseLong(text, MAX_MEBI)
    const own = await findOwn(text, { words, pattern, signal })
    const kinds = new Set(KINDS.filter((kind) => chosen[kind]))
    const finds = withoutOverlaps<Masked>([...own, ...findPersonal(text, kinds)], text.length)
    if (finds.length > MAX_FINDS)
      throw new AppError('too_large', { field: { en: 'Finds', zh: '识别结果' }, limit: MAX_FINDS, got: finds.length })
    const names = toPseudonyms(finds, (kind) => LABELS[kind][lang])
    const kept = keep === 'own' ? { first: keepFirst, last: keepLast } : undefined
    const toHidden = ({ kind, text: value }: Find<Masked>): string => {
      if (how === 'remove') return ''
      if (how === 'label') return `[${LABELS[kind][lang]}]`
      return how === 'pseudonym' ? names.get(toKey(kind, value))! : toStars(value, kind, kept)
    }
    let [result, last] = ['', 0]
    for (const find of finds) {
      result += text.slice(last, find.start) + toHidden(find)
      last = find.end
    }
    result += text.slice(last)
    refuseLongResult(result.length)
    return {
      text: result,
      hidden: finds.length,
      kinds: [...KINDS, 'own' as const].flatMap((kind) => {
        const same = finds.filter((find) => find.kind === kind)
        return same.length === 0
          ? []
          : [
              {
                kind: KIND_WORDS[kind][lang],
                count: same.length,
                distinct: new Set(same.map((find) => toKey(kind, find.text))).size,
              },
            ]
      }),
      ...(how === 'pseudonym' && {
        pairs: [...names].slice(0, MAX_PAIRS).map(([key, pseudonym]) => ({ pseudonym, value: key.slice(key.indexOf(':') + 1) })),
      }),
    }
  },
})

/** Spellings of one value are one: letters of either case in addresses, marks between digits. */
const toKey = (kind: Masked, value: string): string => {
  if (kind === 'email' || kind === 'ip') return `${kind}:${value.toLowerCase()}`
  if (kind === 'phone' || kind === 'card' || kind === 'id') return `${kind}:${value.replaceAll(/[ ()-]/g, '').toUpperCase()}`
  return `${kind}:${value}`
}

/** A number for each value of a kind, in the order of the text. */
function toPseudonyms(finds: readonly Find<Masked>[], toLabel: (kind: Masked) => string): Map<string, string> {
  const names = new Map<string, string>()
  const counts = new Map<Masked, number>()
  for (const { kind, text } of finds) {
    const key = toKey(kind, text)
    if (names.has(key)) continue
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    names.set(key, `[${toLabel(kind)}-${counts.get(kind)}]`)
  }
  return names
}

type Own = { readonly words: string; readonly pattern: string; readonly signal: AbortSignal }

/** What the visitor named: words as they stand, the longest first, and matches of a pattern. */
async function findOwn(text: string, { words, pattern, signal }: Own): Promise<Find<'own'>[]> {
  const finds: Find<'own'>[] = []
  const list = [...new Set(words.split(/[\r\n、,，]/).map((word) => word.trim()))]
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
  if (list.length > MAX_WORDS) throw new AppError('too_large', { field: 'words', limit: MAX_WORDS, got: list.length })
  for (const word of list)
    for (let at = text.indexOf(word); at >= 0 && finds.length <= MAX_FINDS; at = text.indexOf(word, at + word.length))
      finds.push({ kind: 'own', start: at, end: at + word.length, text: word })
  if (!pattern) return finds
  const regex = await createRegex(pattern, { ignoreCase: false, multiline: true, dotAll: false })
  const found = await regex.findAll(text, createPacer(signal))
  return [...finds, ...found.map(({ start, end, match }) => ({ kind: 'own' as const, start, end, text: match }))]
}

const MAX_WORDS = 500
