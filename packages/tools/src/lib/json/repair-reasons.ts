import type { Text } from '@octet/core/text.ts'
import { toReasonText, type ReasonRule } from '../foreign-reason.ts'

const RULES: readonly ReasonRule[] = [
  [/^Colon expected/, () => '此处应为冒号'],
  [/^Object key expected/, () => '此处应为键名'],
  [/^Unexpected end of json string/, () => '文本未完结'],
  [/^Unexpected character (.+)/, (char) => `此处不应出现 ${char}`],
  [/^Invalid character (.+)/, (char) => `无效字符 ${char}`],
  [/^Invalid unicode character (.+)/, (char) => `无效的 Unicode 转义 ${char}`],
]

/** What jsonrepair says it cannot mend; the place is told apart from it. */
export function toRepairReason(said: string): Text {
  const { en, zh } = toReasonText(said.replace(/ at position \d+$/, ''), RULES)
  return { en: `cannot be repaired: ${en}`, zh: `无法修复：${zh}` }
}
