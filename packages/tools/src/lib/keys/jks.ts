import { sha1 } from '@noble/hashes/legacy.js'
import { AppError } from '@octet/core/errors.ts'
import { concatBytes, equalBytes, joinBytes, toBytes, toHex, toUint, type Bytes } from '../bytes.ts'
import { DER, listDer, listParts, needDer, toOid, writeDer, writeOid } from '../der.ts'
import { toUtf16 } from '../utf16.ts'
import { readForm, refuseKey } from './found-key.ts'
import { refuseDamaged, toPassphraseBytes } from './passphrase.ts'
import type { Pkcs12Item } from './pkcs12.ts'
import type { NamedEntry } from './write-pkcs12.ts'

/**
 * Key stores of Java as it wrote them until version 8: its own format, never standardised, which OpenJDK documents in
 * `sun.security.provider.JavaKeyStore` and `KeyProtector`. Numbers have their highest byte first.
 */
const [MAGIC, MAGIC_OF_JCEKS] = ['feedfeed', 'cececece']
const NAME = 'JKS'
const [KEY_ENTRY, CERTIFICATE_ENTRY] = [1, 2]
const KEY_PROTECTOR = '1.3.6.1.4.1.42.2.17.1.1'
const HASH_BYTES = 20
/** What goes into the hash of the whole behind the passphrase. */
const PEPPER = 'Mighty Aphrodite'
const X509 = 'X.509'

/** Whether bytes are a key store of Java's own formats. */
export const isJks = (bytes: Uint8Array): boolean => [MAGIC, MAGIC_OF_JCEKS].includes(toHex(bytes.subarray(0, 4)))

/**
 * Opens a key store of Java: its keys as PKCS #8, each followed by its certificates, and those it trusts.
 * Throws `wrong_passphrase`, `bad_input` (no passphrase), `unsupported_value` (JCEKS, damage).
 */
export function openJks(bytes: Uint8Array, passphrase: string): Pkcs12Item[] {
  if (toHex(bytes.subarray(0, 4)) === MAGIC_OF_JCEKS) throw refuseKey('JCEKS', JCEKS)
  toPassphraseBytes(passphrase)
  const [content, digest] = [bytes.subarray(0, -HASH_BYTES), bytes.subarray(-HASH_BYTES)]
  const entries = readForm(NAME, () => readEntries(content))
  if (!equalBytes(hashWhole(content, passphrase), digest)) throw explain(entries, passphrase)
  return entries.flatMap(({ alias, locked, certificates }) => [
    ...(locked ? [{ kind: 'key' as const, der: unlock(locked, passphrase), friendlyName: alias }] : []),
    ...certificates.map((der) => ({ kind: 'certificate' as const, der, friendlyName: alias })),
  ])
}

const JCEKS = {
  en: 'stores of this kind are not supported; keytool -importkeystore -deststoretype pkcs12 makes one that is',
  zh: '暂不支持此类密钥库，可用 keytool -importkeystore -deststoretype pkcs12 转换后再试',
}

/** A key that opens shows that the passphrase is right and the rest is not. */
function explain(entries: readonly Entry[], passphrase: string): AppError {
  const [locked] = entries.flatMap((entry) => entry.locked ?? [])
  try {
    if (locked) unlock(locked, passphrase)
    return locked ? refuseDamaged(NAME) : new AppError('wrong_passphrase')
  } catch {
    return new AppError('wrong_passphrase')
  }
}

type Entry = { readonly alias: string; readonly locked?: Bytes; readonly certificates: readonly Bytes[] }

function readEntries(bytes: Uint8Array): Entry[] {
  const reader = createReader(bytes)
  reader.skip(4)
  const version = reader.number(4)
  if (version !== 1 && version !== 2) throw new RangeError(`expected version 1 or 2, got ${version}`)
  const readCertificate = (): Bytes => {
    if (version === 2 && reader.text() !== X509) throw new RangeError(`expected a certificate of ${X509}`)
    return toBytes(reader.take(reader.number(4)))
  }
  const entries: Entry[] = []
  for (let left = reader.number(4); left > 0; left--) {
    const kind = reader.number(4)
    const alias = reader.text()
    reader.skip(MOMENT_BYTES)
    if (kind === CERTIFICATE_ENTRY) entries.push({ alias, certificates: [readCertificate()] })
    else if (kind === KEY_ENTRY) {
      const locked = toBytes(reader.take(reader.number(4)))
      const certificates: Bytes[] = []
      for (let more = reader.number(4); more > 0; more--) certificates.push(readCertificate())
      entries.push({ alias, locked, certificates })
    } else throw new RangeError(`expected an entry of kind ${KEY_ENTRY} or ${CERTIFICATE_ENTRY}, got ${kind}`)
  }
  return entries
}

