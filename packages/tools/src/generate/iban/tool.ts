import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { listNumbers } from '../../lib/list-numbers.ts'
import { splitBban, toIbanLength } from './countries.ts'

const MAX_IBANS = 500
/** The longest that any country has (ISO 13616). */
const MAX_LENGTH = 34

const label = (en: string, zh: string) => ({ label: { en, zh } })
const nullable = (en: string, zh: string) => z.string().nullable().meta(label(en, zh))

const row = z.object({
  iban: z.string().meta({ ...label('IBAN', 'IBAN'), secret: true }),
  isValid: z.boolean().meta(label('Valid', '有效')),
  problem: nullable('Problem', '问题'),
  country: nullable('Country', '国家或地区'),
  checkDigits: nullable('Check digits', '校验位'),
  expectedCheckDigits: nullable('Right check digits', '正确的校验位'),
  bban: nullable('Account part (BBAN)', '账号部分（BBAN）'),
  parts: nullable('Its parts', '分段'),
})
type Row = z.infer<typeof row>

export default defineTool({
  id: 'iban',
  route: '/generate/iban',
  group: 'generate',
  rank: 70,
  icon: 'BuildingBank',
  title: { en: 'IBAN check', zh: 'IBAN 校验' },
  summary: {
    en: 'Check digits, length and structure of IBANs, many at once; compute the check digits',
    zh: '校验 IBAN 的校验位、长度与结构，支持批量，并可计算校验位',
  },
  about: {
    en: 'ISO 13616 with the check of ISO 7064 MOD 97-10. A valid IBAN need not belong to an account. To compute the check digits, write 00 in their place. The number stays in your browser when you use the page.',
    zh: '依据 ISO 13616，校验算法为 ISO 7064 MOD 97-10。校验通过不代表账户存在。校验位处填 00 可计算出正确的校验位。在网页中使用时号码不会离开浏览器。',
  },
  keywords: ['bank account', 'sepa', 'bban', '银行账号', '国际账号'],
  input: z.object({
    text: z
      .string()
      .max(40_000)
      .meta({
        ...label('IBANs, one per line', 'IBAN，每行一个'),
        widget: 'text',
        main: true,
        secret: true,
        placeholder: { en: 'DE89 3704 0044 0532 0130 00', zh: 'DE89 3704 0044 0532 0130 00' },
      }),
  }),
  output: z.object({
    rows: z.array(row).meta({ ...label('IBANs', 'IBAN'), widget: 'table' }),
    valid: z.number().meta(label('How many are valid', '有效数量')),
  }),
  accepts: { iban: { text: '' } },
  examples: [
    {
      name: { en: 'Valid', zh: '有效' },
      input: { text: 'DE89 3704 0044 0532 0130 00' },
      output: {
        rows: [
          {
            iban: 'DE89 3704 0044 0532 0130 00',
            isValid: true,
            problem: null,
            country: 'Germany (DE)',
            checkDigits: '89',
            expectedCheckDigits: '89',
            bban: '370400440532013000',
            parts: '37040044 0532013000',
          },
        ],
        valid: 1,
      },
    },
    {
      name: { en: 'Wrong check digits', zh: '校验位错误' },
      input: { text: 'GB00WEST12345698765432' },
      output: {
        rows: [
          {
            iban: 'GB00 WEST 1234 5698 7654 32',
            isValid: false,
            problem: 'the check digits must be 82',
            country: 'United Kingdom (GB)',
            checkDigits: '00',
            expectedCheckDigits: '82',
            bban: 'WEST12345698765432',
            parts: 'WEST 123456 98765432',
          },
        ],
        valid: 0,
      },
    },
    {
      name: { en: 'A column', zh: '一列' },
      input: { text: 'DE89370400440532013000\nFR14 2004 1010 0505 0001 3M02 606\nNL91ABNA0417164301' },
    },
  ],
  run({ text }, { lang }) {
    const entered = listIbans(text)
    const rows = entered.map((one) => toRow(one, lang))
    if (rows.every(({ country }) => country === null)) {
      const [first = ''] = entered
      throw new AppError('bad_input', { field: 'text', expected: SHAPE, got: first.length > 6 ? `${first.slice(0, 6)}…` : first })
    }
    return { rows, valid: rows.filter(({ isValid }) => isValid).length }
  },
})

