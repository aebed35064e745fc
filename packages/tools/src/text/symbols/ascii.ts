import type { NamedSign } from './symbol-sets.ts'

/** Control codes with what they are called (ISO/IEC 6429 and ASCII of 1968). */
const CONTROLS = `NUL null|NUL 空字符
SOH start of heading|SOH 标题开始
STX start of text|STX 正文开始
ETX end of text, Ctrl+C|ETX 正文结束，Ctrl+C
EOT end of transmission, Ctrl+D|EOT 传输结束，Ctrl+D
ENQ enquiry|ENQ 请求
ACK acknowledge|ACK 确认
BEL bell|BEL 响铃
BS backspace|BS 退格
HT tab|HT 水平制表
LF line feed, new line|LF 换行
VT vertical tab|VT 垂直制表
FF form feed|FF 换页
CR carriage return|CR 回车
SO shift out|SO 移出
SI shift in|SI 移入
DLE data link escape|DLE 数据链路转义
DC1 device control 1, XON|DC1 设备控制 1，XON
DC2 device control 2|DC2 设备控制 2
DC3 device control 3, XOFF|DC3 设备控制 3，XOFF
DC4 device control 4|DC4 设备控制 4
NAK negative acknowledge|NAK 否认
SYN synchronous idle|SYN 同步空闲
ETB end of transmission block|ETB 传输块结束
CAN cancel|CAN 取消
EM end of medium|EM 介质结束
SUB substitute, Ctrl+Z|SUB 替换，Ctrl+Z
ESC escape|ESC 转义
FS file separator|FS 文件分隔符
GS group separator|GS 组分隔符
RS record separator|RS 记录分隔符
US unit separator|US 单元分隔符`

const MARKS = `space|空格
exclamation mark|感叹号
quotation mark|双引号
number sign, hash|井号
dollar sign|美元符号
percent sign|百分号
ampersand|和号（&）
apostrophe|单引号
left parenthesis|左圆括号
right parenthesis|右圆括号
asterisk|星号
plus sign|加号
comma|逗号
hyphen-minus|连字符，减号
full stop, dot|句点
slash|斜杠`

const AFTER_DIGITS = `colon|冒号
semicolon|分号
less-than sign|小于号
equals sign|等号
greater-than sign|大于号
question mark|问号
at sign|@ 符号`

const AFTER_CAPITALS = `left square bracket|左方括号
backslash|反斜杠
right square bracket|右方括号
caret|脱字符
underscore|下划线
backtick|反引号`

const AFTER_LETTERS = `left brace|左花括号
vertical bar, pipe|竖线
right brace|右花括号
tilde|波浪号`

const toNames = (lines: string) =>
  lines.split('\n').map((line) => {
    const [en = '', zh = ''] = line.split('|')
    return { en, zh }
  })
const count = (length: number, toName: (at: number) => { en: string; zh: string }) =>
  Array.from({ length }, (_, at) => toName(at))

/** The 128 characters of ASCII, in their order. */
export const ASCII: readonly NamedSign[] = [
  ...toNames(CONTROLS),
  ...toNames(MARKS),
  ...count(10, (digit) => ({ en: `digit ${digit}`, zh: `数字 ${digit}` })),
  ...toNames(AFTER_DIGITS),
  ...count(26, (at) => ({ en: `capital letter ${toLetter(0x41 + at)}`, zh: `大写字母 ${toLetter(0x41 + at)}` })),
  ...toNames(AFTER_CAPITALS),
  ...count(26, (at) => ({ en: `small letter ${toLetter(0x61 + at)}`, zh: `小写字母 ${toLetter(0x61 + at)}` })),
  ...toNames(AFTER_LETTERS),
  { en: 'DEL delete', zh: 'DEL 删除' },
].map((name, code) => ({ char: String.fromCharCode(code), name }))

function toLetter(code: number): string {
  return String.fromCharCode(code)
}
