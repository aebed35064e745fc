/** A word as code points, and the readings of its characters. */
export type Word = {
  readonly codes: readonly number[]
  readonly readings: readonly string[]
  readonly probability: number
  readonly isSurname: boolean
}

/** Words by their first code point, the longest first. */
export type WordList = ReadonlyMap<number, readonly Word[]>

/**
 * What is parted into words; `isHeadOnly` for a word at the beginning and no other. Characters are numbers, since each of
 * them as a text would be made, and hashed, anew.
 */
export type Run = {
  readonly codes: Uint32Array
  readonly length: number
  readonly list: WordList
  readonly isHeadOnly: boolean
}

/** Probability of a character that belongs to no word. */
const UNKNOWN = 1e-13
const TINY = 1e-300

/** The best way from each character to the end, worked out from the last one to the first. */
abstract class Ways {
  /** Where the word or character that begins at a place ends; 0 while nothing is known. */
  protected ends = new Uint32Array(64)
  /** The word that begins at a place, if one is taken. */
  protected words: (Word | undefined)[] = []

  /** For each character the word that begins with it, if one is taken. */
  find({ codes, length, list, isHeadOnly }: Run): readonly (Word | undefined)[] {
    this.reset(length)
    for (let at = length - 1; at >= 0; at--) {
      const words = isHeadOnly && at > 0 ? undefined : list.get(codes[at]!)
      if (words) for (const word of words) if (at + word.codes.length <= length && fits(word, codes, at)) this.offerWord(at, word)
      this.offerNone(at)
    }
    return this.words
  }

  protected reset(length: number): void {
    if (this.ends.length <= length) this.ends = new Uint32Array(2 * length)
    this.ends.fill(0, 0, length + 1)
    this.words.length = 0
    for (let at = 0; at < length; at++) this.words.push(undefined)
  }

  protected take(at: number, end: number, word: Word | undefined): void {
    this.ends[at] = end
    this.words[at] = word
  }

  protected abstract offerWord(at: number, word: Word): void
  protected abstract offerNone(at: number): void
}

function fits(word: Word, codes: Uint32Array, at: number): boolean {
  for (let index = 1; index < word.codes.length; index++) if (word.codes[index] !== codes[at + index]) return false
  return true
}

/**
 * The words that are the likeliest together, as pinyin-pro's `MaxProbability` finds them: products below 1e-300 are kept as
 * their 1e300-fold, counted in `decimals`; a surname is worth ten of these per square of its length.
 */
export class LikeliestWords extends Ways {
  #probabilities = new Float64Array(64)
  #decimals = new Float64Array(64)

  protected override reset(length: number): void {
    super.reset(length)
    if (this.#probabilities.length <= length) {
      this.#probabilities = new Float64Array(2 * length)
      this.#decimals = new Float64Array(2 * length)
    }
    this.#probabilities[length] = 1
    this.#decimals[length] = 0
  }

  protected offerWord(at: number, word: Word): void {
    const { length } = word.codes
    const end = at + length
    this.#offer(at, word.probability * this.#probabilities[end]!, this.#decimals[end]! - (word.isSurname ? 10 * length ** 2 : 0))
    if (this.#isTaken) this.take(at, end, word)
  }

  protected offerNone(at: number): void {
    // A character without a word forgets what was counted behind it; so it is in the library.
    this.#offer(at, UNKNOWN * this.#probabilities[at + 1]!, 0)
    if (this.#isTaken) this.take(at, at + 1, undefined)
  }

  #isTaken = false

  #offer(at: number, product: number, given: number): void {
    const isTiny = product < TINY
    const probability = isTiny ? product * 1e300 : product
    const decimal = isTiny ? given + 1 : given
    const best = this.ends[at] === 0 ? Infinity : this.#decimals[at]!
    this.#isTaken = best > decimal || (best === decimal && this.#probabilities[at]! <= probability)
    if (!this.#isTaken) return
    this.#probabilities[at] = probability
    this.#decimals[at] = decimal
  }
}

/** The fewest words, as pinyin-pro's `MinTokenization` finds them; a word that is easily parted counts for one and a half. */
export class FewestWords extends Ways {
  #counts = new Float64Array(64)

  protected override reset(length: number): void {
    super.reset(length)
    if (this.#counts.length <= length) this.#counts = new Float64Array(2 * length)
    this.#counts[length] = 0
  }

  protected offerWord(at: number, word: Word): void {
    const { length } = word.codes
    this.#offer(at, word.isSurname ? -100 * length ** 2 : word.probability < UNKNOWN ? 1.5 : 1, word)
  }

  protected offerNone(at: number): void {
    this.#offer(at, 1, undefined)
  }

  #offer(at: number, cost: number, word: Word | undefined): void {
    const end = at + (word?.codes.length ?? 1)
    const count = cost + this.#counts[end]!
    if (this.ends[at] !== 0 && this.#counts[at]! <= count) return
    this.#counts[at] = count
    this.take(at, end, word)
  }
}
