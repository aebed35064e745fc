import { crc32 } from 'node:zlib'

/**
 * The CRC-32 (RFC 1952 §8) of each block of a file, and at the end that of those numbers. Who reads a few blocks of a large
 * file knows by them that they are as they were written; who reads all of it goes by its SHA-256.
 */
export const BLOCK_BYTES = 1 << 14

/** Size of the checks of so many bytes. */
export const toChecksBytes = (coveredBytes: number): number => 4 * (Math.ceil(coveredBytes / BLOCK_BYTES) + 1)

/** Takes bytes as they are written, and gives their checks. */
export class BlockChecks {
  readonly #sums: number[] = []
  #sum = 0
  #filled = 0

  update(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const to = Math.min(bytes.length, from + BLOCK_BYTES - this.#filled)
      this.#sum = crc32(bytes.subarray(from, to), this.#sum)
      this.#filled += to - from
      from = to
      if (this.#filled === BLOCK_BYTES) this.#end()
    }
  }

  finish(): Uint32Array {
    if (this.#filled > 0) this.#end()
    const sums = Uint32Array.from(this.#sums)
    return Uint32Array.of(...sums, crc32(toBytes(sums)))
  }

  #end(): void {
    this.#sums.push(this.#sum)
    this.#sum = 0
    this.#filled = 0
  }
}

/** The sums of the blocks from the bytes of the checks; undefined where those are not as they were written. */
export function readChecks(bytes: Uint8Array): Uint32Array | undefined {
  const checks = new Uint32Array(bytes.slice().buffer)
  const sums = checks.subarray(0, -1)
  return crc32(toBytes(sums)) === checks.at(-1) ? sums : undefined
}

const toBytes = ({ buffer, byteOffset, byteLength }: Uint32Array) => new Uint8Array(buffer, byteOffset, byteLength)
