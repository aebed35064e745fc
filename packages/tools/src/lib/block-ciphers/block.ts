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

/** Big-endian 32-bit words of bytes whose number is a multiple of four. */
export function toWords(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / 4 }, (_, i) => view.getInt32(i * 4))
}

/** A word of 32 bits turned to the left. */
export const turn = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))