/** When an entry was made, in milliseconds of Unix time. */
const MOMENT_BYTES = 8

function createReader(bytes: Uint8Array) {
  let at = 0
  const take = (size: number): Uint8Array => {
    if (at + size > bytes.length) throw new RangeError(`expected ${size} bytes at ${at}, got ${bytes.length - at}`)
    return bytes.subarray(at, (at += size))
  }
  const number = (size: number): number => toUint(take(size))
  const text = (): string => new TextDecoder().decode(take(number(2)))
  return { take, number, text, skip: (size: number) => void take(size) }
}

const hashWhole = (content: Uint8Array, passphrase: string): Bytes =>
  toBytes(sha1(joinBytes([toUtf16(passphrase), new TextEncoder().encode(PEPPER), content])))

/** Salt, the key under a stream of hashes, and the hash of passphrase and key. */
function unlock(der: Bytes, passphrase: string): Bytes {
  const sealed = readForm(NAME, () => {
    const [algorithm, octets] = listParts(needDer(listDer(der)[0], DER.sequence))
    const oid = toOid(needDer(listParts(needDer(algorithm, DER.sequence))[0], DER.oid))
    if (oid !== KEY_PROTECTOR) throw new RangeError(`expected ${KEY_PROTECTOR}, got ${oid}`)
    return needDer(octets, DER.octets).content
  })
  const [salt, body, digest] = [
    sealed.subarray(0, HASH_BYTES),
    sealed.subarray(HASH_BYTES, -HASH_BYTES),
    sealed.subarray(-HASH_BYTES),
  ]
  const key = applyStream(body, salt, passphrase)
  if (!equalBytes(sha1(concatBytes(toUtf16(passphrase), key)), digest)) throw new AppError('wrong_passphrase')
  return key
}

/** Each block of the stream is the hash of the passphrase and the block before, the salt first. */
function applyStream(bytes: Uint8Array, salt: Uint8Array, passphrase: string): Bytes {
  const out = Uint8Array.from(bytes)
  const secret = toUtf16(passphrase)
  let block = salt
  for (let at = 0; at < out.length; at++) {
    if (at % HASH_BYTES === 0) block = sha1(concatBytes(secret, block))
    out[at]! ^= block[at % HASH_BYTES]!
  }
  return out
}

/** What goes into a store: a key with its chain, or certificates to trust where there is no key. */
type JksContent = {
  /** PKCS #8, not locked. */
  readonly key: Uint8Array | undefined
  readonly certificates: readonly NamedEntry[]
}
type JksLock = { readonly passphrase: string; readonly now: Date; readonly random: (sizeBytes: number) => Uint8Array }

/** Writes a key store as `keytool -storetype jks` does, which writes names of entries in lower case. */
export function writeJks({ key, certificates }: JksContent, { passphrase, now, random }: JksLock): Bytes {
  const moment = writeNumber(now.getTime(), MOMENT_BYTES)
  const begin = (kind: number, name = '') => [writeNumber(kind, 4), writeText(name.toLowerCase()), moment]
  const write = ({ der }: NamedEntry) => joinBytes([writeText(X509), writeNumber(der.length, 4), der])
  const entries = key
    ? [
        [
          ...begin(KEY_ENTRY, certificates[0]?.name),
          lock(key, passphrase, random),
          writeNumber(certificates.length, 4),
          ...certificates.map(write),
        ],
      ]
    : certificates.map((one) => [...begin(CERTIFICATE_ENTRY, one.name), write(one)])
  const head = [Uint8Array.of(0xfe, 0xed, 0xfe, 0xed), writeNumber(2, 4), writeNumber(entries.length, 4)]
  const content = joinBytes([...head, ...entries.flat()])
  return concatBytes(content, hashWhole(content, passphrase))
}

function lock(key: Uint8Array, passphrase: string, random: JksLock['random']): Bytes {
  const salt = toBytes(random(HASH_BYTES))
  const digest = sha1(concatBytes(toUtf16(passphrase), key))
  const sealed = concatBytes(salt, applyStream(key, salt, passphrase), digest)
  const algorithm = writeDer(DER.sequence, writeOid(KEY_PROTECTOR), writeDer(DER.nothing))
  const der = writeDer(DER.sequence, algorithm, writeDer(DER.octets, sealed))
  return concatBytes(writeNumber(der.length, 4), der)
}

function writeNumber(number: number, sizeBytes: number): Bytes {
  return Uint8Array.from({ length: sizeBytes }, (_, i) => Math.floor(number / 256 ** (sizeBytes - 1 - i)) % 256)
}

function writeText(text: string): Bytes {
  const bytes = new TextEncoder().encode(text)
  return concatBytes(writeNumber(bytes.length, 2), bytes)
}
