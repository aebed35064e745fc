import type { IpVersion } from '@octet/core/ip/address.ts'
import type { LayerStream } from '../layer.ts'
import { GrowableWords } from '../merge/growable.ts'
import { compareWords, increment } from '../merge/words.ts'

/**
 * Ranges in any order, also one inside another: where they overlap the one that begins later wins, and of two that
 * begin together the shorter, so that nested networks come out most specific first.
 */
export class RangeList {
  readonly version: IpVersion
  /** Nine words each: first address, last address, value. */
  readonly #rows: GrowableWords

  /** Memory for `expectedRows` is set aside. */
  constructor(version: IpVersion, expectedRows = 4096) {
    this.version = version
    this.#rows = new GrowableWords(9 * expectedRows)
  }

  get rows(): number {
    return this.#rows.length / 9
  }

  /**
   * `first` and `last` are four words each; of IPv4 only the first word counts. Values begin at 1.
   *
   * @throws when the last address comes before the first: the steps would not ascend
   */
  push(first: Uint32Array, last: Uint32Array, value: number): void {
    if (this.version === 4 ? last[0]! < first[0]! : compareWords(last, 0, first, 0) < 0) throw toReversed(first, last)
    for (let word = 0; word < 4; word++) this.#rows.push(this.version === 4 && word > 0 ? 0 : first[word]!)
    for (let word = 0; word < 4; word++) this.#rows.push(this.version === 4 && word > 0 ? 0 : last[word]!)
    this.#rows.push(value)
  }

  /** The same as `push` for IPv4 numbers. */
  pushV4(first: number, last: number, value: number): void {
    if (last < first) throw toReversed([first], [last])
    const rows = this.#rows
    rows.push(first)
    rows.push(0)
    rows.push(0)
    rows.push(0)
    rows.push(last)
    rows.push(0)
    rows.push(0)
    rows.push(0)
    rows.push(value)
  }

  /** The step function of the ranges. */
  toStream<Value>(describe: (value: number) => Value): LayerStream<Value> {
    const words = this.#rows.view()
    const order = this.#sortedOrder(words)
    return new StepList(this.version, sweep(words, order, this.version), this.rows, describe)
  }

  /** Row offsets in address order, outer ranges first; undefined when they already are. */
  #sortedOrder(words: Uint32Array): Uint32Array | undefined {
    const compare = (a: number, b: number) => compareWords(words, a, words, b) || compareWords(words, b + 4, words, a + 4)
    let isSorted = true
    for (let at = 9; at < words.length && isSorted; at += 9) isSorted = compare(at - 9, at) <= 0
    if (isSorted) return undefined
    return Uint32Array.from({ length: this.rows }, (_, row) => row * 9).sort(compare)
  }
}

function toReversed(first: ArrayLike<number>, last: ArrayLike<number>): Error {
  const spell = (words: ArrayLike<number>) => Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('')
  return new Error(`expected a range to end where it begins or behind, got ${spell(first)} to ${spell(last)} (hexadecimal)`)
}

/** Steps of five words each: address, value. */
function sweep(words: Uint32Array, order: Uint32Array | undefined, version: IpVersion): Uint32Array {
  const steps = new GrowableWords(Math.max(1024, (words.length / 9) * 6))
  const open: number[] = []
  const at = new Uint32Array(4)
  const emit = (from: Uint32Array, start: number, value: number) => {
    const { length } = steps
    // A later range that begins at the same address takes the step over.
    if (length > 0 && compareWords(steps.view(), length - 5, from, start) === 0) return steps.set(length - 1, value)
    for (let word = 0; word < 4; word++) steps.push(from[start + word]!)
    steps.push(value)
  }
  const closeBefore = (limit: number | undefined) => {
    while (open.length > 0) {
      const top = open.at(-1)!
      at.set(words.subarray(top + 4, top + 8))
      const hasNext = increment(at, 0, version)
      if (limit !== undefined && (!hasNext || compareWords(at, 0, words, limit) > 0)) return
      open.pop()
      // Ranges that ended earlier but lay below are closed with it.
      while (open.length > 0 && compareWords(words, open.at(-1)! + 4, words, top + 4) <= 0) open.pop()
      if (hasNext) emit(at, 0, open.length > 0 ? words[open.at(-1)! + 8]! : 0)
    }
  }
  for (let index = 0; index < words.length / 9; index++) {
    const row = order ? order[index]! : index * 9
    closeBefore(row)
    emit(words, row, words[row + 8]!)
    open.push(row)
  }
  closeBefore(undefined)
  return steps.view().slice()
}

class StepList<Value> implements LayerStream<Value> {
  readonly version: IpVersion
  readonly rows: number
  readonly describe: (value: number) => Value
  value = 0
  readonly #steps: Uint32Array
  #at = 0

  constructor(version: IpVersion, steps: Uint32Array, rows: number, describe: (value: number) => Value) {
    this.version = version
    this.#steps = steps
    this.rows = rows
    this.describe = describe
  }

  next(into: Uint32Array, at: number): boolean {
    const steps = this.#steps
    for (let step = this.#at; step < steps.length; step += 5) {
      if (steps[step + 4] === this.value) continue
      for (let word = 0; word < 4; word++) into[at + word] = steps[step + word]!
      this.value = steps[step + 4]!
      this.#at = step + 5
      return true
    }
    this.#at = steps.length
    return false
  }
}
