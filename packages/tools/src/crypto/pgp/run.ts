import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { readBlob, toSizeText, type Bytes } from '../../lib/bytes.ts'
import { findText } from '../../lib/charset.ts'
import { CIPHERS, nameOf } from '../../lib/openpgp/algorithms.ts'
import { listBlocks, writeBlock } from '../../lib/openpgp/armor.ts'
import type { PgpKey } from '../../lib/openpgp/key-packet.ts'
import type { Packet } from '../../lib/openpgp/packets.ts'
import { readBlock } from '../../lib/openpgp/read-block.ts'
import { toGroups, toSignatureRow, toTime, type SignatureRow } from '../../lib/openpgp/signature-row.ts'
import { createPacer } from '../../lib/pacer.ts'
import { refuseLoneSurrogate } from '../../lib/text-place.ts'
import { decrypt } from './decrypt.ts'
import { encrypt } from './encrypt.ts'
import { readGivenKeys, toOwner } from './given-keys.ts'
import { makePgpKey, type Kind } from './make-key.ts'
import { refuseMissing } from './refuse-missing.ts'
import { openSigner, signClear, signDetached, writeMessage, type Content } from './sign.ts'

export type PgpInput = {
  action: 'encrypt' | 'decrypt' | 'sign' | 'make'
  text: string
  file?: Blob | undefined
  publicKeys: string
  secretKey: string
  keyPassphrase: string
  passphrase: string
  form: 'clear' | 'detached' | 'message'
  isSigned: boolean
  isFile: boolean
  allowsUnchecked: boolean
  kind: Kind
  name: string
  email: string
  years: number
}
export type PgpOutput = {
  text: string
  file?: Blob
  signatures?: SignatureRow[]
  recipients?: { who: string; keyId: string; algorithm: string }[]
  cipher?: string
  openedBy?: string
  signedBy?: string
  publicKey?: string
  privateKey?: string
  revocation?: string
  fingerprint?: string
  expires?: string
  notes: string[]
  progress?: number
}

const MAX_BYTES = 64 * 1024 * 1024
/** What is shown of what a message holds; the rest is in the file. */
const MAX_SHOWN_CHARACTERS = 1_000_000

/** Encrypts, decrypts, signs, or makes a key and tells how far it is. Throws what its parts throw, and `too_large`. */
export async function* runPgp(input: PgpInput, host: Host): AsyncGenerator<PgpOutput> {
  for (const field of ['keyPassphrase', 'passphrase'] as const) refuseLoneSurrogate(input[field], field)
  switch (input.action) {
    case 'encrypt':
      return yield await runEncrypt(input, host)
    case 'decrypt':
      return yield await runDecrypt(input, host)
    case 'sign':
      return yield await runSign(input, host)
    case 'make':
      yield* runMake(input, host)
  }
}

async function readContent({ text, file }: PgpInput): Promise<Content> {
  if (!file) {
    if (text === '') throw refuseMissing('text')
    return { bytes: new TextEncoder().encode(text), name: '' }
  }
  if (file.size > MAX_BYTES)
    throw new AppError('too_large', { field: 'file', limit: toSizeText(MAX_BYTES), got: toSizeText(file.size) })
  return { bytes: await readBlob(file), name: file instanceof File ? file.name : '' }
}

async function runEncrypt(input: PgpInput, host: Host): Promise<PgpOutput> {
  const moment = { now: host.now(), breathe: createPacer(host.signal) }
  const content = await readContent(input)
  const certificates = await readGivenKeys(input.publicKeys, 'publicKeys', moment)
  if (certificates.length === 0 && input.passphrase === '') throw refuseMissing('publicKeys')
  const signer = input.isSigned ? await openSigner(input, host) : undefined
  const { message, isNew, recipients } = await encrypt({ content, certificates, passphrase: input.passphrase, signer }, host)
  const notes: (Text | false)[] = [
    isNew && NEW_WAY,
    certificates.length > 0 && !signer && UNSIGNED,
    certificates.length === 0 && input.passphrase.length < MIN_PASSPHRASE && SHORT_PASSPHRASE,
  ]
  return {
    ...write(input, { label: 'MESSAGE', bytes: message, name: content.name, hasSum: !isNew }),
    ...(recipients.length > 0 && {
      recipients: recipients.map(({ key }, index) => ({
        who: toOwner(certificates[index]!),
        keyId: key.keyId,
        algorithm: key.name,
      })),
    }),
    ...(signer && { signedBy: toKeyName(signer.key) }),
    notes: say(notes, host.lang),
  }
}

