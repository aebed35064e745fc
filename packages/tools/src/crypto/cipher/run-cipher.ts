import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import { findReadable, parseBytes, toByteText } from '../../lib/byte-text.ts'
import { concatBytes, parseHex, readBlob, toHex, type Bytes } from '../../lib/bytes.ts'
import { parseBase64 } from '../../lib/radix-text.ts'
import type { CipherInput } from './cipher-input.ts'
import { badLength, tooShort, wrongSize } from './failure.ts'
import type { CipherOutput } from './fields.ts'
import { toCommand } from './openssl-command.ts'
import { pad, unpad } from './padding.ts'
import { deriveBytes } from './passphrase.ts'
import { findRightForm } from './right-form.ts'
import type { CipherSpec } from './spec.ts'

type Secrets = { key: Bytes; iv: Bytes; salt?: Bytes; isMade: boolean }

/** `Salted__`, the mark OpenSSL puts before the salt. */
const MARK = new TextEncoder().encode('Salted__')

export type CipherOptions = {
  /** The cipher for a length of key; a key given as it is may differ from `keyBytes`. */
  readonly toSpec: (keyBytes: number) => CipherSpec
  /** Length of keys made from passphrases. */
  readonly keyBytes: number
  readonly host: Host
  readonly toNotes?: (key: Bytes) => Text[]
}

/** Encrypts or decrypts as asked; `toNotes` tells what is worth knowing about the key. */
export async function runCipher(input: CipherInput, options: CipherOptions): Promise<CipherOutput> {
  const { toSpec, keyBytes, host } = options
  const job = { spec: toSpec(keyBytes), input, host, keyBytes }
  const done = input.direction === 'encrypt' ? await encrypt(job) : await decrypt(job)
  const spec = toSpec(done.secrets.key.length)
  const notes = [...listNotes(spec, input, done.secrets), ...(options.toNotes?.(done.secrets.key) ?? []), ...done.notes]
  const { key, iv, salt, isMade } = done.secrets
  const command = toCommand({ spec, input, key, iv, salt })
  const snippets = input.code ? await findCode(input, { spec, done }) : undefined
  return {
    text: done.text,
    cipher: spec.name,
    sizeBytes: done.bytes.length,
    ...(isMade ? { key: toHex(key) } : {}),
    ...(iv.length ? { iv: toHex(iv) } : {}),
    ...(salt ? { salt: toHex(salt) } : {}),
    ...(done.tag ? { tag: toHex(done.tag) } : {}),
    ...(command ? { command } : {}),
    ...(snippets ? { snippets } : {}),
    ...(done.file ? { file: done.file } : {}),
    notes: notes.map((note) => note[host.lang]),
  }
}

type Job = { spec: CipherSpec; input: CipherInput; host: Host; keyBytes: number }
/** What went into the cipher and what came out, without frame and tag. */
type Core = { plain: Bytes; padded: Bytes; sealed: Bytes; tag: Bytes | undefined }
type Done = { bytes: Bytes; text: string; secrets: Secrets; tag?: Bytes; file?: File; notes: Text[]; core: Core }

async function findCode(input: CipherInput, { spec, done }: { spec: CipherSpec; done: Done }) {
  const { key, iv, salt } = done.secrets
  const [{ toCodeJob }, { writeCode }] = await Promise.all([import('./code-job.ts'), import('./code.ts')])
  const head = salt ? concatBytes(MARK, salt) : new Uint8Array(0)
  const used = { name: spec.name, key, iv, aad: spec.hasTag ? readAad(input) : new Uint8Array(0), tag: done.core.tag, head }
  const job = toCodeJob(input, done.core, used)
  return job && writeCode(job)
}

async function encrypt(job: Job): Promise<Done> {
  const { spec, input, host } = job
  const plain = input.file ? await readBlob(input.file) : readPlain(input)
  const secrets = await findSecrets(job, undefined)
  const blockBytes = spec.blockBytes
  const data = blockBytes
    ? pad(plain, { scheme: input.padding ?? 'pkcs7', blockBytes, random: (size) => host.random(size) })
    : plain
  const sealed = await spec.encrypt(data, { ...secrets, aad: readAad(input), tagBytes: toTagBytes(spec, input) })
  const { body, tag } = splitTag(spec, input, sealed)
  const bytes = concatBytes(...toFrame(input, secrets, placeTag(spec, input, { body, tag })))
  const file = input.file ? new File([bytes], `${toFileName(input.file)}.enc`, { type: 'application/octet-stream' }) : undefined
  return {
    bytes,
    text: writeCipher(bytes, input.cipherFormat),
    secrets,
    ...(tag ? { tag } : {}),
    ...(file ? { file } : {}),
    notes: [],
    core: { plain, padded: data, sealed: body, tag },
  }
}

