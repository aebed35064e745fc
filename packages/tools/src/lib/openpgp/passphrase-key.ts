import { concatBytes, type Bytes } from '../bytes.ts'
import { deriveHkdf } from '../kdf/hkdf.ts'
import type { Pacer } from '../pacer.ts'
import { createAead, OCB } from './aead.ts'
import { AES_256, decryptCfb, encryptCfb, IDEA, isKeyOf, toAesKeyBytes, toKeyBytes } from './ciphers.ts'
import { TAG, type Packet } from './packets.ts'
import { Reader, UnsupportedError } from './reader.ts'
import { BARE_MD5, deriveKey, makeArgon2, makeIterated, readS2k } from './s2k.ts'
import type { SessionKey } from './session-key.ts'
import { writePacket } from './write-packet.ts'

type Way = { readonly passphrase: Uint8Array; readonly breathe: Pacer }
type Making = Way & { readonly random: (sizeBytes: number) => Bytes; readonly isNew: boolean }

/** A packet that gives the session key to whoever knows the passphrase (RFC 9580 §5.3). */
export async function writePassphraseKey({ key, cipher }: SessionKey, { isNew, random, ...way }: Making): Promise<Bytes> {
  const sizeBytes = toKeyBytes(AES_256)
  if (!isNew) {
    const { s2k, written } = makeIterated(random)
    const sealed = encryptCfb({
      key: await deriveKey(s2k, { ...way, sizeBytes }),
      data: concatBytes(Uint8Array.of(cipher!), key),
    })
    return writePacket(TAG.passphraseKey, Uint8Array.of(4, AES_256), written, sealed)
  }
  const { s2k, written } = makeArgon2(random)
  const info = Uint8Array.of(0xc0 | TAG.passphraseKey, 6, AES_256, OCB)
  const derived = await deriveKey(s2k, { ...way, sizeBytes })
  const aead = await createAead(OCB, await deriveHkdf('sha256', { secret: derived, salt: new Uint8Array(), info, sizeBytes }))
  const nonce = random(aead.nonceBytes)
  const settings = concatBytes(Uint8Array.of(AES_256, OCB, written.length), written, nonce)
  return writePacket(TAG.passphraseKey, Uint8Array.of(6, settings.length), settings, aead.seal(nonce, key, info))
}

/** The session key of a message that has no such packet and is for no key, as PGP 2 wrote them (RFC 9580 §5.7). */
export async function toBareSession({ passphrase, breathe }: Way): Promise<SessionKey> {
  return { key: await deriveKey(BARE_MD5, { passphrase, sizeBytes: toKeyBytes(IDEA), breathe }), cipher: IDEA }
}

/**
 * The session key of such a packet. Undefined where the passphrase is another; that of an old packet shows only by the message.
 * Throws a RangeError for what is not supported or cut off.
 */
export async function readPassphraseKey({ body }: Packet, { passphrase, breathe }: Way): Promise<SessionKey | undefined> {
  const reader = new Reader(body)
  const version = reader.number(1)
  if (version === 6) reader.number(1)
  const cipher = reader.number(1)
  const sizeBytes = version > 4 ? toAesKeyBytes(cipher) : toKeyBytes(cipher)
  const mode = version > 4 ? reader.number(1) : 0
  if (version === 6) reader.number(1)
  if (![4, 5, 6].includes(version)) throw new UnsupportedError(`SKESK v${version}`)
  const derived = await deriveKey(readS2k(reader), { passphrase, sizeBytes, breathe })
  if (version === 4) {
    if (reader.left === 0) return { key: derived, cipher }
    const plain = await decryptCfb(cipher, { key: derived, data: reader.rest() })
    const [named = 0] = plain
    // Another passphrase makes it any number.
    return isKeyOf(named, plain.length - 1) ? { key: plain.slice(1), cipher: named } : undefined
  }
  const info = Uint8Array.of(0xc0 | TAG.passphraseKey, version, cipher, mode)
  const key = version === 6 ? await deriveHkdf('sha256', { secret: derived, salt: new Uint8Array(), info, sizeBytes }) : derived
  const aead = await createAead(mode, key)
  const nonce = reader.take(aead.nonceBytes)
  const plain = aead.open(nonce, reader.rest(), info)
  return plain && { key: plain, cipher }
}
