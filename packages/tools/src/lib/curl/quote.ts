/** Characters that nobody sees in a program's text, or that end its line. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g // oxlint-disable-line no-control-regex -- those are meant

type Rule = {
  readonly quoted: RegExp
  readonly named: Readonly<Record<string, string>>
  readonly number: (code: number) => string
}

function quote(text: string, { quoted, named, number }: Rule): string {
  const plain = text
    .toWellFormed()
    .replaceAll(quoted, (mark) => `\\${mark}`)
    .replaceAll(HIDDEN, (char) => named[char] ?? number(char.charCodeAt(0)))
  return `"${plain}"`
}

const LINE_ENDS = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` } as const
const BACKSLASH = /["\\]/g
const toHex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')
const toUnicode = (code: number) => `\\u${toHex(code, 4)}`

/** JavaScript, Python, C# and Go read these alike. */
export const quoteCommon = (text: string): string => quote(text, { quoted: BACKSLASH, named: LINE_ENDS, number: toUnicode })

/** Java reads `\u` numbers before anything else, so control characters have octal ones. */
export const quoteJava = (text: string): string =>
  quote(text, {
    quoted: BACKSLASH,
    named: LINE_ENDS,
    number: (code) => (code < 0x100 ? `\\${code.toString(8).padStart(3, '0')}` : toUnicode(code)),
  })

/** PHP fills in variables within double quotes. */
export const quotePhp = (text: string): string =>
  quote(text, { quoted: /["\\$]/g, named: LINE_ENDS, number: (code) => `\\u{${toHex(code, 1)}}` })

export const quoteRust = (text: string): string =>
  quote(text, { quoted: BACKSLASH, named: LINE_ENDS, number: (code) => `\\u{${toHex(code, 1)}}` })

/** A word of a POSIX shell: bare where nothing in it has a meaning, zsh's `=program` included. */
export const quoteShell = (text: string): string =>
  /^(?!=)[\w@%+=:,./-]+$/.test(text) ? text : `'${text.toWellFormed().replaceAll("'", String.raw`'\''`)}'`

/** PowerShell takes curly single quotes for straight ones, too. */
export const quotePowerShell = (text: string): string => `'${text.toWellFormed().replaceAll(/['‘’‚‛]/g, '$&$&')}'`

/** A text whose characters are the bytes of UTF-8, which `fetch` sends as they are. */
export function toByteString(text: string): string {
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return bytes
}

export const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text) // oxlint-disable-line no-control-regex -- ASCII is meant
