import { findOwn } from '../../find-own.ts'

const NAMED: Readonly<Record<string, string>> = { '&quot;': '"', '&amp;': '&', '&lt;': '<', '&gt;': '>', '&apos;': "'" }
/** `&#x10FFFF;` and a little more. */
const LONGEST = 12

/** A character that stands as an entity of HTML. */
export type Entity = { readonly char: string; readonly length: number }

export function findEntity(text: string, at: number): Entity | undefined {
  if (text[at] !== '&') return undefined
  const window = text.slice(at, at + LONGEST)
  const length = window.indexOf(';') + 1
  const name = window.slice(0, length)
  const char = findOwn(NAMED, name) ?? findNumbered(name)
  return char === undefined ? undefined : { char, length }
}

function findNumbered(name: string): string | undefined {
  const digits = /^&#(x?)(.+);$/is.exec(name)
  const code = digits ? Number.parseInt(digits[2]!, digits[1] ? 16 : 10) : Number.NaN
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
