import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { splitBban, toIbanLength } from './countries.ts'

const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

export default defineTool({
  id: 'iban',
  route: '/generate/iban',
  group: 'generate',
  rank: 70,
  icon: 'BuildingBank',
  title: { en: 'IBAN check', zh: 'IBAN 校验' },
  summary: {
    en: 'Check digits, length and structure of an IBAN; compute the check digits',
    zh: '校验 IBAN 的校验位、长度与结构，并可计算校验位',
  },
  about: {
    en: 'ISO 13616 with the check of ISO 7064 MOD 97-10. A valid IBAN need not belong to an account. To compute the check digits, write 00 in their place. The number stays in your browser when you use the page.',
    zh: '依据 ISO 13616，校验算法为 ISO 7064 MOD 97-10。校验通过不代表账户存在。校验位处填 00 可计算出正确的校验位。在网页中使用时号码不会离开浏览器。',
  },
  keywords: ['bank account', 'sepa', 'bban', '银行账号', '国际账号'],
  input: z.object({
    text: z
      .string()
      .max(60)
      .meta({
        label: { en: 'IBAN', zh: 'IBAN' },
        main: true,
        secret: true,
        placeholder: { en: 'DE89 3704 0044 0532 0130 00', zh: 'DE89 3704 0044 0532 0130 00' },
      }),
  }),
  output: z.object({
    text: shown('IBAN', 'IBAN'),
    isValid: z.boolean().meta({ label: { en: 'Valid', zh: '有效' } }),
    problem: shown('Problem', '问题').optional(),
    country: shown('Country', '国家或地区'),
    checkDigits: shown('Check digits', '校验位'),
    expectedCheckDigits: shown('Right check digits', '正确的校验位'),
    bban: shown('Account part (BBAN)', '账号部分（BBAN）'),
    parts: shown('Its parts', '分段').optional(),
  }),
  accepts: { iban: { text: '' } },
  examples: [
    {
      name: { en: 'Valid', zh: '有效' },
      input: { text: 'DE89 3704 0044 0532 0130 00' },
      output: {
        text: 'DE89 3704 0044 0532 0130 00',
        isValid: true,
        country: 'Germany (DE)',
        checkDigits: '89',
        expectedCheckDigits: '89',
        bban: '370400440532013000',
        parts: '37040044 0532013000',
      },
    },
    {
      name: { en: 'Wrong check digits', zh: '校验位错误' },
      input: { text: 'GB00WEST12345698765432' },
      output: {
        text: 'GB00 WEST 1234 5698 7654 32',
        isValid: false,
        problem: 'the check digits must be 82',
        country: 'United Kingdom (GB)',
        checkDigits: '00',
        expectedCheckDigits: '82',
        bban: 'WEST12345698765432',
        parts: 'WEST 123456 98765432',
      },
    },
  ],
  run({ text }, { lang }) {
    const iban = text
      .normalize('NFKC')
      .replaceAll(/[\s\p{Cf}.-]/gu, '')
      .replace(/^IBAN:?/i, '')
      .toUpperCase()
    if (!/^[A-Z]{2}\d{2}[A-Z\d]{1,30}$/.test(iban)) {
      const expected = {
        en: 'a country code, two check digits and up to 30 letters and digits',
        zh: '国家代码、两位校验位和至多 30 位字母数字',
      }
      throw new AppError('bad_input', { field: 'text', expected, got: text.length > 6 ? `${text.slice(0, 6)}…` : text })
    }
    const [country, checkDigits, bban] = [iban.slice(0, 2), iban.slice(2, 4), iban.slice(4)]
    const expectedCheckDigits = toCheckDigits(country, bban)
    const parts = splitBban(country, bban)
    const problem = findProblem({ iban, parts, checkDigits, expectedCheckDigits })
    const name = new Intl.DisplayNames([lang === 'zh' ? 'zh-CN' : 'en'], { type: 'region', fallback: 'none' }).of(country)
    return {
      text: iban.match(/.{1,4}/g)!.join(' '),
      isValid: problem === undefined,
      ...(problem ? { problem: problem[lang] } : {}),
      country: name ? `${name} (${country})` : country,
      checkDigits,
      expectedCheckDigits,
      bban,
      ...(parts ? { parts: parts.join(' ') } : {}),
    }
  },
})

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
