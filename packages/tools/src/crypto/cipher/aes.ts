import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { concatBytes, equalBytes, toHex, type Bytes } from '../../lib/bytes.ts'
import { createAesBlock } from '../../lib/block-ciphers/block.ts'
import { decryptCcm, encryptCcm } from './ccm.ts'
import { tooShort, wrongTag } from './failure.ts'
import { decryptMode, encryptMode, type Mode } from '../../lib/block-ciphers/modes.ts'
import type { CipherParts, CipherSpec } from './spec.ts'

/** Modes of AES, and the ChaCha20 family beside them. */
export const AES_MODES = {
  gcm: { en: 'GCM (authenticated)', zh: 'GCM（带认证）' },
  cbc: { en: 'CBC', zh: 'CBC' },
  ecb: { en: 'ECB (insecure)', zh: 'ECB（不安全）' },
  ctr: { en: 'CTR', zh: 'CTR' },
  cfb: { en: 'CFB', zh: 'CFB' },
  cfb8: { en: 'CFB8', zh: 'CFB8' },
  cfb1: { en: 'CFB1', zh: 'CFB1' },
  ofb: { en: 'OFB', zh: 'OFB' },
  ccm: { en: 'CCM (authenticated)', zh: 'CCM（带认证）' },
  siv: { en: 'SIV (RFC 5297)', zh: 'SIV（RFC 5297）' },
  'gcm-siv': { en: 'GCM-SIV (RFC 8452)', zh: 'GCM-SIV（RFC 8452）' },
  'chacha20-poly1305': { en: 'ChaCha20-Poly1305', zh: 'ChaCha20-Poly1305' },
  'xchacha20-poly1305': { en: 'XChaCha20-Poly1305', zh: 'XChaCha20-Poly1305' },
  chacha20: { en: 'ChaCha20 (no tag)', zh: 'ChaCha20（无标签）' },
} as const satisfies Record<string, Text>
export type AesMode = keyof typeof AES_MODES
export const AES_MODE_NAMES = Object.keys(AES_MODES) as [AesMode, ...AesMode[]]

const ANY_NONCE = Array.from({ length: 57 }, (_, i) => i + 8)

/** Length of key for a size of AES: SIV takes two keys in one, ChaCha20 always 256 bits, GCM-SIV no 192. */
export function toKeyBytes(mode: AesMode, keyBits: number): number {
  if (mode === 'siv') return keyBits / 4
  if (mode.includes('chacha20') || (mode === 'gcm-siv' && keyBits === 192)) return 32
  return keyBits / 8
}

/** The cipher for a mode; the length of the key only names it. */
export function toAesSpec(mode: AesMode, keyBytes: number): CipherSpec {
  const keyBits = keyBytes * (mode === 'siv' ? 4 : 8)
  switch (mode) {
    case 'gcm':
      return { ...base('GCM', keyBits), ivSizes: ANY_NONCE, ivBytes: 12, hasTag: true, encrypt: encryptGcm, decrypt: decryptGcm }
    case 'ccm':
      return { ...base('CCM', keyBits), ivSizes: [7, 8, 9, 10, 11, 12, 13], ivBytes: 12, hasTag: true, ...ccm }
    case 'siv':
      return { ...base('SIV', keyBits), keySizes: [32, 48, 64], ivSizes: [], ivBytes: 0, hasTag: true, isTagFirst: true, ...siv }
    case 'gcm-siv':
      return { ...base('GCM-SIV', keyBits), keySizes: [16, 32], ivSizes: [12], ivBytes: 12, hasTag: true, ...gcmSiv }
    case 'chacha20-poly1305':
      return {
        name: 'ChaCha20-Poly1305',
        keySizes: [32],
        ivSizes: [12],
        ivBytes: 12,
        hasTag: true,
        ...chacha('chacha20poly1305'),
      }
    case 'xchacha20-poly1305':
      return {
        name: 'XChaCha20-Poly1305',
        keySizes: [32],
        ivSizes: [24],
        ivBytes: 24,
        hasTag: true,
        ...chacha('xchacha20poly1305'),
      }
    case 'chacha20':
      return {
        name: 'ChaCha20',
        keySizes: [32],
        ivSizes: [12, 16],
        ivBytes: 16,
        hasTag: false,
        openssl: 'chacha20',
        encrypt: runChaCha,
        decrypt: runChaCha,
      }
    default:
      return toBlockSpec(mode, keyBits)
  }
}

