import type { Lang } from '@octet/core/text.ts'
import { countDays, isField, RULES } from './check-fields.ts'
import { readExpiry } from './read-expiry.ts'
import type { Field } from './read-lines.ts'

const SAYS: Readonly<Record<string, Record<Lang, string>>> = {
  acknowledgments: { en: 'who is thanked', zh: '致谢名单' },
  canonical: { en: 'where the file belongs', zh: '文件的正式地址' },
  encryption: { en: 'the key for reports', zh: '加密报告所用的密钥' },
  hiring: { en: 'jobs in security', zh: '安全岗位招聘' },
  policy: { en: 'what may be tested, and how reports are handled', zh: '测试范围与处理方式' },
  csaf: { en: 'advisories that programs read', zh: '机器可读的安全公告' },
}

/** What each field tells; contacts come in the order of preference. */
export function describeFields(fields: readonly Field[], { lang, now }: { lang: Lang; now: Date }) {
  const contacts = fields.filter((field) => isField(field, 'contact'))
  return fields.map((field) => ({
    line: field.line,
    name: RULES.get(field.name.toLowerCase())?.name ?? field.name,
    value: field.value,
    says: toMeaning(field, { lang, now, order: contacts.indexOf(field) + 1 }),
  }))
}

function toMeaning(field: Field, { lang, now, order }: { lang: Lang; now: Date; order: number }): string {
  const isZh = lang === 'zh'
  const key = field.name.toLowerCase()
  if (order > 0) return order === 1 ? (isZh ? '首选联系方式' : 'preferred way') : isZh ? `第 ${order} 选择` : `choice ${order}`
  if (key === 'expires') {
    const date = readExpiry(field.value)
    if (!date) return ''
    const days = countDays(date, now)
    if (date <= now) return isZh ? `已过期 ${-days} 天` : `ended ${-days} ${days === -1 ? 'day' : 'days'} ago`
    return isZh ? `还有 ${days} 天` : `${days} ${days === 1 ? 'day' : 'days'} left`
  }
  if (key === 'preferred-languages') return toLanguages(field.value, lang)
  return SAYS[key]?.[lang] ?? ''
}

/** Names of languages, none of which comes before the others (§2.5.8). */
function toLanguages(value: string, lang: Lang): string {
  const names = new Intl.DisplayNames(lang === 'zh' ? 'zh-CN' : 'en', { type: 'language' })
  return value
    .split(',')
    .slice(0, 20)
    .map((tag) => {
      try {
        return names.of(tag.trim()) ?? tag.trim()
      } catch {
        return tag.trim()
      }
    })
    .join(lang === 'zh' ? '、' : ', ')
}
