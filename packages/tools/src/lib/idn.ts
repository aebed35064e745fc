import { findUrl } from './find-url.ts'

/** Parameters of Bootstring for Punycode (RFC 3492 §5). */
const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_POINT = 128

/** Reads Punycode without the `xn--`; nothing if it is not valid. */
export function findPunycode(text: string): string | undefined {
  const end = text.lastIndexOf('-')
  const points = Array.from(end > 0 ? text.slice(0, end) : '', (char) => char.charCodeAt(0))
  if (points.some((point) => point >= FIRST_POINT)) return undefined
  let current = FIRST_POINT
  let index = 0
  let bias = FIRST_BIAS
  for (let at = end > 0 ? end + 1 : 0; at < text.length;) {
    const before = index
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = toDigit(text.charCodeAt(at++))
      if (digit === undefined) return undefined
      index += digit * weight
      const threshold = toThreshold(k, bias)
      if (digit < threshold) break
      weight *= BASE - threshold
      if (weight > 2 ** 31) return undefined
    }
    const count = points.length + 1
    bias = adapt(index - before, count, before === 0)
    current += Math.floor(index / count)
    index %= count
    if (current > 0x10ffff || (current >= 0xd800 && current < 0xe000)) return undefined
    points.splice(index++, 0, current)
  }
  return String.fromCodePoint(...points)
}

/** A host name with its `xn--` labels in Unicode; nothing if one of them is none that a name in Unicode has (UTS 46 §4, step 4). */
export function findUnicodeHost(host: string): string | undefined {
  const labels = host.split('.').map((label) => (/^xn--/i.test(label) ? findLabel(label) : label))
  const isWhole = labels.every((label, index) => label || (label === '' && index > 0 && index === labels.length - 1))
  return isWhole ? labels.join('.') : undefined
}

function findLabel(label: string): string | undefined {
  const text = findPunycode(label.slice(4).toLowerCase())
  return text && findAsciiHost(text) === label.toLowerCase() ? text : undefined
}

/** A host name in ASCII by the rules of browsers (UTS 46, non-transitional); nothing if it is not valid. */
export function findAsciiHost(host: string): string | undefined {
  // The URL parser carries the Unicode tables; anything that would end the host is refused first.
  if (!host || /[/?#@:\\[\]\s]/.test(host)) return undefined
  return findUrl(`http://${host}/`)?.hostname
}

function toThreshold(k: number, bias: number): number {
  return k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}

function toDigit(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 22
  if (code >= 0x61 && code <= 0x7a) return code - 97
  return code >= 0x41 && code <= 0x5a ? code - 65 : undefined
}
