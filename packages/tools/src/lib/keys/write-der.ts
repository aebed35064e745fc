import type { Bytes } from '../bytes.ts'
import { DER, writeBits, writeDer, writeInteger, writeOid } from '../der.ts'
import type { EcKey, Key, PrivateKey, RsaKey, RsaSecret } from './key.ts'
import { CURVE_OIDS, KEY_OIDS, toOidOf } from './names.ts'

const NOTHING = writeDer(DER.nothing)

/** The algorithm of a key (RFC 3279 §2.3.1, RFC 5480 §2.1.1, RFC 8410 §3). */
function writeAlgorithm(key: Key): Bytes {
  if (key.type === 'rsa') return key.pss ?? writeDer(DER.sequence, writeOid(toOidOf(KEY_OIDS, 'RSA')), NOTHING)
  if (key.type === 'okp') return writeDer(DER.sequence, writeOid(toOidOf(KEY_OIDS, key.curve)))
  return writeDer(DER.sequence, writeOid(toOidOf(KEY_OIDS, 'EC')), writeCurve(key))
}

const writeCurve = ({ curve }: EcKey): Bytes => writeOid(toOidOf(CURVE_OIDS, curve))

/** The public key of any kind (RFC 5280 §4.1). */
export function writeSpki(key: Key): Bytes {
  return writeDer(DER.sequence, writeAlgorithm(key), writeBits(key.type === 'rsa' ? writePkcs1Public(key) : key.point))
}

/** The private key of any kind (RFC 5958). */
export function writePkcs8(key: PrivateKey): Bytes {
  const inner =
    key.type === 'rsa' ? writePkcs1(key) : key.type === 'ec' ? writeSec1(key, false) : writeDer(DER.octets, key.secret as Bytes)
  return writeDer(DER.sequence, writeInteger(0n), writeAlgorithm(key), writeDer(DER.octets, inner))
}

/** RFC 8017 §A.1.1. */
export function writePkcs1Public({ n, e }: RsaKey): Bytes {
  return writeDer(DER.sequence, writeInteger(n), writeInteger(e))
}

/** RFC 8017 §A.1.2. */
export function writePkcs1({ n, e, secret }: RsaKey): Bytes {
  const { d, p, q, dp, dq, qi } = secret as RsaSecret
  return writeDer(DER.sequence, ...[0n, n, e, d, p, q, dp, dq, qi].map(writeInteger))
}

/** RFC 5915; inside PKCS #8 the curve stands outside. */
export function writeSec1(key: EcKey, hasCurve = true): Bytes {
  const curve = hasCurve ? [writeDer(0xa0, writeCurve(key))] : []
  return writeDer(
    DER.sequence,
    writeInteger(1n),
    writeDer(DER.octets, key.secret as Bytes),
    ...curve,
    writeDer(0xa1, writeBits(key.point)),
  )
}
