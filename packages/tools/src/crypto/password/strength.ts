import { countOf } from '@octet/core/counted.ts'
import type { Text } from '@octet/core/text.ts'
import { PINYIN_SYLLABLES } from './pinyin-syllables.ts'
import { listWeakSpots } from './weak-spots.ts'

/** Strength of a password somebody thought of. */
export type Strength = { score: number; guessesLog10: number; crackTime: Text; weakSpots: Text[] }

/** Guesses a second of a fast attack on a stolen slow hash, the measure for the time shown. */
const GUESSES_PER_SECOND = 1e4

/** Judges a password by known passwords, English words and names, pinyin, dates, keyboard runs and repeats (zxcvbn). */
export async function rateStrength(password: string): Promise<Strength> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const dictionary = { ...common.dictionary, ...english.dictionary, pinyin: [...new Set(PINYIN_SYLLABLES)] }
  const meter = new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs })
  const { score, guessesLog10, sequence } = meter.check(password.slice(0, 200))
  return {
    score,
    guessesLog10: Math.round(guessesLog10 * 10) / 10,
    crackTime: toDuration(10 ** guessesLog10 / GUESSES_PER_SECOND / 2),
    weakSpots: listWeakSpots(sequence),
  }
}

const UNITS: readonly (readonly [number, Text])[] = [
  [31_557_600_000, { en: 'thousand year', zh: '千年' }],
  [31_557_600, { en: 'year', zh: '年' }],
  [86_400, { en: 'day', zh: '天' }],
  [3600, { en: 'hour', zh: '小时' }],
  [60, { en: 'minute', zh: '分钟' }],
  [1, { en: 'second', zh: '秒' }],
]

/** A time in words, in its largest whole unit. */
export function toDuration(seconds: number): Text {
  if (seconds > 3e13) return { en: 'more than a million years', zh: '超过百万年' }
  const unit = UNITS.find(([size]) => seconds >= size)
  if (!unit) return { en: 'less than a second', zh: '不到一秒' }
  const count = Math.round(seconds / unit[0])
  return { en: `about ${countOf(count, unit[1].en)}`, zh: `约 ${count} ${unit[1].zh}` }
}
