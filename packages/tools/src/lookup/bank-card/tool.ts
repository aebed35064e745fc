import { AppError } from '@octet/core/errors.ts'
import { countOf } from '@octet/core/counted.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Lang } from '@octet/core/text.ts'
import cardValidator from 'card-validator'
import * as z from 'zod'
import { listNumbers } from '../../lib/list-numbers.ts'
import { findIssuer } from './banks.ts'
import { checkLuhn } from './luhn.ts'

const MAX_CARDS = 200
const KINDS = { debit: { en: 'debit', zh: '借记卡' }, credit: { en: 'credit', zh: '信用卡' } } as const
const label = (en: string, zh: string) => ({ label: { en, zh } })

const row = z.object({
  number: z.string().meta({ ...label('Number', '卡号'), secret: true }),
  isComplete: z.boolean().meta(label('Complete number', '完整卡号')),
  isValid: z.boolean().meta(label('Valid', '有效')),
  network: z.string().nullable().meta(label('Network', '卡组织')),
  length: z.number().meta(label('Digits', '位数')),
  lengths: z.array(z.number()).meta(label('Possible lengths', '可能位数')),
  isLuhnValid: z.boolean().nullable().meta(label('Check digit (Luhn)', '校验位（Luhn）')),
  hint: z.string().nullable().meta(label('Hint', '提示')),
  bin6: z.string().meta(label('BIN, 6 digits', 'BIN（6 位）')),
  bin8: z.string().nullable().meta(label('BIN, 8 digits', 'BIN（8 位）')),
  bank: z.string().nullable().meta(label('Bank', '银行')),
  kind: z
    .enum(['debit', 'credit'])
    .nullable()
    .meta({ ...label('Kind', '卡种'), options: KINDS }),
  industry: z.string().meta(label('Industry', '行业')),
  securityCode: z.string().nullable().meta(label('Security code', '安全码')),
})
type Row = z.infer<typeof row>

export default defineTool({
  id: 'bank-card',
  route: '/life/yinhangka',
  call: 'search_card',
  callNames: { numbers: ['card', 'number', 'card_number', 'bank_card'] },
  group: 'lookup',
  rank: 6,
  icon: 'CreditCard',
  title: { en: 'Bank card check', zh: '银行卡查询' },
  summary: {
    en: 'Network, check digit, possible typing error and bank of a card number',
    zh: '识别卡组织与发卡行，校验卡号并提示可能输错的位置',
  },
  about: {
    en: 'The whole number stays in your browser. The check digit follows ISO/IEC 7812-1 (Luhn), for UnionPay too. If it fails, two swapped neighbours are the likeliest cause, and for every position the one digit that would be right is known. Banks come from a small hand-kept table of common Chinese BINs: an empty bank means “not in the table”. A number that passes is well-formed; only its bank knows whether the card exists.',
    zh: '完整卡号不会离开浏览器。校验位按 ISO/IEC 7812-1（Luhn）计算，银联卡同样适用。校验失败时最可能是相邻两位颠倒；同时可知每一位应为何值。发卡行来自人工整理的常见国内 BIN 小表，留空表示表中没有。通过校验只说明格式正确，卡片是否存在只有银行知道。',
  },
  keywords: [
    'luhn',
    'bin',
    'iin',
    'unionpay',
    'visa',
    'mastercard',
    '卡号',
    '发卡行',
    '银联',
    '校验',
    'credit card',
    'debit card',
    'bin lookup',
    '银行卡归属',
  ],
  accepts: { card: {} },
  input: z.object({
    numbers: z
      .string()
      .min(1)
      .max(8000)
      .meta({
        ...label('Card number', '卡号'),
        placeholder: { en: 'One per line; six digits suffice for the bank', zh: '每行一个；仅查发卡行输入前六位即可' },
        widget: 'text',
        main: true,
        secret: true,
      }),
  }),
  output: z.object({
    cards: z.array(row).meta({ ...label('Cards', '卡片'), widget: 'table' }),
    valid: z.number().meta(label('How many are valid', '有效数量')),
  }),
  examples: [
    {
      name: { en: 'Test number of Visa', zh: 'Visa 测试卡号' },
      input: { numbers: '4111 1111 1111 1111' },
      output: {
        cards: [
          {
            number: '4111 1111 1111 1111',
            isComplete: true,
            isValid: true,
            network: 'Visa',
            length: 16,
            lengths: [16, 18, 19],
            isLuhnValid: true,
            hint: null,
            bin6: '411111',
            bin8: '41111111',
            bank: null,
            kind: null,
            industry: 'banking and finance',
            securityCode: 'CVV, 3',
          },
        ],
        valid: 1,
      },
    },
    { name: { en: 'Two digits swapped', zh: '相邻两位颠倒' }, input: { numbers: '4111 1111 1111 1112\n5454 5454 5454 5445' } },
    { name: { en: 'Only the first digits', zh: '只查发卡行' }, input: { numbers: '622202' } },
  ],
  run({ numbers }, { lang }) {
    const lines = listNumbers(numbers.normalize('NFKC'), MAX_CARDS).map((line) => ({ line, digits: findDigits(line) }))
    const cards = lines
      .filter(({ digits }) => digits !== '')
      .map(({ line, digits }) => (IN_POWERS.test(line) ? { ...toRow(digits, lang), hint: CUT[lang] } : toRow(digits, lang)))
    if (cards.length === 0)
      throw new AppError('bad_input', {
        field: 'numbers',
        expected: { en: 'the digits of a card, at least its first six', zh: '卡号数字，至少前六位' },
        got: numbers.slice(0, 30),
      })
    return { cards, valid: cards.filter(({ isValid }) => isValid).length }
  },
})

