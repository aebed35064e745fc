import { parseHex } from '../bytes.ts'
import { turn, type Block } from './block.ts'

/** The substitution of bytes in GB/T 32907-2016 §6.2. */
const BOX = parseHex(
  `d690e9fecce13db716b614c228fb2c052b679a762abe04c3aa44132649860699
   9c4250f491ef987a33540b43edcfac62e4b31ca9c908e89580df94fa758f3fa6
   4707a7fcf37317ba83593c19e6854fa8686b81b27164da8bf8eb0f4b70569d35
   1e240e5e6358d1a225227c3b01217887d40046579fd327524c3602e7a0c4c89e
   eabf8ad240c738b5a3f7f2cef96115a1e0ae5da49b341a55ad933230f58cb1e3
   1df6e22e8266ca60c02923ab0d534e6fd5db3745defd8e2f03ff6a726d6c5b51
   8d1baf92bbddbc7f11d95c411f105ad80ac13188a5cd7bbd2d74d012b8e5b4b0
   8969974a0c96777e65b9f109c56ec68418f07dec3adc4d2079ee5f3ed7cb3948`,
  'table',
)
const SYSTEM = [0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc] as const
const ROUNDS = 32

/** Substitution and mixing in one step, for each place of a byte in a word; worked out when a key first comes. */
let mixing: Int32Array | undefined

/** SM4 for 16 bytes of key (GB/T 32907-2016). */
export function createSm4Block(key: Uint8Array): Block {
  const table = (mixing ??= toMixingTable())
  const forward = toRoundKeys(key)
  const backward = forward.toReversed()
  return {
    sizeBytes: 16,
    encrypt: (block) => crypt(block, forward, table),
    decrypt: (block) => crypt(block, backward, table),
  }
}

function crypt(block: Uint8Array, keys: Int32Array, table: Int32Array): void {
  let [a, b, c, d] = [readWord(block, 0), readWord(block, 4), readWord(block, 8), readWord(block, 12)]
  for (let i = 0; i < ROUNDS; i += 4) {
    a ^= mix(b ^ c ^ d ^ keys[i]!, table)
    b ^= mix(c ^ d ^ a ^ keys[i + 1]!, table)
    c ^= mix(d ^ a ^ b ^ keys[i + 2]!, table)
    d ^= mix(a ^ b ^ c ^ keys[i + 3]!, table)
  }
  writeWord(block, 0, d)
  writeWord(block, 4, c)
  writeWord(block, 8, b)
  writeWord(block, 12, a)
}

function mix(word: number, table: Int32Array): number {
  return (
    table[word >>> 24]! ^ table[256 | ((word >>> 16) & 0xff)]! ^ table[512 | ((word >>> 8) & 0xff)]! ^ table[768 | (word & 0xff)]!
  )
}

function toMixingTable(): Int32Array {
  return Int32Array.from({ length: 4 * 256 }, (_, at) => {
    const word = BOX[at & 0xff]! << (24 - 8 * (at >> 8))
    return word ^ turn(word, 2) ^ turn(word, 10) ^ turn(word, 18) ^ turn(word, 24)
  })
}

function toRoundKeys(key: Uint8Array): Int32Array {
  const words = SYSTEM.map((word, i) => word ^ readWord(key, 4 * i))
  for (let i = 0; i < ROUNDS; i++) {
    // Byte j of constant i is (4i + j) × 7.
    const constant = [0, 1, 2, 3].reduce((word, j) => (word << 8) | (((4 * i + j) * 7) & 0xff), 0)
    const source = words[i + 1]! ^ words[i + 2]! ^ words[i + 3]! ^ constant
    const word = [24, 16, 8, 0].reduce((sum, shift) => sum | (BOX[(source >>> shift) & 0xff]! << shift), 0)
    words.push(words[i]! ^ word ^ turn(word, 13) ^ turn(word, 23))
  }
  return Int32Array.from(words.slice(4))
}

function readWord(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
}

function writeWord(bytes: Uint8Array, at: number, word: number): void {
  for (let i = 0; i < 4; i++) bytes[at + i] = word >>> (24 - 8 * i)
}
