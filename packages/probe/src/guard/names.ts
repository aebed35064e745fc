import { domainToASCII, domainToUnicode } from 'node:url'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

const MAX_NAME_LENGTH = 253
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/
/** Endings that never name a host of the public Internet (RFC 6761, RFC 6762, RFC 7686, RFC 9476, ICANN's .internal). */
export const CLOSED_ENDINGS = [
  'localhost',
  'local',
  'internal',
  'onion',
  'lan',
  'home',
  'corp',
  'intranet',
  'private',
  'localdomain',
  'alt',
]
const REVERSE_ENDINGS = ['in-addr.arpa', 'ip6.arpa']

/**
 * Checks a host name before anything is asked about it and returns its normal form: A-labels in lower case, no final dot.
 * Throws `bad_domain` where it is no name, `refused_target` where it names nothing public.
 * Only the normal spelling passes, so that no later parser can read the text as something else.
 */
export function checkName(text: string): string {
  const name = toAsciiName(text)
  const ending = CLOSED_ENDINGS.find((closed) => name === closed || name.endsWith(`.${closed}`))
  if (ending) throw refused(text, { en: `names under .${ending} are local`, zh: `.${ending} 属于本地名称` })
  if (!name.includes('.')) throw refused(text, { en: 'a single label is a local name', zh: '单段名称属于本地名称' })
  if (/(^|\.)arpa$/.test(name) && !isReverseName(name))
    throw refused(text, { en: 'of .arpa only reverse names are open', zh: '.arpa 下仅开放反向解析名称' })
  return name
}

/** Checks only the spelling: what the DNS tools need for names that are asked about, never connected to. */
export function toAsciiName(text: string): string {
  if (text.length === 0) throw bad(text, { en: 'it is empty', zh: '内容为空' })
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/.test(text))
    throw bad(text, { en: 'it contains spaces or control characters', zh: '含有空白或控制字符' })
  if (text.startsWith('-')) throw bad(text, { en: 'it begins with a hyphen', zh: '以连字符开头' })
  const name = toNormalName(text)
  if (name.length > MAX_NAME_LENGTH)
    throw bad(text, {
      en: `it has ${name.length} characters, at most ${MAX_NAME_LENGTH} are possible`,
      zh: `长度为 ${name.length} 个字符，上限为 ${MAX_NAME_LENGTH}`,
    })
  const wrong = name.split('.').find((label) => !LABEL.test(label))
  if (wrong !== undefined) throw bad(text, toLabelReason(wrong))
  if (/^\d+(?:\.\d+)+$/.test(name))
    throw bad(text, {
      en: 'its last label is a number, and it is no IPv4 address, which has four numbers from 0 to 255',
      zh: '最后一段是数字；也不是 IPv4 地址（应为四个 0–255 的数字）',
    })
  if (/(^|\.)(\d+|0x[0-9a-f]*)$/.test(name)) throw bad(text, { en: 'its last label is a number', zh: '最后一段是数字' })
  return name
}

/** The readable form of a name in A-labels: `xn--fiqs8s` → `中国`. */
export function toUnicodeName(name: string): string {
  return domainToUnicode(name) || name
}

function toNormalName(text: string): string {
  const lower = text.toLowerCase()
  // oxlint-disable-next-line no-control-regex -- the whole of ASCII
  if (/^[\u0000-\u007f]*$/.test(lower)) {
    if (/(^|\.)xn--/.test(domainToUnicode(lower))) throw bad(text, { en: 'its punycode is not valid', zh: 'Punycode 编码无效' })
    return lower
  }
  const ascii = domainToASCII(lower)
  if (!ascii || domainToUnicode(ascii) !== lower.normalize('NFC'))
    throw bad(text, { en: 'it is not in its normal spelling', zh: '不是规范写法' })
  return ascii
}

function isReverseName(name: string): boolean {
  return REVERSE_ENDINGS.some((ending) => name.endsWith(`.${ending}`))
}

function toLabelReason(label: string): Text {
  if (label === '') return { en: 'it has an empty label', zh: '存在空的段' }
  if (label.length > 63)
    return { en: `the label “${label.slice(0, 20)}…” is longer than 63`, zh: `“${label.slice(0, 20)}…”一段超过 63 个字符` }
  return {
    en: `the label “${label}” has characters other than letters, digits and inner hyphens`,
    zh: `“${label}”一段含有字母、数字和中间连字符以外的字符`,
  }
}

function bad(got: string, reason: Text): AppError {
  return new AppError('bad_domain', { got: toShown(got), reason })
}

function refused(got: string, reason: Text): AppError {
  return new AppError('refused_target', { got: toShown(got), reason })
}

/** Foreign text as it may be shown: short and without control characters. */
export function toShown(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
  const clean = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '\uFFFD')
  return clean.length > 100 ? `${clean.slice(0, 100)}…` : clean
}
