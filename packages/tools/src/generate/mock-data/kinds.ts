import type { Lang, Text } from '@octet/core/text.ts'
import { NULL, toTextNode, type JsonScalar } from '../../lib/json/tree.ts'
import { composeSentences, composeWords } from '../placeholder-text/compose.ts'
import { AREA_CODES, CITIES, COMPANIES, COUNTRIES, CURRENCIES, DOMAINS, JOBS, PEOPLE, STREETS, type City } from './lists.ts'
import type { SeededDraw } from './seeded-draw.ts'

/** The person and the place of a row: all its columns are about the same. */
export type RowFacts = {
  /** From 0. */
  readonly row: number
  readonly lang: Lang
  readonly first: readonly [name: string, letters: string]
  readonly last: readonly [name: string, letters: string]
  readonly city: City
  readonly street: number
  readonly house: number
  readonly post: number
}

/** How a database stores a kind. */
export type ColumnType = 'integer' | 'decimal' | 'boolean' | 'date' | 'datetime' | 'text' | 'long'

type Make = (draw: SeededDraw, facts: RowFacts) => JsonScalar
export type Kind = {
  readonly words: Text
  readonly type: ColumnType
  /** What may follow the kind, as an example; it is read by `read`, which answers nothing for what it cannot read. */
  readonly argument?: string
  readonly read: (argument: string) => Make | undefined
}

const number = (value: number | string): JsonScalar => ({ type: 'number', raw: String(value) })
const flag = (value: boolean): JsonScalar => ({ type: 'boolean', raw: String(value) })
const digits = (count: number) => (draw: SeededDraw) => String(draw.below(10 ** count)).padStart(count, '0')
const hex = (draw: SeededDraw, count: number) => Array.from({ length: count }, () => draw.below(16).toString(16)).join('')

/** A kind of texts that nothing follows. */
const text = (words: Text, make: (draw: SeededDraw, facts: RowFacts) => string, type: ColumnType = 'text'): Kind => ({
  words,
  type,
  read: (argument) => (argument === '' ? (draw, facts) => toTextNode(make(draw, facts)) : undefined),
})

const DAY_MS = 86_400_000
const USUAL_DAYS = '2020-01-01..2025-12-31'

/** `2020-01-01..2025-12-31`, both included. */
function readDays(argument: string): { from: number; days: number } | undefined {
  const [, first, last] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(argument || USUAL_DAYS) ?? []
  const [from, to] = [toDay(first), toDay(last)]
  if (from === undefined || to === undefined || to < from) return undefined
  return { from, days: (to - from) / DAY_MS + 1 }
}

/** The start of a day that exists: `Date.parse` takes 31 February for 3 March. */
function toDay(text = ''): number | undefined {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) ? ms : undefined
}

const moment =
  (write: (ms: number) => JsonScalar) =>
  (argument: string): Make | undefined => {
    const range = readDays(argument)
    return range && ((draw) => write(range.from + draw.below(range.days * 86_400) * 1_000))
  }

/** `1..100`, or `1-100`. */
function readRange(argument: string, usual: readonly [number, number]): readonly [number, number] | undefined {
  if (argument === '') return usual
  const [, low = '', high = ''] = /^(-?\d{1,15}(?:\.\d{1,6})?)(?:\.\.|(?<=\d)-)(-?\d{1,15}(?:\.\d{1,6})?)$/.exec(argument) ?? []
  return low !== '' && Number(low) <= Number(high) ? [Number(low), Number(high)] : undefined
}

function readNumber(argument: string): Make | undefined {
  const range = readRange(argument, [1, 1_000])
  if (!range?.every(Number.isSafeInteger) || range[1] - range[0] >= 2 ** 53) return undefined
  return (draw) => number(range[0] + draw.below(range[1] - range[0] + 1))
}

