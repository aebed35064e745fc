import type { Bytes } from '../bytes.ts'
import { DER, writeDer, writeInteger, writeOid } from '../der.ts'

const [DATA, SIGNED] = ['1.2.840.113549.1.7.1', '1.2.840.113549.1.7.2']
const [HELD, SET] = [0xa0, 0x31]

/** A bundle of certificates as PKCS #7 has it: signed data that nobody signed (RFC 2315 §9.1). */
export function writeBundle(certificates: readonly Uint8Array[]): Bytes {
  const signed = writeDer(
    DER.sequence,
    writeInteger(1n),
    writeDer(SET),
    writeDer(DER.sequence, writeOid(DATA)),
    writeDer(HELD, ...certificates),
    writeDer(SET),
  )
  return writeDer(DER.sequence, writeOid(SIGNED), writeDer(HELD, signed))
}
