/** Items in a row that were kept, taken away or put in. */
export type Run = { readonly change: 'same' | 'removed' | 'added'; readonly count: number }

/**
 * What a comparison costs at most: each item that is compared and each way that is followed is a step. It is no time, so
 * that the same texts always get the same answer.
 */
const MAX_STEPS = 50_000_000

/** Where nobody has come yet, and where no way leads on. */
const NOWHERE = -2

/**
 * The shortest way from one list to the other (Myers, “An O(ND) difference algorithm and its variations”), of equal ones
 * the one that `diff` of npm takes; nothing where it costs more than `maxSteps`. Equal items are the same number (`toNumbers`).
 */
export function findShortestEdit(before: Int32Array, after: Int32Array, maxSteps = MAX_STEPS): Run[] | undefined {
  const ways = new Ways()
  // The last place of each diagonal in the first list; diagonals from −most to most, and one beside each.
  let places = new Int32Array(2 * 1024 + 3).fill(NOWHERE)
  let zero = 1024 + 1
  const [length, otherLength] = [before.length, after.length]
  let start = -1
  while (start + 1 < Math.min(length, otherLength) && before[start + 1] === after[start + 1]) start++
  if (start + 1 >= length && start + 1 >= otherLength) return ways.trace(0, before, after)
  places[zero] = start
  let steps = start
  // A diagonal that has reached an end of a list leads on to the last pair: those beyond it need more edits.
  let least = -length - otherLength
  let most = length + otherLength
  for (let edits = 1; steps <= maxSteps; edits++) {
    if (edits >= zero - 1) {
      const wider = new Int32Array(2 * places.length - 1).fill(NOWHERE)
      const shift = (wider.length - places.length) / 2
      wider.set(places, shift)
      places = wider
      zero += shift
    }
    const first = Math.max(least, -edits)
    ways.startRow(first)
    for (let diagonal = first; diagonal <= most && diagonal <= edits; diagonal += 2) {
      const below = places[zero + diagonal - 1]!
      const above = places[zero + diagonal + 1]!
      places[zero + diagonal - 1] = NOWHERE
      const isAddable = above !== NOWHERE && above - diagonal >= 0 && above - diagonal < otherLength
      const isRemovable = below !== NOWHERE && below + 1 < length
      const isAdded = !isRemovable || (isAddable && below < above)
      ways.put(isAdded)
      if (!isAddable && !isRemovable) {
        places[zero + diagonal] = NOWHERE
        continue
      }
      const from = isAdded ? above : below + 1
      let next = from + 1
      let other = next - diagonal
      while (next < length && other < otherLength && before[next] === after[other]) {
        next++
        other++
      }
      steps += next - from
      places[zero + diagonal] = next - 1
      const isAtEnd = next >= length
      const isAtOtherEnd = other >= otherLength
      if (isAtEnd && isAtOtherEnd) return ways.trace(diagonal, before, after)
      if (isAtEnd) most = Math.min(most, diagonal - 1)
      if (isAtOtherEnd) least = Math.max(least, diagonal + 1)
    }
  }
  return undefined
}

/** Texts as numbers, equal texts of both lists as the same one. */
export function toNumbers(before: readonly string[], after: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>()
  const read = (texts: readonly string[]) => {
    const list = new Int32Array(texts.length)
    for (const [place, text] of texts.entries()) {
      let number = numbers.get(text)
      if (number === undefined) numbers.set(text, (number = numbers.size))
      list[place] = number
    }
    return list
  }
  return [read(before), read(after)]
}

/** How each diagonal was reached with each number of edits: a bit says whether from the one above. */
class Ways {
  #bits = new Uint8Array(1024)
  #length = 0
  readonly #rows: { readonly first: number; readonly start: number }[] = []

  startRow(first: number): void {
    this.#rows.push({ first, start: this.#length })
  }

  put(isAdded: boolean): void {
    const at = this.#length++
    if (at >> 3 >= this.#bits.length) {
      const longer = new Uint8Array(2 * this.#bits.length)
      longer.set(this.#bits)
      this.#bits = longer
    }
    if (isAdded) this.#bits[at >> 3]! |= 1 << (at & 7)
  }

  /** The way that ended on a diagonal: back over its edits, then forth, as many equal items as there are between them. */
  trace(end: number, before: Int32Array, after: Int32Array): Run[] {
    const edits: boolean[] = []
    let diagonal = end
    for (const { first, start } of this.#rows.toReversed()) {
      const at = start + (diagonal - first) / 2
      const isAdded = (this.#bits[at >> 3]! & (1 << (at & 7))) !== 0
      edits.push(isAdded)
      diagonal += isAdded ? 1 : -1
    }
    const runs: { change: Run['change']; count: number }[] = []
    const put = (change: Run['change'], count: number) => {
      const last = runs.at(-1)
      if (last?.change === change) last.count += count
      else if (count > 0) runs.push({ change, count })
    }
    let [place, other] = [0, 0]
    const keep = () => {
      const from = place
      while (place < before.length && other < after.length && before[place] === after[other]) {
        place++
        other++
      }
      put('same', place - from)
    }
    keep()
    for (const isAdded of edits.reverse()) {
      put(isAdded ? 'added' : 'removed', 1)
      if (isAdded) other++
      else place++
      keep()
    }
    return runs
  }
}
