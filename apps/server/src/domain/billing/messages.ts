import { MESSAGES } from '@octet/core/messages.ts'
import type { Text } from '@octet/core/text.ts'

/** What is said after a change of a subscription (SPEC §8, and what it leaves open). */
export const BILLING_MESSAGES = {
  subscribed: MESSAGES.subscribed,
  scheduled: { en: 'The change takes effect when the paid period ends', zh: '变更将在当前付费周期结束后生效' },
  cancelled: { en: 'The plan ends with the paid period and is not renewed', zh: '套餐将在当前付费周期结束后停止，不再续费' },
  resumed: { en: 'The plan goes on and is renewed as before', zh: '套餐将继续，并按原方式续费' },
  overageOn: { en: 'Extra requests are on', zh: '已开启超额请求' },
  overageOff: { en: 'Extra requests are off', zh: '已关闭超额请求' },
  pay: { en: 'Please finish the payment', zh: '请完成付款' },
} as const satisfies Record<string, Text>
