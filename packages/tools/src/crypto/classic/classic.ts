import { AppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { parseBytes, readCoded, toByteText } from '../../lib/byte-text.ts'
import { encodeText } from '../../lib/charset.ts'
import { toHex } from '../../lib/bytes.ts'
import { readPlaces, writePlaces } from './a1z26.ts'
import { AFFINE_KEYS, parseAffineKey, readAffine, writeAffine } from './affine.ts'
import { readBacon, writeBacon, type BaconLetters } from './bacon.ts'
import { readBraille, writeBraille } from './braille.ts'
import { mirrorLetters, rotate47, shiftByKey, shiftLetters } from './letters.ts'
import { measureLikeness } from './likeness.ts'
import { readMorse, writeMorse } from './morse.ts'
import { readNato, writeNato } from './nato.ts'
import { readAllRails, readRails, writeRails } from './rail-fence.ts'
import { substitute } from './substitution.ts'
import { xorBytes } from './xor.ts'

/** The ciphers with words. */
export const CIPHER_WORDS = {
  caesar: { en: 'Caesar', zh: '凯撒密码' },
  rot13: { en: 'ROT13', zh: 'ROT13' },
  rot47: { en: 'ROT47', zh: 'ROT47' },
  atbash: { en: 'Atbash', zh: '埃特巴什码（Atbash）' },
  vigenere: { en: 'Vigenère', zh: '维吉尼亚密码' },
  affine: { en: 'Affine', zh: '仿射密码' },
  substitution: { en: 'Substitution', zh: '单表替换' },
  rail: { en: 'Rail fence', zh: '栅栏密码' },
  morse: { en: 'Morse code', zh: '摩斯电码' },
  braille: { en: 'Braille', zh: '盲文（Braille）' },
  nato: { en: 'NATO spelling alphabet', zh: '北约音标字母' },
  bacon: { en: 'Bacon', zh: '培根密码' },
  a1z26: { en: 'A1Z26 (letters as numbers)', zh: 'A1Z26（字母转数字）' },
  xor: { en: 'XOR', zh: '异或（XOR）' },
} as const satisfies Record<string, Text>
export type Cipher = keyof typeof CIPHER_WORDS
export const CIPHERS = Object.keys(CIPHER_WORDS) as [Cipher, ...Cipher[]]

/** What the key of a cipher may be, and how its bytes are written for XOR. */
export const KEY_FORMATS = ['text', 'hex', 'base64'] as const

type Input = {
  readonly text: string
  readonly cipher: Cipher
  readonly direction: 'encode' | 'decode'
  readonly key: string
  readonly keyFormat: (typeof KEY_FORMATS)[number]
  readonly letters: `${BaconLetters}`
}
type Candidate = { key: string; text: string }
type Output = { text: string; key?: string; candidates?: Candidate[]; notes: string[] }

const USUAL_SHIFT = 3
const MOST_RAILS = 1_000
const MOST_TRIED_RAILS = 30
const MOST_SHOWN = 25
/** By so much of a text keys are compared. */
const COMPARED = 4_000

/** Enciphers or deciphers; deciphering without a key tries them all where there are few, the likeliest first. */
export function runClassic(input: Input, lang: Lang): Output {
  const { text, cipher, direction, key, letters } = input
  const isDecoding = direction === 'decode'
  switch (cipher) {
    case 'caesar':
      return isDecoding && key.trim() === '' ? tryShifts(text, lang) : { text: shiftLetters(text, readShift(input)), notes: [] }
    case 'rot13':
      return { text: shiftLetters(text, 13), notes: [] }
    case 'rot47':
      return { text: rotate47(text), notes: [] }
    case 'atbash':
      return { text: mirrorLetters(text), notes: [] }
    case 'vigenere':
      return { text: shiftByKey(text, key, isDecoding), notes: /[^a-z\s]/i.test(key) ? [KEY_LETTERS[lang]] : [] }
    case 'affine':
      if (isDecoding && key.trim() === '') return tryAffine(text, lang)
      return { text: (isDecoding ? readAffine : writeAffine)(text, parseAffineKey(key)), notes: [] }
    case 'substitution':
      return { text: substitute(text, key, isDecoding), notes: [] }
    case 'rail':
      if (isDecoding && key.trim() === '') return tryRails(text, lang)
      return { text: (isDecoding ? readRails : writeRails)(text, readNumber(key, RAILS)), notes: [] }
    case 'morse':
      return isDecoding ? fromMorse(text, lang) : { text: writeMorse(text), notes: [] }
    case 'braille':
      return isDecoding ? fromBraille(text, lang) : { text: writeBraille(text), notes: [] }
    case 'nato':
      return isDecoding ? fromNato(text, lang) : { text: writeNato(text), notes: [] }
    case 'bacon':
      return {
        text: isDecoding ? readBacon(text, toBaconLetters(letters)) : writeBacon(text, toBaconLetters(letters)),
        notes: [],
      }
    case 'a1z26':
      return isDecoding ? fromPlaces(text, lang) : { text: writePlaces(text), notes: [] }
    case 'xor':
      return runXor(input, lang)
  }
}

const KEY_LETTERS: Text = {
  en: 'Of the key only the Latin letters without accents count',
  zh: '密钥中只有不带符号的拉丁字母起作用',
}

const toBaconLetters = (letters: `${BaconLetters}`): BaconLetters => (letters === '24' ? 24 : 26)

function readShift({ key, direction }: Input): number {
  const shift = key.trim() === '' ? USUAL_SHIFT : readNumber(key, SHIFT)
  return direction === 'decode' ? -shift : shift
}

type Bounds = { readonly least: number; readonly most: number }
const SHIFT: Bounds = { least: -1_000, most: 1_000 }
const RAILS: Bounds = { least: 2, most: MOST_RAILS }

function readNumber(key: string, { least, most }: Bounds): number {
  const value = /^\s*[+-]?\d{1,4}\s*$/.test(key) ? Number(key) : Number.NaN
  if (value >= least && value <= most) return value
  const expected = { en: `a whole number from ${least} to ${most}`, zh: `${least} 到 ${most} 之间的整数` }
  throw new AppError('bad_input', { field: 'key', expected, got: key.trim() === '' ? { en: 'nothing', zh: '空' } : `“${key}”` })
}

function tryShifts(text: string, lang: Lang): Output {
  const shifts = Array.from({ length: 25 }, (_, i) => i + 1)
  return toBest(
    shifts.map((shift) => ({
      key: `${shift}`,
      beginning: shiftLetters(text.slice(0, COMPARED), -shift),
      toText: () => shiftLetters(text, -shift),
    })),
    lang,
  )
}

function tryAffine(text: string, lang: Lang): Output {
  return toBest(
    AFFINE_KEYS.map((key) => ({
      key: `${key.factor} ${key.places}`,
      beginning: readAffine(text.slice(0, COMPARED), key),
      toText: () => readAffine(text, key),
    })),
    lang,
  )
}

function tryRails(text: string, lang: Lang): Output {
  const most = Math.min(MOST_TRIED_RAILS, Array.from(text).length - 1)
  if (most < RAILS.least) return { text, notes: [] }
  const counts = Array.from({ length: most - 1 }, (_, i) => i + 2)
  const attempts = readAllRails(text, counts).map((read, i) => ({
    key: `${counts[i]}`,
    beginning: read.slice(0, COMPARED),
    toText: () => read,
  }))
  return toBest(attempts, lang)
}

/** What comes of a key: as much as is compared, and all of it. */
type Attempt = { readonly key: string; readonly beginning: string; toText(): string }

function toBest(attempts: readonly Attempt[], lang: Lang): Output {
  const candidates = attempts
    .map((attempt) => ({ attempt, score: measureLikeness(attempt.beginning) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_SHOWN)
    .map(({ attempt }) => ({ key: attempt.key, text: attempt.toText() }))
  const best = candidates[0]!
  return { text: best.text, key: best.key, candidates, notes: [GUESSED[lang]] }
}

const GUESSED = {
  en: 'All keys were tried; the result most like English comes first',
  zh: '已尝试所有密钥，最接近英文的结果排在最前',
}

function fromMorse(text: string, lang: Lang): Output {
  const { text: plain, unknown } = readMorse(text)
  const codes = unknown.slice(0, 10).join('  ')
  const note = { en: `No letter has this code: ${codes}`, zh: `没有字符对应这些电码：${codes}` }
  return { text: plain, notes: unknown.length > 0 ? [note[lang]] : [] }
}

function fromBraille(text: string, lang: Lang): Output {
  const { text: plain, unknown } = readBraille(text)
  const cells = unknown.slice(0, 10).join(' ')
  const note = { en: `These cells stand for nothing here: ${cells}`, zh: `这些盲文字符在此没有对应：${cells}` }
  return { text: plain, notes: unknown.length > 0 ? [note[lang]] : [] }
}

function fromNato(text: string, lang: Lang): Output {
  const { text: plain, unknown } = readNato(text)
  const words = unknown.slice(0, 10).join(', ')
  const note = { en: `These words spell no letter: ${words}`, zh: `这些词不对应任何字母：${words}` }
  return { text: plain, notes: unknown.length > 0 ? [note[lang]] : [] }
}

function fromPlaces(text: string, lang: Lang): Output {
  const { text: plain, unknown } = readPlaces(text)
  const numbers = unknown.slice(0, 10).join(', ')
  const note = { en: `No letter has these places: ${numbers}`, zh: `这些数字不对应任何字母：${numbers}` }
  return { text: plain, notes: unknown.length > 0 ? [note[lang]] : [] }
}

function runXor({ text, direction, key, keyFormat }: Input, lang: Lang): Output {
  const isDecoding = direction === 'decode'
  const given = isDecoding ? readCoded(text, 'text') : encodeText(text, 'utf-8', 'text')
  const keyBytes = parseBytes(key, keyFormat, 'key')
  if (keyBytes.length > 0) {
    const done = xorBytes(given, keyBytes)
    return { text: isDecoding ? toByteText(done, 'auto') : toHex(done), notes: [] }
  }
  if (!isDecoding)
    throw new AppError('bad_input', {
      field: 'key',
      expected: { en: 'one byte or more', zh: '至少一个字节' },
      got: { en: 'nothing', zh: '空' },
    })
  const decoder = new TextDecoder()
  // No code unit comes of more bytes than three, and a byte order mark makes none.
  const beginning = given.subarray(0, 3 * (COMPARED + 1))
  return toBest(
    Array.from({ length: 256 }, (_, byte) => {
      const toText = (bytes: Uint8Array) => decoder.decode(xorBytes(bytes, Uint8Array.of(byte)))
      return {
        key: toHex(Uint8Array.of(byte)),
        beginning: toText(beginning).slice(0, COMPARED),
        toText: () => toText(given),
      }
    }),
    lang,
  )
}
