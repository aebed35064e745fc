import { findUrl } from '../../lib/find-url.ts'
import { bad, notice, type Problem } from './problem.ts'
import { readExpiry } from './read-expiry.ts'
import type { Field } from './read-lines.ts'

type Rule = { readonly section: string; readonly name: string; readonly isOnce?: boolean; readonly isUri?: boolean }

/** Fields by name in small letters: those of the RFC, and the one that CSAF registered. */
export const RULES: ReadonlyMap<string, Rule> = new Map(
  [
    { name: 'Acknowledgments', section: '2.5.1', isUri: true },
    { name: 'Canonical', section: '2.5.2', isUri: true },
    { name: 'Contact', section: '2.5.3', isUri: true },
    { name: 'Encryption', section: '2.5.4', isUri: true },
    { name: 'Expires', section: '2.5.5', isOnce: true },
    { name: 'Hiring', section: '2.5.6', isUri: true },
    { name: 'Policy', section: '2.5.7', isUri: true },
    { name: 'Preferred-Languages', section: '2.5.8', isOnce: true },
    { name: 'CSAF', section: 'CSAF 2.0 §7.1.8', isUri: true },
  ].map((rule) => [rule.name.toLowerCase(), rule]),
)

/** What people write for the names of fields. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  [/^ac?knowled?g[e]?ments?$/, 'Acknowledgments'],
  [/^thanks$|^hall-of-fame$/, 'Acknowledgments'],
  [/^contacts?(-?us)?$|^e?-?mail$/, 'Contact'],
  [/^expir(e|y|ation|es)(-date)?$/, 'Expires'],
  [/^(preferred-?)?languages?$|^preferredlanguages$/, 'Preferred-Languages'],
  [/^canonicals?(-url)?$/, 'Canonical'],
  [/^encryptions?(-key)?$|^(pgp|gpg)(-?key)?$/, 'Encryption'],
  [/^polic(y|ies)$|^disclosure$/, 'Policy'],
  [/^(hirings?|jobs?|careers?)$/, 'Hiring'],
]
/** Fields of drafts that the RFC left out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['signature', 'permission', 'disclosure'])

const DAY_MS = 86_400_000
const YEAR_DAYS = 366
const SOON_DAYS = 14

export const isField = ({ name }: Field, wanted: string): boolean => name.toLowerCase() === wanted

/** What is wrong with fields, each by itself and all together. */
export function checkFields(fields: readonly Field[], now: Date): Problem[] {
  return [...checkRequired(fields), ...checkOnce(fields), ...fields.flatMap((field) => checkField(field, now))]
}

function checkRequired(fields: readonly Field[]): Problem[] {
  const has = (name: string) => fields.some((field) => isField(field, name))
  return [
    ...(has('contact') ? [] : [bad('2.5.3', 'There is no Contact, which must be there', '缺少必需的 Contact')]),
    ...(has('expires') ? [] : [bad('2.5.5', 'There is no Expires, which must be there', '缺少必需的 Expires')]),
  ]
}

function checkOnce(fields: readonly Field[]): Problem[] {
  return [...RULES.values()].flatMap(({ name, section, isOnce }) => {
    const [first, ...others] = isOnce ? fields.filter((field) => isField(field, name.toLowerCase())) : []
    return others.map(({ line }) =>
      bad(
        section,
        `${name} may stand there once; line ${first!.line} has it already`,
        `${name} 只能出现一次，第 ${first!.line} 行已有`,
        line,
      ),
    )
  })
}

function checkField(field: Field, now: Date): Problem[] {
  const { name, line } = field
  const key = name.toLowerCase()
  const rule = RULES.get(key)
  if (!rule) return [toUnknown(name, key, line)]
  if (key === 'expires') return checkExpires(field, now)
  if (key === 'preferred-languages') return checkLanguages(field)
  return checkUri(field, rule)
}

function toUnknown(name: string, key: string, line: number): Problem {
  if (LEFT_OUT.has(key))
    return notice(
      '2.5',
      `${name} is a field of drafts that the RFC left out; readers pass it over`,
      `${name} 是草案中的字段，正式标准已删去，读取程序会忽略`,
      line,
    )
  const [, meant] = MEANT.find(([pattern]) => pattern.test(key)) ?? []
  return meant
    ? notice(
        '2.5',
        `${name} is no field of security.txt and is passed over; ${meant} is meant`,
        `${name} 不是 security.txt 的字段，会被忽略；应为 ${meant}`,
        line,
      )
    : notice('2.4', `${name} is not known; readers pass it over`, `未知字段 ${name}，读取程序会忽略`, line)
}

