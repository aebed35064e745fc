import { AppError } from '@octet/core/errors.ts'
import type { BaseHost } from '@octet/core/host.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { readBlob, toSizeText, type Bytes } from '../../lib/bytes.ts'
import { findText } from '../../lib/charset.ts'
import { isMailOfParts } from '../../lib/is-signed-mail.ts'
import { createPacer, type Pacer } from '../../lib/pacer.ts'
import { KEY_ALGORITHMS, nameOf } from '../../lib/openpgp/algorithms.ts'
import { listBlocks, type Block } from '../../lib/openpgp/armor.ts'
import {
  FLAGS,
  listCertificates,
  toMainUser,
  type Certificate,
  type CheckedKey,
  type Listed,
  type State,
} from '../../lib/openpgp/certificate.ts'
import { describePacket, type PacketRow } from './describe-packet.ts'
import type { SecretState } from '../../lib/openpgp/key-packet.ts'
import { listNotes } from './notes.ts'
import { TAG, type Packet } from '../../lib/openpgp/packets.ts'
import { readBlock, toDamaged } from '../../lib/openpgp/read-block.ts'
import { readSignedMail } from './read-mail.ts'
import { readOrNothing } from '../../lib/openpgp/reader.ts'
import type { Signature } from '../../lib/openpgp/signature-packet.ts'
import { toGroups, toSignatureRow, toTime, type SignatureRow } from '../../lib/openpgp/signature-row.ts'
import { checkSignature, readLiteral, readRecipient, type CheckedSignature, type Literal } from '../../lib/openpgp/signed-data.ts'
import { OUTCOME_WORDS, STATE_WORDS } from '../../lib/openpgp/words.ts'

type Input = { text: string; file?: Blob | undefined; key: string; original?: Blob | undefined }
type KeyRow = {
  role: 'primary' | 'subkey'
  algorithm: string
  uses?: string
  state: State
  created: string
  expires?: string
  fingerprint: string
  keyId: string
  secret?: string
  reason?: string
}
type Output = {
  text: string
  signatures?: SignatureRow[]
  users?: { user: string; state: State; signedAt?: string; others: number }[]
  keys?: KeyRow[]
  recipients?: { id: string; algorithm: string }[]
  content?: string
  notes: string[]
  packets: PacketRow[]
}

const MAX_BYTES = 64 * 1024 * 1024
/** Signatures over data that are checked, and packets that are shown. */
const MAX_SIGNATURES = 20
const MAX_SHOWN_PACKETS = 2_000
const MAX_SHOWN_CHARACTERS = 20_000

/** One block with its packets, and the keys and signatures in them. */
type Part = Listed & { readonly block: Block; readonly packets: readonly Packet[] }

/** Reads keys, signatures and messages, and checks what can be. Throws `missing_input`, `too_large`, `unsupported_value`, `bad_input`. */
export async function readOpenPgp(input: Input, { now, lang, signal }: BaseHost): Promise<Output> {
  const moment = now()
  const read = (blocks: readonly Block[]) => readParts(blocks, moment, createPacer(signal))
  const parts = await read(await readGiven(input))
  const given = input.key.trim() === '' ? [] : await read(listBlocks(input.key, 'key'))
  const others = given.flatMap((part) => part.certificates)
  if (input.key.trim() !== '' && others.length === 0) throw refuse('key', input.key)
  const original = input.original && (await readWithin(input.original, 'original'))
  const shown = parts.flatMap((part) => part.certificates)
  const certificates = [...shown, ...others]
  const signatures = parts
    .flatMap(({ block, packets, loose }) => {
      const data = block.cleartext ?? findLiteral(packets)?.content ?? original
      return loose.map((signature) => ({ signature, data }))
    })
    .slice(0, MAX_SIGNATURES)
    .map(({ signature, data }) => checkSignature(signature, { certificates, data, now: moment }))
  const packets = parts.flatMap((part) => part.packets)
  const recipients = packets
    .filter(({ tag }) => tag === TAG.encryptedKey)
    .flatMap((packet) => readOrNothing(() => readRecipient(packet)) ?? [])
  const content = toContent(parts)
  const unread = parts.reduce((sum, part) => sum + part.unread, 0)
  const blocks = parts.map(({ block }) => block)
  const notes = listNotes({ blocks, packets, certificates: shown, signatures, unread })
  return {
    text: toSummary({ shown, signatures, packets, recipients: recipients.length }, lang),
    ...(signatures.length > 0 && { signatures: signatures.map((one) => toSignatureRow(one, lang)) }),
    ...(shown.length > 0 && { users: shown.flatMap(({ users }) => users.map((user) => toUserRow(user, lang))) }),
    ...(shown.length > 0 && { keys: shown.flatMap(({ keys }) => keys.map((key) => toKeyRow(key, lang))) }),
    ...(recipients.length > 0 && {
      recipients: recipients.map(({ id, algorithm }) => ({
        id: /^0+$/.test(id) ? HIDDEN[lang] : id,
        algorithm: nameOf(KEY_ALGORITHMS, algorithm),
      })),
    }),
    ...(content !== undefined && { content }),
    notes: notes.map((note) => note[lang]),
    packets: packets.slice(0, MAX_SHOWN_PACKETS).map((packet) => describePacket(packet, lang)),
  }
}

