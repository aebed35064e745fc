import type { Text } from '@octet/core/text.ts'
import { describeCharacter, describeProperty, quoteText } from './words.ts'

/** A pattern of RE2 in the grammar of JavaScript: what that lacks is one character that stands for it. */
export type Translated = {
  readonly text: string
  /** For each place of `text`, and its end, the place in the pattern. */
  readonly places: readonly number[]
  /** What the stand-ins mean, by their place in `text`. */
  readonly meanings: ReadonlyMap<number, Text>
  /** Flags that go on or off from a place of `text` to the end of the group. */
  readonly changes: ReadonlyMap<number, FlagChange>
}
export type FlagChange = { readonly on: string; readonly off: string }

const CLASSES: Readonly<Record<string, Text>> = {
  alnum: { en: 'an ASCII letter or digit', zh: 'ASCII 字母或数字' },
  alpha: { en: 'an ASCII letter', zh: 'ASCII 字母' },
  ascii: { en: 'an ASCII character', zh: 'ASCII 字符' },
  blank: { en: 'a space or tab', zh: '空格或制表符' },
  cntrl: { en: 'an ASCII control character', zh: 'ASCII 控制字符' },
  digit: { en: 'a digit (0–9)', zh: '数字（0–9）' },
  graph: { en: 'a visible ASCII character', zh: '可见 ASCII 字符' },
  lower: { en: 'a small ASCII letter', zh: 'ASCII 小写字母' },
  print: { en: 'a visible ASCII character or space', zh: '可打印 ASCII 字符' },
  punct: { en: 'ASCII punctuation', zh: 'ASCII 标点' },
  space: { en: 'ASCII white space', zh: 'ASCII 空白' },
  upper: { en: 'a capital ASCII letter', zh: 'ASCII 大写字母' },
  word: { en: 'an ASCII letter, digit or _', zh: 'ASCII 字母、数字或 _' },
  xdigit: { en: 'a hexadecimal digit', zh: '十六进制数字' },
}
const FLAGS: Readonly<Record<string, Text>> = {
  i: { en: 'letter case is ignored', zh: '忽略大小写' },
  m: { en: '^ and $ match at every line', zh: '^ 与 $ 匹配每一行' },
  s: { en: '. matches line breaks', zh: '. 匹配换行' },
  U: { en: 'repetitions take as little as possible, with ? as much', zh: '量词默认尽可能少，加 ? 则尽可能多' },
}
const PIECE =
  /\\Q([\s\S]*?)(?:\\E|$)|\\[pP](?:\{[^}]*\}|[A-Z])|\\x\{[\da-fA-F]+\}|\\[AzCa]|\\[\s\S]|\(\?P<|\(\?([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])|\[:\^?[a-z]+:\]|\[\^?\]?|[\ud800-\udbff][\udc00-\udfff]|[\s\S]/g

/** Puts a pattern that RE2 has accepted into the grammar of JavaScript. */
export function translateRe2(pattern: string): Translated {
  let text = ''
  const places: number[] = []
  const meanings = new Map<number, Text>()
  const changes = new Map<number, FlagChange>()
  let isClass = false
  const write = (piece: string, from: number) => {
    for (let at = 0; at < piece.length; at++) places.push(Math.min(from + at, pattern.length))
    text += piece
  }
  const stand = (meaning: Text, from: number) => {
    meanings.set(text.length, meaning)
    write('\ue000', from)
  }
  for (const match of pattern.matchAll(PIECE)) {
    const [piece, quoted, on, off, end] = match
    const { index } = match
    const meaning = toMeaning(piece, quoted, isClass)
    if (meaning) stand(meaning, index)
    else if (piece === '(?P<' && !isClass) {
      write('(?<', index)
      places[places.length - 1] = index + 3
    } else if (piece.startsWith('[:') && !isClass) write(piece, index)
    else if (end && !isClass) writeFlags({ on: on ?? '', off: off ?? '', end, index })
    else if (piece.startsWith('[') && !isClass) {
      isClass = true
      // RE2 takes a bracket at the beginning of a class for a character.
      write(piece.endsWith(']') ? `${piece.slice(0, -1)}\\]` : piece, index)
    } else {
      if (piece.endsWith(']') && !piece.startsWith('\\')) isClass = false
      write(piece, index)
    }
  }
  places.push(pattern.length)
  return { text, places, meanings, changes }

  function writeFlags({ on, off, end, index }: { on: string; off: string; end: string; index: number }): void {
    if (end === ':') write('(?:', index)
    if (!on && !off) return
    changes.set(text.length, { on, off })
    stand(toFlagWords(on, off, end === ':'), index)
  }
}

function toMeaning(piece: string, quoted: string | undefined, isClass: boolean): Text | undefined {
  if (quoted !== undefined) return { en: `the text ${quoteText(quoted).en}`, zh: `文本${quoteText(quoted).zh}` }
  if (isClass && piece.startsWith('[:')) {
    const { en, zh } = CLASSES[piece.replaceAll(/[^a-z]/g, '')] ?? { en: piece, zh: piece }
    return piece.includes('^') ? { en: `no: ${en}`, zh: `除此之外：${zh}` } : { en, zh }
  }
  const [, negation, caret = '', name = ''] = /^\\([pP])\{?(\^?)([^}]*)\}?$/.exec(piece) ?? []
  if (negation) return describeProperty('', name, (negation === 'P') !== (caret === '^'))
  if (piece.startsWith('\\x{')) return describeCharacter(Number.parseInt(piece.slice(3), 16))
  if (piece === '\\a') return describeCharacter(7)
  if (piece === '\\A') return { en: 'the start of the text', zh: '文本开头' }
  if (piece === '\\z') return { en: 'the end of the text', zh: '文本结尾' }
  if (piece === '\\C') return { en: 'one byte', zh: '一个字节' }
  return /^[\ud800-\udbff]/.test(piece) ? describeCharacter(piece.codePointAt(0)!) : undefined
}

function toFlagWords(on: string, off: string, isInside: boolean): Text {
  const say = (lang: 'en' | 'zh') =>
    [
      ...[...on].map((flag) => `${FLAGS[flag]?.[lang] ?? flag}${lang === 'en' ? ` (${flag})` : `（${flag}）`}`),
      ...[...off].map((flag) => (lang === 'en' ? `no longer ${flag}` : `关闭 ${flag}`)),
    ].join(lang === 'en' ? ', ' : '，')
  return isInside
    ? { en: `inside: ${say('en')}`, zh: `组内：${say('zh')}` }
    : { en: `from here on: ${say('en')}`, zh: `自此处起：${say('zh')}` }
}
