import { AppError } from '@octet/core/errors.ts'
import type { BaseHost } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { KEY_ALGORITHMS, nameOf } from '../../lib/openpgp/algorithms.ts'
import { listCertificates, type Certificate, type CheckedKey } from '../../lib/openpgp/certificate.ts'
import type { PgpKey } from '../../lib/openpgp/key-packet.ts'
import { readPackets, TAG, type Packet } from '../../lib/openpgp/packets.ts'
import { readPassphraseKey, toBareSession } from '../../lib/openpgp/passphrase-key.ts'
import { toNamedCipher, unseal } from '../../lib/openpgp/protected-data.ts'
import { DAMAGED } from '../../lib/openpgp/read-block.ts'
import { Reader, readOrNothing, UnsupportedError } from '../../lib/openpgp/reader.ts'
import { openSecret } from '../../lib/openpgp/secret-numbers.ts'
import { unwrap, type SessionKey } from '../../lib/openpgp/session-key.ts'
import { checkSignature, readLiteral, readRecipient, type CheckedSignature, type Literal } from '../../lib/openpgp/signed-data.ts'
import { createPacer, type Pacer } from '../../lib/pacer.ts'
import { refuseMissing } from './refuse-missing.ts'

type Wanted = {
  readonly packets: readonly Packet[]
  /** Keys with their private parts. */
  readonly secrets: readonly Certificate[]
  readonly keyPassphrase: string
  readonly passphrase: string
  /** Whether messages without a check of their integrity are opened. */
  readonly allowsUnchecked: boolean
  /** Whose signatures are checked. */
  readonly others: readonly Certificate[]
}

export type Opened = {
  readonly literal: Literal
  readonly signatures: readonly CheckedSignature[]
  readonly session: SessionKey
  /** Whether it may have been changed on the way: it has no check. */
  readonly isUnchecked: boolean
  /** The key it was for; none where a passphrase opened it. */
  readonly by?: PgpKey
}

/** Session keys of one message that are tried. */
const MAX_TRIED = 50

/**
 * Opens a message with a private key or a passphrase, and checks the signatures in it. Throws `missing_input`, `bad_input`,
 * `wrong_passphrase`, `unsupported_value`.
 */
export async function decrypt(wanted: Wanted, { now, signal }: BaseHost): Promise<Opened> {
  const breathe = createPacer(signal)
  const sealed = wanted.packets.find(({ tag }) => SEALED.includes(tag))
  if (!sealed) throw refuse('OpenPGP', NOT_ENCRYPTED)
  const isUnchecked = sealed.tag === TAG.encrypted
  if (isUnchecked && !wanted.allowsUnchecked) throw refuse('OpenPGP', NO_CHECK)
  let isTried = false
  for await (const { session, by } of listSessions({ ...wanted, packets: listFitting(wanted.packets, sealed) }, breathe)) {
    isTried = true
    const named = toNamedCipher(sealed)
    const content = await tryReading(() => unseal(sealed, { ...session, ...(named !== undefined && { cipher: named }) }, breathe))
    if (content)
      return { ...(await readContent(content, { wanted, now: now(), breathe })), session, isUnchecked, ...(by && { by }) }
  }
  if (isTried && wanted.passphrase === '') throw refuse('OpenPGP', CHANGED)
  throw new AppError('bad_input', { field: 'passphrase', expected: RIGHT_PASSPHRASE, got: NO_MATCH })
}

const SEALED: readonly number[] = [TAG.encrypted, TAG.integrityProtected, TAG.aead]

/** Session keys of RFC 9580 open what is encrypted so, and no others do (§5.1, §5.3). */
function listFitting(packets: readonly Packet[], sealed: Packet): Packet[] {
  const isNew = sealed.tag === TAG.integrityProtected && sealed.body[0] === 2
  return packets.filter(({ body }) => (body[0] === 6) === isNew)
}

type Session = { readonly session: SessionKey; readonly by?: PgpKey }

/** Session keys that come out whole, those by private keys first. */
async function* listSessions(wanted: Wanted, breathe: Pacer): AsyncGenerator<Session> {
  const { packets, secrets, passphrase } = wanted
  const forKeys = packets.filter(({ tag }) => tag === TAG.encryptedKey).slice(0, MAX_TRIED)
  const forWords = packets.filter(({ tag }) => tag === TAG.passphraseKey).slice(0, MAX_TRIED)
  const words = new TextEncoder().encode(passphrase)
  if (forKeys.length + forWords.length === 0 && packets.some(({ tag }) => tag === TAG.encrypted)) {
    if (passphrase === '') throw refuseMissing('passphrase')
    yield { session: await toBareSession({ passphrase: words, breathe }) }
  }
  const keys = secrets.flatMap((one) => one.keys).filter(({ key }) => key.secret !== undefined)
  const pairs = forKeys.flatMap((packet) => keys.filter(({ key }) => isFor(packet, key)).map((one) => ({ packet, one })))
  if (pairs.length === 0 && (forWords.length === 0 || passphrase === '')) throw refuseKeys(forKeys, keys, forWords.length > 0)
  for (const { packet, one } of pairs.slice(0, MAX_TRIED)) {
    const session = await unwrapWith(packet, one, { passphrase: wanted.keyPassphrase, breathe })
    if (session) yield { session, by: one.key }
  }
  if (passphrase === '') return
  for (const packet of forWords) {
    const session = await tryReading(() => readPassphraseKey(packet, { passphrase: words, breathe }))
    if (session) yield { session }
  }
}

