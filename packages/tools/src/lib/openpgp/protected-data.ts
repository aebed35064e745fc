import { concatBytes, equalBytes, joinBytes, type Bytes } from '../bytes.ts'
import { deriveHkdf } from '../kdf/hkdf.ts'
import type { Pacer } from '../pacer.ts'
import { CHECK_BYTES, createAead, OCB, type Aead } from './aead.ts'
import { AES_256, decryptCfb, decryptResynced, encryptCfb, isKeyOf, toAesKeyBytes, toBlockBytes, toKeyBytes } from './ciphers.ts'
import { hashSha1 } from './hashes.ts'
import { TAG, type Packet } from './packets.ts'
import { Reader, UnsupportedError } from './reader.ts'
import type { SessionKey } from './session-key.ts'
import { toUint64, writePacket } from './write-packet.ts'

type Random = (sizeBytes: number) => Bytes

/** The end of what is encrypted with CFB: a packet with the hash of all before (RFC 9580 §5.13.1). */
const MDC_HEAD = Uint8Array.of(0xd3, 0x14)
const SHA1_BYTES = 20
const MDC_BYTES = MDC_HEAD.length + SHA1_BYTES
const SALT_BYTES = 32
/** 2^16 bytes a chunk, as programs write them. */
const CHUNK_LOG = 10
const MAX_CHUNK_LOG = 16

/** Encrypts packets as every program since 1999 reads them. */
export async function sealOld(content: Bytes, { key, cipher }: SessionKey & { cipher: number }, random: Random): Promise<Bytes> {
  const start = random(toBlockBytes(cipher))
  const whole = concatBytes(start, start.subarray(-2), content, MDC_HEAD, new Uint8Array(SHA1_BYTES))
  whole.set(await hashSha1(whole.subarray(0, -SHA1_BYTES)), whole.length - SHA1_BYTES)
  const sealed = encryptCfb({ key, data: whole })
  return writePacket(TAG.integrityProtected, Uint8Array.of(1), sealed)
}

/** Encrypts packets as RFC 9580 asks for: AES-256 with OCB, chunk by chunk. */
export async function sealNew(content: Bytes, { key }: SessionKey, { random, breathe }: Way): Promise<Bytes> {
  const head = Uint8Array.of(2, AES_256, OCB, CHUNK_LOG)
  const salt = random(SALT_BYTES)
  const { aead, start, info } = await toNewChunks(head, { key, salt })
  const parts: Bytes[] = [head, salt]
  const size = 1 << (CHUNK_LOG + 6)
  let index = 0
  for (let at = 0; at < content.length; at += size, index++) {
    parts.push(aead.seal(concatBytes(start, toUint64(index)), content.subarray(at, at + size), info))
    await breathe()
  }
  parts.push(aead.seal(concatBytes(start, toUint64(index)), new Uint8Array(), concatBytes(info, toUint64(content.length))))
  return writePacket(TAG.integrityProtected, joinBytes(parts))
}

type Way = { readonly random: Random; readonly breathe: Pacer }

async function toNewChunks(head: Uint8Array, { key, salt }: { key: Bytes; salt: Uint8Array }) {
  const [, cipher, mode] = head as unknown as [number, number, number]
  const info = concatBytes(Uint8Array.of(0xc0 | TAG.integrityProtected), head)
  const sizeBytes = toAesKeyBytes(cipher)
  const nonceBytes = (await createAead(mode, new Uint8Array(sizeBytes))).nonceBytes
  const derived = await deriveHkdf('sha256', { secret: key, salt, info, sizeBytes: sizeBytes + nonceBytes - 8 })
  return { aead: await createAead(mode, derived.slice(0, sizeBytes)), start: derived.slice(sizeBytes), info }
}

/** The cipher of a packet that names it; undefined where the session key does. */
export function toNamedCipher({ tag, body }: Packet): number | undefined {
  return tag === TAG.aead || body[0] === 2 ? body[1] : undefined
}

/**
 * Decrypts a packet of encrypted data. Undefined where its check fails: the session key is another, or something was changed.
 * Throws a RangeError for what is not supported or cut off.
 */
export async function unseal({ tag, body }: Packet, session: SessionKey, breathe: Pacer): Promise<Bytes | undefined> {
  if (tag === TAG.aead) return unsealAead(body, session.key, breathe)
  if (tag === TAG.encrypted) return unsealUnchecked(body, session)
  return body[0] === 2 ? unsealNew(body, session.key, breathe) : unsealOld(body, session)
}

