import type { Text } from '@octet/core/text.ts'

/** What parsers say of code, as Babel, Acorn and GraphQL word it, and the same in Chinese. */
const REASONS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^Unexpected token, expected "(.+)"$/, (one) => `此处应为 ${one}`],
  [/^Unexpected (?:token|keyword|reserved word)(?: '(.+)')?$/, (got) => (got ? `此处不应出现 ${got}` : '此处不应出现该内容')],
  [/^Syntax Error: Expected (.+), found (.+)$/, (expected, got) => `此处应为 ${expected}，实为 ${got}`],
  [/^Syntax Error: Unexpected (.+)$/, (got) => `此处不应出现 ${got}`],
  [/^(?:Syntax Error: )?Unterminated string/, () => '字符串没有结束'],
  [/^Unterminated template/, () => '模板字符串没有结束'],
  [/^Unterminated regular expression/, () => '正则表达式没有结束'],
  [/^Unterminated comment/, () => '注释没有结束'],
  [/^Missing semicolon$/, () => '此处缺少分号，或前面的语句没有写完'],
  [/^Identifier '(.+)' has already been declared$/, (name) => `“${name}”已经声明过`],
  [/^Missing initializer in (.+) declaration$/, (kind) => `${kind} 声明缺少初始值`],
  [/^'import' and 'export' may appear only/, () => 'import 与 export 只能用于模块的顶层'],
  [/^(?:Invalid left-hand side in .+|Assigning to rvalue)$/, () => '此处不能被赋值'],
  [/^Adjacent JSX elements must be wrapped/, () => '相邻的 JSX 元素须放进同一个标签'],
  [/^Expected corresponding JSX closing tag for <(.*)>$/, (name) => `缺少 </${name}> 结束标签`],
  [/^Unexpected character '(.+)'$/, (got) => `此处不应出现字符 ${got}`],
]

/** A parser's reason in both languages; one that is not known here stays in English. */
export function toReason(said: string): Text {
  const message = said.split('\n', 1)[0]!.replace(/\.?(?: \(\d+:\d+\))?\.?$/, '')
  for (const [pattern, toWords] of REASONS) {
    const match = pattern.exec(message)
    if (match) return { en: message, zh: toWords(...match.slice(1)) }
  }
  return { en: message, zh: `解析器提示：${message}` }
}
