import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { concatBytes, equalBytes, parseHex, type Bytes } from '../bytes.ts'
import { parseBase64 } from '../radix-text.ts'
import { readForm, refuseKey, toEcKey, toOkpKey, toRsaKey, type FoundKey } from './found-key.ts'
import { isPrivate, type Key } from './key.ts'
import { toAesCbc } from './lock-ciphers.ts'
import { toNumberBytes } from './numbers.ts'
import { findSshBlob, readBlob } from './openssh.ts'
import { refuseCut, refuseDamaged, toPassphraseBytes } from './passphrase.ts'
import { createWireReader, writeString } from './ssh-wire.ts'

const NAME = 'PuTTY'
const FILE_START = /^(?=PuTTY-User-Key-File-\d)/im
const FILE = /^PuTTY-User-Key-File-(\d+): ?[^]*?^Private-MAC: ?[0-9a-f]+$/im
const CIPHER = toAesCbc(32)

/** What a file says, line by line; lines of Base64 stand under the name of the line that counts them. */
type Fields = ReadonlyMap<string, string>
/** What opens a key and what proves that nothing was changed. */
type Secrets = { readonly key: Uint8Array; readonly iv: Uint8Array; readonly mac: (content: Uint8Array) => Uint8Array }

/** The whole files of PuTTY that a text has. */
export function listPpks(text: string): string[] {
  const parts = text.replaceAll('\r\n', '\n').split(FILE_START)
  return parts.flatMap((part) => FILE.exec(part)?.[0] ?? [])
}

/** A key of PuTTY in version 2 or 3 of its file (PuTTY's manual, appendix C). Throws `bad_input` (no passphrase), `wrong_passphrase`, `unsupported_value`. */
export function readPpk(file: string, passphrase: string): Promise<FoundKey> {
  const version = Number(FILE.exec(file)?.[1])
  return readFields(toFields(file), { version, passphrase })
}

function toFields(file: string): Fields {
  const lines = file.split('\n')
  const fields = new Map<string, string>()
  for (let at = 0; at < lines.length;) {
    const [, name = '', value = ''] = /^([\w-]+): ?(.*)$/.exec(lines[at++] ?? '') ?? []
    const count = name.endsWith('-Lines') ? Number(value) || 0 : 0
    fields.set(name, count ? lines.slice(at, at + count).join('') : value)
    at += count
  }
  return fields
}

const get = (fields: Fields, name: string): string => fields.get(name) ?? refuse(`${name}:`)

function refuse(name: string): never {
  throw refuseKey(NAME, { en: `the file is damaged: it has no complete line “${name}”`, zh: `文件已损坏：缺少完整的“${name}”行` })
}

async function readFields(fields: Fields, { version, passphrase }: { version: number; passphrase: string }): Promise<FoundKey> {
  if (version !== 2 && version !== 3)
    throw refuseKey(`PuTTY-User-Key-File-${version}`, {
      en: 'versions 2 and 3 are supported; save the key again with PuTTYgen',
      zh: '支持第 2 与第 3 版；请用 PuTTYgen 重新保存该密钥',
    })
  const [type, encryption, comment] = [
    get(fields, `PuTTY-User-Key-File-${version}`),
    get(fields, 'Encryption'),
    get(fields, 'Comment'),
  ]
  if (encryption !== 'none' && encryption !== 'aes256-cbc')
    throw refuseKey(encryption, { en: 'only aes256-cbc is supported', zh: '支持 aes256-cbc' })
  const blob = parseBase64(get(fields, 'Public-Lines'), 'text')
  const sealed = parseBase64(get(fields, 'Private-Lines'), 'text')
  const isLocked = encryption !== 'none'
  if (isLocked && sealed.length % CIPHER.blockBytes !== 0) throw refuseCut(NAME)
  const open = readBlob(blob)
  const secret = isLocked ? toPassphraseBytes(passphrase) : new Uint8Array(0)
  const { key, iv, mac } = version === 2 ? toSecrets2(secret) : await toSecrets3(secret, { fields, isLocked })
  const plain = isLocked ? (await CIPHER.decrypt(sealed, { key, iv, tag: new Uint8Array(0) })).plain : sealed
  const proof = mac(concatBytes(...[type, encryption, comment, blob, plain].map(writeString)))
  if (!equalBytes(proof, parseHex(get(fields, 'Private-MAC'), 'text')))
    throw !isLocked ? refuseKey(NAME, CHANGED) : fits(plain, open.key) ? refuseDamaged(NAME) : new AppError('wrong_passphrase')
  return { ...readForm(NAME, () => readSecret(plain, open.key)), form: 'ppk', ...(comment ? { comment } : {}) }
}