/** What is encrypted without a check, as before 2003: what comes out may have been changed. */
async function unsealUnchecked(body: Bytes, { key, cipher = 0 }: SessionKey): Promise<Bytes | undefined> {
  return isKeyOf(cipher, key.length) ? decryptResynced(cipher, { key, data: body }) : undefined
}

async function unsealOld(body: Bytes, { key, cipher = 0 }: SessionKey): Promise<Bytes | undefined> {
  if (body[0] !== 1) throw new UnsupportedError(`SEIPD v${body[0]}`)
  if (key.length !== toKeyBytes(cipher)) return undefined
  const plain = await decryptCfb(cipher, { key, data: body.subarray(1) })
  const size = toBlockBytes(cipher)
  if (plain.length < size + 2 + MDC_BYTES) throw new RangeError('encrypted data that is cut off')
  const isRepeated = equalBytes(plain.subarray(size - 2, size), plain.subarray(size, size + 2))
  const isWhole = equalBytes(await hashSha1(plain.subarray(0, -SHA1_BYTES)), plain.subarray(-SHA1_BYTES))
  const hasMark = equalBytes(plain.subarray(-MDC_BYTES, -SHA1_BYTES), MDC_HEAD)
  return isRepeated && isWhole && hasMark ? plain.slice(size + 2, -MDC_BYTES) : undefined
}

async function unsealNew(body: Bytes, key: Bytes, breathe: Pacer): Promise<Bytes | undefined> {
  const reader = new Reader(body)
  const head = reader.take(4)
  const salt = reader.take(SALT_BYTES)
  if (key.length !== toAesKeyBytes(head[1]!)) return undefined
  const { aead, start, info } = await toNewChunks(head, { key, salt })
  const toNonce = (index: number) => concatBytes(start, toUint64(index))
  return openChunks(reader.rest(), { aead, log: head[3]!, toNonce, toAlso: () => info, breathe })
}

/** What GnuPG and RNP write for keys that ask for it (RFC 4880bis-10 §5.16). */
async function unsealAead(body: Bytes, key: Bytes, breathe: Pacer): Promise<Bytes | undefined> {
  const reader = new Reader(body)
  const head = reader.take(4)
  const [version, cipher, mode, log] = head as unknown as [number, number, number, number]
  if (version !== 1) throw new UnsupportedError(`AEAD v${version}`)
  if (key.length !== toAesKeyBytes(cipher)) return undefined
  const aead = await createAead(mode, key)
  const iv = reader.take(aead.nonceBytes)
  const info = concatBytes(Uint8Array.of(0xc0 | TAG.aead), head)
  const toNonce = (index: number) => {
    const end = toUint64(index)
    return iv.map((byte, at) => byte ^ (end[at - iv.length + 8] ?? 0))
  }
  return openChunks(reader.rest(), { aead, log, toNonce, toAlso: (index) => concatBytes(info, toUint64(index)), breathe })
}

type Chunks = {
  readonly aead: Aead
  readonly log: number
  readonly toNonce: (index: number) => Uint8Array
  readonly toAlso: (index: number) => Bytes
  readonly breathe: Pacer
}

/** Chunks with a check each, and one over their whole length: none may be missing. */
async function openChunks(sealed: Uint8Array, { aead, log, toNonce, toAlso, breathe }: Chunks): Promise<Bytes | undefined> {
  if (log > MAX_CHUNK_LOG) throw new UnsupportedError(`AEAD 2^${log + 6} B`)
  if (sealed.length < CHECK_BYTES) throw new RangeError('encrypted data that is cut off')
  const size = 2 ** (log + 6) + CHECK_BYTES
  const body = sealed.subarray(0, -CHECK_BYTES)
  const parts: Bytes[] = []
  let index = 0
  for (let at = 0; at < body.length; at += size, index++) {
    const part = aead.open(toNonce(index), body.subarray(at, at + size), toAlso(index))
    if (!part) return undefined
    parts.push(part)
    await breathe()
  }
  const content = joinBytes(parts)
  const isWhole = aead.open(toNonce(index), sealed.subarray(-CHECK_BYTES), concatBytes(toAlso(index), toUint64(content.length)))
  return isWhole && content
}
