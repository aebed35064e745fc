/**
 * Texts by number as UTF-8, made when first asked for and kept side by side, so that copying one is a run over
 * neighbouring bytes. When the pool is full it is emptied and filled anew.
 */
export class FragmentPool {
  readonly #bytes: Buffer
  readonly #view: DataView
  /** Offset of each fragment plus one; 0 is not made. */
  readonly #offsets: Uint32Array
  readonly #sizes: Uint16Array
  readonly #make: (number: number) => string
  #used = 0

  constructor(count: number, capacityBytes: number, make: (number: number) => string) {
    this.#bytes = Buffer.from(new ArrayBuffer(capacityBytes))
    this.#view = new DataView(this.#bytes.buffer)
    this.#offsets = new Uint32Array(count)
    this.#sizes = new Uint16Array(count)
    this.#make = make
  }

  /** Whether `count` more fragments of the largest size fit; else the pool is emptied. Call it before a batch. */
  reserve(count: number): void {
    if (this.#used + (count + 1) * MAX_FRAGMENT_BYTES <= this.#bytes.length) return
    this.#offsets.fill(0)
    this.#used = 0
  }

  /** Where a fragment begins; good until the next `reserve`. */
  offsetOf(number: number): number {
    const offset = this.#offsets[number]!
    return offset === 0 ? this.#add(number) : offset - 1
  }

  /**
   * Copies the fragment at an offset four bytes at a time; up to three bytes behind its end in the target are
   * overwritten. Returns the target position behind it.
   */
  copy(number: number, offset: number, to: DataView, at: number): number {
    const view = this.#view
    const size = this.#sizes[number]!
    for (let done = 0; done < size; done += 4) to.setInt32(at + done, view.getInt32(offset + done, true), true)
    return at + size
  }

  #add(number: number): number {
    const offset = this.#used
    const size = this.#bytes.write(this.#make(number), offset, MAX_FRAGMENT_BYTES)
    this.#used += size
    this.#offsets[number] = offset + 1
    this.#sizes[number] = size
    return offset
  }
}

/** No fragment of real data comes near it; longer ones are cut at a whole character. */
export const MAX_FRAGMENT_BYTES = 4096
