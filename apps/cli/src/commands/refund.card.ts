import { defineCard } from '../command.ts'

export default defineCard({
  summary: { en: 'Refund a paid invoice', zh: '退还已支付账单的款项' },
  usage: [
    'octet refund INVOICE [--amount 1250] [--reason "double order"]',
    {
      en: '  all that is left unless an amount is given, in the smallest unit of the currency',
      zh: '  不写金额则退还全部余额；金额以币种的最小单位计',
    },
  ],
})
