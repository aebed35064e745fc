import readings from 'pinyin-pro/dist/esm/data/dict1.mjs'
import { PatternsNormal } from 'pinyin-pro/dist/esm/data/patterns.mjs'
import { processToneSandhi } from 'pinyin-pro/dist/esm/core/pinyin/handle.mjs'
import { SINGLES } from './common-words.ts'
import { FewestWords, LikeliestWords, type Word, type WordList } from './find-words.ts'
import { readParticle } from './particles.ts'
import type { SurnameMode } from './tokens.ts'
import { WORDS } from './words.ts'

/** Characters in a row above which another way to find words is taken. */
const LONG_RUN = 50

/** The words by their first character, the longest first; with surnames a word that is one too is read as such. */
function listWords(hasSurnames: boolean): WordList {
  const found = new Map<string, Word>()
  const add = (text: string, word: Word) => {
    const known = found.get(text)
    const isBetter = !known || (known.isSurname === word.isSurname ? word.probability >= known.probability : word.isSurname)
    if (isBetter) found.set(text, word)
  }
  for (const { zh, pinyin, probability, priority } of PatternsNormal) {
    const isSurname = priority > 1
    if (isSurname && !hasSurnames) continue
    add(zh, { codes: toCodes(zh), readings: pinyin.split(' '), probability, isSurname })
  }
  for (const [text, [reading, probability]] of Object.entries(WORDS)) {
    const known = found.get(text)
    if (known?.isSurname) continue
    // Ours is the reading; how likely the word is stays, or a surname within it would come first.
    found.set(text, {
      codes: toCodes(text),
      readings: reading.split(' '),
      probability: Math.max(probability, known?.probability ?? 0),
      isSurname: false,
    })
  }
  const byLength = [...found.values()].sort((a, b) => b.codes.length - a.codes.length)
  return Map.groupBy(byLength, ({ codes }) => codes[0]!)
}

const toCodes = (text: string): number[] => Array.from(text, (char) => char.codePointAt(0)!)

const likeliest = new LikeliestWords()
const fewest = new FewestWords()
const usual = listWords(false)
let withSurnames: WordList | undefined

let codes = new Uint32Array(512)

type RunOptions = {
  readonly surname: SurnameMode
  readonly hasSandhi: boolean
  /** Whether 地 and 得 that belong to no word are read by what stands beside them, which pinyin-pro does not. */
  readonly hasParticles?: boolean
}

/**
 * The reading of each character of a run, as pinyin-pro gives it with {@link WORDS} but for particles; undefined for one that has none. The
 * library makes an object for each word that may stand somewhere, two for each character, and takes twice as long.
 */
export function readRun(run: string, { surname, hasSandhi, hasParticles = true }: RunOptions): (string | undefined)[] {
  const length = fillCodes(run)
  const list = surname === 'off' ? usual : (withSurnames ??= listWords(true))
  const ways = run.length > LONG_RUN ? fewest : likeliest
  const words = ways.find({ codes, length, list, isHeadOnly: surname === 'head' })
  const passage = { codes, length }
  const result: (string | undefined)[] = []
  while (result.length < length) {
    const at = result.length
    const word = words[at]
    const particle = hasParticles ? readParticle(passage, at, word !== undefined) : undefined
    if (word) for (const reading of word.readings) result.push(reading)
    else result.push(particle ?? readAlone(at, length))
    if (particle !== undefined) result[at] = particle
  }
  return hasSandhi
    ? result
    : result.map((reading, at) => (isNeutral(at, length, reading) ? reading : toWithoutSandhi(at, reading)))
}

/** Puts the code points of a run into {@link codes}; gives their number. */
function fillCodes(run: string): number {
  if (codes.length < run.length) codes = new Uint32Array(2 * run.length)
  let length = 0
  for (let at = 0; at < run.length; length++) {
    const code = run.codePointAt(at)!
    codes[length] = code
    at += code > 0xffff ? 2 : 1
  }
  return length
}

const [ONE, NOT, DONE, SAME] = toCodes('一不了々') as [number, number, number, number]
const WITHOUT_SANDHI: ReadonlyMap<number, string> = new Map([
  [ONE, 'yī'],
  [NOT, 'bù'],
])

const toWithoutSandhi = (at: number, reading: string | undefined): string | undefined => WITHOUT_SANDHI.get(codes[at]!) ?? reading

/** Whether a 不 is neutral in its word, as in 差不多; between two that are the same, as in 去不去, it is so in speech alone. */
function isNeutral(at: number, length: number, reading: string | undefined): boolean {
  if (codes[at] !== NOT || reading !== 'bu') return false
  return at === 0 || at + 1 === length || codes[at - 1] !== codes[at + 1]
}

/** There are fewer characters with a reading. */
const MOST_KEPT = 100_000
const singles = new Map<number, string | undefined>()

/** The most common reading of a character, if it has one. */
function readSingle(code: number): string | undefined {
  const known = singles.get(code)
  if (known !== undefined || singles.has(code)) return known
  const char = String.fromCodePoint(code)
  const reading = SINGLES.get(char) ?? readings.get(char)?.split(' ')[0]
  if (singles.size < MOST_KEPT) singles.set(code, reading)
  return reading
}

/** The reading of a character that belongs to no word. */
function readAlone(at: number, length: number): string | undefined {
  const code = codes[at]!
  if (code === ONE || code === NOT) return readTurned(code, at, length)
  if (code !== DONE && code !== SAME) return readSingle(code)
  const before = at > 0 ? readSingle(codes[at - 1]!) : undefined
  if (code === SAME) return before ?? 'tóng'
  return before === undefined ? 'liǎo' : readSingle(code)
}

/** 一 and 不, whose tone is that of what stands beside them. */
function readTurned(code: number, at: number, length: number): string | undefined {
  const before = at > 0 ? String.fromCodePoint(codes[at - 1]!) : undefined
  const after = at + 1 < length ? String.fromCodePoint(codes[at + 1]!) : undefined
  return processToneSandhi(String.fromCodePoint(code), before, after) ?? readSingle(code)
}
