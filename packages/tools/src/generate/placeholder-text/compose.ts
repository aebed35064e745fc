import type { RandomBytes } from '../random/draw.ts'
import { CHINESE_PHRASES, CLASSIC_START, LATIN_WORDS } from './words.ts'

export type Script = 'latin' | 'chinese'
/** A whole number from 0 to `limit` − 1. */
type Draw = (limit: number) => number

const BLOCK_BYTES = 4096

/** Numbers from blocks of random bytes: asked for one by one, they would take longer than the text. */
export function makeDraw(random: RandomBytes): Draw {
  let block = new Uint8Array()
  let at = 0
  return (limit) => {
    if (at + 2 > block.length) {
      block = Uint8Array.from(random(BLOCK_BYTES))
      at = 0
    }
    const value = block[at++]! | (block[at++]! << 8)
    return value % limit
  }
}

/** Sentences without an end; the first is the classic one where that is wanted. */
export function* composeSentences(script: Script, isClassic: boolean, draw: Draw): Generator<string, never> {
  if (isClassic) yield script === 'latin' ? CLASSIC_START : `${CHINESE_PHRASES[0]}，${CHINESE_PHRASES[1]}。`
  for (;;) yield script === 'latin' ? composeLatin(draw) : composeChinese(draw)
}

/** Words without an end: Latin ones, or Chinese phrases of four characters. */
export function* composeWords(script: Script, isClassic: boolean, draw: Draw): Generator<string, never> {
  const words = script === 'latin' ? LATIN_WORDS : CHINESE_PHRASES
  if (isClassic) yield* words.slice(0, script === 'latin' ? 19 : 2)
  for (let last = -1; ;) {
    last = drawOther(words.length, last, draw)
    yield words[last]!
  }
}

/** Six to fourteen words; longer sentences have a comma. */
function composeLatin(draw: Draw): string {
  const count = 6 + draw(9)
  const comma = count > 8 ? 3 + draw(count - 5) : -1
  const words: string[] = []
  for (let at = 0, last = -1; at < count; at++) {
    last = drawOther(LATIN_WORDS.length, last, draw)
    words.push(`${LATIN_WORDS[last]}${at === comma ? ',' : ''}`)
  }
  const text = words.join(' ')
  return `${text[0]!.toUpperCase()}${text.slice(1)}${draw(12) === 0 ? '?' : '.'}`
}

/** Two to five phrases. */
function composeChinese(draw: Draw): string {
  const phrases: string[] = []
  for (let left = 2 + draw(4), last = -1; left > 0; left--) {
    last = drawOther(CHINESE_PHRASES.length, last, draw)
    phrases.push(CHINESE_PHRASES[last]!)
  }
  return `${phrases.join('，')}${draw(12) === 0 ? '？' : '。'}`
}

/** Not the one that came last: a word twice in a row looks like a slip. */
function drawOther(count: number, last: number, draw: Draw): number {
  if (last < 0) return draw(count)
  const drawn = draw(count - 1)
  return drawn < last ? drawn : drawn + 1
}
