import { fillText, type Lang, type Text } from '@octet/core/text.ts'
import type { Period } from '../plan/plans.ts'

export type OrderKind = 'subscribe' | 'upgrade' | 'renewal' | 'overage'

/** One line of an order, without tax. Its words are made from its facts, in either language. */
export type OrderLine =
  | {
      readonly kind: 'plan'
      readonly plan: string
      readonly period: Period
      /** Of the whole period; the amount is less when only a part of it is left. */
      readonly price: number
      readonly amount: number
      /** Where it is only a part: the day on which the period ends, `2026-05-01`. */
      readonly until?: string
    }
  | { readonly kind: 'unused'; readonly plan: string; readonly amount: number }
  | {
      readonly kind: 'extra'
      readonly month: string
      /** Started thousands of requests, and the price of each. */
      readonly quantity: number
      readonly unitPrice: number
      readonly amount: number
    }

const WORDS: Readonly<Record<'monthly' | 'yearly' | 'rest' | 'restUntil' | 'unused' | 'extra', Text>> = {
  monthly: { en: '{plan}, one month', zh: '{plan} 套餐，一个月' },
  yearly: { en: '{plan}, one year', zh: '{plan} 套餐，一年' },
  rest: { en: '{plan}, the rest of the period', zh: '{plan} 套餐，当前周期剩余时间' },
  restUntil: { en: '{plan}, the rest of the period until {until}', zh: '{plan} 套餐，当前周期剩余时间（至 {until}）' },
  unused: { en: 'Unused time of {plan}', zh: '{plan} 套餐剩余时间抵扣' },
  extra: { en: 'Extra requests in {month}, in thousands', zh: '{month} 超额请求（每千次）' },
}

/** What a line of an invoice says. */
export function toLineWords(line: OrderLine, lang: Lang): string {
  if (line.kind === 'plan') return fillText(WORDS[toPlanWords(line)][lang], line)
  if (line.kind === 'unused') return fillText(WORDS.unused[lang], line)
  return fillText(WORDS.extra[lang], { month: line.month.slice(0, 7) })
}

/** Orders of older versions do not say until when. */
function toPlanWords({ period, price, amount, until }: Extract<OrderLine, { kind: 'plan' }>) {
  if (until !== undefined) return 'restUntil'
  return amount < price ? 'rest' : period
}

/** Tax on an amount, rounded half up; the percentage has at most two decimals. Exact, in whole numbers. */
export function toTax(net: number, percent: number): number {
  return toShare(net, Math.round(percent * 100), 10_000)
}

/** `amount × part ÷ whole`, rounded half up, without ever leaving whole numbers. */
export function toShare(amount: number, part: number, whole: number): number {
  const doubled = 2n * BigInt(amount) * BigInt(part) + BigInt(whole)
  return Number(doubled / (2n * BigInt(whole)))
}
