import type { Lang, Text } from './text.ts'

const DECLINED: Text = { en: 'card declined', zh: '银行卡被拒' }
const FUNDS: Text = { en: 'insufficient funds', zh: '余额不足' }
const EXPIRED: Text = { en: 'card expired', zh: '银行卡已过期' }
const FAILED: Text = { en: 'payment failed', zh: '付款失败' }

/** The common reasons of the sandbox, Stripe and Alipay, in small letters and without the full stop. */
const REASONS: Readonly<Record<string, Text>> = {
  'card declined': DECLINED,
  'your card was declined': DECLINED,
  'insufficient funds': FUNDS,
  'your card has insufficient funds': FUNDS,
  'card expired': EXPIRED,
  'your card has expired': EXPIRED,
  'payment failed': FAILED,
  'your card number is incorrect': { en: 'card number incorrect', zh: '卡号有误' },
  "your card's security code is incorrect": { en: 'security code incorrect', zh: '安全码有误' },
  '3-d secure refused': { en: '3-D Secure refused', zh: '3-D Secure 验证未通过' },
  'we are unable to authenticate your payment method. please choose a different payment method and try again': {
    en: 'the card could not be verified',
    zh: '无法验证该支付方式',
  },
  'an error occurred while processing your card. try again in a little bit': {
    en: 'the provider could not process the card; try again',
    zh: '支付机构处理失败，请重试',
  },
  trade_closed: { en: 'the payment was not finished in time', zh: '未在规定时间内完成付款' },
}

/**
 * Why a payment was refused: in the payer's language where the reason is a common one, else in the provider's words.
 *
 * @example
 * toFailureWords('Your card has expired.', 'zh') // '银行卡已过期'
 */
export function toFailureWords(reason: string, lang: Lang): string {
  const known = reason.trim().toLowerCase().replace(/\.$/, '')
  return Object.hasOwn(REASONS, known) ? REASONS[known]![lang] : reason
}