function base(mode: string, keyBits: number): Pick<CipherSpec, 'name' | 'keySizes'> {
  return { name: `AES-${keyBits}-${mode}`, keySizes: [16, 24, 32] }
}

function toBlockSpec(mode: Mode, keyBits: number): CipherSpec {
  const hasIv = mode !== 'ecb'
  return {
    ...base(mode.toUpperCase(), keyBits),
    ivSizes: hasIv ? [16] : [],
    ivBytes: hasIv ? 16 : 0,
    ...(mode === 'ecb' || mode === 'cbc' ? { blockBytes: 16 } : {}),
    hasTag: false,
    openssl: `aes-${keyBits}-${mode}`,
    encrypt: async (data, parts) =>
      (await runSubtle(mode, data, parts, 'encrypt')) ??
      (await findFast(mode, parts))?.encrypt(data) ??
      encryptMode(mode, await toJob(data, parts)),
    decrypt: async (data, parts) =>
      (await runSubtle(mode, data, parts, 'decrypt')) ??
      (await findFast(mode, parts))?.decrypt(data) ??
      decryptMode(mode, await toJob(data, parts)),
  }
}

async function toJob(data: Bytes, { key, iv }: CipherParts) {
  return { block: await createAesBlock(key), data, iv }
}

/** The library's own loops are faster than a block at a time. */
async function findFast(
  mode: Mode,
  { key, iv }: CipherParts,
): Promise<{ encrypt(data: Bytes): Bytes; decrypt(data: Bytes): Bytes } | undefined> {
  const { cbc, ctr, ecb } = await import('@noble/ciphers/aes.js')
  if (mode === 'ecb') return ecb(key, { disablePadding: true })
  if (mode === 'cbc') return cbc(key, iv, { disablePadding: true })
  return mode === 'ctr' ? ctr(key, iv) : undefined
}

/** Below this size the library's own loop is done before WebCrypto has begun. */
const SUBTLE_FROM_BYTES = 65_536

/** WebCrypto is ten times faster, but only there in secure contexts, and not with every key size. */
async function findSubtleKey(key: Bytes, name: 'AES-GCM' | 'AES-CBC' | 'AES-CTR'): Promise<CryptoKey | undefined> {
  try {
    return await globalThis.crypto?.subtle?.importKey('raw', key, name, false, ['encrypt', 'decrypt'])
  } catch {
    return undefined
  }
}

/** CBC and CTR of large data by WebCrypto; nothing where it has them not. */
async function runSubtle(
  mode: Mode,
  data: Bytes,
  { key, iv }: CipherParts,
  direction: 'encrypt' | 'decrypt',
): Promise<Bytes | undefined> {
  if (data.length < SUBTLE_FROM_BYTES || (mode !== 'cbc' && mode !== 'ctr')) return undefined
  const subtleKey = await findSubtleKey(key, mode === 'cbc' ? 'AES-CBC' : 'AES-CTR')
  if (!subtleKey) return undefined
  if (mode === 'ctr')
    return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CTR', counter: iv, length: 128 }, subtleKey, data))
  const cbc = async (from: Bytes, text: Bytes) =>
    new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv: from }, subtleKey, text))
  // WebCrypto always pads: what it adds is cut off after encrypting, and put there before decrypting.
  if (direction === 'encrypt') return (await cbc(iv, data)).slice(0, data.length)
  const padded = concatBytes(data, await cbc(data.slice(-16), new Uint8Array(0)))
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, subtleKey, padded))
}

