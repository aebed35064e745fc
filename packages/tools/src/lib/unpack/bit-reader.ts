/** Reads bits from the highest of the first byte on. Behind the end come zeros, and {@link isPast} says so. */
export class BitReader {
  readonly #bytes: Uint8Array
  #at: number
  #window = 0
  #held = 0

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  /** Up to 24 bits, which stay to be read. */
  peek(count: number): number {
    while (this.#held < count) {
      this.#window = (this.#window << 8) | (this.#bytes[this.#at++] ?? 0)
      this.#held += 8
    }
    return (this.#window >>> (this.#held - count)) & ((1 << count) - 1)
  }

  /** Drops bits that were looked at. */
  skip(count: number): void {
    this.#held -= count
  }

  /** Up to 24 bits. */
  read(count: number): number {
    const bits = this.peek(count)
    this.#held -= count
    return bits
  }

  /** 32 bits. */
  readWord(): number {
    const high = this.read(16)
    return ((high << 16) | this.read(16)) >>> 0
  }

  /** Whether bits were read that are not there. */
  isPast(): boolean {
    return this.#at * 8 - this.#held > this.#bytes.length * 8
  }

  /** The first byte of which no bit was read. */
  nextByte(): number {
    return this.#at - Math.floor(this.#held / 8)
  }
}
