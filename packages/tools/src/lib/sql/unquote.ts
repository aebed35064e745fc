import { AppError } from '@octet/core/errors.ts'

/** Texts of a program: quotes, what stands before them (Python's f, C#'s @ and $), and three quotes of Java, C#, Python. */
const OPEN = /(?:\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))|(@?\$?@?|[fFrRbBuU]{0,2})("""|'''|"|'|`)/y
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '', t: '\t', '\n': '', '\r': '' }
/** What joins texts: `+` of most languages, `.` of PHP, `&` of Basic, `||` of SQL. */
const JOINER = String.raw`\s*(?:\+|\.|&|\|\|)\s*`
/** A variable or a call: `id`, `user.getId()`, `$this->id`. */
const VARIABLE = String.raw`\(?(?:[\w$]{1,80}(?:\.|->|::)){0,10}([\w$]{1,80})(?:\([^()"'\x60]{0,200}\))?\)?`
/** A variable between two texts, and one behind the last. */
const BETWEEN = new RegExp(`^${JOINER}${VARIABLE}${JOINER}$`)
const BEHIND = new RegExp(String.raw`^${JOINER}${VARIABLE}\s*\)?\s*;?\s*$`)
/** Longer code between two texts is more than a variable. */
const MAX_BETWEEN = 1000

/**
 * The SQL of a program's code: its texts joined, their escapes undone, variables between them as `:name`.
 *
 * @throws {AppError} `unsupported_value` for code without a text in quotes
 *
 * @example
 * unquoteSql('String sql = "select a " +\n  "from t where id = " + id;') // select a \nfrom t where id = :id
 */
export function unquoteSql(code: string): string {
  const pieces: { text: string; start: number; end: number }[] = []
  for (let at = 0; at < code.length;) {
    OPEN.lastIndex = at
    const [whole, prefix = '', quote] = OPEN.exec(code) ?? []
    if (quote === undefined) at += whole?.length || 1
    else {
      const piece = readText(code, OPEN.lastIndex, { quote, isVerbatim: /[@rR]/.test(prefix) })
      pieces.push({ text: piece.text, start: at, end: piece.end })
      at = piece.end
    }
  }
  if (pieces.length > 0) return join(code, pieces)
  throw new AppError('unsupported_value', {
    got: code.trim().slice(0, 80),
    reason: { en: 'there is no text in quotes, such as "select 1"', zh: '其中没有带引号的字符串，例如 "select 1"' },
  })
}

type Quoting = { readonly quote: string; readonly isVerbatim: boolean }

/** A text from behind its opening quote to behind its closing one. */
function readText(code: string, from: number, { quote, isVerbatim }: Quoting): { text: string; end: number } {
  let text = ''
  for (let at = from; at < code.length; at++) {
    const char = code[at]!
    if (code.startsWith(quote, at)) {
      if (!isVerbatim || code[at + 1] !== quote) return { text, end: at + quote.length }
      text += quote
      at++
    } else if (char === '\\' && !isVerbatim) {
      at++
      const next = code[at] ?? ''
      text += ESCAPES[next] ?? next
    } else text += char
  }
  return { text, end: code.length }
}

function join(code: string, pieces: readonly { text: string; start: number; end: number }[]): string {
  let out = ''
  for (const [index, { text, start }] of pieces.entries()) {
    const before = pieces[index - 1]
    if (before) {
      const between = code.slice(before.end, start)
      const name = findVariable(BETWEEN, between)
      if (name !== undefined) out += toPlaceholder(name)
      else if (between.includes('\n') && !/\s$/.test(out)) out += '\n'
    }
    out += text
  }
  const last = pieces.at(-1)
  const tail = last && findVariable(BEHIND, code.slice(last.end))
  return `${out}${tail === undefined ? '' : toPlaceholder(tail)}`.trim()
}

function findVariable(pattern: RegExp, code: string): string | undefined {
  return code.length > MAX_BETWEEN ? undefined : pattern.exec(code)?.[1]
}

/** `$id` and `getId` as `:id`. */
function toPlaceholder(name: string): string {
  const [, initial, rest = ''] = /^get([A-Z])(\w*)$/.exec(name) ?? []
  return `:${initial === undefined ? name.replace(/^\$/, '') : initial.toLowerCase() + rest}`
}
