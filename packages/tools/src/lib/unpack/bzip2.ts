import type { Text } from '@octet/core/text.ts'
import type { Bytes } from '../bytes.ts'
import { BitReader } from './bit-reader.ts'
import type { BlockFault } from './bzip2-block.ts'
import { countRest, MAX_UNPACKED_BYTES, MISMATCH, refuseBomb, toCut, type Unpacked } from './unpacked.ts'

/** Bytes of a block for each step of the level. */
const LEVEL_BYTES = 100_000
/** The 48 bits before a block and before the end of a stream: the first digits of π and of its root. */
const [BLOCK, END] = ['314159265359', '177245385090']

/**
 * Unpacks .bz2 files, one stream behind the other; the CRC of every block and of every stream is compared. The blocks before
 * a fault are kept. The format is that of bzip2 1.0, as its programs write it: there is no standard. Throws `too_large` where more
 * than `maxBytes` come out.
 */
export async function unpackBzip2(packed: Bytes, maxBytes = MAX_UNPACKED_BYTES): Promise<Unpacked> {
  const { readBlock } = await import('./bzip2-block.ts')
  const output = new Output(maxBytes)
  let at = 0
  do {
    const bits = new BitReader(packed, at + 4)
    const blockBytes = ((packed[at + 3] ?? 0x30) - 0x30) * LEVEL_BYTES
    let total = 0
    for (;;) {
      const mark = bits.read(24).toString(16).padStart(6, '0') + bits.read(24).toString(16).padStart(6, '0')
      const crc = bits.readWord()
      if (bits.isPast()) return output.toFault(toCut(packed.length))
      if (mark === END && crc !== total) return output.toFault(MISMATCH)
      if (mark === END) break
      const block = mark === BLOCK ? readBlock(bits, blockBytes) : 'damaged'
      if (bits.isPast()) return output.toFault(toCut(packed.length))
      if (typeof block === 'string') return output.toFault(FAULTS[block])
      if (!output.take(block, crc)) return output.toFault(MISMATCH)
      total = (((total << 1) | (total >>> 31)) ^ crc) >>> 0
    }
    at = bits.nextByte()
  } while (isBzip2(packed.subarray(at)))
  return { bytes: output.toBytes(), restBytes: countRest(packed.subarray(at)) }
}

/** Whether a stream begins here: `BZh`, the level and the mark of a block or of the end. */
export function isBzip2([b, z, h, level = 0, first, second]: Uint8Array): boolean {
  const isMarked = (first === 0x31 && second === 0x41) || (first === 0x17 && second === 0x72)
  return b === 0x42 && z === 0x5a && h === 0x68 && level >= 0x31 && level <= 0x39 && isMarked
}

const FAULTS: Readonly<Record<BlockFault, Text>> = {
  damaged: { en: 'damaged data', zh: '已损坏的数据' },
  randomised: {
    en: 'a randomised block, as only bzip2 before 0.9.5 wrote them',
    zh: '仅 bzip2 0.9.5 之前的版本才会写出的随机化数据块',
  },
}

/** What has come out so far. */
class Output {
  #bytes: Bytes = new Uint8Array(LEVEL_BYTES)
  #size = 0
  readonly #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * Takes a block whose runs are written out here: four equal bytes have a fifth behind them, which says how many more of them
   * follow. Keeps it if its CRC is this one.
   */
  take(block: Uint8Array, wanted: number): boolean {
    let [crc, size, equal, last] = [0xffffffff, this.#size, 0, -1]
    for (const byte of block) {
      const count = equal === 4 ? byte : 1
      if (size + count > this.#bytes.length) this.#grow(size + count)
      const written = equal === 4 ? last : byte
      for (let i = 0; i < count; i++) {
        this.#bytes[size++] = written
        crc = (crc << 8) ^ CRC[(crc >>> 24) ^ written]!
      }
      equal = equal === 4 ? 0 : byte === last ? equal + 1 : 1
      last = equal === 0 ? -1 : written
    }
    const isRight = ~crc >>> 0 === wanted
    if (isRight) this.#size = size
    return isRight
  }

  toBytes(): Bytes {
    return this.#bytes.slice(0, this.#size)
  }

  toFault(fault: Text): Unpacked {
    return { bytes: this.toBytes(), fault }
  }

  #grow(sizeBytes: number): void {
    refuseBomb(sizeBytes, this.#maxBytes)
    const larger = new Uint8Array(Math.min(Math.max(sizeBytes, this.#bytes.length * 2), this.#maxBytes))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

/** The CRC-32 of Ethernet, with the highest bit first. */
const CRC = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0)
  return crc
})
