import { concatBytes, equalBytes, joinBytes, type Bytes } from '../bytes.ts'
import { parseBase64, toBase64 } from '../radix-text.ts'
import { readForm, refuseKey, toEcKey, toOkpKey, toRsaKey, type FoundKey, type SshOption } from './found-key.ts'
import type { EcCurve, Key, PrivateKey } from './key.ts'
import { toNumber, toNumberBytes } from './numbers.ts'
import { lockOpenssh, unlockOpenssh, type SealedKey } from './openssh-lock.ts'
import { createWireReader, writeMpint, writeString, writeUint32, type WireReader } from './ssh-wire.ts'

/** Names of the curves that OpenSSH has keys of (RFC 5656 §10.1). */
const CURVES: Readonly<Partial<Record<EcCurve, string>>> = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' }

/** The name of a key's kind; nothing for kinds that OpenSSH has no keys of. */
function findSshType(key: Key): string | undefined {
  if (key.type === 'rsa') return 'ssh-rsa'
  if (key.type === 'ec') return CURVES[key.curve] && `ecdsa-sha2-${CURVES[key.curve]}`
  return key.curve === 'Ed25519' ? 'ssh-ed25519' : undefined
}

/** The public key as SSH sends it (RFC 4253 §6.6, RFC 5656 §3.1, RFC 8709 §4). */
export function findSshBlob(key: Key): Bytes | undefined {
  const type = findSshType(key)
  return type === undefined ? undefined : concatBytes(writeString(type), writePublicFields(key))
}

function writePublicFields(key: Key): Bytes {
  if (key.type === 'rsa') return concatBytes(writeMpint(key.e), writeMpint(key.n))
  return key.type === 'ec'
    ? concatBytes(writeString(CURVES[key.curve] ?? key.curve), writeString(key.point))
    : writeString(key.point)
}

/** The line of `authorized_keys` and of files that end in .pub. */
export function findSshLine(key: Key, comment: string): string | undefined {
  const blob = findSshBlob(key)
  return blob && [findSshType(key), toBase64(blob), ...(comment ? [comment] : [])].join(' ')
}