const toKeyName = ({ name, keyId }: PgpKey): string => `${name} ${keyId}`

const MIN_PASSPHRASE = 12

/** Packets as a block of text, or as a file where that is asked for or what came in was one. */
function write(
  { isFile, file }: PgpInput,
  { label, bytes, name, hasSum }: { label: string; bytes: Bytes; name: string; hasSum: boolean },
): Pick<PgpOutput, 'text' | 'file'> {
  const type = 'application/octet-stream'
  const suffix = label === 'SIGNATURE' ? 'sig' : 'gpg'
  if (isFile) return { text: '', file: new File([bytes], `${name || 'message'}.${suffix}`, { type }) }
  const text = writeBlock(label, bytes, { hasSum })
  return { text, ...(file && { file: new File([text], `${name || 'message'}.asc`, { type: 'text/plain' }) }) }
}

async function runDecrypt(input: PgpInput, host: Host): Promise<PgpOutput> {
  const moment = { now: host.now(), breathe: createPacer(host.signal) }
  const packets = await readMessage(await readContent(input), input)
  const secrets = await readGivenKeys(input.secretKey, 'secretKey', moment)
  const others = await readGivenKeys(input.publicKeys, 'publicKeys', moment)
  const opened = await decrypt({ ...input, packets, secrets, others }, host)
  const { literal, signatures, session, isUnchecked, by } = opened
  const found = findText(literal.content, 'utf-8')
  const text = found === undefined || found.includes('\0') ? undefined : literal.isText ? found.replaceAll('\r\n', '\n') : found
  const isWhole = text !== undefined && text.length <= MAX_SHOWN_CHARACTERS
  const name = toFileName(literal.name)
  const notes: (Text | false)[] = [
    isUnchecked && UNCHECKED,
    signatures.length === 0 && NOBODY_SIGNED,
    text === undefined && NO_TEXT,
    text !== undefined &&
      !isWhole && { en: 'The text is shown in part; the file has all of it.', zh: '文本较长，仅显示一部分，完整内容见文件。' },
  ]
  return {
    text: (text ?? '').slice(0, MAX_SHOWN_CHARACTERS),
    ...((!isWhole || name !== '' || input.file) && {
      file: new File([literal.content], name || (text === undefined ? 'message.bin' : 'message.txt'), {
        type: 'application/octet-stream',
      }),
    }),
    ...(signatures.length > 0 && { signatures: signatures.map((one) => toSignatureRow(one, host.lang)) }),
    cipher: nameOf(CIPHERS, session.cipher ?? 0),
    openedBy: by ? toKeyName(by) : BY_PASSPHRASE[host.lang],
    notes: say(notes, host.lang),
  }
}

