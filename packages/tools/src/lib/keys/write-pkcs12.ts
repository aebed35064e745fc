import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { toBytes, toHex, type Bytes } from '../bytes.ts'
import { DER, writeDer, writeInteger, writeOid } from '../der.ts'
import { toUtf16 } from '../utf16.ts'
import { derivePkcs12 } from './pkcs12-derive.ts'
import { sealPbes2, sealTripleDes, type Sealed, type Sealing } from './seal.ts'

/** What goes into a file of PKCS #12: the certificate of the key comes first. */
export type Pkcs12Content = {
  /** PKCS #8, not locked; nothing in a store of certificates that are trusted. */
  readonly key: Uint8Array | undefined
  readonly certificates: readonly NamedEntry[]
}
/** A certificate, and what stores show it by where they do. */
export type NamedEntry = { readonly der: Uint8Array; readonly name?: string }
/**
 * `modern`: AES-256 and SHA-256, as OpenSSL 3, Windows 10 of 2018, Java of 2021 and later read it. `old`: Triple DES and SHA-1,
 * as all programs have read it for twenty years.
 */
export type Pkcs12Lock = { readonly way: 'modern' | 'old' } & Omit<Sealing, 'rounds'>

const WAYS = {
  modern: { rounds: 100_000, hash: sha256, oid: '2.16.840.1.101.3.4.2.1', seal: sealPbes2 },
  old: { rounds: 2048, hash: sha1, oid: '1.3.14.3.2.26', seal: sealTripleDes },
} as const

/** Kinds of content (RFC 2315 §14), of bags and of certificates (RFC 7292 §4.2, appendix D). */
const [DATA, ENCRYPTED] = ['1.2.840.113549.1.7.1', '1.2.840.113549.1.7.6']
const [KEY_BAG, CERTIFICATE_BAG] = ['1.2.840.113549.1.12.10.1.2', '1.2.840.113549.1.12.10.1.3']
const X509 = '1.2.840.113549.1.9.22.1'
/** Attributes (RFC 2985 §5.5), and that of Java for what is trusted, whatever for (JDK-8217375). */
const [FRIENDLY_NAME, LOCAL_KEY] = ['1.2.840.113549.1.9.20', '1.2.840.113549.1.9.21']
const [TRUSTED_FOR, ANYTHING] = ['2.16.840.1.113894.746875.1.1', '2.5.29.37.0']
/** Tags: what a content holds, what is locked, a set, a text of two bytes for each character. */
const [HELD, LOCKED, SET, BMP] = [0xa0, 0x80, 0x31, 0x1e]
const MAC_SALT_BYTES = 16
const VERSION = 3n

/** Writes a file of PKCS #12 (RFC 7292) that one passphrase locks and proves whole. */
export async function writePkcs12({ key, certificates }: Pkcs12Content, { way, ...lock }: Pkcs12Lock): Promise<Bytes> {
  const { rounds, hash, oid, seal } = WAYS[way]
  const sealing = { ...lock, rounds }
  const mark = key && certificates[0] ? [writeAttribute(LOCAL_KEY, writeDer(DER.octets, sha1(certificates[0].der)))] : []
  const bags = certificates.map(({ der, name }, i) => {
    const trusted = key ? [] : [writeAttribute(TRUSTED_FOR, writeOid(ANYTHING))]
    return writeBag(CERTIFICATE_BAG, writeCertificate(der), [...listName(name), ...(i === 0 ? mark : []), ...trusted])
  })
  const parts = [writeLocked(await seal(writeDer(DER.sequence, ...bags), sealing))]
  if (key) {
    const { algorithm, sealed } = await seal(key, sealing)
    const locked = writeDer(DER.sequence, algorithm, writeDer(DER.octets, sealed))
    const bag = writeBag(KEY_BAG, locked, [...listName(certificates[0]?.name), ...mark])
    parts.push(writeData(writeDer(DER.sequence, bag)))
  }
  const content = writeDer(DER.sequence, ...parts)
  const salt = toBytes(lock.random(MAC_SALT_BYTES))
  const macKey = derivePkcs12(lock.passphrase, { salt, rounds, hash, purpose: 'mac', sizeBytes: hash.outputLen })
  const digest = writeDer(
    DER.sequence,
    writeDer(DER.sequence, writeOid(oid), writeDer(DER.nothing)),
    writeDer(DER.octets, hmac(hash, macKey, content)),
  )
  const mac = writeDer(DER.sequence, digest, writeDer(DER.octets, salt), writeInteger(BigInt(rounds)))
  return writeDer(DER.sequence, writeInteger(VERSION), writeData(content), mac)
}

const writeData = (bytes: Uint8Array): Bytes =>
  writeDer(DER.sequence, writeOid(DATA), writeDer(HELD, writeDer(DER.octets, bytes)))

/** RFC 2315 §13, §10.1. */
function writeLocked({ algorithm, sealed }: Sealed): Bytes {
  const info = writeDer(DER.sequence, writeOid(DATA), algorithm, writeDer(LOCKED, sealed))
  return writeDer(DER.sequence, writeOid(ENCRYPTED), writeDer(HELD, writeDer(DER.sequence, writeInteger(0n), info)))
}

const writeCertificate = (der: Uint8Array): Bytes =>
  writeDer(DER.sequence, writeOid(X509), writeDer(HELD, writeDer(DER.octets, der)))

/** Members of a set stand in the order of their bytes (X.690 §11.6). */
function writeBag(oid: string, value: Bytes, attributes: readonly Bytes[]): Bytes {
  const sorted = attributes.toSorted((a, b) => (toHex(a) < toHex(b) ? -1 : 1))
  const set = sorted.length > 0 ? [writeDer(SET, ...sorted)] : []
  return writeDer(DER.sequence, writeOid(oid), writeDer(HELD, value), ...set)
}

const writeAttribute = (oid: string, value: Bytes): Bytes => writeDer(DER.sequence, writeOid(oid), writeDer(SET, value))

const listName = (name: string | undefined): Bytes[] =>
  name ? [writeAttribute(FRIENDLY_NAME, writeDer(BMP, toUtf16(name)))] : []