async function encryptGcm(data: Bytes, { key, iv, aad, tagBytes }: CipherParts): Promise<Bytes> {
  const subtleKey = data.length >= SUBTLE_FROM_BYTES ? await findSubtleKey(key, 'AES-GCM') : undefined
  const sealed = subtleKey
    ? new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: aad, tagLength: 128 }, subtleKey, data))
    : (await import('@noble/ciphers/aes.js')).gcm(key, iv, aad).encrypt(data)
  return sealed.slice(0, data.length + tagBytes)
}

/**
 * Counter mode is its own inverse, so sealing the ciphertext gives the plaintext, and sealing that gives the full tag:
 * this way shortened tags are checked too.
 */
async function decryptGcm(data: Bytes, parts: CipherParts): Promise<Bytes> {
  const end = data.length - parts.tagBytes
  if (end < 0) throw tooShort(data.length, parts.tagBytes)
  const plain = (await encryptGcm(data.slice(0, end), parts)).slice(0, end)
  const sealed = await encryptGcm(plain, parts)
  if (!equalBytes(sealed.subarray(end), data.subarray(end))) throw wrongTag()
  return plain
}

const ccm: Pick<CipherSpec, 'encrypt' | 'decrypt'> = {
  encrypt: async (data, { key, iv, aad, tagBytes }) =>
    encryptCcm(data, { block: await createAesBlock(key), nonce: iv, aad, tagBytes }),
  decrypt: async (data, { key, iv, aad, tagBytes }) =>
    decryptCcm(data, { block: await createAesBlock(key), nonce: iv, aad, tagBytes }),
}

const siv: Pick<CipherSpec, 'encrypt' | 'decrypt'> = {
  encrypt: async (data, { key, aad }) => Uint8Array.from((await loadSiv(key, aad)).encrypt(data)),
  decrypt: async (data, { key, aad }) => open(data, 16, await loadSiv(key, aad)),
}

async function loadSiv(key: Bytes, aad: Bytes) {
  const { aessiv } = await import('@noble/ciphers/aes.js')
  return aad.length ? aessiv(key, aad) : aessiv(key)
}

const gcmSiv: Pick<CipherSpec, 'encrypt' | 'decrypt'> = {
  encrypt: async (data, { key, iv, aad }) =>
    Uint8Array.from((await import('@noble/ciphers/aes.js')).gcmsiv(key, iv, aad).encrypt(data)),
  decrypt: async (data, { key, iv, aad }) => open(data, 16, (await import('@noble/ciphers/aes.js')).gcmsiv(key, iv, aad)),
}

function chacha(name: 'chacha20poly1305' | 'xchacha20poly1305'): Pick<CipherSpec, 'encrypt' | 'decrypt'> {
  const load = async ({ key, iv, aad }: CipherParts) => (await import('@noble/ciphers/chacha.js'))[name](key, iv, aad)
  return {
    encrypt: async (data, parts) => Uint8Array.from((await load(parts)).encrypt(data)),
    decrypt: async (data, parts) => open(data, 16, await load(parts)),
  }
}

function open(data: Bytes, tagBytes: number, cipher: { decrypt(data: Uint8Array): Uint8Array }): Bytes {
  if (data.length < tagBytes) throw tooShort(data.length, tagBytes)
  try {
    return Uint8Array.from(cipher.decrypt(data))
  } catch {
    // The library's only failure at this point is the tag; sizes were checked before.
    throw wrongTag()
  }
}

/** Sixteen bytes are a 32-bit counter, low byte first, and the nonce, as OpenSSL has them; twelve start at zero (RFC 8439 §2.4). */
async function runChaCha(data: Bytes, { key, iv }: CipherParts): Promise<Bytes> {
  const { chacha20 } = await import('@noble/ciphers/chacha.js')
  const nonce = iv.slice(-12)
  const counter = iv.length === 16 ? new DataView(iv.buffer, iv.byteOffset).getUint32(0, true) : 0
  if (counter + Math.ceil(data.length / 64) >= 2 ** 32 - 1)
    throw new AppError('unsupported_value', { got: toHex(iv), reason: COUNTER_FULL })
  return Uint8Array.from(chacha20(key, nonce, data, undefined, counter))
}

const COUNTER_FULL: Text = { en: 'the counter in its first four bytes would overflow', zh: '前四个字节中的计数器会溢出' }