async function decrypt(job: Job): Promise<Done> {
  const { spec, input } = job
  const whole = await readCipher(input)
  const isMarked = input.keySource !== 'key' && MARK.every((byte, i) => whole[i] === byte)
  const salt = isMarked ? whole.slice(8, 16) : undefined
  const frame = isMarked ? whole.slice(16) : whole
  const { iv, body } = splitIv(spec, input, frame)
  const secrets = await findSecrets(job, { salt, iv })
  const sealed = gatherTag(spec, input, body)
  if (spec.blockBytes && (sealed.length % spec.blockBytes || !sealed.length)) throw badLength(sealed.length, spec.blockBytes)
  const data = await spec.decrypt(sealed, { ...secrets, aad: readAad(input), tagBytes: toTagBytes(spec, input) })
  const bytes = spec.blockBytes ? Uint8Array.from(unpad(data, input.padding ?? 'pkcs7', spec.blockBytes)) : data
  const isText = findReadable(bytes) !== undefined
  const notes = [
    ...(input.plainFormat === 'auto' && !isText ? [NOT_TEXT] : []),
    ...(isHexOrBase64(input) && !isMixedCase(input.text) ? [TWO_READINGS] : []),
  ]
  const file =
    input.file || !isText
      ? new File([bytes], input.file ? toFileName(input.file).replace(/\.enc$/, '') : 'decrypted.bin')
      : undefined
  const { body: bare, tag } = splitTag(spec, input, sealed)
  const core = { plain: bytes, padded: data, sealed: bare, tag }
  return { bytes, text: toByteText(bytes, input.plainFormat), secrets, ...(file ? { file } : {}), notes, core }
}

const NOT_TEXT: Text = {
  en: 'The result is not UTF-8 text and is shown as hex: it is binary, in another character set, or the key is wrong',
  zh: '结果不是 UTF-8 文本，已按十六进制显示：可能是二进制、其他字符集，或密钥有误',
}

const TWO_READINGS: Text = {
  en: 'The ciphertext was read as hex; these characters are Base64, too. If they are, choose that as the ciphertext format',
  zh: '密文已按十六进制读取；这些字符也是有效的 Base64，如属此种情况请指定密文格式',
}

/** Whether a ciphertext of no format is so short that hex digits alone may well be Base64. */
function isHexOrBase64({ text, file, cipherFormat }: CipherInput): boolean {
  return !file && cipherFormat === 'auto' && /^(?:[\da-f]{4}){1,2}$/i.test(text.trim())
}

/** Hex digits of both cases are what nobody writes. */
const isMixedCase = (text: string): boolean => /[a-f]/.test(text) && /[A-F]/.test(text)

function readPlain({ text, plainFormat }: CipherInput): Bytes {
  return parseBytes(text, plainFormat === 'auto' ? 'text' : plainFormat === 'base64url' ? 'base64' : plainFormat, 'text')
}

async function readCipher(input: CipherInput): Promise<Bytes> {
  const { text, file, cipherFormat } = input
  const raw = file ? await readBlob(file) : undefined
  const written = raw ? findReadable(raw) : text
  // A file holds the bytes themselves, unless it holds nothing but base64 or hex.
  if (raw && (written === undefined || !/^[A-Za-z0-9+/=_\s-]+$/.test(written) || written.startsWith('Salted__'))) return raw
  const source = (written ?? '').trim()
  if (!source)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'a ciphertext', zh: '密文' },
      got: { en: 'nothing', zh: '空' },
    })
  const isHex =
    cipherFormat === 'hex' ||
    (cipherFormat === 'auto' &&
      /^[0-9a-f\s:]+$/i.test(source) &&
      source.replaceAll(/[\s:]/g, '').length % 2 === 0 &&
      !(isHexOrBase64(input) && isMixedCase(source)))
  return isHex ? parseHex(source, 'text') : parseBase64(source, 'text')
}

function writeCipher(bytes: Bytes, format: CipherInput['cipherFormat']): string {
  return toByteText(bytes, format === 'auto' ? 'base64' : format)
}

