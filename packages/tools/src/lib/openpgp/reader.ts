import { toUint } from '../bytes.ts'
import { toNumber } from '../keys/numbers.ts'

/** Reads bytes from the left. Throws a RangeError where there are too few. */
export class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get at(): number {
    return this.#at
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  take(size: number): Uint8Array {
    if (size > this.left) throw new RangeError(`expected ${size} bytes, got ${this.left}`)
    return this.#bytes.subarray(this.#at, (this.#at += size))
  }

  rest(): Uint8Array {
    return this.take(this.left)
  }

  /** A number of up to four bytes, the highest first. */
  number(size: number): number {
    return toUint(this.take(size))
  }

  /** A number with its bits in front (RFC 9580 §3.2). */
  mpi(): Uint8Array {
    return this.take(Math.ceil(this.number(2) / 8))
  }

  bigMpi(): bigint {
    return toNumber(this.mpi())
  }
}

/** An algorithm, or a version of something, that is not supported here, by its name. */
export class UnsupportedError extends RangeError {
  readonly what: string

  constructor(what: string) {
    super(`${what} is not supported`)
    this.what = what
  }
}

/** What a reading gives; undefined where the bytes end too early or are none. */
export function readOrNothing<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
