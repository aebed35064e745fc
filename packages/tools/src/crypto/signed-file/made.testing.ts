import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { concatBytes, parseHex, toBytes, toHex, type Bytes } from '../../lib/bytes.ts'
import { DER, listParts, readFirst, writeBits, writeDer, writeInteger, writeOid } from '../../lib/der.ts'
import { listPem } from '../../lib/pem.ts'
import { splitCertificate } from '../../lib/x509/signed-parts.ts'
import { ascii, makeName, utcTime } from '../x509/made.testing.ts'

const SET = 0x31
const [FIRST, SECOND] = [0xa0, 0xa1]
const DATA = '1.2.840.113549.1.7.1'
const SHA256 = '2.16.840.1.101.3.4.2.1'
const SM3 = '1.2.156.10197.1.401'

/** Who signs: a certificate, how its key signs, and the names of both. */
export type Maker = {
  readonly certificate: Bytes
  readonly hashOid: string
  readonly algorithmOid: string
  hash(content: Uint8Array): Uint8Array
  sign(content: Uint8Array): Uint8Array | Promise<Uint8Array>
}

const ALGORITHMS: Readonly<Record<string, string>> = {
  rsa: '1.2.840.113549.1.1.1',
  ec: '1.2.840.10045.4.3.2',
  ed25519: '1.3.101.112',
}
const sha256 = (content: Uint8Array): Uint8Array => createHash('sha256').update(content).digest()

/** A signer of a certificate and a key in PEM. */
export function toMaker({ certificate, privateKey }: { certificate: string; privateKey: string }): Maker {
  const key: KeyObject = createPrivateKey(privateKey)
  const kind = key.asymmetricKeyType ?? ''
  return {
    certificate: listPem(certificate, 'text')[0]!.der,
    hashOid: SHA256,
    algorithmOid: ALGORITHMS[kind]!,
    hash: sha256,
    sign: (content) => sign(kind === 'ed25519' ? undefined : 'sha256', content, key),
  }
}

/** A signer with a key of SM2 and a certificate that it signed itself. */
export async function makeSm2(): Promise<Maker> {
  const { sm2, sm3 } = await import('sm-crypto-v2')
  const secret = '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8'
  const point = sm2.getPublicKeyFromPrivateKey(secret)
  const signed = (content: Uint8Array) =>
    parseHex(sm2.doSignature(content, secret, { hash: true, der: true, publicKey: point }), 'text')
  const spki = writeDer(
    DER.sequence,
    writeDer(DER.sequence, writeOid('1.2.840.10045.2.1'), writeOid('1.2.156.10197.1.301')),
    writeBits(parseHex(point, 'text')),
  )
  const algorithm = writeDer(DER.sequence, writeOid('1.2.156.10197.1.501'))
  const name = makeName(['2.5.4.3', ascii(0x0c, 'SM2')])
  const validity = writeDer(DER.sequence, utcTime('260101000000Z'), utcTime('360101000000Z'))
  const inner = writeDer(DER.sequence, writeInteger(5n), algorithm, name, validity, name, spki)
  return {
    certificate: writeDer(DER.sequence, inner, algorithm, writeBits(signed(inner))),
    hashOid: SM3,
    algorithmOid: '1.2.156.10197.1.301.1',
    hash: (content) => parseHex(sm3(content), 'text'),
    sign: signed,
  }
}

export const attribute = (oid: string, value: Uint8Array): Bytes => writeDer(DER.sequence, writeOid(oid), writeDer(SET, value))

export type Options = {
  readonly contentType?: string
  /** Kept in it; the bytes of the value that stands there, with its tag. */
  readonly held?: Uint8Array | undefined
  /** What the digest is over, where that is not the content. */
  readonly digested?: Uint8Array
  readonly more?: readonly Uint8Array[]
  /** Added to the signature afterwards, from its value. */
  readonly unsigned?: (signature: Uint8Array) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>
  readonly certificates?: readonly Uint8Array[]
  /** A byte of the signature that is turned over. */
  readonly isSpoilt?: boolean
}

/** Signed data of CMS over a content, by one signer. */
export async function makeCms(maker: Maker, content: Uint8Array, options: Options = {}): Promise<Bytes> {
  const { contentType = DATA, held, digested = content, more = [], certificates = [maker.certificate] } = options
  const { serial, issuer } = splitCertificate(maker.certificate)
  const attributes = [
    attribute('1.2.840.113549.1.9.3', writeOid(contentType)),
    attribute('1.2.840.113549.1.9.4', writeDer(DER.octets, maker.hash(digested))),
    ...more,
  ]
  const signature = toBytes(await maker.sign(writeDer(SET, ...attributes)))
  if (options.isSpoilt) signature[signature.length - 1]! ^= 1
  const hash = writeDer(DER.sequence, writeOid(maker.hashOid))
  const unsigned = (await options.unsigned?.(signature)) ?? []
  const signer = writeDer(
    DER.sequence,
    writeInteger(1n),
    writeDer(DER.sequence, issuer.raw, serial.raw),
    hash,
    writeDer(FIRST, ...attributes),
    writeDer(DER.sequence, writeOid(maker.algorithmOid)),
    writeDer(DER.octets, signature),
    ...(unsigned.length > 0 ? [writeDer(SECOND, ...unsigned)] : []),
  )
  const data = writeDer(
    DER.sequence,
    writeInteger(1n),
    writeDer(SET, hash),
    writeDer(DER.sequence, writeOid(contentType), ...(held ? [writeDer(FIRST, held)] : [])),
    ...(certificates.length > 0 ? [writeDer(FIRST, ...certificates)] : []),
    writeDer(SET, signer),
  )
  return writeDer(DER.sequence, writeOid('1.2.840.113549.1.7.2'), writeDer(FIRST, data))
}