/** A name without folders: a message must not choose where it is saved. */
const toFileName = (name: string): string =>
  name === '_CONSOLE' ? '' : name.replace(/^.*[/\\]/s, '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '')

async function readMessage({ bytes }: Content, { file }: PgpInput): Promise<Packet[]> {
  const isArmored = (bytes[0]! & 0x80) === 0
  const field = file ? 'file' : 'text'
  const blocks = isArmored ? listBlocks(new TextDecoder().decode(bytes), field) : [{ label: '', bytes }]
  const block = blocks.find(({ label }) => label === 'MESSAGE' || label === '')
  if (!block)
    throw new AppError('bad_input', { field, expected: MESSAGE, got: new TextDecoder().decode(bytes.subarray(0, 60)).trim() })
  return readBlock(block)
}

async function runSign(input: PgpInput, host: Host): Promise<PgpOutput> {
  const content = await readContent(input)
  const signer = await openSigner(input, host)
  const isNew = signer.key.version === 6
  const signedBy = toKeyName(signer.key)
  if (input.form === 'clear') {
    if (input.file) throw new AppError('bad_input', { field: 'form', expected: NOT_CLEAR, got: { en: 'a file', zh: '文件' } })
    return { text: signClear(signer, input.text, host), signedBy, notes: [] }
  }
  const isBeside = input.form === 'detached'
  const bytes = isBeside ? signDetached(signer, content, host) : writeMessage(content, signer, host)
  const written = write(input, { label: isBeside ? 'SIGNATURE' : 'MESSAGE', bytes, name: content.name, hasSum: !isNew })
  return { ...written, signedBy, notes: say([!isBeside && NOT_SECRET], host.lang) }
}

async function* runMake({ kind, name, email, years, keyPassphrase }: PgpInput, host: Host): AsyncGenerator<PgpOutput> {
  const user = [name.trim(), email.trim() && (name.trim() ? `<${email.trim()}>` : email.trim())].filter(Boolean).join(' ')
  if (user === '') throw refuseMissing('name')
  if (/[<>\p{Cc}]/u.test(name) || /[<>\s\p{Cc}]/u.test(email.trim()))
    throw new AppError('bad_input', {
      field: /[<>\p{Cc}]/u.test(name) ? 'name' : 'email',
      expected: PLAIN,
      got: user.slice(0, 60),
    })
  refuseLoneSurrogate(user, 'name')
  for await (const made of makePgpKey({ kind, user, years, passphrase: keyPassphrase }, host)) {
    if (typeof made === 'number') {
      yield { text: '', notes: [], progress: Math.round(made * 100) / 100 }
      continue
    }
    const expires = toTime(made.expiresAt)
    yield {
      text: made.publicBlock,
      publicKey: made.publicBlock,
      privateKey: made.secretBlock,
      revocation: made.revocation,
      fingerprint: toGroups(made.key.fingerprint),
      ...(expires && { expires }),
      notes: say([keyPassphrase === '' && UNLOCKED, kind === 'v6' && ONLY_NEW, KEEP_REVOCATION], host.lang),
    }
  }
}

const say = (notes: readonly (Text | false)[], lang: Lang): string[] => notes.flatMap((note) => (note ? [note[lang]] : []))

const MESSAGE: Text = {
  en: 'a message: lines from -----BEGIN PGP MESSAGE----- to -----END PGP MESSAGE-----, or a file of packets',
  zh: '消息：从 -----BEGIN PGP MESSAGE----- 到 -----END PGP MESSAGE----- 的内容，或二进制数据包文件',
}
const PLAIN: Text = { en: 'characters other than < and >, and no blanks in the address', zh: '不含 < 与 >，且邮箱中没有空白' }
const NOT_CLEAR: Text = { en: 'a signature beside the file, or a signed message', zh: '独立签名或签名消息' }
const NEW_WAY: Text = {
  en: 'Encrypted as RFC 9580 asks for (version 2, OCB), since every key says that its program knows it.',
  zh: '已按 RFC 9580（第 2 版，OCB）加密，因为所有收件人密钥均声明支持。',
}
const UNSIGNED: Text = {
  en: 'It is not signed: whoever has the public key could have written it.',
  zh: '消息未签名：任何持有该公钥的人都能写出这样的消息。',
}
const SHORT_PASSPHRASE: Text = {
  en: `Whoever has the message can try passphrases on it for years: take one of at least ${MIN_PASSPHRASE} characters.`,
  zh: `得到消息的人可以长期离线猜测口令，请使用至少 ${MIN_PASSPHRASE} 个字符。`,
}
const UNCHECKED: Text = {
  en: 'It has no check of its integrity: what is shown may have been changed on the way by somebody who cannot read it.',
  zh: '消息没有完整性校验：显示的内容可能在传递中被人篡改，即使对方无法读懂原文。',
}
const NOBODY_SIGNED: Text = { en: 'It is not signed: nobody says who wrote it.', zh: '消息未签名，无法确认作者。' }
const NO_TEXT: Text = { en: 'What is in it is no text; save it as a file.', zh: '内容不是文本，请另存为文件。' }
const BY_PASSPHRASE: Text = { en: 'the passphrase', zh: '口令' }
const NOT_SECRET: Text = {
  en: 'A signed message is not secret: anybody can unpack it.',
  zh: '签名消息没有加密，任何人都能解开查看。',
}
const UNLOCKED: Text = {
  en: 'The private key is not locked by a passphrase: whoever gets the file has the key.',
  zh: '私钥没有口令保护：得到文件即得到密钥。',
}
const ONLY_NEW: Text = {
  en: 'Keys of version 6 are for programs of RFC 9580; GnuPG does not take them.',
  zh: '第 6 版密钥仅供支持 RFC 9580 的软件使用，GnuPG 不支持。',
}
const KEEP_REVOCATION: Text = {
  en: 'Keep the revocation apart from the key: published, it tells everybody that the key is no longer used.',
  zh: '请将吊销证书与密钥分开保存：一旦公布，即表示该密钥不再使用。',
}
