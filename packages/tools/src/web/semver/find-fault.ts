import type { Text } from '@octet/core/text.ts'

const MAX_LENGTH = 256
const CORE: readonly Text[] = [
  { en: 'major', zh: '主版本号' },
  { en: 'minor', zh: '次版本号' },
  { en: 'patch', zh: '修订号' },
]

/** Why a text is no version of Semantic Versioning 2.0.0; the library says only that it is none. */
export function findFault(text: string): Text {
  if (text.length > MAX_LENGTH) return { en: `longer than ${MAX_LENGTH} characters`, zh: `超过 ${MAX_LENGTH} 个字符` }
  const [, core = '', prerelease, build] = /^[v=\s]*([^-+]*)(?:-([^+]*))?(?:\+(.*))?$/s.exec(text) ?? []
  const numbers = core.split('.')
  for (const [at, number] of numbers.entries()) {
    const name = CORE[at] ?? { en: `number ${at + 1}`, zh: `第 ${at + 1} 个数字` }
    if (!/^\d+$/.test(number)) return { en: `${name.en} is no number: “${number}”`, zh: `${name.zh}不是数字：“${number}”` }
    if (/^0\d/.test(number)) return { en: `${name.en} begins with 0: ${number}`, zh: `${name.zh}以 0 开头：${number}` }
    if (Number(number) > Number.MAX_SAFE_INTEGER) return { en: `${name.en} is above 2^53 − 1`, zh: `${name.zh}大于 2^53 − 1` }
  }
  if (numbers.length !== CORE.length)
    return {
      en: `${numbers.length} of 3 numbers (major.minor.patch)`,
      zh: `应有 3 个数字（major.minor.patch），实有 ${numbers.length} 个`,
    }
  for (const identifier of [...(prerelease?.split('.') ?? []), ...(build?.split('.') ?? [])]) {
    if (identifier === '') return { en: 'an empty identifier after - or +', zh: '- 或 + 之后有空的标识符' }
    if (!/^[\da-z-]+$/i.test(identifier))
      return {
        en: `“${identifier}” holds other than 0–9, A–Z, a–z and -`,
        zh: `“${identifier}”含有 0–9、A–Z、a–z 和 - 以外的字符`,
      }
  }
  const padded = prerelease?.split('.').find((identifier) => /^0\d+$/.test(identifier))
  if (padded !== undefined) return { en: `the number ${padded} begins with 0`, zh: `数字 ${padded} 以 0 开头` }
  return { en: 'no version', zh: '不是版本号' }
}
