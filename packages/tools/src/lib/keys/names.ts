/** Kinds of public keys by their object identifiers (RFC 3279 §2.3, RFC 5480, RFC 8410, GM/T 0006). */
export const KEY_OIDS: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.1': 'RSA',
  '1.2.840.113549.1.1.10': 'RSA-PSS',
  '1.2.840.10040.4.1': 'DSA',
  '1.2.840.10045.2.1': 'EC',
  '1.3.101.110': 'X25519',
  '1.3.101.111': 'X448',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
}

/** Curves by their object identifiers (RFC 5480 §2.1.1.1, RFC 5639, SEC 2, GM/T 0006). */
export const CURVE_OIDS: Readonly<Record<string, string>> = {
  '1.2.840.10045.3.1.1': 'P-192',
  '1.2.840.10045.3.1.7': 'P-256',
  '1.3.132.0.10': 'secp256k1',
  '1.3.132.0.33': 'P-224',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
  '1.3.132.0.31': 'secp192k1',
  '1.3.132.0.32': 'secp224k1',
  ...Object.fromEntries(
    // RFC 5639 §4.1: a random and a twisted curve of each size.
    [160, 192, 224, 256, 320, 384, 512].flatMap((bits, i) => [
      [`1.3.36.3.3.2.8.1.1.${2 * i + 1}`, `brainpoolP${bits}r1`],
      [`1.3.36.3.3.2.8.1.1.${2 * i + 2}`, `brainpoolP${bits}t1`],
    ]),
  ),
  '1.2.156.10197.1.301': 'SM2',
}

/** The object identifier of a name. */
export function toOidOf(names: Readonly<Record<string, string>>, wanted: string): string {
  const found = Object.entries(names).find(([, name]) => name === wanted)
  if (!found) throw new Error(`no object identifier of ${wanted}`)
  return found[0]
}