async function readGiven({ text, file }: Input): Promise<Block[]> {
  if (file) {
    const bytes = await readWithin(file, 'file')
    const isArmored = (bytes[0]! & 0x80) === 0
    const blocks = isArmored ? listTextBlocks(bytes, 'file') : [toBlock(bytes)]
    if (blocks.length === 0) throw refuse('file', new TextDecoder().decode(bytes.subarray(0, 60)))
    return blocks
  }
  if (text.trim() === '')
    throw new AppError('missing_input', {
      field: 'text',
      act: { en: 'paste', zh: '粘贴' },
      label: { en: 'Key, signature or message', zh: '密钥、签名或消息' },
    })
  const blocks = listTextBlocks(new TextEncoder().encode(text), 'text')
  if (blocks.length === 0) throw refuse('text', text)
  return blocks
}

/** The blocks of a text; of a mail, its signature stands for what is signed, and keys in it are read, too. */
function listTextBlocks(bytes: Bytes, field: string): Block[] {
  const text = new TextDecoder().decode(bytes)
  const mail = isMailOfParts(bytes) ? readSignedMail(bytes, field) : undefined
  const blocks = listBlocks(text, field)
  return mail ? [mail, ...blocks.filter(({ label }) => label.endsWith('KEY BLOCK'))] : blocks
}

const toBlock = (bytes: Bytes): Block => ({ label: '', bytes, isSumWrong: false })

async function readWithin(blob: Blob, field: string): Promise<Bytes> {
  if (blob.size > MAX_BYTES) throw new AppError('too_large', { field, limit: toSizeText(MAX_BYTES), got: toSizeText(blob.size) })
  return readBlob(blob)
}

const refuse = (field: string, got: string): AppError =>
  new AppError('bad_input', {
    field,
    expected: {
      en: 'lines from -----BEGIN PGP … to -----END PGP …, or a file of packets',
      zh: '从 -----BEGIN PGP … 到 -----END PGP … 的内容，或二进制数据包文件',
    },
    got: got.trim().slice(0, 60),
  })

async function readParts(blocks: readonly Block[], now: Date, breathe: Pacer): Promise<Part[]> {
  const parts: Part[] = []
  for (const block of blocks) {
    const packets = await readBlock(block)
    const listed = await listCertificates(packets, now, breathe)
    if (listed.unread > 0 && listed.certificates.length + listed.loose.length === 0) throw toDamaged(block)
    parts.push({ block, packets, ...listed })
  }
  return parts
}

/** The content of a message; undefined where there is none that can be read. */
function findLiteral(packets: readonly Packet[]): Literal | undefined {
  const packet = packets.find(({ tag }) => tag === TAG.literal)
  return packet && readOrNothing(() => readLiteral(packet))
}

/** What the signatures are over, where it is text; without any, what a message holds. Never what stands unsigned beside them. */
function toContent(parts: readonly Part[]): string | undefined {
  const signed = parts.filter(({ loose }) => loose.length > 0)
  const texts = (signed.length > 0 ? signed : parts).flatMap(({ block, packets }) => {
    const bytes = block.cleartext ?? findLiteral(packets)?.content
    const text = bytes && findText(bytes, 'utf-8')
    return text === undefined || text.includes('\0') ? [] : text.replaceAll('\r\n', '\n')
  })
  return texts.length > 0 ? texts.join('\n\n').slice(0, MAX_SHOWN_CHARACTERS) : undefined
}

