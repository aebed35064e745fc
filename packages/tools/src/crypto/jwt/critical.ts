import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Json } from './token.ts'

/** Extensions that are understood here: a signed payload that is not Base64url (RFC 7797). */
export const OF_SIGNED: readonly string[] = ['b64']
/** Of encrypted tokens there are none. */
export const OF_ENCRYPTED: readonly string[] = []

/** Names that the standards define, which are no extensions (RFC 7515 §4.1, RFC 7516 §4.1, RFC 7518 §4). */
const STANDARD = /^(?:alg|jku|jwk|kid|x5u|x5c|x5t|x5t#S256|typ|cty|crit|enc|zip|epk|apu|apv|iv|tag|p2s|p2c)$/

/**
 * Refuses a token whose `crit` is against RFC 7515 §4.1.11, or names an extension that is not among those understood, as every
 * reader has to. Throws `unsupported_value`.
 */
export function refuseCritical(header: Json, understood: readonly string[]): void {
  const { crit } = header
  if (crit === undefined) {
    if (header.b64 === false && understood.includes('b64')) throw refuse('b64: false', NOT_CRITICAL)
    return
  }
  const isList = Array.isArray(crit) && crit.length > 0 && crit.every((name) => typeof name === 'string')
  if (!isList || new Set(crit).size < crit.length) throw refuse(`crit: ${JSON.stringify(crit)}`, NO_LIST)
  const names = crit as readonly string[]
  const standard = names.find((name) => STANDARD.test(name))
  if (standard !== undefined) throw refuse(`crit: ${standard}`, NO_EXTENSION)
  const unknown = names.filter((name) => !understood.includes(name))
  if (unknown.length > 0) throw refuse(`crit: ${unknown.join(', ')}`, toUnknown(understood))
  const missing = names.find((name) => !Object.hasOwn(header, name))
  if (missing !== undefined) throw refuse(`crit: ${missing}`, NOT_THERE)
  if (names.includes('b64') && typeof header.b64 !== 'boolean') throw refuse(`b64: ${JSON.stringify(header.b64)}`, NO_SWITCH)
}

function refuse(got: string, reason: Text): AppError {
  return new AppError('unsupported_value', { got: got.slice(0, 80), reason })
}

function toUnknown(understood: readonly string[]): Text {
  const list = understood.join(', ')
  return {
    en: `the token names extensions that a reader must support (crit); ${list ? `supported here is ${list}` : 'for encrypted tokens none is supported here'}`,
    zh: `该令牌声明了读取方必须支持的扩展（crit）；${list ? `此处支持 ${list}` : '对加密令牌，此处不支持任何扩展'}`,
  }
}

const NO_LIST: Text = {
  en: 'crit has to be a list of different names that is not empty (RFC 7515 §4.1.11)',
  zh: 'crit 须为非空且不重复的名称列表（RFC 7515 §4.1.11）',
}
const NO_EXTENSION: Text = {
  en: 'crit may not name what the standard itself defines (RFC 7515 §4.1.11)',
  zh: 'crit 不得包含标准本身定义的名称（RFC 7515 §4.1.11）',
}
const NOT_THERE: Text = {
  en: 'crit names an extension that the header does not have (RFC 7515 §4.1.11)',
  zh: 'crit 列出的扩展在头部中不存在（RFC 7515 §4.1.11）',
}
const NOT_CRITICAL: Text = {
  en: 'a token with b64 false has to name b64 in crit (RFC 7797 §6)',
  zh: 'b64 为 false 的令牌须在 crit 中列出 b64（RFC 7797 §6）',
}
const NO_SWITCH: Text = { en: 'b64 has to be true or false (RFC 7797 §3)', zh: 'b64 须为 true 或 false（RFC 7797 §3）' }
