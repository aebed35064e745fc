/** A block cipher: turns one block round, in place. */
export type Block = {
  readonly sizeBytes: number
  encrypt(block: Uint8Array): void
  decrypt(block: Uint8Array): void
}

/** AES for 16, 24 or 32 bytes of key (FIPS 197). */
export async function createAesBlock(key: Uint8Array): Promise<Block> {
  const { unsafe } = await import('@noble/ciphers/aes.js')
  const forward = unsafe.expandKeyLE(key)
  const backward = unsafe.expandKeyDecLE(key)
  return {
    sizeBytes: 16,
    encrypt: (block) => void unsafe.encryptBlock(forward, block),
    decrypt: (block) => void unsafe.decryptBlock(backward, block),
  }
}

/** DES for 8 bytes of key, Triple DES with two or three keys for 16 or 24 (SP 800-67). */
export async function createDesBlock(key: Uint8Array): Promise<Block> {
  const { DESAlgo, TripleDESAlgo, WordArray } = await import('crypto-es')
  const full = key.length === 16 ? Uint8Array.from([...key, ...key.subarray(0, 8)]) : key
  const words = WordArray.create(toWords(full), full.length)
  const algorithm = full.length === 8 ? DESAlgo.create(1, words) : TripleDESAlgo.create(1, words)
  const crypt = (block: Uint8Array, turn: 'encryptBlock' | 'decryptBlock') => {
    const pair = toWords(block)
    algorithm[turn](pair, 0)
    const view = new DataView(block.buffer, block.byteOffset, 8)
    pair.forEach((word, i) => view.setInt32(i * 4, word))
  }
  return { sizeBytes: 8, encrypt: (block) => crypt(block, 'encryptBlock'), decrypt: (block) => crypt(block, 'decryptBlock') }
}

/** Big-endian 32-bit words of bytes whose number is a multiple of four. */
export function toWords(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / 4 }, (_, i) => view.getInt32(i * 4))
}
