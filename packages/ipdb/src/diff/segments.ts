import type { Ipdb } from '../ipdb.ts'

/** Addresses with one record in each of two databases. Words: four of 32 bits, the highest first; IPv4 in the last one. */
export type Segment = {
  version: 4 | 6
  readonly first: Uint32Array
  readonly last: Uint32Array
  before: number
  after: number
}

/** Walks two databases side by side, IPv4 first. The segment and its words are used again for the next one. */
export function* toSegments(before: Ipdb, after: Ipdb): Generator<Segment> {
  yield* toSegmentsV4(before, after)
  yield* toSegmentsV6(before, after)
}

function* toSegmentsV4({ v4: a }: Ipdb, { v4: b }: Ipdb): Generator<Segment> {
  const segment: Segment = { version: 4, first: new Uint32Array(4), last: new Uint32Array(4), before: 0, after: 0 }
  for (let rowA = 0, rowB = 0, first = 0; rowA < a.size && rowB < b.size;) {
    const [lastA, lastB] = [a.lastOf(rowA), b.lastOf(rowB)]
    const last = Math.min(lastA, lastB)
    segment.first[3] = first
    segment.last[3] = last
    segment.before = a.recordOf(rowA)
    segment.after = b.recordOf(rowB)
    yield segment
    if (lastA === last) rowA++
    if (lastB === last) rowB++
    first = last + 1
  }
}

function* toSegmentsV6({ v6: a }: Ipdb, { v6: b }: Ipdb): Generator<Segment> {
  const segment: Segment = { version: 6, first: new Uint32Array(4), last: new Uint32Array(4), before: 0, after: 0 }
  const [lastA, lastB] = [new Uint32Array(4), new Uint32Array(4)]
  let rowA = 0
  let rowB = 0
  if (a.records.length > 0) a.readLast(0, lastA)
  if (b.records.length > 0) b.readLast(0, lastB)
  while (rowA < a.records.length && rowB < b.records.length) {
    const order = compare(lastA, lastB)
    segment.last.set(order <= 0 ? lastA : lastB)
    segment.before = a.records[rowA]!
    segment.after = b.records[rowB]!
    yield segment
    stepBehind(segment.last, segment.first)
    if (order <= 0 && ++rowA < a.records.length) a.readLast(rowA, lastA)
    if (order >= 0 && ++rowB < b.records.length) b.readLast(rowB, lastB)
  }
}

function compare(a: Uint32Array, b: Uint32Array): number {
  for (let word = 0; word < 4; word++) if (a[word] !== b[word]) return a[word]! < b[word]! ? -1 : 1
  return 0
}

/** The address behind; all zeros behind the last one. */
function stepBehind(last: Uint32Array, into: Uint32Array): void {
  into.set(last)
  for (let word = 3; word >= 0; word--) {
    if (into[word] !== 0xffff_ffff) {
      into[word]!++
      return
    }
    into[word] = 0
  }
}