/** What spreadsheets make of a long number. */
const IN_POWERS = /\d\.\d+E\+\d{2}(?!\d)/i
const CUT = {
  en: 'A spreadsheet has rounded this number (E+…): its last digits are lost there. Make the cells text before the numbers are entered.',
  zh: '表格软件已将此号码转为科学计数（E+…），末尾的数字已丢失。请先将单元格设为文本，再录入号码。',
} as const

/** The longest run of digits in a line: words, a date of expiry and a security code beside it are no part of the number. */
function findDigits(line: string): string {
  const runs = Array.from(line.matchAll(/\d(?:[ \t.\-–—]{0,3}\d)*/g), ([run]) => run.replaceAll(/\D/g, ''))
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '').slice(0, 30)
}

function toRow(digits: string, lang: Lang): Row {
  const { card, isValid } = cardValidator.number(digits, { luhnValidateUnionPay: true })
  const lengths = card?.lengths ?? []
  const isComplete = digits.length >= 12
  const luhn = isComplete ? checkLuhn(digits) : undefined
  const issuer = findIssuer(digits)
  return {
    number: group(digits, card?.gaps ?? []),
    isComplete,
    isValid,
    // cards of Chinese banks that begin with a 9 are UnionPay's, which is not in the list of networks
    network: card?.niceType ?? (issuer ? 'UnionPay' : null),
    length: digits.length,
    lengths,
    isLuhnValid: luhn?.isValid ?? null,
    hint: luhn ? toHint(digits, luhn, lengths, lang) : null,
    bin6: digits.slice(0, 6),
    bin8: digits.length >= 8 ? digits.slice(0, 8) : null,
    bank: issuer?.bank[lang] ?? null,
    kind: issuer?.kind ?? null,
    industry: INDUSTRIES[Number(digits[0])]![lang],
    securityCode: card ? `${card.code.name}, ${card.code.size}` : null,
  }
}

function toHint(
  digits: string,
  { isValid, checkDigit, singleFixes, swaps }: ReturnType<typeof checkLuhn>,
  lengths: readonly number[],
  lang: Lang,
): string | null {
  if (lengths.length > 0 && !lengths.includes(digits.length))
    return {
      en: `${countOf(digits.length, 'digit')}; this network has ${lengths.join(' or ')}`,
      zh: `共 ${digits.length} 位；该卡组织为 ${lengths.join(' 或 ')} 位`,
    }[lang]
  if (isValid) return null
  const fixes = singleFixes.map(({ position, from, to }) => `${position}: ${from}→${to}`).join(', ')
  const exchanged = swaps.map(({ position }) => `${position}↔${position + 1}`).join(', ')
  return {
    en: `${exchanged ? `Exchanged neighbours would explain it at ${exchanged}. ` : ''}If the others are right, the last digit is ${checkDigit}. One wrong digit: ${fixes}`,
    zh: `${exchanged ? `可能相邻两位颠倒：${exchanged}。` : ''}若其余各位正确，末位应为 ${checkDigit}。若仅一位有误：${fixes}`,
  }[lang]
}

/** Major industry identifiers (ISO/IEC 7812-1 §4.2). */
const INDUSTRIES = [
  { en: 'ISO/TC 68 and others', zh: 'ISO/TC 68 等' },
  { en: 'airlines', zh: '航空' },
  { en: 'airlines, banking and others', zh: '航空、金融等' },
  { en: 'travel and entertainment', zh: '旅行与娱乐' },
  { en: 'banking and finance', zh: '银行与金融' },
  { en: 'banking and finance', zh: '银行与金融' },
  { en: 'merchandising and banking', zh: '商业与金融' },
  { en: 'petroleum', zh: '石油' },
  { en: 'healthcare and telecommunications', zh: '医疗与电信' },
  { en: 'assigned by countries', zh: '由各国自行分配' },
] as const

/** As it stands on the card; where a network says nothing of what is behind its last gap, by fours. */
function group(digits: string, known: readonly number[]): string {
  const gaps = [...known]
  for (let next = (gaps.at(-1) ?? 0) + 4; digits.length - next > 0 && next % 4 === 0; next += 4) gaps.push(next)
  return [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('')
}
