import { cmac, ctr, gcm } from '@noble/ciphers/aes.js'
import { concatBytes, equalBytes, type Bytes } from '../bytes.ts'
import { createAesBlock, type Block } from '../block-ciphers/block.ts'
import { xorInto } from '../block-ciphers/modes.ts'
import { MODES, nameOf } from './algorithms.ts'
import { UnsupportedError } from './reader.ts'

/** Encryption with a check of its own; the check is the last 16 bytes. */
export type Aead = {
  readonly nonceBytes: number
  seal(nonce: Uint8Array, data: Uint8Array, also: Uint8Array): Bytes
  /** Undefined where something was changed, or the key is another. */
  open(nonce: Uint8Array, sealed: Uint8Array, also: Uint8Array): Bytes | undefined
}

export const [EAX, OCB] = [1, 2] as const
const GCM = 3
export const CHECK_BYTES = 16

/** A mode of RFC 9580 §9.6 with a key of AES. Throws an UnsupportedError for another mode. */
export async function createAead(mode: number, key: Bytes): Promise<Aead> {
  if (mode === EAX) return createEax(key)
  if (mode === OCB) return createOcb(await createAesBlock(key))
  if (mode === GCM) return createGcm(key)
  throw new UnsupportedError(nameOf(MODES, mode))
}

function createGcm(key: Bytes): Aead {
  const bare = (bytes: Uint8Array) => Uint8Array.from(bytes)
  return {
    nonceBytes: 12,
    seal: (nonce, data, also) => bare(gcm(key, bare(nonce), bare(also)).encrypt(bare(data))),
    open: (nonce, sealed, also) => {
      if (sealed.length < CHECK_BYTES) return undefined
      try {
        return bare(gcm(key, bare(nonce), bare(also)).decrypt(bare(sealed)))
      } catch {
        return undefined // the library says no more than that the check fails
      }
    },
  }
}

/** EAX (Bellare, Rogaway, Wagner: The EAX Mode of Operation, 2004). */
function createEax(key: Bytes): Aead {
  const omac = (number: number, bytes: Uint8Array) => {
    const mark = new Uint8Array(16)
    mark[15] = number
    return cmac(concatBytes(mark, bytes), key)
  }
  const toCheck = (start: Uint8Array, sealed: Uint8Array, also: Uint8Array) => {
    const check = Uint8Array.from(start)
    xorInto(check, omac(1, also))
    xorInto(check, omac(2, sealed))
    return check
  }
  return {
    nonceBytes: 16,
    seal(nonce, data, also) {
      const start = omac(0, nonce)
      const sealed = ctr(key, start).encrypt(Uint8Array.from(data))
      return concatBytes(sealed, toCheck(start, sealed, also))
    },
    open(nonce, sealed, also) {
      if (sealed.length < CHECK_BYTES) return undefined
      const start = omac(0, nonce)
      const body = sealed.subarray(0, -CHECK_BYTES)
      if (!equalBytes(toCheck(start, body, also), sealed.subarray(-CHECK_BYTES))) return undefined
      return Uint8Array.from(ctr(key, start).decrypt(Uint8Array.from(body)))
    },
  }
}

/** OCB with a check of 16 bytes (RFC 7253). */
function createOcb(block: Block): Aead {
  const encrypt = (bytes: Uint8Array) => {
    const out = Uint8Array.from(bytes)
    block.encrypt(out)
    return out
  }
  const star = encrypt(new Uint8Array(16))
  const dollar = double(star)
  const doubles = [double(dollar)]
  const toDouble = (index: number) => {
    while (doubles.length <= index) doubles.push(double(doubles.at(-1)!))
    return doubles[index]!
  }
  const run = (nonce: Uint8Array, data: Uint8Array, isSealing: boolean) => {
    const out = Uint8Array.from(data)
    const offset = toFirstOffset(nonce, encrypt)
    const sum = new Uint8Array(16)
    const whole = out.length - (out.length % 16)
    for (let at = 0; at < whole; at += 16) {
      const part = out.subarray(at, at + 16)
      xorInto(offset, toDouble(countZeros(at / 16 + 1)))
      if (isSealing) xorInto(sum, part)
      xorInto(part, offset)
      if (isSealing) block.encrypt(part)
      else block.decrypt(part)
      xorInto(part, offset)
      if (!isSealing) xorInto(sum, part)
    }
    if (whole < out.length) {
      const part = out.subarray(whole)
      xorInto(offset, star)
      const pad = encrypt(offset)
      if (isSealing) xorInto(sum.subarray(0, part.length), part)
      xorInto(part, pad)
      if (!isSealing) xorInto(sum.subarray(0, part.length), part)
      sum[part.length]! ^= 0x80
    }
    xorInto(sum, offset)
    xorInto(sum, dollar)
    return { out, check: encrypt(sum) }
  }
  const hash = (also: Uint8Array) => {
    const sum = new Uint8Array(16)
    const offset = new Uint8Array(16)
    for (let at = 0; at < also.length; at += 16) {
      const part = new Uint8Array(16)
      const given = also.subarray(at, at + 16)
      part.set(given)
      if (given.length < 16) part[given.length] = 0x80
      xorInto(offset, given.length < 16 ? star : toDouble(countZeros(at / 16 + 1)))
      xorInto(part, offset)
      xorInto(sum, encrypt(part))
    }
    return sum
  }
  return {
    nonceBytes: 15,
    seal(nonce, data, also) {
      const { out, check } = run(nonce, data, true)
      xorInto(check, hash(also))
      return concatBytes(out, check)
    },
    open(nonce, sealed, also) {
      if (sealed.length < CHECK_BYTES) return undefined
      const { out, check } = run(nonce, sealed.subarray(0, -CHECK_BYTES), false)
      xorInto(check, hash(also))
      return equalBytes(check, sealed.subarray(-CHECK_BYTES)) ? out : undefined
    },
  }
}

/** Doubled in GF(2^128) (RFC 7253 §2). */
function double(bytes: Uint8Array): Uint8Array {
  const carry = bytes[0]! >> 7
  return bytes.map((byte, at) => ((byte << 1) | ((bytes[at + 1] ?? 0) >> 7)) ^ (at === 15 ? carry * 0x87 : 0))
}

/** Zero bits at the end of a number above 0. */
const countZeros = (number: number): number => 31 - Math.clz32(number & -number)

function toFirstOffset(nonce: Uint8Array, encrypt: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const top = Uint8Array.of(1, ...nonce)
  const bottom = top[15]! & 63
  top[15]! &= 192
  const key = encrypt(top)
  const stretch = concatBytes(
    key,
    key.subarray(0, 8).map((byte, at) => byte ^ key[at + 1]!),
  )
  const [bytes, bits] = [bottom >> 3, bottom & 7]
  return Uint8Array.from({ length: 16 }, (_, at) => (stretch[at + bytes]! << bits) | (stretch[at + bytes + 1]! >> (8 - bits)))
}
