/** What a character is to a repair; nothing, at the end of a text, is none of it. */
type Sign = string | undefined

const DELIMITERS = new Set(',:[]/{}()\n+')
const UNQUOTED_ENDS = new Set(',[]/{}\n+')
const SPACES = new Set(' \n\t\r')
const ODD_SPACE = /[\u00a0\u180e\u2000-\u200b\u202f\u205f\u3000\ufeff]/
const DOUBLE_QUOTES = new Set('"\u201c\u201d')
const SINGLE_QUOTES = new Set("'\u2018\u2019`\u00b4")

const isIn = (signs: ReadonlySet<string>) => (sign: Sign) => sign !== undefined && signs.has(sign)
const isLike = (pattern: RegExp) => (sign: Sign) => sign !== undefined && pattern.test(sign)

/** White space that JSON has. */
export const isSpace = isIn(SPACES)
export const isLineSpace = (sign: Sign) => sign !== '\n' && isSpace(sign)
/** White space of other kinds, which becomes plain. */
export const isOddSpace = (sign: Sign) => sign !== undefined && sign > '\u007f' && ODD_SPACE.test(sign)
export const isDelimiter = isIn(DELIMITERS)
export const endsUnquoted = isIn(UNQUOTED_ENDS)
export const isDoubleQuote = isIn(DOUBLE_QUOTES)
export const isSingleQuote = isIn(SINGLE_QUOTES)
export const isQuote = (sign: Sign) => isDoubleQuote(sign) || isSingleQuote(sign)
export const isDigit = (sign: Sign) => sign !== undefined && sign >= '0' && sign <= '9'
export const isNameStart = isLike(/[A-Za-z_$]/)
export const isNameSign = isLike(/[\w$]/)
export const startsValue = (sign: Sign) => isQuote(sign) || (sign !== undefined && /[[{\w-]/.test(sign))

const URL_START = /^(?:http|https|ftp|mailto|file|data|irc):\/\/$/
const URL_SIGNS = /[\w\-.~:/?#@!$&'()*+;=]*/y
const LONGEST_SCHEME = 'mailto://'.length

/** Where a web address ends whose `://` is at a place; that place, if there is none from the start on. */
export function passUrl(text: string, { start, slash }: { start: number; slash: number }): number {
  const isUrl = text[slash - 1] === ':' && slash + 2 - start <= LONGEST_SCHEME && URL_START.test(text.slice(start, slash + 2))
  if (!isUrl) return slash
  URL_SIGNS.lastIndex = slash
  return slash + URL_SIGNS.exec(text)![0].length
}
