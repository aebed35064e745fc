import { cbc, ctr, gcm } from '@noble/ciphers/aes.js'
import { chacha20orig } from '@noble/ciphers/chacha.js'
import { poly1305 } from '@noble/ciphers/_poly1305.js'
import { concatBytes, equalBytes } from '../bytes.ts'
import { writeUint32 } from './ssh-wire.ts'

type Job = { readonly key: Uint8Array; readonly iv: Uint8Array; readonly tag: Uint8Array }
/** What comes out of a cipher, filled up as it was; `isWhole` is false where a tag tells that bytes were changed. */
type Opened = { readonly plain: Uint8Array; readonly isWhole: boolean }
/** A cipher of locked keys: it decrypts whole blocks, whatever comes out, so that damage and wrong keys can be told apart. */
export type LockCipher = {
  readonly keyBytes: number
  readonly ivBytes: number
  readonly blockBytes: number
  readonly tagBytes: number
  decrypt(sealed: Uint8Array, job: Job): Opened | Promise<Opened>
}

const whole = (plain: Uint8Array): Opened => ({ plain, isWhole: true })

const aes = { ivBytes: 16, blockBytes: 16, tagBytes: 0 } as const
export const toAesCbc = (keyBytes: number): LockCipher => ({
  ...aes,
  keyBytes,
  decrypt: (sealed, { key, iv }) => whole(cbc(key, iv, { disablePadding: true }).decrypt(sealed)),
})
export const toAesCtr = (keyBytes: number): LockCipher => ({
  ...aes,
  keyBytes,
  decrypt: (sealed, { key, iv }) => whole(ctr(key, iv).decrypt(sealed)),
})
/** The block of the counter is the nonce and a number that is 2 for the first block of text (SP 800-38D §7.1). */
export const toAesGcm = (keyBytes: number): LockCipher => ({
  keyBytes,
  ivBytes: 12,
  blockBytes: 16,
  tagBytes: 16,
  decrypt(sealed, { key, iv, tag }) {
    const plain = ctr(key, concatBytes(iv, writeUint32(2))).decrypt(sealed)
    return { plain, isWhole: equalBytes(gcm(key, iv).encrypt(plain).subarray(-16), tag) }
  },
})
/** As SSH sends its first packet: one half of the key is for the text, block 0 is the key of the tag (OpenSSH, PROTOCOL.chacha20poly1305). */
export const CHACHA_POLY: LockCipher = {
  keyBytes: 64,
  ivBytes: 0,
  blockBytes: 8,
  tagBytes: 16,
  decrypt(sealed, { key, tag }) {
    const [main, nonce] = [key.subarray(0, 32), new Uint8Array(8)]
    const tagKey = chacha20orig(main, nonce, new Uint8Array(32))
    const plain = chacha20orig(main, nonce, sealed, undefined, 1)
    return { plain, isWhole: equalBytes(poly1305(sealed, tagKey), tag) }
  },
}
/** SM4 (GB/T 32907), as GmSSL and OpenSSL lock keys with it. */
export const SM4_CBC: LockCipher = {
  ...aes,
  keyBytes: 16,
  async decrypt(sealed, { key, iv }) {
    const [{ createSm4Block }, { decryptMode }] = await Promise.all([
      import('../block-ciphers/sm4.ts'),
      import('../block-ciphers/modes.ts'),
    ])
    return whole(decryptMode('cbc', { block: createSm4Block(key), data: sealed, iv }))
  },
}
const toDesCbc = (keyBytes: number): LockCipher => ({
  keyBytes,
  ivBytes: 8,
  blockBytes: 8,
  tagBytes: 0,
  async decrypt(sealed, { key, iv }) {
    const [{ createDesBlock }, { decryptMode }] = await Promise.all([
      import('../block-ciphers/des.ts'),
      import('../block-ciphers/modes.ts'),
    ])
    return whole(decryptMode('cbc', { block: createDesBlock(key), data: sealed, iv }))
  },
})
export const DES_CBC = toDesCbc(8)
/** Triple DES with two and three keys (SP 800-67). */
export const DES2_CBC = toDesCbc(16)
export const DES3_CBC = toDesCbc(24)
export const toRc2Cbc = (keyBytes: number): LockCipher => ({
  keyBytes,
  ivBytes: 8,
  blockBytes: 8,
  tagBytes: 0,
  async decrypt(sealed, { key, iv }) {
    const { decryptRc2Cbc } = await import('../block-ciphers/rc2.ts')
    return whole(decryptRc2Cbc(sealed, { key, iv }))
  },
})
