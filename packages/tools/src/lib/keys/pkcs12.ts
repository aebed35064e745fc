import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { berToDer, joinPieces } from '../ber.ts'
import { equalBytes, toBytes, toHex, toUint, type Bytes } from '../bytes.ts'
import { DER, listDer, listParts, needDer, toInteger, toOid, toText, type DerValue } from '../der.ts'
import { readForm, refuseKey } from './found-key.ts'
import { MAX_OLD_ROUNDS, refuseLocked, unlockPkcs8, unseal } from './locked.ts'
import { refuseDamaged, toPassphraseBytes } from './passphrase.ts'
import { derivePkcs12 } from './pkcs12-derive.ts'

/** What lies in a file of PKCS #12: a private key as PKCS #8, a certificate or a revocation list. */
export type Pkcs12Item = {
  readonly kind: 'key' | 'certificate' | 'list'
  readonly der: Bytes
  /** As programs show it (RFC 2985 §5.5.1). */
  readonly friendlyName?: string
}

const NAME = 'PKCS #12'
/** Kinds of content (RFC 2315 §14). */
const [DATA, SIGNED, ENCRYPTED] = ['1.2.840.113549.1.7.1', '1.2.840.113549.1.7.2', '1.2.840.113549.1.7.6']
/** Tag of what a content holds, and of what is locked in pieces. */
const HELD = 0xa0
/** Tag of locked bytes that are not in pieces (RFC 2315 §10.1). */
const WHOLE = 0x80

/** A sequence that begins with the number 3, its length written in any way: large lists and certificates are told by it alone. */
const VERSION_3 = /^30(?:[0-7].|80|8[1-9](?:..){1,9}?)020103/