/** What is signed, kept in octets. */
export const octets = (content: Uint8Array): Bytes => writeDer(DER.octets, content)

/** A time stamp of some bytes (RFC 3161 §2.4.2). */
export async function makeToken(maker: Maker, stamped: Uint8Array, time: string): Promise<Bytes> {
  const imprint = writeDer(DER.sequence, writeDer(DER.sequence, writeOid(SHA256)), octets(sha256(stamped)))
  const info = writeDer(DER.sequence, writeInteger(1n), writeOid('1.2.3.4'), imprint, writeInteger(7n), ascii(0x18, time))
  return makeCms(maker, info, { contentType: '1.2.840.113549.1.9.16.1.4', held: octets(info) })
}

type PdfOptions = {
  readonly format?: string
  /** More of the dictionary, in Latin-1. */
  readonly words?: string
  readonly before?: Uint8Array
  /** What else the ranges leave out. */
  readonly gap?: string
  make(content: Bytes): Promise<Uint8Array>
}

const VALUE_DIGITS = 12_000
const latin1 = (text: string): Bytes => toBytes(Buffer.from(text, 'latin1'))

/** A PDF with a signature, or one more behind what there is: no page, but all that a signature needs. */
export async function makePdf({
  format = 'ETSI.CAdES.detached',
  words = '',
  before,
  gap = '',
  make,
}: PdfOptions): Promise<Bytes> {
  const head = latin1(
    `${before ? '' : '%PDF-1.7\n'}6 0 obj\n<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/${format}${words}/ByteRange[0 AAAAAAAAAA BBBBBBBBBB CCCCCCCCCC]/Contents`,
  )
  const tail = latin1('>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  const start = (before?.length ?? 0) + head.length
  const end = start + VALUE_DIGITS + 2 + gap.length
  const numbers = [start, end, tail.length].map((number) => String(number).padEnd(10))
  const filled = latin1(
    Buffer.from(head)
      .toString('latin1')
      .replace('AAAAAAAAAA', numbers[0]!)
      .replace('BBBBBBBBBB', numbers[1]!)
      .replace('CCCCCCCCCC', numbers[2]!),
  )
  const first = concatBytes(before ?? new Uint8Array(), filled)
  const value = toHex(await make(concatBytes(first, tail))).padEnd(VALUE_DIGITS, '0')
  return concatBytes(first, latin1(`<${value}>${gap}`), tail)
}

/** A program of Windows without a signature: headers and a few bytes. */
export function makeProgram(isWide: boolean): Bytes {
  const program = new Uint8Array(512 + 8)
  const view = new DataView(program.buffer)
  view.setUint16(0, 0x4d5a)
  view.setUint32(0x3c, 0x40, true)
  view.setUint32(0x40, 0x50450000)
  view.setUint16(0x58, isWide ? 0x20b : 0x10b, true)
  return program
}

const INDIRECT = '1.3.6.1.4.1.311.2.1.4'

/** The same with signatures at its end, each over the hash of all the rest. */
export async function signProgram(program: Bytes, makers: readonly Maker[], unsigned?: Options['unsigned']): Promise<Bytes> {
  const view = new DataView(program.buffer)
  const entry = 0x58 + (view.getUint16(0x58, true) === 0x20b ? 144 : 128)
  const rest = concatBytes(program.subarray(0, 0x58 + 64), program.subarray(0x58 + 68, entry), program.subarray(entry + 8))
  const digest = writeDer(DER.sequence, writeDer(DER.sequence, writeOid(SHA256)), octets(sha256(rest)))
  const content = writeDer(DER.sequence, writeDer(DER.sequence, writeOid('1.3.6.1.4.1.311.2.1.15')), digest)
  const inner = listParts(readFirst(writeDer(DER.sequence, content)))[0]!.content
  const blocks: Bytes[] = []
  for (const maker of makers) {
    const cms = await makeCms(maker, inner, { contentType: INDIRECT, held: content, ...(unsigned && { unsigned }) })
    const block = new Uint8Array(Math.ceil((8 + cms.length) / 8) * 8)
    new DataView(block.buffer).setUint32(0, 8 + cms.length, true)
    new DataView(block.buffer).setUint32(4, 0x00020200, true)
    block.set(cms, 8)
    blocks.push(block)
  }
  const table = concatBytes(...blocks)
  const signed = concatBytes(program, table)
  new DataView(signed.buffer).setUint32(entry, program.length, true)
  new DataView(signed.buffer).setUint32(entry + 4, table.length, true)
  return signed
}
