import type { Text } from '@octet/core/text.ts'

/** What RE2JS and the engines of browsers say of a pattern, and how that reads in Chinese. */
const CHINESE: Readonly<Record<string, string>> = {
  'duplicate capture group name': '分组名重复',
  'invalid character class range': '字符类或其范围无效',
  'invalid escape sequence': '转义无效',
  'invalid named capture': '分组名无效',
  'invalid or unsupported Perl syntax': '不支持这种 Perl 写法',
  'invalid nested repetition operator': '量词不能连写',
  'invalid repeat count': '重复次数无效',
  'expression too large': '表达式过大',
  'missing closing ]': '缺少 ]',
  'missing closing )': '缺少 )',
  'missing argument to repetition operator': '量词前没有可重复的内容',
  'expression nests too deeply': '嵌套过深',
  'trailing backslash at end of expression': '末尾多出反斜杠',
  'unexpected )': '多出 )',
  'Unterminated character class': '字符类缺少 ]',
  'Unterminated group': '分组缺少 )',
  "Unmatched ')'": '多出 )',
  'Nothing to repeat': '量词前没有可重复的内容',
  'numbers out of order in {} quantifier': '{} 中的次数前大后小',
  'Duplicate capture group name': '分组名重复',
  'Range out of order in character class': '字符类的范围前大后小',
  'Invalid capture group name': '分组名无效',
  'Invalid named capture referenced': '引用了不存在的分组名',
  'Invalid named reference': '分组名引用无效',
  'Invalid property name': '没有这个 Unicode 属性',
  'Invalid property name in character class': '字符类中没有这个 Unicode 属性',
  'Invalid Unicode escape': 'Unicode 转义无效',
  'Invalid escape': '转义无效',
  'Invalid class escape': '字符类中的转义无效',
  'Invalid decimal escape': '数字转义无效',
  'Invalid character class': '字符类无效',
  'Invalid character in character class': '字符类中有无效字符',
  'Invalid group': '分组无效',
  'Incomplete quantifier': '量词不完整',
  'Lone quantifier brackets': '多出 { } 或 ]',
  'Repeated flag in flag group': '标志重复',
  '\\ at end of pattern': '末尾多出反斜杠',
  'Regular expression too large': '表达式过大',
}

/** A reason in both languages; words that no engine here is known to say stay as they are. */
export function toReason(said: string, part = ''): Text {
  const zh = CHINESE[said]
  return { en: part ? `${said}: ${part}` : said, zh: (zh ?? `表达式有误（${said}）`) + (part ? `：${part}` : '') }
}