const SHAPE: Text = {
  en: 'a country code, two check digits and up to 30 letters and digits',
  zh: '国家代码、两位校验位和至多 30 位字母数字',
}

/** One a line or cell; on a line that is too long for one, each where its country and check digits begin. */
function listIbans(text: string): string[] {
  const lines = listNumbers(text.normalize('NFKC').replaceAll('\t', '\n'), MAX_IBANS, { field: 'text' })
  const entered = lines.flatMap((line) => (toPlain(line).length > MAX_LENGTH ? line.split(/\s+(?=[A-Z]{2}\d{2})/i) : line))
  return listNumbers(entered.join('\n'), MAX_IBANS, { field: 'text' })
}

const toPlain = (text: string): string =>
  text
    .replace(/^\p{L}[\p{L}\s.]{0,60}:/u, '') // whose it is
    .replaceAll(/[\s\p{Cf}.-]/gu, '')
    .replace(/^IBAN:?/i, '')
    .toUpperCase()

function toRow(entered: string, lang: Lang): Row {
  const iban = toPlain(entered)
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{1,30}$/.test(iban))
    return { ...EMPTY, iban: entered.slice(0, 60), problem: { en: `expected ${SHAPE.en}`, zh: `应为${SHAPE.zh}` }[lang] }
  const [country, checkDigits, bban] = [iban.slice(0, 2), iban.slice(2, 4), iban.slice(4)]
  const expectedCheckDigits = toCheckDigits(country, bban)
  const parts = splitBban(country, bban)
  const problem = findProblem({ iban, parts, checkDigits, expectedCheckDigits })
  const name = new Intl.DisplayNames([lang === 'zh' ? 'zh-CN' : 'en'], { type: 'region', fallback: 'none' }).of(country)
  return {
    iban: iban.match(/.{1,4}/g)!.join(' '),
    isValid: problem === undefined,
    problem: problem?.[lang] ?? null,
    country: name ? `${name} (${country})` : country,
    checkDigits,
    expectedCheckDigits,
    bban,
    parts: parts?.join(' ') ?? null,
  }
}

const EMPTY: Omit<Row, 'iban'> = {
  isValid: false,
  problem: null,
  country: null,
  checkDigits: null,
  expectedCheckDigits: null,
  bban: null,
  parts: null,
}

type Facts = { iban: string; parts: string[] | undefined; checkDigits: string; expectedCheckDigits: string }

function findProblem({ iban, parts, checkDigits, expectedCheckDigits }: Facts): Text | undefined {
  const length = toIbanLength(iban.slice(0, 2))
  if (length === undefined) return { en: `${iban.slice(0, 2)} does not use IBAN`, zh: `${iban.slice(0, 2)} 不使用 IBAN` }
  if (iban.length !== length)
    return { en: `expected ${length} characters, got ${iban.length}`, zh: `应为 ${length} 个字符，实为 ${iban.length} 个` }
  if (!parts) return { en: 'letters and digits are not in the places this country uses', zh: '字母与数字的位置不符合该国格式' }
  if (checkDigits !== expectedCheckDigits)
    return { en: `the check digits must be ${expectedCheckDigits}`, zh: `校验位应为 ${expectedCheckDigits}` }
  return undefined
}

/** ISO 7064 MOD 97-10: 98 less the remainder of account, country and 00, letters as 10–35. */
function toCheckDigits(country: string, bban: string): string {
  const digits = [...`${bban}${country}00`].map((char) => Number.parseInt(char, 36)).join('')
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0')
}
