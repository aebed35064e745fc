import type { Text } from '@octet/core/text.ts'

/** The word, or one other character, at a place of a text; undefined at its end. */
export function findWordAt(text: string, offset: number): string | undefined {
  return /^(?:[\p{L}\p{N}_$+.-]{1,20}|.)/su.exec(text.slice(offset, offset + 24))?.[0]
}

/** What came at a place of a text, for messages. */
export function toGot(word: string | undefined): Text {
  if (word === undefined) return { en: 'the end of the text', zh: '文本结尾' }
  if (word === '\n' || word === '\r') return { en: 'the end of the line', zh: '行尾' }
  return { en: `“${word}”`, zh: `“${word}”` }
}
