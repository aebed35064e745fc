import { splitLines } from '@octet/core/lines.ts'
import { AppError } from '@octet/core/errors.ts'
import { numbersToMarks } from './tone.ts'

/** A piece of text: one character with its reading, or a run that has none. */
export type Token = { readonly text: string; readonly reading: string | undefined }

export type SurnameMode = 'off' | 'head' | 'all'

/** Reads characters, undefined for one without a reading; given by the tool, which loads the dictionary when it runs. */
export type ReadPinyin = (text: string, options: { surname: SurnameMode; hasSandhi: boolean }) => (string | undefined)[]

export type TokenOptions = {
  readonly surname: SurnameMode
  readonly hasSandhi: boolean
  /** The caller's own words and the readings of their characters. */
  readonly words: ReadonlyMap<string, readonly string[]>
}

/** Characters per step; between steps the event loop gets its turn. */
const CHUNK = 16_384

/** Cuts a text into pieces of about {@link CHUNK} characters that end at a line or a sentence where there is one. */
export function* toChunks(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + CHUNK, text.length)
    if (end < text.length) {
      const slice = text.slice(at, end)
      const stop = Math.max(slice.lastIndexOf('\n'), slice.lastIndexOf('。'), slice.lastIndexOf('，'), slice.lastIndexOf(' '))
      if (stop > 0) end = at + stop + 1
      // Never between the halves of a surrogate pair.
      else if (/[\uD800-\uDBFF]/.test(text[end - 1]!)) end--
    }
    yield text.slice(at, end)
    at = end
  }
}

/** The tokens of a text. Own words win over the dictionary, the longest first. */
export function toTokens(text: string, read: ReadPinyin, options: TokenOptions): Token[] {
  if (options.words.size === 0) return readTokens(text, read, options)
  const names = [...options.words.keys()].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(${names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})`, 'u')
  return text.split(pattern).flatMap((part) => {
    const own = options.words.get(part)
    return own ? Array.from(part, (char, at) => ({ text: char, reading: own[at] })) : readTokens(part, read, options)
  })
}

function readTokens(text: string, read: ReadPinyin, options: TokenOptions): Token[] {
  // In `head` mode a surname stands at the beginning of each line.
  if (options.surname === 'head' && /\n/.test(text.slice(0, -1))) {
    return text.split(/(?<=\n)/).flatMap((line) => readTokens(line, read, options))
  }
  const tokens: Token[] = []
  let end = 0
  for (const reading of read(text, options)) {
    const code = text.codePointAt(end)!
    tokens.push(toToken(code, reading))
    end += code > 0xffff ? 2 : 1
  }
  return tokens
}

/** There are fewer characters with a reading. */
const MOST_KEPT = 100_000
const kept = new Map<number, Token>()

/** A character mostly has the reading that it had before, and so needs no new object. */
function toToken(code: number, reading: string | undefined): Token {
  const before = kept.get(code)
  if (before && before.reading === reading) return before
  const token: Token = { text: String.fromCodePoint(code), reading }
  if (before || kept.size < MOST_KEPT) kept.set(code, token)
  return token
}

/** Own words, one per line: `单行 dan1 hang2` or `单行=dān háng`. Throws `bad_input` with the line. */
export function parseWords(text: string): Map<string, readonly string[]> {
  const words = new Map<string, readonly string[]>()
  for (const [index, line] of splitLines(text).entries()) {
    if (!line.trim()) continue
    const [word = '', ...readings] = line.trim().split(/[\s=,:：，]+/)
    const marked = readings.map(numbersToMarks)
    if (marked.length !== Array.from(word).length || words.size >= 1000) {
      const expected = {
        en: `a word and one reading per character, e.g. 单行 dan1 hang2, on line ${index + 1} (at most 1000 words)`,
        zh: `词语及每个字的读音，如“单行 dan1 hang2”（第 ${index + 1} 行；至多 1000 个词）`,
      }
      throw new AppError('bad_input', { field: 'words', expected, got: line.slice(0, 60) })
    }
    words.set(word, marked)
  }
  return words
}
