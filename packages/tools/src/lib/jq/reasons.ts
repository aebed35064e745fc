import type { Text } from '@octet/core/text.ts'
import { toReasonText, toTypeName as name, type ReasonRule } from '../foreign-reason.ts'

/** Names of the grammar of jq that a reader does not meet in a program. */
const TOKENS: Readonly<Record<string, string>> = {
  'end of file': '程序结尾',
  INVALID_CHARACTER: '不能出现在此处的字符或不成对的括号',
  IDENT: '名称',
  FIELD: '字段名',
  BINDING: '变量',
  LITERAL: '数值',
  QQSTRING_START: '字符串',
  QQSTRING_TEXT: '字符串内容',
  QQSTRING_INTERP_START: '\\(',
  QQSTRING_END: '引号 "',
}

const toTokens = (tokens: string) =>
  tokens
    .split(' or ')
    .map((token) => TOKENS[token] ?? token.replaceAll(/^'|'$/g, ''))
    .join('、')

const OPERATIONS: Readonly<Record<string, string>> = {
  added: '相加',
  subtracted: '相减',
  multiplied: '相乘',
  divided: '相除',
}

/** The mistakes that are met most, in the words of jq 1.8.1. */
const RULES: readonly ReasonRule[] = [
  [/^syntax error, unexpected end of file, expecting QQSTRING/, () => '字符串缺少结尾的引号 "'],
  [/^syntax error, unexpected end of file, expecting (.+)$/, (wanted) => `程序不完整，此处应为 ${toTokens(wanted!)}`],
  [/^syntax error, unexpected end of file/, () => '程序不完整，后面还应有内容'],
  [
    /^syntax error, unexpected (.+), expecting end of file$/,
    (found) => `程序应在 ${toTokens(found!)} 之前结束，或以 | 、逗号或运算符连接`,
  ],
  [
    /^syntax error, unexpected (.+), expecting (.+)$/,
    (found, wanted) => `此处应为 ${toTokens(wanted!)}，实为 ${toTokens(found!)}`,
  ],
  [/^syntax error, unexpected INVALID_CHARACTER$/, () => '此处有无法识别的字符，或括号不成对'],
  [/^syntax error, unexpected (.+)$/, (found) => `此处不应为 ${toTokens(found!)}`],
  [/^\$\*label-(\S+) is not defined/, (label) => `未定义标签 $${label}`],
  [/^(\$\S+) is not defined/, (variable) => `未定义变量 ${variable}`],
  [/^(\S+)\/(\d+) is not defined/, (called, count) => `没有接受 ${count} 个参数的函数 ${called}`],
  [/^Top-level program not given/, () => '程序为空，可填写 .'],
  [/^module not found: (.+)/, (module) => `找不到模块 ${module!.trim()}`],
  [/^Cannot index (\w+) with (?:string )?"(.*)"$/s, (type, key) => `${name(type!)}没有键“${key}”，只有对象可按键名读取`],
  [/^Cannot index (\w+) with (\w+)$/, (type, key) => `${name(type!)}不能以${name(key!)}作为下标`],
  [/^Cannot iterate over (\w+)/, (type) => `.[] 需要数组或对象，实为${name(type!)}`],
  [/^Cannot check whether (\w+) has a (\w+) key/, (type, key) => `不能检查${name(type!)}是否有${name(key!)}键`],
  [/^Cannot use (\w+) .*as object key/s, (type) => `对象的键应为字符串，实为${name(type!)}`],
  [/cannot be divided.* because the divisor is zero$/s, () => '除数不能为零'],
  [
    /^(\w+) \(.*\) and (\w+) \(.*\) cannot be (added|subtracted|multiplied|divided)$/s,
    (left, right, done) => `${name(left!)}与${name(right!)}不能${OPERATIONS[done!]}`,
  ],
  [/^(\w+) \(.*\) has no keys$/s, (type) => `keys 需要对象或数组，实为${name(type!)}`],
  [/^(\w+) \(.*\) cannot be matched, as it is not a string$/s, (type) => `正则匹配需要字符串，实为${name(type!)}`],
  [/^(\w+) \(.*\) cannot be sorted, as it is not an array$/s, (type) => `排序需要数组，实为${name(type!)}`],
  [/^string \("(.*)"\) cannot be parsed as a number$/s, (text) => `“${text}”不是数字`],
  [/^(\w+) \(.*\) cannot be parsed as a number$/s, (type) => `无法转换为数字，实为${name(type!)}`],
  [/^(\w+) \(.*\) only strings can be parsed$/s, (type) => `fromjson 需要字符串，实为${name(type!)}`],
  [/^(\w+) \(.*\) cannot be csv-formatted, only array$/s, (type) => `@csv 需要数组，实为${name(type!)}`],
  [/^(\w+) input must be an? (string|array)$/, (called, type) => `${called} 需要${name(type!)}`],
  [/^Array\/string slice indices must be integers/, () => '切片的下标应为整数'],
  [/^Invalid numeric literal .*\(while parsing '(.*)'\)$/s, (text) => `“${text}”不是数字，也不是有效的 JSON`],
  [/^date "(.*)" does not match format "(.*)"$/s, (date, format) => `日期“${date}”不符合格式“${format}”`],
]

/** What `input` says by `break` where nothing is left. */
const NO_INPUT: Text = {
  en: '“input” found no further value: the first one is “.” already, and “inputs” gives the rest. To read several values, choose JSON Lines',
  zh: 'input 没有读到下一个值：第一个值已是 .，其后的值由 inputs 给出；多个值请选择 JSON Lines',
}

/** A time beyond the dates of JavaScript; most often one in microseconds. */
export const TIME_RANGE: Text = {
  en: 'expected seconds since 1970 between −8640000000000 and 8640000000000 (to the year 275760); of milliseconds and microseconds take / 1000 and / 1000000',
  zh: '应为 1970 年以来的秒数，在 −8640000000000 与 8640000000000 之间（至公元 275760 年）；毫秒与微秒请先 / 1000 与 / 1000000',
}

/** A check inside jq that did not hold. */
export const ASSERTION: Text = {
  en: 'jq 1.8.1 stops here by a check of its own, as it does for an argument of the wrong type',
  zh: 'jq 1.8.1 因自身检查而中止，例如参数类型不符',
}

const toUnknownConversion = (called: string): Text => ({
  en: `${called}: the format is empty, or has a conversion that is not known here, as %Z, %k, %l and %P are not`,
  zh: `${called}：格式为空，或含有此处不支持的转换符，如 %Z、%k、%l、%P`,
})

/** What jq said, in both languages. */
export function toJqReason(said: string): Text {
  if (said === 'break') return NO_INPUT
  const [, called] = /^(strf\w+)\/1: unknown system failure$/.exec(said) ?? []
  return called ? toUnknownConversion(called) : toReasonText(said, RULES)
}