const CHANGED = {
  en: 'the file was changed or is damaged: its check value (Private-MAC) does not match',
  zh: '文件被改动或已损坏：校验值（Private-MAC）不符',
}

/** Version 2: SHA-1 of a counter and the passphrase, no IV. */
function toSecrets2(passphrase: Uint8Array): Secrets {
  const part = (counter: number) => sha1(concatBytes(Uint8Array.of(0, 0, 0, counter), passphrase))
  const macKey = sha1(concatBytes(new TextEncoder().encode('putty-private-key-file-mac-key'), passphrase))
  return {
    key: concatBytes(part(0), part(1)).subarray(0, CIPHER.keyBytes),
    iv: new Uint8Array(CIPHER.ivBytes),
    mac: (content) => hmac(sha1, macKey, content),
  }
}

const KINDS = { argon2id: 'argon2id', argon2i: 'argon2i', argon2d: 'argon2d' } as const
/** Memory in KiB, and how much of it is written in all passes; PuTTY takes 8192 unless told otherwise. */
const [MAX_MEMORY, MAX_WORK] = [1 << 18, 1 << 22]
const MAC_BYTES = 32

/** Version 3: Argon2 makes key, IV and the key of the MAC; without a passphrase that key is empty. */
async function toSecrets3(password: Uint8Array, { fields, isLocked }: { fields: Fields; isLocked: boolean }): Promise<Secrets> {
  const { keyBytes, ivBytes } = CIPHER
  const made = isLocked
    ? await deriveArgon2(password, { fields, sizeBytes: keyBytes + ivBytes + MAC_BYTES })
    : new Uint8Array(keyBytes + ivBytes)
  return {
    key: made.subarray(0, keyBytes),
    iv: made.subarray(keyBytes, keyBytes + ivBytes),
    mac: (content) => hmac(sha256, made.subarray(keyBytes + ivBytes), content),
  }
}

async function deriveArgon2(password: Uint8Array, { fields, sizeBytes }: { fields: Fields; sizeBytes: number }) {
  const name = get(fields, 'Key-Derivation').toLowerCase()
  const kind = name in KINDS ? KINDS[name as keyof typeof KINDS] : refuse('Key-Derivation: Argon2id')
  const [memorySize, iterations, parallelism] = ['Memory', 'Passes', 'Parallelism'].map((what) => {
    const text = get(fields, `Argon2-${what}`)
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : refuse(`Argon2-${what}:`)
  }) as [number, number, number]
  const salt = parseHex(get(fields, 'Argon2-Salt'), 'text')
  // RFC 9106 §3.1; the salt's eight bytes are what the library asks for.
  if (memorySize < 8 * parallelism || salt.length < 8) refuse('Argon2-Memory, Argon2-Salt:')
  if (memorySize > MAX_MEMORY || memorySize * iterations > MAX_WORK)
    throw refuseKey(`Argon2, ${memorySize} KiB × ${iterations}`, {
      en: `up to ${MAX_MEMORY} KiB and ${MAX_WORK} KiB in all passes are supported`,
      zh: `最多支持 ${MAX_MEMORY} KiB 内存，各轮合计不超过 ${MAX_WORK} KiB`,
    })
  const library = await import('hash-wasm')
  return library[kind]({ password, salt, memorySize, iterations, parallelism, hashLength: sizeBytes, outputType: 'binary' })
}

/** Whether decrypted bytes are the private half: then the passphrase is right, whatever the MAC says. */
function fits(plain: Uint8Array, open: Key): boolean {
  try {
    const { key } = readSecret(plain, open)
    return isPrivate(key) && equalBytes(findSshBlob(key)!, findSshBlob(open)!)
  } catch (error) {
    if (error instanceof RangeError || isAppError(error)) return false
    throw error
  }
}

/** Random bytes fill the last block up. */
function readSecret(plain: Uint8Array, open: Key): Pick<FoundKey, 'key' | 'faults'> {
  const reader = createWireReader(plain)
  if (open.type === 'rsa') {
    const [d, p, q, qi] = [reader.mpint(), reader.mpint(), reader.mpint(), reader.mpint()]
    return toRsaKey({ ...open, secret: { d, p, q, qi } })
  }
  if (open.type === 'ec') return toEcKey(open.curve, { point: open.point, secret: toNumberBytes(reader.mpint()) })
  return toOkpKey(open.curve, { point: open.point, secret: toSeed(reader.string()) })
}

/** Written as a number with its low byte first: zeros at its end are left out. */
function toSeed(written: Uint8Array): Bytes {
  return concatBytes(written, new Uint8Array(Math.max(0, 32 - written.length)))
}