/** Key, IV and salt; `found` is what the ciphertext itself brought along. */
async function findSecrets(job: Job, found: { salt: Bytes | undefined; iv: Bytes | undefined } | undefined): Promise<Secrets> {
  const { input, spec, host, keyBytes } = job
  const given = input.keyFile ? await readBlob(input.keyFile) : parseBytes(input.key, input.keyFormat, 'key')
  if (input.keySource === 'key') return { key: await fitKey(given, job), iv: found?.iv ?? findIv(job), isMade: false }
  if (!given.length)
    throw new AppError('bad_input', {
      field: 'key',
      expected: { en: 'a passphrase', zh: '口令' },
      got: { en: 'nothing', zh: '空' },
    })
  const salt = found?.salt ?? (input.salt || (!found && input.salted) ? readSalt(input, () => host.random(8)) : new Uint8Array(0))
  if (input.keySource === 'argon2' && salt.length < 8) throw wrongSize({ field: 'salt', allowed: [8], got: salt.length })
  const sizeBytes = keyBytes + spec.ivBytes
  const made = await deriveBytes({ source: input.keySource, passphrase: given, salt, iterations: input.iterations, sizeBytes })
  return { key: made.slice(0, keyBytes), iv: made.slice(keyBytes), ...(salt.length ? { salt } : {}), isMade: true }
}

function readSalt({ salt }: CipherInput, random: () => Bytes): Bytes {
  if (!salt) return random()
  const bytes = parseHex(salt, 'salt')
  if (bytes.length !== 8) throw wrongSize({ field: 'salt', allowed: [8], got: bytes.length })
  return bytes
}

async function fitKey(key: Bytes, { input, spec, keyBytes }: Job): Promise<Bytes> {
  if (spec.keySizes.includes(key.length)) return key
  const wanted = spec.keySizes.includes(keyBytes) ? keyBytes : (spec.keySizes[0] ?? keyBytes)
  if (input.keyFit === 'exact') {
    const form = input.keyFile ? undefined : findRightForm(input.key, input.keyFormat, spec.keySizes)
    throw wrongSize({ field: 'key', allowed: spec.keySizes, got: key.length, hint: form ?? KEY_HINT })
  }
  const source = input.keyFit === 'zero' ? key : await hashKey(key, input.keyFit)
  const fitted = new Uint8Array(wanted)
  fitted.set(source.subarray(0, wanted))
  return fitted
}

const KEY_HINT: Text = { en: 'or choose a passphrase as the source of the key', zh: '或将密钥来源改为口令' }

async function hashKey(key: Bytes, name: 'md5' | 'sha256'): Promise<Uint8Array> {
  return name === 'md5' ? (await import('@noble/hashes/legacy.js')).md5(key) : (await import('@noble/hashes/sha2.js')).sha256(key)
}

function findIv({ input, spec, host }: Job): Bytes {
  if (!spec.ivSizes.length) return new Uint8Array(0)
  if (!input.iv && input.direction === 'encrypt') return host.random(spec.ivBytes)
  // An IV that stands beside the ciphertext can only be found again if it has the usual length.
  const allowed = input.ivPlace === 'apart' ? spec.ivSizes : [spec.ivBytes]
  const hint = () => findRightForm(input.iv, input.ivFormat, allowed)
  const iv = readIv(input, hint)
  if (!allowed.includes(iv.length)) throw wrongSize({ field: 'iv', allowed, got: iv.length, hint: hint() })
  return iv
}

/** An IV of letters in place of hex digits is told how it would be right. */
function readIv({ iv, ivFormat }: CipherInput, findHint: () => Text | undefined): Bytes {
  try {
    return parseBytes(iv, ivFormat, 'iv')
  } catch (error) {
    const hint = error instanceof AppError ? findHint() : undefined
    const { expected } = error instanceof AppError ? error.details : {}
    if (!hint || typeof expected !== 'object') throw error
    const told = { en: `${expected.en} (${hint.en})`, zh: `${expected.zh}（${hint.zh}）` }
    throw new AppError('bad_input', { ...(error as AppError).details, expected: told }, { cause: error })
  }
}

function splitIv(spec: CipherSpec, { keySource, ivPlace }: CipherInput, frame: Bytes): { iv: Bytes | undefined; body: Bytes } {
  const size = spec.ivBytes
  if (keySource !== 'key' || ivPlace === 'apart' || !size) return { iv: undefined, body: frame }
  if (frame.length < size) throw tooShort(frame.length, size)
  if (ivPlace === 'first') return { iv: frame.slice(0, size), body: frame.slice(size) }
  return { iv: frame.slice(-size), body: frame.slice(0, -size) }
}

