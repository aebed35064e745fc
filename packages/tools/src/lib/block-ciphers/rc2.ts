import { parseHex } from '../bytes.ts'

/** A permutation of the bytes that comes from the digits of π (RFC 2268 §2). */
const PI_TABLE = parseHex(
  `d978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2
   179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82
   54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626
   6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7
   08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec
   c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731
   2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9
   0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad`,
  'table',
)
const BLOCK_BYTES = 8
const ROTATIONS = [1, 2, 3, 5] as const

/** Takes RC2 in CBC off whole blocks (RFC 2268); the key works with all its bits. */
export function decryptRc2Cbc(sealed: Uint8Array, { key, iv }: { key: Uint8Array; iv: Uint8Array }): Uint8Array {
  const words = expandKey(key)
  const plain = Uint8Array.from(sealed)
  for (let at = 0; at < sealed.length; at += BLOCK_BYTES) {
    decryptBlock(new DataView(plain.buffer, at, BLOCK_BYTES), words)
    const before = at === 0 ? iv : sealed.subarray(at - BLOCK_BYTES, at)
    for (let i = 0; i < BLOCK_BYTES; i++) plain[at + i]! ^= before[i] ?? 0
  }
  return plain
}

/** The key in 64 words of 16 bits (RFC 2268 §2). */
function expandKey(key: Uint8Array): Uint16Array {
  const bytes = new Uint8Array(128)
  bytes.set(key)
  const size = key.length
  const mix = (value: number) => PI_TABLE[value & 0xff]!
  for (let i = size; i < 128; i++) bytes[i] = mix(bytes[i - 1]! + bytes[i - size]!)
  bytes[128 - size] = mix(bytes[128 - size]!)
  for (let i = 127 - size; i >= 0; i--) bytes[i] = mix(bytes[i + 1]! ^ bytes[i + size]!)
  return Uint16Array.from({ length: 64 }, (_, i) => bytes[2 * i]! | (bytes[2 * i + 1]! << 8))
}

/** The rounds backwards: five of mixing, one of mashing, six, one, five (RFC 2268 §4). */
function decryptBlock(block: DataView, words: Uint16Array): void {
  const r = Uint16Array.from({ length: 4 }, (_, i) => block.getUint16(2 * i, true))
  for (let round = 15; round >= 0; round--) {
    for (let i = 3; i >= 0; i--) {
      const [last, middle, first] = [r[(i + 3) & 3]!, r[(i + 2) & 3]!, r[(i + 1) & 3]!]
      const turn = ROTATIONS[i]!
      const turned = (r[i]! >>> turn) | (r[i]! << (16 - turn))
      r[i] = turned - words[4 * round + i]! - (last & middle) - (~last & first)
    }
    if (round === 11 || round === 5) for (let i = 3; i >= 0; i--) r[i]! -= words[r[(i + 3) & 3]! & 63]!
  }
  r.forEach((word, i) => block.setUint16(2 * i, word, true))
}