const TYPE = /(?:^|[\s,"])((?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[\w@.-]+)\s+([A-Za-z0-9+/]+=*)(?:[ \t]+(.*))?$/

/** The key of a line: options may stand before it, a comment after it. Nothing for other lines. */
export function findLineKey(line: string): FoundKey | undefined {
  const [, type, base64, comment] = TYPE.exec(line.trim()) ?? []
  if (type === undefined || base64 === undefined) return undefined
  return { ...readBlob(parseBase64(base64, 'text')), ...(comment?.trim() ? { comment: comment.trim() } : {}) }
}

/** A public key as SSH sends it. Throws `unsupported_value`. */
export function readBlob(blob: Uint8Array): FoundKey {
  return readForm('SSH', () => {
    const reader = createWireReader(blob)
    const type = reader.text()
    if (type.endsWith(CERTIFICATE)) return readCertificate(blob, reader, type.slice(0, -CERTIFICATE.length))
    const read = readFields(reader, type)
    reader.end()
    return { form: 'ssh', ...read }
  })
}

const CERTIFICATE = '-cert-v01@openssh.com'

/** A key within a certificate of OpenSSH (PROTOCOL.certkeys), its name and nonce before it. */
function readCertificate(blob: Uint8Array, reader: WireReader, type: string): FoundKey {
  reader.string()
  const read = readFields(reader, type)
  const serial = reader.uint64()
  const kind = ([undefined, 'user', 'host'] as const)[reader.uint32()]
  const id = reader.text()
  const principals = readAll(reader.string(), (inner) => inner.text())
  const [from, to] = [reader.uint64(), reader.uint64()]
  const [options, extensions] = [reader.string(), reader.string()].map((list) => readAll(list, readOption))
  reader.string()
  const authority = reader.string()
  const signed = blob.subarray(0, reader.count())
  const signature = reader.string()
  reader.end()
  const sshCertificate = {
    serial,
    kind,
    id,
    principals,
    from,
    to,
    options: options!,
    extensions: extensions!,
    authority,
    signed,
    signature,
  }
  return { form: 'sshCertificate', ...read, sshCertificate }
}

function readAll<T>(bytes: Uint8Array, read: (reader: WireReader) => T): T[] {
  const reader = createWireReader(bytes)
  const found: T[] = []
  while (reader.count() < bytes.length) found.push(read(reader))
  return found
}

/** A name, and data that hold one string, or none for a mere mark. */
function readOption(reader: WireReader): SshOption {
  const name = reader.text()
  const data = reader.string()
  return { name, value: data.length === 0 ? '' : createWireReader(data).text() }
}

type Read = Pick<FoundKey, 'key' | 'faults'>

function readFields(reader: WireReader, type: string): Read {
  if (type === 'ssh-rsa') {
    const e = reader.mpint()
    return toRsaKey({ e, n: reader.mpint() })
  }
  if (type === 'ssh-ed25519') return toOkpKey('Ed25519', { point: reader.string() })
  const curve = findCurve(type)
  reader.text()
  return toEcKey(curve, { point: reader.string() })
}

function findCurve(type: string): EcCurve {
  for (const curve of ['P-256', 'P-384', 'P-521'] as const) if (type === `ecdsa-sha2-${CURVES[curve]}`) return curve
  const isHardware = type.startsWith('sk-')
  throw refuseKey(
    type,
    isHardware
      ? { en: 'the private key is inside a security key; there is nothing to convert', zh: '其私钥存于硬件安全密钥中，无法转换' }
      : {
          en: 'ssh-rsa, ecdsa-sha2-nistp256/384/521 and ssh-ed25519 are supported',
          zh: '支持 ssh-rsa、ecdsa-sha2-nistp256/384/521 与 ssh-ed25519',
        },
  )
}

const LABEL = 'OPENSSH PRIVATE KEY'
const MAGIC = new TextEncoder().encode('openssh-key-v1\0')
/** The block of no cipher (OpenSSH, PROTOCOL.key), and that of AES. */
const [BLOCK_BYTES, LOCKED_BLOCK_BYTES] = [8, 16]

/** A private key of `-----BEGIN OPENSSH PRIVATE KEY-----`. Throws `bad_input` (no passphrase), `wrong_passphrase`, `unsupported_value`. */
export async function readOpenssh(bytes: Uint8Array, passphrase: string): Promise<FoundKey> {
  const { open, ...outer } = readForm(LABEL, () => readOuter(bytes))
  const inner = outer.cipher === 'none' ? outer.bytes : await unlockOpenssh(outer, passphrase)
  return readForm(LABEL, () => readInner(inner, open))
}

function readOuter(bytes: Uint8Array): SealedKey & { open: FoundKey } {
  if (!equalBytes(bytes.subarray(0, MAGIC.length), MAGIC)) throw new RangeError('expected openssh-key-v1')
  const reader = createWireReader(bytes.subarray(MAGIC.length))
  const [cipher, derivation, options] = [reader.text(), reader.text(), reader.string()]
  const count = reader.uint32()
  if (count !== 1) throw new RangeError(`expected one key, got ${count}`)
  const open = readBlob(reader.string())
  return { cipher, derivation, options, open, bytes: reader.string(), tag: reader.rest() }
}

function readInner(bytes: Uint8Array, open: FoundKey): FoundKey {
  const reader = createWireReader(bytes)
  if (reader.uint32() !== reader.uint32()) throw new RangeError('expected two equal check numbers')
  const { key, faults } = readSecretFields(reader, reader.text())
  const comment = reader.text()
  if (reader.rest().some((byte, i) => byte !== i + 1)) throw new RangeError('expected a padding of 1, 2, 3 …')
  const differs = !equalBytes(findSshBlob(open.key)!, findSshBlob(key)!) && !faults.length
  return { form: 'openssh', key, faults: differs ? [OUTER_DIFFERS] : faults, ...(comment ? { comment } : {}) }
}

const OUTER_DIFFERS = {
  en: 'The public key at the start of the file belongs to another private key',
  zh: '文件开头的公钥与其中的私钥不匹配',
}

function readSecretFields(reader: WireReader, type: string): Read {
  if (type === 'ssh-rsa') {
    const [n, e, d, qi, p, q] = Array.from({ length: 6 }, () => reader.mpint()) as [
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
    ]
    return toRsaKey({ n, e, secret: { d, p, q, qi } })
  }
  if (type === 'ssh-ed25519') {
    const point = reader.string()
    return toOkpKey('Ed25519', { point, secret: reader.string().subarray(0, 32) })
  }
  const curve = findCurve(type)
  reader.text()
  const point = reader.string()
  return toEcKey(curve, { point, secret: toNumberBytes(toNumber(reader.string())) })
}

type Options = {
  readonly comment: string
  readonly random: (sizeBytes: number) => Uint8Array
  readonly passphrase?: Uint8Array | undefined
}

/** The private key as OpenSSH writes it, locked where there is a passphrase. */
export async function findOpenssh(key: PrivateKey, { comment, random, passphrase }: Options): Promise<Bytes | undefined> {
  const [type, blob] = [findSshType(key), findSshBlob(key)]
  if (type === undefined || !blob) return undefined
  const check = random(4)
  const inner = concatBytes(check, check, writeString(type), writeSecretFields(key), writeString(comment))
  const block = passphrase ? LOCKED_BLOCK_BYTES : BLOCK_BYTES
  const padding = Uint8Array.from({ length: (block - (inner.length % block)) % block }, (_, i) => i + 1)
  const plain = concatBytes(inner, padding)
  const sealed = passphrase ? await lockOpenssh(plain, { passphrase, random }) : { ...UNLOCKED, bytes: plain }
  return joinBytes([
    MAGIC,
    writeString(sealed.cipher),
    writeString(sealed.derivation),
    writeString(sealed.options),
    writeUint32(1),
    writeString(blob),
    writeString(sealed.bytes),
  ])
}

const UNLOCKED = { cipher: 'none', derivation: 'none', options: '' } as const

function writeSecretFields(key: PrivateKey): Bytes {
  if (key.type === 'rsa') {
    const { d, qi, p, q } = key.secret
    return joinBytes([key.n, key.e, d, qi, p, q].map(writeMpint))
  }
  if (key.type === 'ec') return concatBytes(writePublicFields(key), writeMpint(toNumber(key.secret)))
  return concatBytes(writePublicFields(key), writeString(concatBytes(key.secret, key.point)))
}