/** `0..1 3`: a range, and how many decimals. */
function readDecimal(argument: string): Make | undefined {
  const [, written = '', places = '2'] = /^(\S*?)(?:\s+([1-6]))?$/.exec(argument.replace(/^([1-6])$/, ' $1')) ?? []
  const range = readRange(written, [0, 1_000])
  const scale = 10 ** Number(places)
  if (!range) return undefined
  const [low, high] = [Math.ceil(range[0] * scale), Math.floor(range[1] * scale)]
  if (!(low <= high) || !Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high - low >= 2 ** 53) return undefined
  return (draw) => number(((low + draw.below(high - low + 1)) / scale).toFixed(Number(places)))
}

/** `red|green|blue`, or `yes*9|no` where one is to come more often. */
function readPick(argument: string): Make | undefined {
  const items = argument.split('|').map((item) => {
    const [, value = '', weight = '1'] = /^(.*?)(?:\*(\d{1,4}))?$/s.exec(item.trim()) ?? []
    return { value, weight: Number(weight) }
  })
  const sum = items.reduce((total, { weight }) => total + weight, 0)
  if (argument === '' || sum === 0) return undefined
  return (draw) => {
    let left = draw.below(sum)
    return toTextNode(items.find(({ weight }) => (left -= weight) < 0)!.value)
  }
}