type Seen = {
  readonly shown: readonly Certificate[]
  readonly signatures: readonly CheckedSignature[]
  readonly packets: readonly Packet[]
  readonly recipients: number
}

function toSummary({ shown, signatures, packets, recipients }: Seen, lang: Lang): string {
  const lines = signatures.map(({ outcome, signer, signature }) => {
    const who = signer ?? signature.keyId ?? ''
    return `${OUTCOME_WORDS[outcome][lang]}${who ? ` · ${who}` : ''}`
  })
  for (const { keys, users } of shown) {
    const [first] = keys
    if (!first) continue
    const who = (toMainUser(users) ?? users.find(({ isAttribute }) => !isAttribute))?.text ?? ''
    lines.push([who, first.key.name, STATE_WORDS[first.state][lang], toGroups(first.key.fingerprint)].filter(Boolean).join(' · '))
  }
  const isLocked = packets.some(({ tag }) => tag === TAG.encrypted || tag === TAG.integrityProtected || tag === TAG.aead)
  if (isLocked) lines.push(recipients > 0 ? toEncrypted(recipients)[lang] : BY_PASSPHRASE[lang])
  return lines.length > 0 ? lines.join('\n') : NOTHING[lang]
}

const toEncrypted = (count: number): Text => ({
  en: `Encrypted for ${count} ${count === 1 ? 'key' : 'keys'}`,
  zh: `已加密，收件人密钥 ${count} 把`,
})
const BY_PASSPHRASE: Text = { en: 'Encrypted with a passphrase', zh: '以口令加密' }
const NOTHING: Text = { en: 'Neither a key nor a signature; see the packets', zh: '不含密钥或签名，见数据包列表' }
const HIDDEN: Text = { en: 'not named', zh: '未注明' }

function toUserRow({ text, isAttribute, state, signedAt, others }: Certificate['users'][number], lang: Lang) {
  const time = toTime(signedAt)
  return { user: isAttribute ? PICTURE[lang] : text, state, ...(time && { signedAt: time }), others }
}

const PICTURE: Text = { en: 'A picture', zh: '照片' }

function toKeyRow({ key, isPrimary, state, expiresAt, flags, reason }: CheckedKey, lang: Lang): KeyRow {
  const expires = toTime(expiresAt)
  const uses = flags === undefined ? '' : toUses(flags, lang)
  return {
    role: isPrimary ? 'primary' : 'subkey',
    algorithm: key.name,
    ...(uses && { uses }),
    state,
    created: toTime(key.createdAt)!,
    ...(expires && { expires }),
    ...(reason && { reason: toReason(reason)[lang] }),
    fingerprint: toGroups(key.fingerprint),
    keyId: key.keyId,
    ...(key.secret && { secret: toSecret(key.secret)[lang] }),
  }
}

/** Why a key was revoked (RFC 9580 §5.2.3.31), and what its holder says of it. */
function toReason({ code, words }: NonNullable<Signature['reason']>): Text {
  const { en, zh } = REASONS[code] ?? { en: 'no reason given', zh: '未说明' }
  return words ? { en: `${en}: ${words}`, zh: `${zh}：${words}` } : { en, zh }
}

const REASONS: Readonly<Record<number, Text>> = {
  1: { en: 'replaced by another', zh: '已由其他密钥取代' },
  2: { en: 'known to others', zh: '私钥已泄露' },
  3: { en: 'no longer used', zh: '不再使用' },
}

const USES: readonly (readonly [flag: number, words: Text])[] = [
  [FLAGS.certify, { en: 'certify', zh: '认证' }],
  [FLAGS.sign, { en: 'sign', zh: '签名' }],
  [FLAGS.communications | FLAGS.storage, { en: 'encrypt', zh: '加密' }],
  [FLAGS.authenticate, { en: 'log in', zh: '登录' }],
]

const toUses = (flags: number, lang: Lang): string =>
  USES.flatMap(([flag, words]) => ((flags & flag) > 0 ? [words[lang]] : [])).join(lang === 'zh' ? '、' : ', ')

function toSecret(secret: SecretState): Text {
  if (secret.kind === 'locked') return { en: `locked: ${secret.by}`, zh: `已加密：${secret.by}` }
  return secret.kind === 'open' ? { en: 'not locked', zh: '未加密' } : { en: 'kept elsewhere', zh: '不在此处' }
}
