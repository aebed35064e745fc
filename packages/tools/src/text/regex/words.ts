import type { Text } from '@octet/core/text.ts'

export const say = (en: string, zh: string): Text => ({ en, zh })

/** A text between quotes, cut where it is long. */
export function quoteText(text: string): Text {
  const plain = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return { en: `“${plain}”`, zh: `“${plain}”` }
}

const NAMED: Readonly<Record<number, Text>> = {
  0: say('a NUL (U+0000)', 'NUL 字符（U+0000）'),
  7: say('a bell (U+0007)', '响铃符（U+0007）'),
  8: say('a backspace (U+0008)', '退格符（U+0008）'),
  9: say('a tab (U+0009)', '制表符（U+0009）'),
  10: say('a line feed (U+000A)', '换行符（U+000A）'),
  11: say('a vertical tab (U+000B)', '垂直制表符（U+000B）'),
  12: say('a form feed (U+000C)', '换页符（U+000C）'),
  13: say('a carriage return (U+000D)', '回车符（U+000D）'),
  27: say('an escape (U+001B)', '转义符（U+001B）'),
  32: say('a space', '空格'),
  0xa0: say('a no-break space (U+00A0)', '不换行空格（U+00A0）'),
}

const toNumber = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`

/** One character: as it is where it can be seen, with its name or number otherwise. */
export function describeCharacter(code: number): Text {
  const char = code > 0x10ffff ? '' : String.fromCodePoint(code)
  return (
    NAMED[code] ??
    (isVisible(char) ? say(`“${char}”`, `“${char}”`) : say(`the character ${toNumber(code)}`, `字符 ${toNumber(code)}`))
  )
}

export const isVisible = (char: string): boolean => char !== '' && !/[\p{C}\p{Z}\p{M}]/u.test(char)

/** Two characters and all between them. */
export function describeRange(from: number, to: number): Text {
  const [a, b] = [describeCharacter(from), describeCharacter(to)]
  const numbers = `${toNumber(from)}–${toNumber(to)}`
  return say(`from ${a.en} to ${b.en} (${numbers})`, `从${a.zh}到${b.zh}（${numbers}）`)
}

/** General categories of Unicode (UAX #44 §5.7.1). */
const CATEGORIES: Readonly<Record<string, Text>> = {
  L: say('a letter', '字母'), Lu: say('a capital letter', '大写字母'), Ll: say('a small letter', '小写字母'),
  Lt: say('a title-case letter', '词首大写字母'), Lm: say('a modifier letter', '修饰字母'), Lo: say('a letter without case', '无大小写的字母'),
  M: say('a mark', '附加符号'), Mn: say('a mark without width', '无宽附加符号'), Mc: say('a mark with width', '占位附加符号'), Me: say('an enclosing mark', '包围符号'),
  N: say('a number', '数字字符'), Nd: say('a decimal digit of any script', '各文字的十进制数字'), Nl: say('a number letter', '字母数字'), No: say('another number', '其他数字'),
  P: say('punctuation', '标点'), Pc: say('connecting punctuation', '连接标点'), Pd: say('a dash', '破折号类标点'), Ps: say('opening punctuation', '开始标点'),
  Pe: say('closing punctuation', '结束标点'), Pi: say('an opening quote', '起始引号'), Pf: say('a closing quote', '结束引号'), Po: say('other punctuation', '其他标点'),
  S: say('a symbol', '符号'), Sm: say('a mathematical symbol', '数学符号'), Sc: say('a currency symbol', '货币符号'), Sk: say('a modifier symbol', '修饰符号'), So: say('another symbol', '其他符号'),
  Z: say('a separator', '分隔符'), Zs: say('a space separator', '空格分隔符'), Zl: say('a line separator', '行分隔符'), Zp: say('a paragraph separator', '段分隔符'),
  C: say('a control or unassigned character', '控制或未分配字符'), Cc: say('a control character', '控制字符'), Cf: say('a format character', '格式字符'),
  Cs: say('a surrogate', '代理项'), Co: say('a private-use character', '私用字符'), Cn: say('an unassigned code point', '未分配码点'),
} // prettier-ignore
const LONG: Readonly<Record<string, string>> = {
  Letter: 'L', Uppercase_Letter: 'Lu', Lowercase_Letter: 'Ll', Mark: 'M', Number: 'N', Decimal_Number: 'Nd',
  Punctuation: 'P', Symbol: 'S', Separator: 'Z', Other: 'C', Control: 'Cc',
} // prettier-ignore

/** `\p{…}`: a general category, a script or another property. */
export function describeProperty(key: string, value: string, isNegated: boolean): Text {
  const category = /^(?:|General_Category|gc)$/.test(key) ? CATEGORIES[LONG[value] ?? value] : undefined
  const is = category ?? toProperty(key, value)
  return isNegated ? say(`anything but ${is.en}`, `除${is.zh}以外的字符`) : is
}

function toProperty(key: string, value: string): Text {
  if (/^(?:Script|sc)$/.test(key)) return say(`a character of the script ${value}`, `${value} 文字的字符`)
  if (/^(?:Script_Extensions|scx)$/.test(key)) return say(`a character used in the script ${value}`, `${value} 文字使用的字符`)
  if (key === '' && /^[A-Z][a-z]+(?:_[A-Z][a-z]+)*$/.test(value)) return say(`a character of ${value}`, `${value} 字符`)
  const name = key ? `${key}=${value}` : value
  return say(`a character with the property ${name}`, `具有属性 ${name} 的字符`)
}

/** How often, and in which order the engine tries. */
export function describeRepetition({ min, max, greedy }: { min: number; max: number; greedy: boolean }): Text {
  const count =
    min === max
      ? say(`exactly ${min} ${min === 1 ? 'time' : 'times'}`, `恰好 ${min} 次`)
      : max === Infinity
        ? min === 0
          ? say('any number of times', '任意多次（可为 0）')
          : say(min === 1 ? 'once or more' : `${min} times or more`, `至少 ${min} 次`)
        : min === 0 && max === 1
          ? say('once or not at all', '出现一次或不出现')
          : say(`${min} to ${max} times`, `${min} 到 ${max} 次`)
  if (min === max) return count
  return greedy
    ? say(`${count.en}, as many as possible`, `${count.zh}，尽可能多`)
    : say(`${count.en}, as few as possible`, `${count.zh}，尽可能少`)
}