function checkExpires({ value, line }: Field, now: Date): Problem[] {
  const date = readExpiry(value)
  if (!date)
    return [
      bad(
        '2.5.5',
        `“${toShown(value)}” is no time as RFC 3339 writes it, such as 2027-12-31T23:00:00Z`,
        `“${toShown(value)}”不是 RFC 3339 格式的时间，应如 2027-12-31T23:00:00Z`,
        line,
      ),
    ]
  const days = countDays(date, now)
  if (date <= now)
    return [
      bad(
        '2.5.5',
        `The file ended ${-days} ${days === -1 ? 'day' : 'days'} ago and is not to be used any more`,
        `文件已于 ${-days} 天前过期，不应再使用`,
        line,
      ),
    ]
  if (days > YEAR_DAYS)
    return [
      notice(
        '2.5.5',
        `Expires is ${days} days ahead; less than a year is recommended, so that it is looked at again`,
        `Expires 距今 ${days} 天；建议不超过一年，以便定期核对`,
        line,
      ),
    ]
  return days < SOON_DAYS
    ? [notice('2.5.5', `The file ends in ${days} ${days === 1 ? 'day' : 'days'}`, `文件将在 ${days} 天后过期`, line)]
    : []
}

export const countDays = (date: Date, now: Date): number => Math.trunc((date.getTime() - now.getTime()) / DAY_MS)

function checkLanguages({ value, line }: Field): Problem[] {
  return value
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => !isLanguage(tag))
    .slice(0, 10)
    .map((tag) => {
      const fixed = tag.replaceAll('_', '-')
      const [en, zh] = fixed !== tag && isLanguage(fixed) ? [`; write ${fixed}`, `，应写作 ${fixed}`] : ['', '']
      return bad(
        '2.5.8',
        `“${toShown(tag)}” is no language tag such as en or zh-CN${en}`,
        `“${toShown(tag)}”不是语言标签（如 en、zh-CN）${zh}`,
        line,
      )
    })
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

const CONTACT_SCHEMES: ReadonlySet<string> = new Set(['https', 'mailto', 'tel'])

function checkUri({ value, line }: Field, { name, section }: Rule): Problem[] {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(value)?.[1]?.toLowerCase()
  const wrong = (en: string, zh: string) => [bad(section, `${name}: ${en}`, `${name}：${zh}`, line)]
  if (value.startsWith('-----BEGIN'))
    return wrong('a key itself may not stand here, only where it is', '此处不能直接写密钥，只能写其地址')
  const fix = toFix(value, scheme)
  if (fix) return wrong(`“${toShown(value)}” is no URI; write ${fix}`, `“${toShown(value)}”不是 URI，应写作 ${fix}`)
  if (scheme === undefined)
    return wrong(
      `“${toShown(value)}” is no URI, which begins with https: or the like`,
      `“${toShown(value)}”不是 URI，应以 https: 等开头`,
    )
  if (/[\s<>"{}|\\^`]/.test(value))
    return wrong(
      'there is a blank or a mark in it that no URI may have; one value a line, without words behind it',
      '含有 URI 中不允许的空白或符号；每行一个值，其后不能附加文字',
    )
  if (scheme === 'http') return wrong('a web address has to begin with https://', '网址必须以 https:// 开头')
  if (scheme === 'https')
    return isWebAddress(value) ? [] : wrong(`“${toShown(value)}” is no address of the web`, `“${toShown(value)}”不是有效的网址`)
  if (name === 'Canonical' || name === 'CSAF')
    return wrong('an address that begins with https:// belongs here', '此处应为 https:// 开头的网址')
  if (scheme === 'mailto')
    return /^mailto:[^@\s/?]+@[^@\s/?]+(\?.*)?$/i.test(value)
      ? []
      : wrong(`“${toShown(value)}” holds no mail address`, `“${toShown(value)}”中没有邮件地址`)
  if (scheme === 'tel') return checkPhone(value, wrong)
  return name === 'Contact' && !CONTACT_SCHEMES.has(scheme)
    ? [
        notice(
          section,
          `Contact: few readers know what to do with ${scheme}:; https:, mailto: and tel: are usual`,
          `Contact：很少有程序能处理 ${scheme}:，常用的是 https:、mailto: 与 tel:`,
          line,
        ),
      ]
    : []
}

type Wrong = (en: string, zh: string) => Problem[]

/** RFC 3966 §3: with + it is good everywhere. */
function checkPhone(value: string, wrong: Wrong): Problem[] {
  const number = value.slice(4).split(';', 1)[0]!
  if (/^\+\d[\d().-]*$/.test(number)) return []
  return /^[\d*#().-]+$/.test(number)
    ? wrong('a phone number needs + and the code of its country', '电话号码应以 + 与国家代码开头')
    : wrong(`“${toShown(value)}” is no phone number`, `“${toShown(value)}”不是电话号码`)
}

const isWebAddress = (value: string): boolean => /^https:\/\/[^/]/i.test(value) && findUrl(value) !== undefined

/** What somebody meant who left the scheme out. */
function toFix(value: string, scheme: string | undefined): string | undefined {
  if (/^[^\s@:/]+@[\w-]+(\.[\w-]+)+$/.test(value)) return `mailto:${value}`
  if (/^(\+|00)[\d\s().-]{5,30}$/.test(value)) return `tel:${value.replace(/^00/, '+').replaceAll(/\s+/g, '-')}`
  const isHost = scheme === undefined || scheme.includes('.')
  return isHost && /^(\/\/)?[\w-]+(\.[\w-]+)+(:\d+)?(\/\S*)?$/.test(value) ? `https://${value.replace(/^\/\//, '')}` : undefined
}

const toShown = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)
