import type { Ipdb } from '../ipdb.ts'
import { spellV4 } from '../spelling.ts'

/** Random numbers that are the same in every run (xorshift32). */
export function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

/** Uniformly random IPv4 addresses that some network announces. */
export function makeRoutedV4(db: Ipdb, count: number): { numbers: Uint32Array; texts: string[] } {
  const random = makeRandom(2_026_1121)
  const numbers = new Uint32Array(count)
  for (let at = 0; at < count;) {
    const value = random()
    if (db.reader.resolver.asnOf(db.v4.recordOf(db.v4.findRow(value))) !== 0) numbers[at++] = value
  }
  return { numbers, texts: Array.from(numbers, spellV4) }
}

/** Random addresses in random routed IPv6 rows. */
export function makeRoutedV6(db: Ipdb, count: number): string[] {
  const random = makeRandom(6)
  const words = new Uint32Array(4)
  const texts: string[] = []
  while (texts.length < count) {
    const row = random() % db.v6.records.length
    if (db.reader.resolver.asnOf(db.v6.records[row]!) === 0) continue
    db.v6.readStart(row, words)
    words[3] = random()
    texts.push(Array.from(words, (word) => `${(word >>> 16).toString(16)}:${(word & 0xffff).toString(16)}`).join(':'))
  }
  return texts
}
