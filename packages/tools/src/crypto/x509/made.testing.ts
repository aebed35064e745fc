import { generateKeyPairSync } from 'node:crypto'
import { concatBytes, toBytes, type Bytes } from '../../lib/bytes.ts'
import { DER, writeBits, writeDer, writeInteger, writeOid } from '../../lib/der.ts'

const { publicKey } = generateKeyPairSync('ed25519')
const SPKI = toBytes(publicKey.export({ type: 'spki', format: 'der' }))
const ALGORITHM = writeDer(DER.sequence, writeOid('1.3.101.112'))
const SET = 0x31

/** A name of the directory with one value for each part. */
export function makeName(...parts: readonly (readonly [oid: string, value: Bytes])[]): Bytes {
  return writeDer(DER.sequence, ...parts.map(([oid, value]) => writeDer(SET, writeDer(DER.sequence, writeOid(oid), value))))
}

type Parts = { subject?: Bytes; notBefore?: Bytes; notAfter?: Bytes; extensions?: readonly [oid: string, value: Bytes][] }

/** A certificate with parts that no program would write; its signature is none. */
export function makeCertificate({ subject = makeName(), notBefore, notAfter, extensions = [] }: Parts): Bytes {
  const rows = extensions.map(([oid, value]) => writeDer(DER.sequence, writeOid(oid), writeDer(DER.octets, value)))
  const signed = writeDer(
    DER.sequence,
    writeDer(0xa0, writeInteger(2n)),
    writeInteger(5n),
    ALGORITHM,
    makeName(),
    writeDer(DER.sequence, notBefore ?? utcTime('260101000000Z'), notAfter ?? utcTime('270101000000Z')),
    subject,
    SPKI,
    ...(rows.length > 0 ? [writeDer(0xa3, writeDer(DER.sequence, ...rows))] : []),
  )
  return writeDer(DER.sequence, signed, ALGORITHM, writeBits(new Uint8Array(64)))
}

export const ascii = (tag: number, text: string): Bytes => writeDer(tag, concatBytes(new TextEncoder().encode(text)))
export const utcTime = (text: string): Bytes => ascii(0x17, text)
