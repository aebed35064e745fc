import { AppError, isAppError } from '@octet/core/errors.ts'
import type { BaseHost } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import { concatBytes, joinBytes, type Bytes } from '../../lib/bytes.ts'
import type { Certificate, CheckedKey } from '../../lib/openpgp/certificate.ts'
import { AES_128, AES_256 } from '../../lib/openpgp/ciphers.ts'
import { toPrintBytes, type PgpKey } from '../../lib/openpgp/key-packet.ts'
import type { Signer } from '../../lib/openpgp/make-signature.ts'
import { TAG } from '../../lib/openpgp/packets.ts'
import { writePassphraseKey } from '../../lib/openpgp/passphrase-key.ts'
import { sealNew, sealOld } from '../../lib/openpgp/protected-data.ts'
import { makeSessionKey, wrapFor, type SessionKey } from '../../lib/openpgp/session-key.ts'
import { writePacket } from '../../lib/openpgp/write-packet.ts'
import { createPacer } from '../../lib/pacer.ts'
import { findEncryptionKey } from './given-keys.ts'
import { writeMessage, type Content } from './sign.ts'

/** What a program says that it knows (RFC 9580 §5.2.3.32): the newer way of encryption. */
const KNOWS_NEW = 8

type Wanted = {
  readonly content: Content
  readonly certificates: readonly Certificate[]
  /** May be empty. */
  readonly passphrase: string
  readonly signer: Signer | undefined
}

/**
 * Encrypts a message for keys, a passphrase or both; who has one of them reads it. The way of RFC 9580 is taken where every key
 * says that its program knows it, else the one that all know. Throws `unsupported_value` for a key that nothing is encrypted for.
 */
export async function encrypt(
  { content, certificates, passphrase, signer }: Wanted,
  host: BaseHost,
): Promise<{ message: Bytes; isNew: boolean; recipients: readonly CheckedKey[] }> {
  const { random, signal } = host
  const breathe = createPacer(signal)
  const recipients = certificates.map(findEncryptionKey)
  const isNew = recipients.length > 0 && recipients.every((one, index) => knowsNew(one, certificates[index]!))
  const takesAes256 = certificates.every((one) => listCiphers(one)?.includes(AES_256) ?? true)
  const session = makeSessionKey(isNew || takesAes256 ? AES_256 : AES_128, random)
  const packets: Bytes[] = []
  for (const { key } of recipients) {
    const wrapped = await tryWrap(key, () => wrapFor(key, session, { isNew, random }))
    packets.push(writePacket(TAG.encryptedKey, toName(key, isNew), Uint8Array.of(key.algorithm), wrapped))
    await breathe()
  }
  if (passphrase) {
    const words = new TextEncoder().encode(passphrase)
    packets.push(await writePassphraseKey(session, { passphrase: words, isNew, random, breathe }))
  }
  const inner = writeMessage(content, signer, host)
  const sealed = isNew
    ? await sealNew(inner, session, { random, breathe })
    : await sealOld(inner, session as SessionKey & { cipher: number }, random)
  return { message: joinBytes([...packets, sealed]), isNew, recipients }
}

/** Numbers that are no point of a curve, or none of a group, are told as such. */
export async function tryWrap(key: PgpKey, wrap: () => Promise<Bytes>): Promise<Bytes> {
  try {
    return await wrap()
  } catch (cause) {
    if (isAppError(cause)) throw cause
    throw new AppError('unsupported_value', { got: `${key.name} ${key.keyId}`, reason: UNUSABLE }, { cause })
  }
}

const UNUSABLE: Text = {
  en: 'nothing can be encrypted for it here: its algorithm is not supported, or its numbers are no key',
  zh: '无法用它加密：不支持其算法，或其参数不构成有效密钥',
}

/** What the holder says now: a user who was withdrawn says nothing of the programs of today. */
const listBindings = ({ users, keys }: Certificate) =>
  [...users, ...keys].flatMap(({ binding, state }) => (binding && state === 'valid' ? binding : []))

function knowsNew({ key }: CheckedKey, certificate: Certificate): boolean {
  return key.version === 6 || listBindings(certificate).some(({ features = 0 }) => (features & KNOWS_NEW) > 0)
}

const listCiphers = (certificate: Certificate): readonly number[] | undefined =>
  listBindings(certificate).find(({ ciphers }) => ciphers !== undefined)?.ciphers

/** Whom a session key is for (RFC 9580 §5.1). */
function toName({ version, fingerprint }: CheckedKey['key'], isNew: boolean): Bytes {
  const print = toPrintBytes(fingerprint)
  if (isNew) return concatBytes(Uint8Array.of(6, print.length + 1, version), print)
  return concatBytes(Uint8Array.of(3), version === 6 ? print.subarray(0, 8) : print.subarray(-8))
}
