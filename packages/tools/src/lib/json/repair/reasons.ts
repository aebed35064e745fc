import type { Text } from '@octet/core/text.ts'
import { toReasonText, type ReasonRule } from '../../foreign-reason.ts'

const RULES: readonly ReasonRule[] = [
  [/^Colon expected/, () => '此处应为冒号'],
  [/^Object key expected/, () => '此处应为键名'],
  [/^Unexpected end of json string/, () => '文本未完结'],
  [/^Unexpected character (.+)/, (char) => `此处不应出现 ${char}`],
  [/^Invalid character (.+)/, (char) => `无效字符 ${char}`],
  [/^Invalid unicode character (.+)/, (char) => `无效的 Unicode 转义 ${char}`],
]

/** What cannot be mended, in the words of a repair. */
export function toRepairReason(said: string): Text {
  const { en, zh } = toReasonText(said, RULES)
  return { en: `cannot be repaired: ${en}`, zh: `无法修复：${zh}` }
}
