import type { Text } from '@octet/core/text.ts'
import { toReasonText, type ReasonRule } from '../foreign-reason.ts'

/** What `@toon-format/toon` says of a text. */
const RULES: readonly ReasonRule[] = [
  [/^expected (\d+) [^,]*, but (?:got|found) (\d+)/i, (expected, got) => `应有 ${expected} 项，实有 ${got} 项`],
  [/^expected (\d+) [^,]*, but found more$/i, (expected) => `应有 ${expected} 项，实际更多`],
  [/^expected list item/i, () => '列表项应以“- ”开头'],
  [/^expected entry row/i, () => '此处应为表中的一行'],
  [/^missing colon after (?:array header|key)/i, () => '缺少冒号'],
  [/^missing field name/i, () => '字段组之前缺少字段名'],
  [/^empty field name/i, () => '字段列表中有空的字段名'],
  [/^unmatched brace/i, () => '字段列表的花括号不成对'],
  [/^unexpected (?:content|whitespace) (?:after|before) nested field group/i, () => '嵌套字段组前后有多余的内容'],
  [/^unexpected content after the document root/i, () => '文档结束之后还有内容'],
  [/^unexpected characters after closing quote/i, () => '引号之后有多余的字符'],
  [/^unterminated (?:string|quoted key)/i, () => '缺少结尾的引号'],
  [/^duplicate sibling key (.*)$/is, (key) => `重复的键 ${key}`],
  [/^top-level document must start/i, () => '文档应以“键: 值”或数组标题开头'],
  [/^keyless .* only valid at the document root/i, () => '没有键名的标题只能在文档开头'],
  [/^invalid array length: ("[^"]*")/i, (length) => `数组长度 ${length} 有误，应为没有前导零的非负整数`],
  [/^invalid escape sequence/i, () => '转义无效'],
  [/^blank lines inside/i, () => '数组中间不能有空行'],
  [/^tabs are not allowed/i, () => '缩进不能用制表符'],
  [
    /^indentation must be exact multiple of (\d+), but found (\d+)/i,
    (unit, found) => `缩进应为 ${unit} 的倍数，实为 ${found} 个空格`,
  ],
  [
    /^(?:indentation depth jump|over-indented line): expected depth (\d+), but found (\d+)/i,
    (depth, found) => `缩进应为第 ${depth} 层，实为第 ${found} 层`,
  ],
]

/** Why a text is no TOON. */
export function toToonReason(said: string): Text {
  const { en, zh } = toReasonText(said, RULES)
  return { en: `${en[0]?.toLowerCase()}${en.slice(1)}`, zh: zh === said ? `此处不符合 TOON 语法（${said}）` : zh }
}
