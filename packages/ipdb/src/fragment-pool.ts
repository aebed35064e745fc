/**
 * Texts by number as UTF-8, made when first asked for and kept side by side, so that copying one is a run over
 * neighbouring bytes. When the pool is full it is emptied and filled anew.
 */
export class FragmentPool {
  readonly #bytes: Buffer
  readonly #view: DataView
  /** Offset plus one (0 is not made) and size of each fragment, side by side. */
  readonly #places: Uint32Array
  readonly #make: (number: number) => string
  #used = 0
  #touched = 0

  constructor(count: number, capacityBytes: number, make: (number: number) => string) {
    this.#bytes = Buffer.from(new ArrayBuffer(capacityBytes))
    this.#view = new DataView(this.#bytes.buffer)
    this.#places = new Uint32Array(2 * count)
    this.#make = make
  }

  /** Whether `count` more fragments of the largest size fit; else the pool is emptied. Call it before a batch. */
  reserve(count: number): void {
    if (this.#used + (count + 1) * MAX_FRAGMENT_BYTES <= this.#bytes.length) return
    this.#places.fill(0)
    this.#used = 0
  }

  /**
   * Makes sure that the fragments of some numbers are there and writes where each begins and ends; good until the next
   * `reserve`. Numbers are looked up in one loop and the bytes touched in another, so that the waits for memory overlap.
   */
  locate(numbers: Uint32Array, count: number, starts: Uint32Array, ends: Uint32Array): void {
    const places = this.#places
    const view = this.#view
    let touched = 0
    for (let at = 0; at < count; at++) {
      const place = 2 * numbers[at]!
      const start = places[place] === 0 ? this.#add(place >>> 1) : places[place]! - 1
      starts[at] = start
      ends[at] = start + places[place + 1]!
    }
    for (let at = 0; at < count; at++) touched ^= view.getInt32(starts[at]!, true)
    this.#touched = touched
  }

  /**
   * Copies bytes of the pool four at a time; up to three bytes behind the end in the target are overwritten.
   * Returns the target position behind the end.
   */
  copy(start: number, end: number, to: DataView, at: number): number {
    const view = this.#view
    const shift = at - start
    for (let from = start; from < end; from += 4) to.setInt32(from + shift, view.getInt32(from, true), true)
    return end + shift
  }

  /** A number made of the bytes last touched, so that touching them cannot be optimised away. */
  get touched(): number {
    return this.#touched
  }

  #add(number: number): number {
    const offset = this.#used
    const size = this.#bytes.write(this.#make(number), offset, MAX_FRAGMENT_BYTES)
    this.#used += size
    this.#places[2 * number] = offset + 1
    this.#places[2 * number + 1] = size
    return offset
  }
}

/** No fragment of real data comes near it; longer ones are cut at a whole character. */
export const MAX_FRAGMENT_BYTES = 4096