/** Whether a session key is for a key: it says so, or says nothing. */
function isFor(packet: Packet, { keyId, fingerprint, algorithm }: PgpKey): boolean {
  const recipient = readOrNothing(() => readRecipient(packet))
  if (!recipient || recipient.algorithm !== algorithm) return false
  return /^0*$/.test(recipient.id) || recipient.id === keyId || recipient.id === fingerprint
}

async function unwrapWith(
  { body }: Packet,
  { key, isPrimary }: CheckedKey,
  { passphrase, breathe }: { passphrase: string; breathe: Pacer },
): Promise<SessionKey | undefined> {
  const numbers = await openSecret(key, { passphrase, isPrimary, breathe })
  return tryReading(async () => {
    const reader = new Reader(body)
    const isNew = reader.number(1) === 6
    reader.take(isNew ? reader.number(1) : 8)
    reader.number(1) // the algorithm, which is that of the key
    return unwrap(key, numbers, { wrapped: Uint8Array.from(reader.rest()), isNew })
  })
}

/** What is cut off or not supported is told as such. */
async function tryReading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof UnsupportedError) throw refuse(error.what, NOT_SUPPORTED, error)
    if (error instanceof RangeError) throw refuse('OpenPGP', DAMAGED, error)
    throw error
  }
}

async function readContent(content: Bytes, { wanted, now, breathe }: { wanted: Wanted; now: Date; breathe: Pacer }) {
  const packets = await tryReading(() => readPackets(content))
  const packet = packets.find(({ tag }) => tag === TAG.literal)
  if (!packet) throw refuse('OpenPGP', packets.some(({ tag }) => tag === TAG.compressed) ? COMPRESSED : NO_CONTENT)
  const literal = await tryReading(async () => readLiteral(packet))
  const { loose } = await listCertificates(packets, now, breathe)
  const certificates = [...wanted.others, ...wanted.secrets]
  const signatures = loose.map((signature) => checkSignature(signature, { certificates, data: literal.content, now }))
  return { literal, signatures }
}

function refuseKeys(forKeys: readonly Packet[], keys: readonly CheckedKey[], isByWords: boolean): AppError {
  const recipients = forKeys.flatMap((packet) => readOrNothing(() => readRecipient(packet)) ?? [])
  if (recipients.length === 0) return isByWords ? refuseMissing('passphrase') : refuse('OpenPGP', NO_KEY_PACKET)
  if (keys.length === 0 && !isByWords) {
    const ids = toIds(recipients)
    return new AppError('bad_input', {
      field: 'secretKey',
      expected: { en: `the private key of ${ids}`, zh: `${ids} 的私钥` },
      got: NOTHING,
    })
  }
  const ids = toIds(recipients)
  const by = { en: isByWords ? ', or the passphrase of the message' : '', zh: isByWords ? '，或消息口令' : '' }
  return new AppError('bad_input', {
    field: 'secretKey',
    expected: { en: `the private key of ${ids}${by.en}`, zh: `${ids} 的私钥${by.zh}` },
    got: keys.length === 0 ? NOTHING : keys.map(({ key }) => key.keyId).join(', '),
  })
}

const toIds = (recipients: readonly { id: string; algorithm: number }[]): string =>
  recipients
    .slice(0, 5)
    .map(({ id, algorithm }) => `${/^0*$/.test(id) ? '?' : id} (${nameOf(KEY_ALGORITHMS, algorithm)})`)
    .join(', ')

const refuse = (got: string, reason: Text, cause?: unknown): AppError =>
  new AppError('unsupported_value', { got, reason }, { cause })

const NOTHING: Text = { en: 'none', zh: '无' }
const NOT_ENCRYPTED: Text = {
  en: 'it is not encrypted; what is in it and whether its signature holds, “OpenPGP keys and signatures” tells',
  zh: '它没有加密；如需查看内容或验证签名，请使用“OpenPGP（PGP）密钥与签名”',
}
const NO_CHECK: Text = {
  en: 'it is encrypted without a check of its integrity, as old programs did: what comes out may have been changed. To read it all the same, allow messages without a check',
  zh: '其加密方式没有完整性校验（旧版软件的做法），解密结果可能已被篡改。如仍需查看，请允许解密没有完整性校验的消息',
}
const CHANGED: Text = {
  en: 'it was changed or damaged on the way: its check fails',
  zh: '内容在传递中被改动或损坏，完整性校验未通过',
}
const NOT_SUPPORTED: Text = { en: 'what the message is encrypted with is not supported here', zh: '不支持该消息所用的加密方式' }
const COMPRESSED: Text = { en: 'what is in it is compressed in a way that is not known', zh: '其内容的压缩方式未知' }
const NO_CONTENT: Text = { en: 'there is nothing in it', zh: '其中没有内容' }
const NO_KEY_PACKET: Text = { en: 'it does not say for whom it is', zh: '未注明收件人' }
const RIGHT_PASSPHRASE: Text = { en: 'the passphrase that the message was encrypted with', zh: '加密该消息时使用的口令' }
const NO_MATCH: Text = { en: 'another one, or a damaged message', zh: '其他口令，或消息已损坏' }
