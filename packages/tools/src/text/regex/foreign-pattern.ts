type Written = { readonly pattern: string; readonly multiline: boolean }

/** An escape, a reference by name, a set, the head of a named group, an end: what other languages write in another way. */
const PIECES =
  /\\k<(?<again>[^>]+)>|\\u\{(?<code>[\da-f]+)\}|\\c(?<control>[a-z])|(?<zero>\\0)(?!\d)|\\[\s\S]|\[(?<set>(?:\\[\s\S]|[^\]\\])*)\]|\(\?<(?![=!])(?<name>[^>]+)>|(?<end>\$)/gi

type Piece = Readonly<Partial<Record<'again' | 'code' | 'control' | 'zero' | 'set' | 'name' | 'end', string>>>

const rewrite = (pattern: string, toOther: (piece: Piece) => string | undefined): string =>
  pattern.replaceAll(PIECES, (whole, ...rest) => {
    const piece = rest.at(-1) as Piece // replaceAll hands the named groups over last
    if (piece.set === '') return '(?!)'
    if (piece.set === '^') return '[\\s\\S]'
    return toOther(piece) ?? whole
  })

const toHex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')
const toControl = (letter: string) => `\\x${toHex(letter.charCodeAt(0) & 31, 2)}`

/** A pattern of JavaScript for `re` of Python, where `$` would match before a last line end, too. */
export const toPythonPattern = ({ pattern, multiline }: Written): string =>
  rewrite(pattern, ({ again, code, control, name, end }) => {
    if (again) return `(?P=${again})`
    if (code) return `\\U${toHex(Number.parseInt(code, 16), 8)}`
    if (control) return toControl(control)
    if (name) return `(?P<${name}>`
    return end && !multiline ? '\\Z' : undefined
  })

/** Names of groups have letters and digits of ASCII only. */
export const toJavaName = (name: string): string => name.replaceAll(/[^a-z\d]/gi, 'X')

/** In a set JavaScript has `\\b` for a backspace and `\\0` for the character zero. */
const toJavaEscape = (escaped: string | undefined) => (escaped === '\\b' ? '\\x08' : escaped === '\\0' ? '\\x00' : escaped)

/** A pattern of JavaScript for java.util.regex, whose sets nest and intersect. */
export const toJavaPattern = ({ pattern, multiline }: Written): string =>
  rewrite(pattern, ({ again, code, zero, set, name, end }) => {
    if (again) return `\\k<${toJavaName(again)}>`
    if (code) return `\\x{${code}}`
    if (zero) return '\\x00'
    if (set)
      return `[${set.replaceAll(/(\\[\s\S])|\[|&(?=&)/g, (mark, escaped?: string) => toJavaEscape(escaped) ?? `\\${mark}`)}]`
    if (name) return `(?<${toJavaName(name)}>`
    return end && !multiline ? '\\z' : undefined
  })
