import type { IpVersion } from '@octet/core/ip/address.ts'
import type { BuildTables } from './build-tables.ts'
import { Decider, type Layer } from './decide.ts'
import { GrowableWords } from './growable.ts'
import type { SpecialLayer } from './special-layer.ts'
import { compareWords } from './words.ts'

/** Rows of one family: where each begins and its record. The first begins at the first address. */
export type MergedRows = {
  /** First words; of IPv6 also the second. */
  readonly high: Uint32Array
  readonly low: Uint32Array
  readonly records: Uint32Array
  /** Rows that begin inside a /64, and their third and fourth words. */
  readonly deepRows: Uint32Array
  readonly deepLows: Uint32Array
}

export type SweepOptions = {
  readonly version: IpVersion
  readonly layers: readonly Layer[]
  readonly special: SpecialLayer
  readonly tables: BuildTables
  readonly onRows?: ((rows: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

const STEPS_PER_TURN = 1 << 18

/**
 * One pass over the address space of a family: the next boundary of any layer is taken, all layers are brought up to
 * it, and a row is written when the record changes. Lets other work run now and then.
 */
export async function sweep({ version, layers, special, tables, onRows, signal }: SweepOptions): Promise<MergedRows> {
  const streams = [...layers.map(({ stream }) => stream), special.stream(version)]
  const heads = new Uint32Array(4 * streams.length)
  const starts = new Uint32Array(4 * streams.length)
  const values = new Uint32Array(streams.length)
  const isOpen = streams.map((stream, at) => stream.next(heads, 4 * at))
  const queue = new HeadQueue(heads, isOpen)
  const decider = new Decider({
    layers,
    tables,
    version,
    widthOf: (at) => toWidth(version, starts, 4 * at, isOpen[at] ? heads : undefined),
  })
  const rows = new RowList(version)
  const boundary = new Uint32Array(4)
  let previous = -1
  for (let step = 1; ; step++) {
    for (let at = queue.first; at >= 0 && compareWords(heads, 4 * at, boundary, 0) === 0; at = queue.first) {
      values[at] = streams[at]!.value
      for (let word = 0; word < 4; word++) starts[4 * at + word] = boundary[word]!
      const hasNext = (isOpen[at] = streams[at]!.next(heads, 4 * at))
      queue.replaceFirst(hasNext)
    }
    const block = values[layers.length]!
    const record = decider.decide(values, block, block !== 0 && special.isReachable(block))
    if (record !== previous) rows.push(boundary, record)
    previous = record
    if (queue.first < 0) return rows.finish()
    // Rows that do not ascend would be found wrongly, or not at all, and nothing else would show it.
    if (compareWords(heads, 4 * queue.first, boundary, 0) < 0) throw toBackwards(layers[queue.first], version)
    for (let word = 0; word < 4; word++) boundary[word] = heads[4 * queue.first + word]!
    if (step % STEPS_PER_TURN === 0) {
      onRows?.(rows.size)
      await new Promise(setImmediate)
      signal?.throwIfAborted()
    }
  }
}

function toBackwards(layer: Layer | undefined, version: IpVersion): Error {
  return new Error(`expected boundaries that ascend, got one in IPv${version} that lies before the last (layer ${layer?.kind})`)
}

/** How many addresses there are from a start to the end of its step; without an end, to the end of the family. */
function toWidth(version: IpVersion, starts: Uint32Array, at: number, ends: Uint32Array | undefined): number {
  if (version === 4) return (ends ? ends[at]! : 2 ** 32) - starts[at]!
  let width = ends ? 0 : 2 ** 128
  // Word by word, since the difference of two large numbers would lose its low digits.
  for (let word = 0; word < 4; word++) width += ((ends ? ends[at + word]! : 0) - starts[at + word]!) * 2 ** (96 - 32 * word)
  return width
}

/** The open streams as a heap by the boundary that each has ahead: most steps move one stream, which stays near the top. */
class HeadQueue {
  readonly #heads: Uint32Array
  readonly #order: number[] = []

  constructor(heads: Uint32Array, isOpen: readonly boolean[]) {
    this.#heads = heads
    for (let at = 0; at < isOpen.length; at++) if (isOpen[at]) this.#order.push(at)
    for (let place = (this.#order.length >> 1) - 1; place >= 0; place--) this.#sink(place)
  }

  /** The stream whose boundary comes first; -1 when all are closed. */
  get first(): number {
    return this.#order.length === 0 ? -1 : this.#order[0]!
  }

  /** After the first one has moved; `isOpen` is false when it has ended. */
  replaceFirst(isOpen: boolean): void {
    if (!isOpen) {
      const last = this.#order.pop()!
      if (this.#order.length === 0) return
      this.#order[0] = last
    }
    this.#sink(0)
  }

  #sink(from: number): void {
    const order = this.#order
    const moving = order[from]!
    let place = from
    for (;;) {
      let child = 2 * place + 1
      if (child >= order.length) break
      if (child + 1 < order.length && this.#isBefore(order[child + 1]!, order[child]!)) child++
      if (!this.#isBefore(order[child]!, moving)) break
      order[place] = order[child]!
      place = child
    }
    order[place] = moving
  }

  #isBefore(a: number, b: number): boolean {
    return compareWords(this.#heads, 4 * a, this.#heads, 4 * b) < 0
  }
}

/** Set aside beforehand, so that growing does not copy; the system gives memory only when it is touched. */
const USUAL_ROWS = 5_000_000

class RowList {
  readonly #high = new GrowableWords(USUAL_ROWS)
  readonly #low: GrowableWords
  readonly #records = new GrowableWords(USUAL_ROWS)
  readonly #deepRows = new GrowableWords()
  readonly #deepLows = new GrowableWords()
  readonly #version: IpVersion

  constructor(version: IpVersion) {
    this.#version = version
    this.#low = new GrowableWords(version === 6 ? USUAL_ROWS : 1)
  }

  get size(): number {
    return this.#records.length
  }

  push(words: Uint32Array, record: number): void {
    if (this.#version === 6) {
      this.#low.push(words[1]!)
      if ((words[2]! | words[3]!) !== 0) {
        this.#deepRows.push(this.size)
        this.#deepLows.push(words[2]!)
        this.#deepLows.push(words[3]!)
      }
    }
    this.#high.push(words[0]!)
    this.#records.push(record)
  }

  finish(): MergedRows {
    return {
      high: this.#high.view(),
      low: this.#low.view(),
      records: this.#records.view(),
      deepRows: this.#deepRows.view(),
      deepLows: this.#deepLows.view(),
    }
  }
}
