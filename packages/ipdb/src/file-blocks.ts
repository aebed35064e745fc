import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { BLOCK_BYTES, readChecks } from './block-checks.ts'
import { DamagedFileError, readDirectory, type Directory } from './layout.ts'

/** A database file of which only the blocks are read that somebody asks for; each is checked before it is used, and kept. */
export class FileBlocks implements Disposable {
  readonly directory: Directory
  readonly #path: string
  readonly #file: number
  readonly #sums: Uint32Array
  readonly #blocks = new Map<number, Buffer>()

  /**
   * Opens a file of an expected size; undefined for one of before, which has no checks.
   *
   * @throws {DamagedFileError} when it is foreign, of another size or version, or damaged where it begins or is checked
   */
  static open(path: string, sizeBytes: number): FileBlocks | undefined {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      if (size !== sizeBytes) throw new DamagedFileError(`${path} is damaged: expected ${sizeBytes} bytes, got ${size}`)
      const directory = readDirectory(readBytes(file, 0, Math.min(size, BLOCK_BYTES)), path, size)
      const { offset, sizeBytes: checkBytes } = directory.checks
      const sums = checkBytes === 0 ? undefined : readChecks(readBytes(file, offset, checkBytes))
      if (sums) return new FileBlocks({ path, file, directory, sums })
      if (checkBytes > 0) throw new DamagedFileError(`${path} is damaged: its checks are not as they were written`)
    } catch (error) {
      closeSync(file)
      throw error
    }
    closeSync(file)
    return undefined
  }

  private constructor(opened: { path: string; file: number; directory: Directory; sums: Uint32Array }) {
    this.#path = opened.path
    this.#file = opened.file
    this.#sums = opened.sums
    this.directory = opened.directory
    this.#getBlock(0) // the directory stands in it
  }

  /** Four bytes as a number. */
  readWord(offset: number): number {
    return this.#getBlock(Math.floor(offset / BLOCK_BYTES)).readUInt32LE(offset % BLOCK_BYTES)
  }

  readBytes(offset: number, sizeBytes: number): Buffer {
    const bytes = Buffer.alloc(sizeBytes)
    for (let at = 0; at < sizeBytes;) {
      const from = (offset + at) % BLOCK_BYTES
      at += this.#getBlock(Math.floor((offset + at) / BLOCK_BYTES)).copy(bytes, at, from)
    }
    return bytes
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }

  #getBlock(number: number): Buffer {
    const kept = this.#blocks.get(number)
    if (kept !== undefined) return kept
    const offset = number * BLOCK_BYTES
    const bytes = readBytes(this.#file, offset, Math.min(BLOCK_BYTES, this.directory.checks.offset - offset))
    if (crc32(bytes) !== this.#sums[number])
      throw new DamagedFileError(
        `${this.#path} is damaged: bytes ${offset} to ${offset + bytes.length - 1} are not as they were written`,
      )
    this.#blocks.set(number, bytes)
    return bytes
  }
}

/** Fewer where the file ends. */
function readBytes(file: number, offset: number, sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, sizeBytes))
  let read = 0
  while (read < bytes.length) {
    const count = readSync(file, bytes, read, bytes.length - read, offset + read)
    if (count === 0) break
    read += count
  }
  return bytes.subarray(0, read)
}
