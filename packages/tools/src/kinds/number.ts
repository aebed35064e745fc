import { defineKind } from '@octet/core/kind.ts'

const ARABIC = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/
const MONEY = /^(?:¥|￥|RMB|CNY)\s*-?[\d,]+(?:\.\d+)?$/i
/** Digits with the unit that Chinese sheets and news give them. */
const WITH_UNIT = /^[+-]?\d[\d,]*(?:\.\d+)?(?:[万亿]元?|元整?|圆整?)$/
const CHINESE = /^(?:人民币)?负?[零〇一壹二贰两三叁四肆五伍六陆七柒八捌九玖十拾百佰千仟万萬亿億元圆角分整正点]{2,}$/

export default defineKind({
  id: 'number',
  title: { en: 'Number or amount', zh: '数字或金额' },
  examples: ['12,345.67', '3.14', '壹万贰仟元零壹分', '一百二十三', '￥1,200.00', '12345.67元', '1.5万', '42'],
  counterExamples: ['12,34', 'abc', '1.2.3'],
  detect(sample) {
    if (
      MONEY.test(sample) ||
      WITH_UNIT.test(sample) ||
      (CHINESE.test(sample) && /[零〇一壹二贰两三叁四肆五伍六陆七柒八捌九玖十拾]/.test(sample))
    )
      return { score: 0.9 }
    if (!ARABIC.test(sample)) return undefined
    return { score: /[.,+-]/.test(sample) ? 0.6 : 0.5 }
  },
})
