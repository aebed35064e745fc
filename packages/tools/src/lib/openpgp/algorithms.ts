import type { Text } from '@octet/core/text.ts'
import type { EcCurve } from '../keys/key.ts'
import type { HashName } from '../signatures/hashes.ts'

/** Algorithms of keys (RFC 9580 §9.1). */
export const KEY_ALGORITHMS: Readonly<Record<number, string>> = {
  1: 'RSA',
  2: 'RSA (encryption only)',
  3: 'RSA (signatures only)',
  16: 'ElGamal',
  17: 'DSA',
  18: 'ECDH',
  19: 'ECDSA',
  20: 'ElGamal (signatures)',
  22: 'EdDSA',
  25: 'X25519',
  26: 'X448',
  27: 'Ed25519',
  28: 'Ed448',
}

/** Curves by the hex of their object identifiers (RFC 9580 §9.2). */
export const CURVES: Readonly<Record<string, string>> = {
  '2a8648ce3d030107': 'P-256',
  '2b81040022': 'P-384',
  '2b81040023': 'P-521',
  '2b8104000a': 'secp256k1',
  '2b2403030208010107': 'brainpoolP256r1',
  '2b240303020801010b': 'brainpoolP384r1',
  '2b240303020801010d': 'brainpoolP512r1',
  '2b06010401da470f01': 'Ed25519',
  '2b060104019755010501': 'Curve25519',
  '2b656f': 'X448',
  '2b6571': 'Ed448',
}

export const isEcdsaCurve = (name: string): name is EcCurve => /^(?:P-|secp256k1|brainpool)/.test(name)

/** Hashes (RFC 9580 §9.5). */
export const HASH_ALGORITHMS: Readonly<Record<number, string>> = {
  1: 'MD5',
  2: 'SHA-1',
  3: 'RIPEMD-160',
  8: 'SHA-256',
  9: 'SHA-384',
  10: 'SHA-512',
  11: 'SHA-224',
  12: 'SHA3-256',
  14: 'SHA3-512',
}
/** Those that signatures are checked with. */
export const CHECKED_HASHES: Readonly<Record<number, HashName>> = { 2: 'sha1', 8: 'sha256', 9: 'sha384', 10: 'sha512' }

/** Ciphers (RFC 9580 §9.3). */
export const CIPHERS: Readonly<Record<number, string>> = {
  0: 'none',
  1: 'IDEA',
  2: 'Triple DES',
  3: 'CAST5',
  4: 'Blowfish',
  7: 'AES-128',
  8: 'AES-192',
  9: 'AES-256',
  10: 'Twofish',
  11: 'Camellia-128',
  12: 'Camellia-192',
  13: 'Camellia-256',
}
/** Modes with a check of their own (RFC 9580 §9.6). */
export const MODES: Readonly<Record<number, string>> = { 1: 'EAX', 2: 'OCB', 3: 'GCM' }
export const COMPRESSIONS: Readonly<Record<number, string>> = { 0: 'none', 1: 'ZIP', 2: 'ZLIB', 3: 'bzip2' }

/** What a name of a table is where it has none. */
export const nameOf = (names: Readonly<Record<number, string>>, number: number): string => names[number] ?? `№ ${number}`

/** What a signature is over (RFC 9580 §5.2.1). */
export const SIGNATURE_TYPES: Readonly<Record<number, Text>> = {
  0x00: { en: 'a file', zh: '文件' },
  0x01: { en: 'a text', zh: '文本' },
  0x02: { en: 'nothing else', zh: '独立签名' },
  0x10: { en: 'a user', zh: '用户标识' },
  0x11: { en: 'a user, persona', zh: '用户标识（未核实）' },
  0x12: { en: 'a user, casual', zh: '用户标识（简单核实）' },
  0x13: { en: 'a user, positive', zh: '用户标识（已核实）' },
  0x18: { en: 'a subkey', zh: '子密钥' },
  0x19: { en: 'the primary key', zh: '主密钥绑定' },
  0x1f: { en: 'the key itself', zh: '密钥本身' },
  0x20: { en: 'revocation of the key', zh: '吊销密钥' },
  0x28: { en: 'revocation of a subkey', zh: '吊销子密钥' },
  0x30: { en: 'revocation of a signature over a user', zh: '吊销用户标识签名' },
  0x40: { en: 'a time', zh: '时间戳' },
  0x50: { en: 'another signature', zh: '对签名的确认' },
}

/** Kinds of packets (RFC 9580 §5). */
export const PACKET_NAMES: Readonly<Record<number, Text>> = {
  1: { en: 'Session key for a recipient', zh: '收件人会话密钥' },
  2: { en: 'Signature', zh: '签名' },
  3: { en: 'Session key by passphrase', zh: '口令会话密钥' },
  4: { en: 'One-pass signature', zh: '单遍签名' },
  5: { en: 'Secret key', zh: '私钥' },
  6: { en: 'Public key', zh: '公钥' },
  7: { en: 'Secret subkey', zh: '私有子密钥' },
  8: { en: 'Compressed data', zh: '压缩数据' },
  9: { en: 'Encrypted data without protection', zh: '无完整性保护的加密数据' },
  10: { en: 'Marker', zh: '标记' },
  11: { en: 'Literal data', zh: '明文数据' },
  12: { en: 'Trust', zh: '信任' },
  13: { en: 'User ID', zh: '用户标识' },
  14: { en: 'Public subkey', zh: '公开子密钥' },
  17: { en: 'User attribute', zh: '用户属性' },
  18: { en: 'Encrypted and protected data', zh: '带完整性保护的加密数据' },
  20: { en: 'Encrypted data, AEAD', zh: 'AEAD 加密数据' },
  21: { en: 'Padding', zh: '填充' },
}