function toFrame({ keySource, ivPlace }: CipherInput, { iv, salt }: Secrets, body: Bytes): Bytes[] {
  if (keySource !== 'key') return salt ? [MARK, salt, body] : [body]
  return ivPlace === 'first' ? [iv, body] : ivPlace === 'last' ? [body, iv] : [body]
}

function toTagBytes(spec: CipherSpec, input: CipherInput): number {
  return spec.hasTag ? (input.tagBytes ?? 16) : 0
}

function splitTag(spec: CipherSpec, input: CipherInput, sealed: Bytes): { body: Bytes; tag?: Bytes } {
  if (!spec.hasTag) return { body: sealed }
  const size = toTagBytes(spec, input)
  return spec.isTagFirst
    ? { tag: sealed.slice(0, size), body: sealed.slice(size) }
    : { tag: sealed.slice(-size), body: sealed.slice(0, -size) }
}

/** Where the tag stands: after the ciphertext, but the one of SIV before it (RFC 5297 §2.6). */
function toTagPlace(spec: CipherSpec, { tagPlace = 'usual' }: CipherInput): 'last' | 'first' | 'apart' {
  if (tagPlace !== 'usual') return tagPlace
  return spec.isTagFirst ? 'first' : 'last'
}

function placeTag(spec: CipherSpec, input: CipherInput, { body, tag }: { body: Bytes; tag?: Bytes | undefined }): Bytes {
  const tagPlace = toTagPlace(spec, input)
  if (!tag || tagPlace === 'apart') return body
  return tagPlace === 'first' ? concatBytes(tag, body) : concatBytes(body, tag)
}

/** Brings the tag to where the cipher wants it. */
function gatherTag(spec: CipherSpec, input: CipherInput, body: Bytes): Bytes {
  if (!spec.hasTag) return body
  const size = toTagBytes(spec, input)
  const tagPlace = toTagPlace(spec, input)
  const isApart = tagPlace === 'apart'
  if (!isApart && body.length < size) throw tooShort(body.length, size)
  const tag = isApart ? parseHex(input.tag ?? '', 'tag') : tagPlace === 'first' ? body.slice(0, size) : body.slice(-size)
  if (tag.length !== size) throw wrongSize({ field: 'tag', allowed: [size], got: tag.length })
  const rest = isApart ? body : tagPlace === 'first' ? body.slice(size) : body.slice(0, -size)
  return spec.isTagFirst ? concatBytes(tag, rest) : concatBytes(rest, tag)
}

function readAad({ aad = '', aadFormat = 'text' }: CipherInput): Bytes {
  return parseBytes(aad, aadFormat, 'aad')
}

function toFileName(file: Blob): string {
  return file instanceof File && file.name ? file.name : 'file'
}

function listNotes(spec: CipherSpec, input: CipherInput, { iv, isMade }: Secrets): Text[] {
  const isZeroIv = !isMade && iv.length > 0 && iv.every((byte) => byte === 0)
  const notes: (Text | false)[] = [
    spec.name.endsWith('ECB') && {
      en: 'ECB encrypts equal blocks alike, so patterns stay visible; use GCM, or CBC with a random IV',
      zh: 'ECB 对相同分组给出相同密文，会暴露规律；建议使用 GCM，或带随机 IV 的 CBC',
    },
    input.direction === 'encrypt' &&
      isZeroIv && {
        en: 'The IV is all zeros: equal beginnings give equal ciphertexts',
        zh: 'IV 全为零：相同的开头会得到相同的密文',
      },
    input.padding === 'zero' &&
      input.direction === 'decrypt' &&
      spec.blockBytes !== undefined && {
        en: 'Zero padding cannot be told from zeros of the content; all zeros at the end were removed',
        zh: '补零填充无法与内容末尾的零区分，末尾的零已全部去除',
      },
    input.direction === 'decrypt' &&
      isMade &&
      !spec.hasTag &&
      !spec.blockBytes && {
        en: 'This mode has no padding and no tag, so a wrong passphrase gives garbage instead of an error',
        zh: '该模式既无填充也无标签，口令错误时会得到乱码而非报错',
      },
  ]
  return notes.filter((note) => note !== false)
}