/** `#` is a digit, `@` a capital letter, anything else itself. */
function readPattern(argument: string): Make | undefined {
  if (argument === '') return undefined
  return (draw) =>
    toTextNode(
      argument.replaceAll(/[#@]/g, (sign) => (sign === '#' ? String(draw.below(10)) : String.fromCharCode(65 + draw.below(26)))),
    )
}

function readRow(argument: string): Make | undefined {
  if (!/^-?\d{0,15}$/.test(argument)) return undefined
  const start = argument === '' ? 1 : Number(argument)
  return (_draw, { row }) => number(start + row)
}

const toUserName = ({ first, last, row }: RowFacts) => `${first[1]}.${last[1]}${row + 1}`
const toName = ({ first, last, lang }: RowFacts) => (lang === 'zh' ? `${last[0]}${first[0]}` : `${first[0]} ${last[0]}`)
const toStreet = ({ street, house, lang }: RowFacts) => {
  const name = STREETS[lang][street]!
  return lang === 'zh' ? `${name}${house}号` : `${house} ${name}`
}
/** The digits behind those of the city: 100 and 23 are 10023. */
const toPost = ({ city, post }: RowFacts) => `${city.post}${String(post).padStart(2, '0')}`
const toAddress = (facts: RowFacts) => {
  const { region, city } = facts.city
  if (facts.lang === 'zh') return `${region === city ? '' : region}${city}${toStreet(facts)}`
  return `${toStreet(facts)}, ${city}, ${region} ${toPost(facts)}`
}
const toCompany = (draw: SeededDraw, lang: Lang) => {
  const { heads, tails } = COMPANIES[lang]
  const [head, tail] = [draw.pick(heads), draw.pick(tails)]
  return lang === 'zh' ? `${head}${tail}` : `${head} ${tail}`
}
const toScript = (lang: Lang) => (lang === 'zh' ? 'chinese' : 'latin')
const toSentences =
  (count: number) =>
  (draw: SeededDraw, { lang }: RowFacts) => {
    const sentences = composeSentences(toScript(lang), false, (limit) => draw.below(limit))
    return Array.from({ length: count }, () => sentences.next().value).join(lang === 'zh' ? '' : ' ')
  }
/** Version and variant of RFC 9562 §5.4; the rest is drawn. */
const toUuid = (draw: SeededDraw) =>
  `${hex(draw, 8)}-${hex(draw, 4)}-4${hex(draw, 3)}-${'89ab'[draw.below(4)]}${hex(draw, 3)}-${hex(draw, 12)}`

/** Blocks for documentation: RFC 5737. */
const IPV4_BLOCKS = ['192.0.2.', '198.51.100.', '203.0.113.']

/** What a column can hold, by the name it is asked for by. Nothing of it reaches anybody: hosts, addresses and numbers are those kept for examples. */
export const KINDS = {
  row: { words: { en: 'row number', zh: '行号' }, type: 'integer', argument: '1000', read: readRow },
  uuid: text({ en: 'UUID', zh: 'UUID' }, toUuid),
  name: text({ en: 'full name', zh: '姓名' }, (_draw, facts) => toName(facts)),
  first: text({ en: 'given name', zh: '名' }, (_draw, { first }) => first[0]),
  last: text({ en: 'family name', zh: '姓' }, (_draw, { last }) => last[0]),
  username: text({ en: 'user name', zh: '用户名' }, (_draw, facts) => toUserName(facts)),
  email: text({ en: 'email address', zh: '邮箱' }, (draw, facts) => `${toUserName(facts)}@${draw.pick(DOMAINS)}`),
  phone: text({ en: 'phone number', zh: '电话' }, (draw, { lang }) =>
    lang === 'zh' ? `010-0${digits(7)(draw)}` : `+1 ${draw.pick(AREA_CODES)}-555-01${digits(2)(draw)}`,
  ),
  company: text({ en: 'company', zh: '公司' }, (draw, { lang }) => toCompany(draw, lang)),
  job: text({ en: 'job', zh: '职业' }, (draw, { lang }) => draw.pick(JOBS[lang])),
  address: text({ en: 'address', zh: '地址' }, (_draw, facts) => toAddress(facts)),
  street: text({ en: 'street', zh: '街道' }, (_draw, facts) => toStreet(facts)),
  city: text({ en: 'city', zh: '城市' }, (_draw, { city }) => city.city),
  region: text({ en: 'state', zh: '省份' }, (_draw, { city }) => city.region),
  postcode: text({ en: 'postal code', zh: '邮编' }, (_draw, facts) => toPost(facts)),
  country: text({ en: 'country', zh: '国家' }, (_draw, { lang }) => COUNTRIES[lang]),
  latitude: {
    words: { en: 'latitude', zh: '纬度' },
    type: 'decimal',
    read: (argument) =>
      argument === '' ? (draw, { city }) => number((city.lat + draw.below(1_000) / 10_000).toFixed(4)) : undefined,
  },
  longitude: {
    words: { en: 'longitude', zh: '经度' },
    type: 'decimal',
    read: (argument) =>
      argument === '' ? (draw, { city }) => number((city.lon + draw.below(1_000) / 10_000).toFixed(4)) : undefined,
  },
  number: { words: { en: 'whole number', zh: '整数' }, type: 'integer', argument: '1..100', read: readNumber },
  decimal: { words: { en: 'number with decimals', zh: '小数' }, type: 'decimal', argument: '0..1 3', read: readDecimal },
  boolean: {
    words: { en: 'true or false', zh: '布尔值' },
    type: 'boolean',
    read: (argument) => (argument === '' ? (draw) => flag(draw.below(2) === 1) : undefined),
  },
  date: {
    words: { en: 'date', zh: '日期' },
    type: 'date',
    argument: '2024-01-01..2024-12-31',
    read: moment((ms) => toTextNode(new Date(ms).toISOString().slice(0, 10))),
  },
  time: text({ en: 'time of day', zh: '时刻' }, (draw) => new Date(draw.below(86_400) * 1_000).toISOString().slice(11, 19)),
  datetime: {
    words: { en: 'date and time', zh: '日期时间' },
    type: 'datetime',
    argument: '2024-01-01..2024-12-31',
    read: moment((ms) => toTextNode(new Date(ms).toISOString().replace('.000Z', 'Z'))),
  },
  timestamp: {
    words: { en: 'Unix seconds', zh: '时间戳' },
    type: 'integer',
    argument: '2024-01-01..2024-12-31',
    read: moment((ms) => number(ms / 1_000)),
  },
  currency: text({ en: 'currency', zh: '货币' }, (draw) => draw.pick(CURRENCIES)),
  domain: text({ en: 'domain', zh: '域名' }, (draw, { last }) => `${last[1]}.${draw.pick(DOMAINS)}`),
  url: text({ en: 'URL', zh: '网址' }, (draw, facts) => `https://${draw.pick(DOMAINS)}/${toUserName(facts)}/${digits(4)(draw)}`),
  ipv4: text({ en: 'IPv4 address', zh: 'IPv4' }, (draw) => `${draw.pick(IPV4_BLOCKS)}${1 + draw.below(254)}`),
  ipv6: text({ en: 'IPv6 address', zh: 'IPv6' }, (draw) =>
    `2001:db8:${hex(draw, 4)}::${hex(draw, 4)}`.replaceAll(/:0+(?=[\da-f])/g, ':'),
  ),
  mac: text({ en: 'MAC address', zh: 'MAC' }, (draw) => `00:00:5e:00:53:${hex(draw, 2)}`),
  colour: text({ en: 'colour', zh: '颜色' }, (draw) => `#${hex(draw, 6)}`),
  word: text(
    { en: 'word', zh: '词语' },
    (draw, { lang }) => composeWords(toScript(lang), false, (limit) => draw.below(limit)).next().value,
  ),
  sentence: text({ en: 'sentence', zh: '句子' }, toSentences(1), 'long'),
  paragraph: text({ en: 'paragraph', zh: '段落' }, toSentences(4), 'long'),
  pick: { words: { en: 'one of a list', zh: '任选' }, type: 'text', argument: 'new|paid*3|sent', read: readPick },
  pattern: { words: { en: 'pattern', zh: '格式' }, type: 'text', argument: '@@-####', read: readPattern },
  text: {
    words: { en: 'fixed text', zh: '固定文本' },
    type: 'text',
    argument: 'hello',
    read: (argument) => (argument === '' ? undefined : () => toTextNode(argument)),
  },
  null: { words: { en: 'nothing', zh: '空值' }, type: 'text', read: (argument) => (argument === '' ? () => NULL : undefined) },
} as const satisfies Readonly<Record<string, Kind>>
export type KindName = keyof typeof KINDS

/** Other names that people ask by. */
const ALIASES: Readonly<Record<string, KindName>> = {
  id: 'row',
  index: 'row',
  guid: 'uuid',
  'full name': 'name',
  fullname: 'name',
  firstname: 'first',
  'first name': 'first',
  lastname: 'last',
  'last name': 'last',
  surname: 'last',
  user: 'username',
  mail: 'email',
  mobile: 'phone',
  telephone: 'phone',
  手机: 'phone',
  手机号: 'phone',
  state: 'region',
  province: 'region',
  zip: 'postcode',
  zipcode: 'postcode',
  lat: 'latitude',
  lon: 'longitude',
  lng: 'longitude',
  int: 'number',
  integer: 'number',
  数字: 'number',
  float: 'decimal',
  price: 'decimal',
  价格: 'decimal',
  金额: 'decimal',
  bool: 'boolean',
  unix: 'timestamp',
  hostname: 'domain',
  website: 'url',
  ip: 'ipv4',
  color: 'colour',
  choice: 'pick',
  enum: 'pick',
  title: 'job',
  职位: 'job',
}
const BY_WORDS = new Map(
  Object.entries(KINDS).flatMap(([id, { words }]) =>
    [words.en.toLowerCase(), words.zh.toLowerCase()].map((word) => [word, id as KindName]),
  ),
)

/** The kind that a word means. */
export function findKind(word: string): KindName | undefined {
  const plain = word.trim().toLowerCase()
  if (Object.hasOwn(KINDS, plain)) return plain as KindName
  return (Object.hasOwn(ALIASES, plain) ? ALIASES[plain] : undefined) ?? BY_WORDS.get(plain)
}

/** The person and the place of a row. */
export function drawFacts(draw: SeededDraw, { row, lang }: Pick<RowFacts, 'row' | 'lang'>): RowFacts {
  const { first, last } = PEOPLE[lang]
  return {
    row,
    lang,
    first: draw.pick(first),
    last: draw.pick(last),
    city: draw.pick(CITIES[lang]),
    street: draw.below(STREETS[lang].length),
    house: 1 + draw.below(lang === 'zh' ? 300 : 999),
    post: draw.below(100),
  }
}
