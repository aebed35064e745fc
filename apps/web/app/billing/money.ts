import type { Lang } from '@octet/core/text.ts'

/** An amount of minor units as people read it; whole amounts without decimals where asked. */
export function toMoney(amount: number, { currency, lang, isShort = false }: MoneyOptions): string {
  const digits = isShort && amount % 100 === 0 ? 0 : 2
  return new Intl.NumberFormat(lang === 'zh' ? 'zh-CN' : 'en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 100)
}

type MoneyOptions = { readonly currency: string; readonly lang: Lang; readonly isShort?: boolean }
