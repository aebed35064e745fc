import { AppError } from '@octet/core/errors.ts'
import { syntaxError, toOffset } from '../syntax-error.ts'
import { toEntry, toTextNode, type JsonNode } from '../json/tree.ts'
import { findOwn } from '../find-own.ts'
import { findWordAt, toGot } from '../word-at.ts'
import { quoteTomlDates } from './toml-dates.ts'

/** Levels of tables and lists; the parser counts those in brackets, dots of a key make more. */
const MAX_DEPTH = 200

/** What the parser says. */
const CHINESE: Readonly<Record<string, string>> = {
  'control characters are not allowed in comments': '注释中不能有控制字符',
  'control characters are not allowed in strings': '字符串中不能有控制字符',
  'each key-value declaration must be followed by an end-of-line': '每个键值对之后应换行',
  'expected comma or end of structure': '此处应为逗号或结尾的括号',
  'expected end of table array declaration': '表数组的标题应以“]]”结尾',
  'illegal character in key': '不加引号的键名只能用字母、数字、- 与 _',
  'illegal character in numeric literal': '数字中有无效的字符',
  'illegal empty bare key': '键名不能为空；空的键名应写成 ""',
  'illegal leading zero': '数字不能以 0 开头',
  'illegal quoted key: multiline strings are not allowed': '键名不能用多行字符串',
  'illegal underscore': '下划线只能用在两个数字之间',
  'incomplete key-value: cannot find end of key': '键名之后缺少“=”和值',
  'integer value cannot be represented losslessly': '整数超出范围',
  'invalid date': '没有这个日期或时间',
  'invalid date-time: date part is malformed': '日期部分写法有误，例如应为 2026-01-31',
  'invalid date-time: time part is malformed': '时间部分写法有误，例如应为 07:32:00',
  'invalid escape: only line-ending whitespace may be escaped': '反斜杠之后、换行之前只能有空白',
  'invalid non-hex character in unicode escape': 'Unicode 转义中只能用十六进制数字',
  'invalid unicode escape': 'Unicode 转义无效',
  'invalid value': '值的写法有误（字符串应加引号）',
  'trying to redefine an already defined table or value': '重复定义了同一个表或键',
  'trying to redefine an already defined value': '重复定义了同一个键',
  'unexpected end of key': '键名不完整',
  'unfinished array': '数组缺少结尾的“]”',
  'unfinished numeric value': '数字不完整',
  'unfinished string': '字符串缺少结尾的引号',
  'unfinished table': '表缺少结尾的“}”',
  'unrecognised escape sequence': '字符串中有无效的转义',
}

/** TOML 1.0 → tree: integers exact, dates as text (RFC 3339), floats as IEEE 754 doubles, inf and nan as `Infinity` and `NaN`. Throws `syntax_error`, `too_large`. */
export async function readToml(text: string): Promise<JsonNode> {
  const { parse, TomlError } = await import('smol-toml')
  const options = { integersAsBigInt: true, maxDepth: MAX_DEPTH } as const
  try {
    const table = parse(text, options)
    const quoted = quoteTomlDates(text)
    return toNode(quoted === text ? table : parse(quoted, options))
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const english = error.message.split('\n')[0]!.replace(/^Invalid TOML document: /, '')
    const offset = toOffset(text, error.line, error.column)
    const { en, zh } = toGot(findWordAt(text, offset))
    const chinese = findOwn(CHINESE, english) ?? `此处不符合 TOML 语法（${english}）`
    const reason = { en: `${english}; got ${en}`, zh: `${chinese}；此处为${zh}` }
    throw syntaxError({ format: 'TOML', text, offset, reason })
  }
}

function toNode(value: unknown, depth = 0): JsonNode {
  if (depth > MAX_DEPTH)
    throw new AppError('too_large', {
      field: { en: 'Nesting', zh: '嵌套层数' },
      limit: { en: `${MAX_DEPTH} levels`, zh: `${MAX_DEPTH} 层` },
      got: `${MAX_DEPTH}+`,
    })
  const toInner = (inner: unknown) => toNode(inner, depth + 1)
  if (Array.isArray(value)) return { type: 'array', items: value.map(toInner) }
  if (typeof value === 'object' && value !== null)
    return { type: 'object', entries: Object.entries(value).map(([key, inner]) => toEntry(key, toInner(inner))) }
  if (typeof value === 'string') return toTextNode(value)
  if (typeof value === 'boolean') return { type: 'boolean', raw: String(value) }
  // A float that happens to be whole keeps its point, so that it stays a float on the way back.
  return {
    type: 'number',
    raw: typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value),
  }
}
