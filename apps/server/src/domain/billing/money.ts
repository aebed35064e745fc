import type { Lang } from '@octet/core/text.ts'

/** An amount of minor units as people read it: `$49.00`, `US$49.00`. */
export function toMoneyWords(amount: number, currency: string, lang: Lang): string {
  const format = new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en-US', { style: 'currency', currency })
  return format.format(amount / 100)
}
