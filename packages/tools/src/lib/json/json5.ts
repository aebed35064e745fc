/** The parts of JSON5 1.0 (spec.json5.org) that plain JSON does not have. */

const SPACE = /[\v\f\u00a0\ufeff\u2028\u2029\p{Zs}]/u
const NAME = /(?:[\p{ID_Start}$_]|\\u[\da-f]{4})(?:[\p{ID_Continue}$\u200c\u200d]|\\u[\da-f]{4})*/iuy
const NUMBER = /[+-]?(?:Infinity|NaN|0x[\da-f]+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)/iy
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0' }

/** The offset after one character of JSON5 white space (§8); the same offset if there is none. */
export function skipJson5Space(text: string, offset: number): number {
  return SPACE.test(text.charAt(offset)) ? offset + 1 : offset
}

/** The offset after a key without quotes (§3); the same offset if there is none. */
export function scanJson5Name(text: string, offset: number): number {
  return scan(NAME, text, offset)
}

/** The offset after a number (§6); the same offset if there is none. */
export function scanJson5Number(text: string, offset: number): number {
  return scan(NUMBER, text, offset)
}

/** The value of a JSON5 text in quotes, or of a key without them. */
export function readJson5Text(raw: string): string {
  const inner = /^["']/.test(raw) ? raw.slice(1, -1) : raw
  return inner.replaceAll(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(\r\n|[\s\S]))/gi, (_, long?: string, short?: string, char = '') => {
    if (long ?? short) return String.fromCharCode(Number.parseInt((long ?? short)!, 16))
    return /[\r\n\u2028\u2029]/.test(char) ? '' : (ESCAPES[char] ?? char)
  })
}

/** A JSON5 number written as JSON: `0x1F` → 31, `.5` → 0.5, `+1` → 1. Undefined for NaN and infinities, which JSON lacks. */
export function toPlainNumber(raw: string): string | undefined {
  const [, sign = '', body = ''] = /^([+-]?)(.*)$/.exec(raw) ?? []
  if (/^[NI]/i.test(body)) return undefined
  const minus = sign === '-' ? '-' : ''
  if (/^0x/i.test(body)) return `${minus}${BigInt(body)}`
  return minus + body.replace(/^\./, '0.').replace(/\.(?=$|e)/i, '')
}

function scan(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset
  return pattern.test(text) ? pattern.lastIndex : offset
}
