import type { Ipdb } from '../ipdb.ts'
import { EMBEDDINGS } from '../spans.ts'

/** Neighbouring addresses with one value. Words: four of 32 bits, the highest first; IPv4 in the last one. */
export type Run = { version: 4 | 6; readonly first: Uint32Array; readonly last: Uint32Array; value: number }

/**
 * All runs of a database in address order, IPv4 first, by the value that each of its records stands for; those of value
 * 0 are left out. The run and its words are used again for the next one.
 */
export function* toRuns(db: Ipdb, values: Int32Array, versions: readonly (4 | 6)[] = [4, 6]): Generator<Run> {
  for (const version of versions) yield* version === 4 ? toRunsV4(db, values) : toRunsV6(db, values)
}

function* toRunsV4({ v4 }: Ipdb, values: Int32Array): Generator<Run> {
  const run: Run = { version: 4, first: new Uint32Array(4), last: new Uint32Array(4), value: 0 }
  for (let row = 0; row < v4.size; row++) {
    run.value = values[v4.recordOf(row)]!
    if (run.value === 0) continue
    run.first[3] = v4.firstOf(row)
    while (row + 1 < v4.size && values[v4.recordOf(row + 1)] === run.value) row++
    run.last[3] = v4.lastOf(row)
    yield run
  }
}

function* toRunsV6({ v6 }: Ipdb, values: Int32Array): Generator<Run> {
  const run: Run = { version: 6, first: new Uint32Array(4), last: new Uint32Array(4), value: 0 }
  const { records } = v6
  for (let row = 0; row < records.length; row++) {
    run.value = values[records[row]!]!
    if (run.value === 0) continue
    v6.readStart(row, run.first)
    while (row + 1 < records.length && values[records[row + 1]!] === run.value) row++
    v6.readLast(row, run.last)
    yield run
  }
}

/** A block of IPv6 addresses that stand for IPv4 ones, as words. */
export type EmbeddedBlock = { readonly first: Uint32Array; readonly next: Uint32Array }

/** The blocks that a tree of IPv6 format may lead to its IPv4 part, in address order: mapped, NAT64, 6to4. */
export const EMBEDDED_BLOCKS: readonly EmbeddedBlock[] = EMBEDDINGS.map(({ prefix, shift }) => {
  const first = Uint32Array.from([...prefix, 0])
  const next = Uint32Array.from(first)
  const word = shift === 0 ? 2 : 0
  next[word]! += shift === 0 ? 1 : 1 << 16
  return { first, next }
}).sort((a, b) => compareWords(a.first, b.first))

/** Negative when the first address lies before the second, 0 when they are one. */
export function compareWords(a: Uint32Array, b: Uint32Array): number {
  for (let word = 0; word < 4; word++) if (a[word] !== b[word]) return a[word]! < b[word]! ? -1 : 1
  return 0
}