/** Whether bytes are a file of PKCS #12: version 3, then data or signed data of PKCS #7 (RFC 7292 §4). */
export function isPkcs12(bytes: Uint8Array): boolean {
  if (!VERSION_3.test(toHex(bytes.subarray(0, 16)))) return false
  try {
    const [, content] = listDer(berToDer(bytes)).flatMap(listParts)
    const [kind] = content ? listParts(content) : []
    return kind?.tag === DER.oid && [DATA, SIGNED].includes(toOid(kind))
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * Opens a file of PKCS #12 (RFC 7292), as it is or with the lengths of BER. Keys and certificates come in their order.
 * Throws `wrong_passphrase`, `bad_input` (no passphrase), `unsupported_value` (another lock, damage).
 */
export async function openPkcs12(bytes: Uint8Array, passphrase: string): Promise<Pkcs12Item[]> {
  const { content, mac } = readForm(NAME, () => readOuter(berToDer(bytes)))
  const secret = new TextEncoder().encode(passphrase)
  const isRight = mac ? await isMacRight(mac, { content, secret }) : undefined
  if (isRight === false) throw await explain(content, passphrase)
  return openContents(content, { secret })
}

type Mac = { readonly oid: string; readonly digest: Uint8Array; readonly salt: Uint8Array; readonly rounds: bigint }

function readOuter(der: Uint8Array): { content: Uint8Array; mac: Mac | undefined } {
  const [, held, macData] = listParts(needDer(listDer(der)[0], DER.sequence))
  const { oid, value } = readContent(needDer(held, DER.sequence))
  if (oid !== DATA)
    throw refuseKey(NAME, {
      en: 'it is encrypted or signed with the key of a certificate; only files with a passphrase are supported',
      zh: '该文件由证书密钥加密或签名，暂不支持；仅支持以口令保护的文件',
    })
  return { content: needDer(value, DER.octets).content, mac: macData && readMac(macData) }
}

/** RFC 7292 §4: where there is no number of rounds, it is one. */
function readMac(macData: DerValue): Mac {
  const [info, salt, rounds] = listParts(needDer(macData, DER.sequence))
  const [algorithm, digest] = listParts(needDer(info, DER.sequence))
  const [kind] = listParts(needDer(algorithm, DER.sequence))
  return {
    oid: toOid(needDer(kind, DER.oid)),
    digest: needDer(digest, DER.octets).content,
    salt: needDer(salt, DER.octets).content,
    rounds: rounds ? toInteger(needDer(rounds, DER.integer)) : 1n,
  }
}

const HASHES: Readonly<Record<string, typeof sha256 | typeof sha1>> = {
  '1.3.14.3.2.26': sha1,
  '2.16.840.1.101.3.4.2.4': sha224,
  '2.16.840.1.101.3.4.2.1': sha256,
  '2.16.840.1.101.3.4.2.2': sha384,
  '2.16.840.1.101.3.4.2.3': sha512,
}

type Checked = { readonly content: Uint8Array; readonly secret: Uint8Array }

/** Whether the passphrase made the keyed hash of the content (RFC 7292 §B.4); nothing where it is of another kind. */
function isMacRight({ oid, digest, salt, rounds }: Mac, { content, secret }: Checked): boolean | undefined {
  const hash = HASHES[oid]
  if (!hash) return undefined
  if (rounds < 1n || rounds > MAX_OLD_ROUNDS || salt.length === 0) throw refuseLocked(`${salt.length} bytes, ${rounds} rounds`)
  const key = derivePkcs12(secret, { salt, rounds: Number(rounds), hash, purpose: 'mac', sizeBytes: hash.outputLen })
  return equalBytes(hmac(hash, key, content), digest)
}

/** What to say of a file whose keyed hash is another: with the right passphrase what is locked opens all the same. */
async function explain(content: Uint8Array, passphrase: string): Promise<AppError> {
  if (passphrase === '') toPassphraseBytes(passphrase)
  const wrong = new AppError('wrong_passphrase')
  const secret = new TextEncoder().encode(passphrase)
  let locks = 0
  const opened = await openContents(content, { secret, onLock: () => locks++ }).catch((error: unknown) => error)
  if (locks === 0 || (isAppError(opened) && opened.key === 'wrong_passphrase')) return wrong
  return refuseDamaged(NAME)
}

type Opening = { readonly secret: Uint8Array; readonly onLock?: () => void }

async function openContents(content: Uint8Array, opening: Opening): Promise<Pkcs12Item[]> {
  const items: Pkcs12Item[] = []
  for (const part of readForm(NAME, () => listDer(berToDer(content)).flatMap(listParts)))
    items.push(...(await openBags(await openContent(part, opening), opening)))
  return items
}

/** The bags of one content, open or locked (RFC 7292 §4.1). */
async function openContent(part: DerValue, { secret, onLock }: Opening): Promise<Uint8Array> {
  const { oid, value } = readForm(NAME, () => readContent(part))
  if (oid === DATA) return readForm(NAME, () => needDer(value, DER.octets).content)
  if (oid !== ENCRYPTED)
    throw refuseKey(oid, { en: 'only contents encrypted with a passphrase are supported', zh: '仅支持以口令加密的内容' })
  onLock?.()
  const { algorithm, sealed } = readForm(NAME, () => readEncrypted(value))
  return unseal({ algorithm, sealed, passphrase: secret, label: NAME, isStart: isContents })
}

/** What a block cipher may have added behind the contents. */
const MAX_PADDING = 16

/**
 * Whether bytes begin as contents do: with a sequence that ends where they end but for the padding, or, where BER gives no
 * length, with the sequence of a first bag in it. With a wrong passphrase that comes about once in 2^20; of the tag alone it
 * would be once in 256 that a wrong passphrase were called right.
 */
function isContents(plain: Uint8Array): boolean {
  const [tag, first = 0, second] = plain
  if (tag !== DER.sequence) return false
  if (first === 0x80) return second === DER.sequence
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  const length = lengthBytes === 0 ? first : toUint(plain.subarray(2, 2 + lengthBytes))
  const padding = plain.length - (2 + lengthBytes + length)
  return padding >= 0 && padding <= MAX_PADDING
}

function readContent(content: DerValue): { oid: string; value: DerValue } {
  const [kind, held] = listParts(content)
  return { oid: toOid(needDer(kind, DER.oid)), value: listParts(needDer(held, HELD))[0] ?? missing() }
}

/** RFC 2315 §13, §10.1. */
function readEncrypted(value: DerValue): { algorithm: DerValue; sealed: Uint8Array } {
  const [, info] = listParts(needDer(value, DER.sequence))
  const [, algorithm, sealed] = listParts(needDer(info, DER.sequence))
  if (sealed?.tag !== HELD && sealed?.tag !== WHOLE) throw new RangeError('expected locked bytes')
  return {
    algorithm: needDer(algorithm, DER.sequence),
    sealed: sealed.tag === HELD ? joinPieces(sealed.content) : sealed.content,
  }
}

/** Kinds of bags and of certificates, without what they begin with (RFC 7292 §4.2, appendix D). */
const BAGS = '1.2.840.113549.1.12.10.1.'
const MAX_DEPTH = 4

async function openBags(bytes: Uint8Array, opening: Opening, depth = 0): Promise<Pkcs12Item[]> {
  if (depth > MAX_DEPTH) throw refuseDamaged(NAME)
  const items: Pkcs12Item[] = []
  for (const bag of readForm(NAME, () => listDer(berToDer(bytes)).flatMap(listParts))) {
    const { kind, value, friendlyName } = readForm(NAME, () => readBag(bag))
    const named = friendlyName === undefined ? {} : { friendlyName }
    if (kind === 'keys') items.push({ kind: 'key', der: toBytes(value.raw), ...named })
    else if (kind === 'bags') items.push(...(await openBags(value.raw, opening, depth + 1)))
    else if (kind === 'locked') {
      opening.onLock?.()
      items.push({ kind: 'key', der: await unlockPkcs8(value.raw, opening.secret), ...named })
    } else if (kind !== undefined) {
      const der = readForm(NAME, () => readHeld(value))
      if (der) items.push({ kind, der, ...named })
    }
  }
  return items
}

/** Secrets of other kinds are left out. */
const KINDS: Readonly<Record<string, 'keys' | 'locked' | 'certificate' | 'list' | 'bags'>> = {
  1: 'keys',
  2: 'locked',
  3: 'certificate',
  4: 'list',
  6: 'bags',
}
const FRIENDLY_NAME = '1.2.840.113549.1.9.20'

function readBag(bag: DerValue) {
  const [first, held, attributes] = listParts(bag)
  const oid = toOid(needDer(first, DER.oid))
  const value = listParts(needDer(held, HELD))[0] ?? missing()
  const names = (attributes ? listParts(attributes) : []).flatMap((attribute) => {
    const [name, values] = listParts(attribute)
    const text = name && values && toOid(name) === FRIENDLY_NAME ? listParts(values)[0] : undefined
    return text ? [toText(text)] : []
  })
  return { kind: oid.startsWith(BAGS) ? KINDS[oid.slice(BAGS.length)] : undefined, value, friendlyName: names[0] }
}

/** An X.509 certificate or list; nothing for one of another kind (RFC 7292 §4.2.3, §4.2.4). */
function readHeld(value: DerValue): Bytes | undefined {
  const [kind, held] = listParts(needDer(value, DER.sequence))
  const isX509 = ['1.2.840.113549.1.9.22.1', '1.2.840.113549.1.9.23.1'].includes(toOid(needDer(kind, DER.oid)))
  return isX509 ? toBytes(needDer(listParts(needDer(held, HELD))[0], DER.octets).content) : undefined
}

function missing(): never {
  throw new RangeError('expected a value, got nothing')
}
