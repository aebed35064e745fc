import type { BaseHost } from '@octet/core/host.ts'
import { concatBytes, type Bytes } from '../../lib/bytes.ts'
import { writeBlock, writeCleartext } from '../../lib/openpgp/armor.ts'
import { HASHES } from '../../lib/signatures/hashes.ts'
import { makeSignature, toSigningHash, toSigningWay, type Signer } from '../../lib/openpgp/make-signature.ts'
import { toPrintBytes } from '../../lib/openpgp/key-packet.ts'
import { TAG } from '../../lib/openpgp/packets.ts'
import { openSecret, toSigner } from '../../lib/openpgp/secret-numbers.ts'
import { toUint32, writePacket } from '../../lib/openpgp/write-packet.ts'
import { createPacer } from '../../lib/pacer.ts'
import { findSigningKey, readGivenKeys } from './given-keys.ts'
import { refuseMissing } from './refuse-missing.ts'

/** What is signed or encrypted. */
export type Content = { readonly bytes: Bytes; readonly name: string }

const [BINARY, TEXT] = [0, 1]

/** The key that signs, unlocked. Throws `missing_input` without one, `bad_input`, `wrong_passphrase`, `unsupported_value`. */
export async function openSigner(
  { secretKey, keyPassphrase }: { secretKey: string; keyPassphrase: string },
  { now, signal }: BaseHost,
): Promise<Signer> {
  const breathe = createPacer(signal)
  const given = await readGivenKeys(secretKey, 'secretKey', { now: now(), breathe })
  const certificate = given.find(({ keys }) => keys.some(({ key }) => key.secret !== undefined)) ?? given[0]
  if (!certificate) throw refuseMissing('secretKey')
  const { key, isPrimary } = findSigningKey(certificate)
  const numbers = await openSecret(key, { passphrase: keyPassphrase, isPrimary, breathe })
  return { key, secret: toSigner(key, numbers) }
}

/** A text with its signature behind it, which can be read without any program (RFC 9580 §7). */
export function signClear(signer: Signer, text: string, { now, random }: BaseHost): string {
  const { written, signed } = writeCleartext(text, HASHES[toSigningHash(signer.secret)].name.replace('-', ''))
  const packet = makeSignature(signer, { type: TEXT, data: [signed], at: now(), random })
  return written + writeBlock('SIGNATURE', packet, { hasSum: signer.key.version !== 6 })
}

/** A signature that is kept beside what it is over. */
export function signDetached(signer: Signer, { bytes }: Content, { now, random }: BaseHost): Bytes {
  return makeSignature(signer, { type: BINARY, data: [bytes], at: now(), random })
}

/** The packets of a signed message (RFC 9580 §10.3), or of one without a signature. */
export function writeMessage(content: Content, signer: Signer | undefined, { now, random }: BaseHost): Bytes {
  const literal = writeLiteral(content, now())
  if (!signer) return literal
  const way = toSigningWay(signer, random)
  const packet = makeSignature(signer, { type: BINARY, data: [content.bytes], at: now(), random }, way)
  return concatBytes(writeOnePass(signer, way), literal, packet)
}

function writeOnePass({ key }: Signer, { number, salt }: ReturnType<typeof toSigningWay>): Bytes {
  const print = toPrintBytes(key.fingerprint)
  const head = Uint8Array.of(key.version === 6 ? 6 : 3, BINARY, number, key.algorithm)
  const last = Uint8Array.of(1) // no other signature follows inside
  if (key.version !== 6) return writePacket(TAG.onePass, head, print.subarray(-8), last)
  return writePacket(TAG.onePass, head, Uint8Array.of(salt.length), salt, print, last)
}

/** The most bytes of a name (RFC 9580 §5.9). */
const MAX_NAME_BYTES = 255

function writeLiteral({ bytes, name }: Content, at: Date): Bytes {
  const words = new TextEncoder().encode(name)
  const kept = words.length <= MAX_NAME_BYTES ? words : new Uint8Array()
  const head = Uint8Array.of('b'.charCodeAt(0), kept.length)
  return writePacket(TAG.literal, head, kept, toUint32(Math.floor(at.getTime() / 1_000)), bytes)
}
