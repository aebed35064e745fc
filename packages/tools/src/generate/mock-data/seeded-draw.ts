/** Draws that are the same for the same seed, everywhere. For test data, never for secrets: who sees some of them can tell the others. */
export type SeededDraw = {
  /** A whole number from 0 to `limit` − 1, each equally likely; `limit` at most 2^53. */
  below(limit: number): number
  /** One of a list. */
  pick<T>(list: readonly T[]): T
}

const TWO_32 = 2 ** 32
const TWO_53 = 2 ** 53

/**
 * The draws that belong to a seed.
 *
 * @example
 * createSeededDraw('a').below(100) === createSeededDraw('a').below(100) // true
 */
export function createSeededDraw(seed: string): SeededDraw {
  const next = createGenerator(seed)
  const below = (limit: number): number => {
    const isLarge = limit > TWO_32
    const size = isLarge ? TWO_53 : TWO_32
    // Draws above the last whole multiple are thrown away, as they would make some numbers likelier.
    const end = size - (size % limit)
    for (;;) {
      const value = isLarge ? (next() >>> 11) * TWO_32 + next() : next()
      if (value < end) return value % limit
    }
  }
  return { below, pick: (list) => list[below(list.length)]! }
}

/** The generator sfc32 of the PractRand collection, begun with a hash of the seed; each draw has 32 bits. */
function createGenerator(seed: string): () => number {
  let [a, b, c, counter] = hashText(seed)
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  for (let round = 0; round < 12; round++) next()
  return next
}

/** Four words of 32 bits: FNV-1a over the UTF-16 units from four beginnings, each stirred as MurmurHash3 ends. */
function hashText(text: string): [number, number, number, number] {
  const words = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35]
  for (let at = 0; at < text.length; at++)
    for (let each = 0; each < words.length; each++) words[each] = Math.imul(words[each]! ^ text.charCodeAt(at), 0x01000193)
  const [a = 0, b = 0, c = 0, d = 0] = words.map(stir)
  return [a, b, c, d]
}

function stir(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
