import { refuseKey } from '../../lib/keys/found-key.ts'
import {
  countBits,
  isSigningCurve,
  MAX_RSA_BITS,
  toCoordinateBytes,
  toKeyName,
  type Key,
  type PrivateKey,
} from '../../lib/keys/key.ts'
import { KEY_OIDS, toOidOf } from '../../lib/keys/names.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { DER, writeDer, writeOid } from '../../lib/der.ts'
import { HASHES, type HashName } from '../../lib/signatures/hashes.ts'
import { signEc, signEdwards } from '../../lib/signatures/sign-curve.ts'
import { signRsa } from '../../lib/signatures/sign-rsa.ts'
import { EC_SIGNATURES, RSA_SIGNATURES } from '../../lib/x509/verify.ts'

/** What signs certificates with one key: the algorithm as they name it, in words too. */
export type Signer = { readonly algorithm: Bytes; readonly name: string; sign(content: Bytes): Bytes }

/** A hash, or the one that fits the key. */
export type WantedHash = 'auto' | Exclude<HashName, 'sha1'>

/** Throws `unsupported_value` for keys that cannot sign, or not in a way that programs read. */
export function createSigner(key: PrivateKey, wanted: WantedHash): Signer {
  refuseOdd(key)
  const hash = chooseHash(key, wanted)
  const write = (oid: string, ...parameters: Bytes[]) => writeDer(DER.sequence, writeOid(oid), ...parameters)
  if (key.type === 'rsa')
    return {
      algorithm: write(toOidOf(RSA_SIGNATURES, hash), writeDer(DER.nothing)),
      name: `RSA, ${HASHES[hash].name}`,
      sign: (content) =>
        signRsa(key as Parameters<typeof signRsa>[0], content, { scheme: 'pkcs1', hash, mgfHash: hash, saltLength: 'hash' }),
    }
  if (key.type === 'ec')
    return {
      algorithm: write(toOidOf(EC_SIGNATURES, hash)),
      name: `ECDSA, ${HASHES[hash].name}`,
      sign: (content) => signEc(key as Parameters<typeof signEc>[0], content, { hash, form: 'der' }),
    }
  return {
    algorithm: write(toOidOf(KEY_OIDS, key.curve)),
    name: key.curve,
    sign: (content) => signEdwards(key as Parameters<typeof signEdwards>[0], content),
  }
}

function refuseOdd(key: PrivateKey): void {
  const name = toKeyName(key)
  if (key.type === 'rsa' && countBits(key.n) > MAX_RSA_BITS)
    throw refuseKey(name, {
      en: `RSA of at most ${MAX_RSA_BITS} bits signs here`,
      zh: `此处仅支持不超过 ${MAX_RSA_BITS} 位的 RSA 密钥签名`,
    })
  if (key.type === 'rsa' && key.pss)
    throw refuseKey(name, {
      en: 'keys for RSA-PSS alone do not sign certificates here',
      zh: '此处不支持用 RSA-PSS 专用密钥签发证书',
    })
  if (key.type === 'ec' && key.curve === 'SM2')
    throw refuseKey(name, { en: 'certificates of SM2 are not made here', zh: '此处不签发 SM2 证书' })
  if (key.type === 'okp' && !isSigningCurve(key.curve))
    throw refuseKey(name, { en: 'it agrees on secrets and cannot sign', zh: '此密钥用于密钥协商，不能签名' })
}

/** The hash to sign with: of a curve as many bits as it is worth (RFC 5480 §4). Those of RFC 8032 have their own. */
export function chooseHash(key: Key, wanted: WantedHash): HashName {
  if (wanted !== 'auto') return wanted
  const bytes = key.type === 'ec' ? toCoordinateBytes(key.curve) : 0
  return bytes > 48 ? 'sha512' : bytes > 32 ? 'sha384' : 'sha256'
}
