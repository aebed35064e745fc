import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import {
  getCountries,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max'
import * as z from 'zod'
import { listNumbers } from '../../lib/list-numbers.ts'
import { findAbroad } from './abroad.ts'
import { findArea } from './area-codes.ts'
import { findSegment, type Segment } from './carriers.ts'
import { partNumbers, toDialled } from './dialled.ts'
import { loadMobilePlaces } from './mobile-places.ts'
import { findService } from './service-numbers.ts'
import { findZoneTime } from './zones.ts'

const MAX_NUMBERS = 500

const KINDS = {
  mobile: { en: 'mobile', zh: '手机' },
  landline: { en: 'fixed line', zh: '固定电话' },
  'fixed-or-mobile': { en: 'fixed line or mobile', zh: '固话或手机' },
  'toll-free': { en: 'toll-free', zh: '免费电话' },
  'shared-cost': { en: 'shared cost', zh: '分摊付费' },
  premium: { en: 'premium rate', zh: '声讯台' },
  voip: { en: 'VoIP', zh: '网络电话' },
  service: { en: 'service number', zh: '服务号码' },
  other: { en: 'other', zh: '其他' },
  unknown: { en: 'not known', zh: '未知' },
} as const
type Kind = keyof typeof KINDS

const label = (en: string, zh: string) => ({ label: { en, zh } })
const nullable = (en: string, zh: string) => z.string().nullable().meta(label(en, zh))

const row = z.object({
  input: z.string().meta(label('Entered', '输入')),
  isValid: z.boolean().meta(label('Valid', '有效')),
  kind: z.enum(Object.keys(KINDS) as [Kind, ...Kind[]]).meta({ ...label('Kind', '类型'), options: KINDS }),
  country: nullable('Country', '国家代码'),
  province: nullable('Province', '省份'),
  city: nullable('City or area', '城市或地区'),
  carrier: nullable('Carrier', '运营商'),
  reason: nullable('Reason', '原因'),
  service: nullable('Use', '用途'),
  areaCode: nullable('Area code', '区号'),
  postCode: nullable('Post code', '邮编'),
  timeZone: nullable('Time zone', '时区'),
  localTime: nullable('Time there', '当地时间'),
  callingCode: nullable('Country code', '国际区号'),
  e164: nullable('E.164', 'E.164'),
  international: nullable('International', '国际格式'),
  national: nullable('National', '国内格式'),
  uri: nullable('Link', '链接'),
  note: nullable('Note', '说明'),
})
type Row = z.infer<typeof row>

export default defineTool({
  id: 'phone',
  route: '/life/phone',
  call: 'search_phone',
  callNames: { numbers: ['phone', 'number', 'mobile', 'tel'] },
  group: 'lookup',
  rank: 5,
  icon: 'Phone',
  title: { en: 'Phone number lookup', zh: '手机号码归属地' },
  summary: {
    en: 'Kind, country, carrier and area of any phone number, many at once',
    zh: '识别任意国家电话号码的类型、运营商与归属地，支持批量',
  },
  about: {
    en: 'Formats and validity follow the numbering plans of all countries (libphonenumber). For mainland China the carrier is the one to which the number block was assigned; numbers may have been ported since, which no public table shows.\n\nThe area code gives the city of fixed lines. The first seven digits of a mobile number give the city in which it was issued, by the places of libphonenumber; they do not have the newer blocks (16x, 171–175, 19x), whose city is left empty rather than guessed.\n\nAreas and carriers of other countries, and time zones, are those of libphonenumber, most names in English. Nothing you enter leaves the browser.',
    zh: '号码格式与有效性依据各国编号计划（libphonenumber）。中国大陆手机的运营商为号段分配时的运营商，携号转网后可能不同，公开数据无从得知。\n\n固话按区号给出城市。手机按前七位号段给出归属城市（发号地），数据来自 libphonenumber，其中没有较新的号段（16x、171–175、19x），这些号码的城市留空而不猜测。\n\n其他国家和地区号码的城市、运营商与时区也来自 libphonenumber，名称多为英文。输入内容不会离开浏览器。',
  },
  keywords: [
    'mobile',
    'carrier',
    'area code',
    'e164',
    '归属地',
    '号段',
    '区号',
    '运营商',
    '邮编',
    '客服电话',
    '手机号',
    'phone number',
    '号码归属地',
  ],
  accepts: { phone: {} },
  timeoutMs: 5_000, // the tables are read when they are first wanted
  input: z.object({
    numbers: z
      .string()
      .min(1)
      .max(40_000)
      .meta({
        ...label('Numbers', '号码'),
        placeholder: {
          en: 'One per line: 13800138000, 010-62345678, +1 650 253 0000',
          zh: '每行一个：13800138000、010-62345678、+1 650 253 0000',
        },
        widget: 'text',
        main: true,
        secret: true,
      }),
    country: z
      .string()
      .length(2)
      .default('CN')
      .meta({
        ...label('Country without +', '无国际区号时按'),
        help: { en: 'ISO code for numbers without a country code', zh: '没有国际区号时按此国家解析（ISO 代码）' },
        advanced: true,
      }),
  }),
  output: z.object({
    rows: z.array(row).meta({ ...label('Numbers', '号码'), widget: 'table' }),
    total: z.number().meta(label('Entered', '输入数量')),
    valid: z.number().meta(label('How many are valid', '有效数量')),
  }),
  examples: [
    { name: { en: 'Chinese mobile', zh: '国内手机' }, input: { numbers: '13800138000' } },
    {
      name: { en: 'Several kinds', zh: '多种号码' },
      input: { numbers: '010-62345678\n+1 650 253 0000\n４００ ８１２ ３１２３\n95588\n19212345678' },
    },
  ],
  async run({ numbers, country }, { lang, now }) {
    const code = toCountry(country)
    const entered = listNumbers(partNumbers(numbers), MAX_NUMBERS)
    const found = await withMobilePlaces(
      entered.map((text) => toRow(text, code, lang)),
      lang,
    )
    const called = now()
    const rows = await Promise.all(found.map(async (entry) => withZone(await withNamesAbroad(entry, lang), called)))
    return { rows, total: entered.length, valid: rows.filter(({ isValid }) => isValid).length }
  },
})

const EMPTY: Omit<Row, 'input'> = {
  isValid: false,
  reason: null,
  kind: 'unknown',
  country: null,
  callingCode: null,
  e164: null,
  international: null,
  national: null,
  uri: null,
  carrier: null,
  service: null,
  province: null,
  city: null,
  areaCode: null,
  postCode: null,
  timeZone: null,
  localTime: null,
  note: null,
}

function toRow(text: string, country: CountryCode, lang: Lang): Row {
  const input = text.slice(0, 100)
  const plain = toDialled(input)
  const service =
    country === 'CN' || /^\+?86/.test(plain) ? findService(plain.replaceAll(/[\s-]/g, '').replace(/^(\+86|0086)/, '')) : undefined
  const number = parsePhoneNumberFromString(plain, { defaultCountry: country, extract: false })
  if (service && !number?.isValid())
    return { ...EMPTY, input, isValid: true, kind: 'service', country: 'CN', national: plain, service: service[lang] }
  if (!number) return { ...EMPTY, input, reason: toReason(plain, country)[lang] }
  const found = toKnown(number, lang)
  const isValid = number.isValid() || (found.kind === 'mobile' && isAssigned(number))
  return {
    ...EMPTY,
    input,
    ...found,
    isValid,
    service: service?.[lang] ?? null,
    reason: isValid ? null : (toMobileReason(number) ?? toReason(plain, number.country ?? country))[lang],
  }
}

/** Whether a Chinese number is of a segment for devices, which libphonenumber has not: 11 digits, those of 14[014] 13. */
function isAssigned({ country, nationalNumber }: PhoneNumber): boolean {
  return (
    country === 'CN' && findSegment(nationalNumber)?.kind === 'data' && nationalNumber.length === toMobileLength(nationalNumber)
  )
}

const toMobileLength = (nationalNumber: string): number => (/^14[014]/.test(nationalNumber) ? 13 : 11)

/** A Chinese mobile number that lacks digits or has too many. */
function toMobileReason({ country, nationalNumber }: PhoneNumber): Text | undefined {
  const [expected, got] = [toMobileLength(nationalNumber), nationalNumber.length]
  if (country !== 'CN' || got === expected || !findSegment(nationalNumber)) return undefined
  return { en: `expected ${expected} digits, got ${got}`, zh: `应为 ${expected} 位，实为 ${got} 位` }
}

function toKnown(number: PhoneNumber, lang: Lang): Partial<Row> {
  const base: Partial<Row> = {
    kind: toKind(number),
    country: number.country ?? null,
    callingCode: `+${number.countryCallingCode}`,
    e164: number.number,
    international: number.formatInternational(),
    national: number.formatNational(),
    uri: number.getURI(),
  }
  if (number.country !== 'CN') return base
  const segment = base.kind === 'mobile' || base.kind === 'unknown' ? findSegment(number.nationalNumber) : undefined
  if (segment) return { ...base, kind: 'mobile', carrier: toCarrier(segment)[lang], note: PORTED[lang] }
  const area = base.kind === 'landline' ? findArea(number.nationalNumber) : undefined
  if (!area) return base
  return { ...base, province: area.province[lang], city: area.cities[lang], areaCode: area.code, postCode: area.postCode }
}

/** Adds where mobile numbers were issued; the table is loaded only where there is a Chinese one. */
async function withMobilePlaces(rows: Row[], lang: Lang): Promise<Row[]> {
  if (!rows.some(findIssued)) return rows
  const find = await loadMobilePlaces()
  return rows.map((row) => {
    const place = find(findIssued(row) ?? '')
    if (!place) return row
    const { province, city, areaCode, postCode } = place
    return { ...row, province: province[lang], city: city[lang], areaCode, postCode }
  })
}

/** Mexico and Brazil: mobile numbers begin with the code of their area, too. */
const MOBILE_BY_AREA: ReadonlySet<string | null> = new Set(['+52', '+55'])

/** Adds the area and the carrier of a number outside mainland China. */
async function withNamesAbroad(row: Row, lang: Lang): Promise<Row> {
  const { isValid, kind, callingCode, e164 } = row
  if (!isValid || !callingCode || !e164 || callingCode === '+86') return row
  const number = { code: callingCode.slice(1), national: e164.slice(callingCode.length) }
  const isFixed = kind === 'landline' || kind === 'fixed-or-mobile'
  const isMobile = kind === 'mobile' || kind === 'fixed-or-mobile'
  const city = isFixed || (isMobile && MOBILE_BY_AREA.has(callingCode)) ? await findAbroad('geocodes', lang, number) : undefined
  const carrier = isMobile ? await findAbroad('carrier', lang, number) : undefined
  return { ...row, city: city ?? null, carrier: carrier ?? null, note: carrier ? PORTED[lang] : null }
}

/** Adds what time it is there. */
async function withZone(row: Row, now: Date): Promise<Row> {
  const { isValid, callingCode, e164 } = row
  if (!isValid || !callingCode || !e164) return row
  return { ...row, ...(await findZoneTime({ code: callingCode.slice(1), national: e164.slice(callingCode.length) }, now)) }
}

/** The national number of a Chinese mobile phone. One of a satellite belongs to no city. */
function findIssued({ isValid, kind, e164 }: Row): string | undefined {
  const national = isValid && kind === 'mobile' ? /^\+86(1\d{10})$/.exec(e164 ?? '')?.[1] : undefined
  return national && findSegment(national)?.kind !== 'satellite' ? national : undefined
}

const PORTED: Text = { en: 'The number may have been ported to another carrier.', zh: '号码可能已携号转网。' }

function toCarrier({ carrier, kind }: Segment): Text {
  switch (kind) {
    case 'ordinary':
      return carrier
    case 'virtual':
      return { en: `virtual operator on ${carrier.en}`, zh: `虚拟运营商（${carrier.zh}网络）` }
    case 'satellite':
      return { en: `${carrier.en}, satellite`, zh: `${carrier.zh}卫星电话` }
    case 'data':
      return { en: `${carrier.en}, data and devices`, zh: `${carrier.zh}物联网号` }
  }
}

function toKind(number: PhoneNumber): Kind {
  const kinds: Readonly<Record<string, Kind>> = {
    MOBILE: 'mobile',
    FIXED_LINE: 'landline',
    FIXED_LINE_OR_MOBILE: 'fixed-or-mobile',
    TOLL_FREE: 'toll-free',
    SHARED_COST: 'shared-cost',
    PREMIUM_RATE: 'premium',
    VOIP: 'voip',
  }
  const type = number.getType()
  return type ? (kinds[type] ?? 'other') : 'unknown'
}

const REASONS: Readonly<Record<string, Text>> = {
  TOO_SHORT: { en: 'too short', zh: '位数不足' },
  TOO_LONG: { en: 'too long', zh: '位数过多' },
  INVALID_COUNTRY: { en: 'no such country code', zh: '国际区号不存在' },
  NOT_A_NUMBER: { en: 'not a phone number', zh: '不是电话号码' },
  INVALID_LENGTH: { en: 'no number of this country has this length', zh: '该国没有此长度的号码' },
}

function toReason(text: string, country: CountryCode): Text {
  const problem = validatePhoneNumberLength(text, country)
  return (problem && REASONS[problem]) ?? { en: 'the numbering plan has no such number', zh: '编号计划中没有此号码' }
}

function toCountry(text: string): CountryCode {
  const upper = text.toUpperCase()
  const country = getCountries().find((code) => code === upper)
  if (country) return country
  throw new AppError('bad_input', {
    field: 'country',
    expected: { en: 'an ISO 3166 code such as CN, US or GB', zh: 'ISO 3166 国家代码，如 CN、US 或 GB' },
    got: text,
  })
}
