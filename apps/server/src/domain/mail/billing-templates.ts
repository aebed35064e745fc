import type { Text } from '@octet/core/text.ts'

type Template = { readonly subject: Text; readonly lines: readonly Text[]; readonly button?: Text }

export type BillingMailKind =
  | 'receipt'
  | 'invoice_due'
  | 'payment_failed'
  | 'payment_refunded'
  | 'subscription_ended'
  | 'quota_80'
  | 'quota_100'

const TO_BILLING: Text = { en: 'Open billing', zh: '打开账单' }

/** Mails about money and use. */
export const BILLING_TEMPLATES: Readonly<Record<BillingMailKind, Template>> = {
  receipt: {
    subject: { en: 'Payment received: {invoice}', zh: '已收到付款：{invoice}' },
    lines: [
      {
        en: 'We have received {amount} for invoice {invoice} of your account at {brand}. You can find the invoice in your account, as a page and as a PDF.',
        zh: '我们已收到您在 {brand} 的账单 {invoice} 款项 {amount}。账单可在个人中心查看，并可下载 PDF。',
      },
    ],
    button: TO_BILLING,
  },
  invoice_due: {
    subject: { en: 'Invoice {invoice} is due', zh: '账单 {invoice} 待支付' },
    lines: [
      {
        en: 'Invoice {invoice} for {amount} is waiting for your payment. Please pay it by {until} to keep your plan.',
        zh: '账单 {invoice}（{amount}）等待支付。请在 {until} 前完成支付，以免套餐中断。',
      },
    ],
    button: TO_BILLING,
  },
  payment_failed: {
    subject: { en: 'The payment for {invoice} did not go through', zh: '账单 {invoice} 支付失败' },
    lines: [
      {
        en: 'The payment of {amount} for invoice {invoice} was declined ({reason}). Your plan continues until {until}; please pay by then. We will also try again automatically.',
        zh: '账单 {invoice}（{amount}）扣款被拒（{reason}）。套餐将保留至 {until}，请在此之前支付；系统也会自动重试。',
      },
    ],
    button: TO_BILLING,
  },
  payment_refunded: {
    subject: { en: 'Refund of {amount}', zh: '已退款 {amount}' },
    lines: [
      {
        en: '{amount} of invoice {invoice} has been refunded. It can take a few days to show up at your bank.',
        zh: '账单 {invoice} 中的 {amount} 已退还给您，银行入账可能需要数日。',
      },
    ],
    button: TO_BILLING,
  },
  subscription_ended: {
    subject: { en: 'Your plan {plan} has ended', zh: '您的 {plan} 套餐已结束' },
    lines: [
      {
        en: 'Your {plan} plan at {brand} has ended. You keep your keys, and the free quota keeps working.',
        zh: '您在 {brand} 的 {plan} 套餐已结束。密钥仍然保留，免费额度可继续使用。',
      },
    ],
    button: TO_BILLING,
  },
  quota_80: {
    subject: { en: '80% of this month’s requests are used', zh: '本月请求额度已使用 80%' },
    lines: [
      {
        en: 'Your account at {brand} has used {used} of its {quota} requests this month. {next}',
        zh: '您在 {brand} 的账户本月已使用 {used} / {quota} 次请求。{next}',
      },
    ],
    button: TO_BILLING,
  },
  quota_100: {
    subject: { en: 'This month’s requests are used up', zh: '本月请求额度已用完' },
    lines: [
      {
        en: 'Your account at {brand} has used all {quota} requests for this month. {next}',
        zh: '您在 {brand} 的账户本月 {quota} 次请求额度已全部用完。{next}',
      },
    ],
    button: TO_BILLING,
  },
}
