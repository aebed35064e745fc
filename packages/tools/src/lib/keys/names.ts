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
  // FIPS 203, 204 and 205 (RFC 9935, 9881 and 9909).
  '2.16.840.1.101.3.4.4.1': 'ML-KEM-512',
  '2.16.840.1.101.3.4.4.2': 'ML-KEM-768',
  '2.16.840.1.101.3.4.4.3': 'ML-KEM-1024',
  '2.16.840.1.101.3.4.3.17': 'ML-DSA-44',
  '2.16.840.1.101.3.4.3.18': 'ML-DSA-65',
  '2.16.840.1.101.3.4.3.19': 'ML-DSA-87',
  ...Object.fromEntries(
    ['SHA2', 'SHAKE'].flatMap((hash, family) =>
      ['128s', '128f', '192s', '192f', '256s', '256f'].map((size, i) => [
        `2.16.840.1.101.3.4.3.${20 + 6 * family + i}`,
        `SLH-DSA-${hash}-${size}`,
      ]),
    ),
  ),
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
