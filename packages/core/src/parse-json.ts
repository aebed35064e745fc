import { AppError } from './errors.ts'
import type { Text } from './text.ts'

/** Values, members counted by their commas, that a document from outside may hold unless the reader says otherwise. */
const MAX_VALUES = 100_000
/** `JSON.parse` has no bound of its own, and what it returns could not be written out again. */
const MAX_DEPTH = 1_000

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

export type JsonBounds = {
  readonly field: string
  readonly maxValues?: number | undefined
  /** Levels; 1,000 unless said. Written with indents, each level takes room in every line below it. */
  readonly maxDepth?: number | undefined
}

/**
 * `JSON.parse` for what comes from outside: a text of 8 MB may hold four million values, which take seconds to make. They
 * are counted before anything is made of them.
 *
 * @throws {AppError} `too_large` above the bound
 * @throws {SyntaxError} for what is no JSON, and for what is nested too deeply
 */
export function parseJson(text: string, bounds: JsonBounds): unknown {
  checkBounds(text, bounds)
  return JSON.parse(text)
}

function checkBounds(text: string, { field, maxValues = MAX_VALUES, maxDepth = MAX_DEPTH }: JsonBounds): void {
  let values = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = findStringEnd(text, at + 1)
    else if (code === COMMA) values++
    // Brackets differ from braces in one bit: [ 5b, ] 5d, { 7b, } 7d.
    else if ((code | 0x20) === 0x7b) {
      values++
      if (++depth > maxDepth) throw new SyntaxError(`JSON: more than ${maxDepth} levels`)
    } else if ((code | 0x20) === 0x7d) depth--
    if (values > maxValues) throw new AppError('too_large', { field, limit: toLimit(maxValues), got: { en: 'more', zh: '更多' } })
  }
}

/** Where the quote is that ends a string, or the end of the text. */
function findStringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  return text.length
}

const toLimit = (count: number): Text => ({ en: `${count} values`, zh: `${count} 个值` })
