import { createDecipheriv, createHmac, type CipherGCMTypes } from 'node:crypto'

type Suite = { readonly cipher: CipherGCMTypes | 'chacha20-poly1305'; readonly hash: string; readonly keyBytes: number }

/** Suites whose records are read here, by their names in the standard (RFC 8446 §B.4). */
const SUITES: Readonly<Record<string, Suite>> = {
  TLS_AES_128_GCM_SHA256: { cipher: 'aes-128-gcm', hash: 'sha256', keyBytes: 16 },
  TLS_AES_256_GCM_SHA384: { cipher: 'aes-256-gcm', hash: 'sha384', keyBytes: 32 },
  TLS_CHACHA20_POLY1305_SHA256: { cipher: 'chacha20-poly1305', hash: 'sha256', keyBytes: 32 },
}
/** The same names as OpenSSL takes them. */
export const READABLE_SUITES: readonly string[] = Object.keys(SUITES)

const HANDSHAKE = 22
const APPLICATION_DATA = 23
const IV_BYTES = 12
const TAG_BYTES = 16

/** The secret of a server's handshake in a line of NSS's key log; undefined where the line holds another one. */
export function findServerSecret(line: string): Buffer | undefined {
  const [, secret] = /^SERVER_HANDSHAKE_TRAFFIC_SECRET [\da-f]+ ([\da-f]+)/i.exec(line) ?? []
  return secret === undefined ? undefined : Buffer.from(secret, 'hex')
}

/**
 * The handshake messages that a server of TLS 1.3 sent encrypted (RFC 8446 §5.2), from its records and the secret of this very
 * connection; nothing for a suite that is not read here. Where a record does not open, the keys have changed, and it ends.
 */
export function decryptHandshake(records: Buffer, { suite, secret }: { suite: string; secret: Buffer }): Buffer {
  const known = SUITES[suite]
  if (!known) return Buffer.alloc(0)
  const key = expandLabel(secret, 'key', { hash: known.hash, size: known.keyBytes })
  const iv = expandLabel(secret, 'iv', { hash: known.hash, size: IV_BYTES })
  const parts: Buffer[] = []
  let sequence = 0
  for (let at = 0; at + 5 <= records.length;) {
    const end = at + 5 + records.readUInt16BE(at + 3)
    if (end > records.length) break
    if (records[at] === APPLICATION_DATA) {
      const plain = open(records.subarray(at, end), { cipher: known.cipher, key, nonce: toNonce(iv, sequence++) })
      if (plain?.type !== HANDSHAKE) break
      parts.push(plain.content)
    }
    at = end
  }
  return Buffer.concat(parts)
}

type Opening = { readonly cipher: Suite['cipher']; readonly key: Buffer; readonly nonce: Buffer }

/** The content of a record and its true type, which stands behind it and before the padding; undefined where the key is another. */
function open(record: Buffer, { cipher, key, nonce }: Opening): { type: number; content: Buffer } | undefined {
  if (record.length < 5 + TAG_BYTES) return undefined
  // the types of Node know options for GCM only; ChaCha20-Poly1305 takes the same
  const decipher = createDecipheriv(cipher as CipherGCMTypes, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(record.subarray(0, 5)).setAuthTag(record.subarray(-TAG_BYTES))
  try {
    const plain = Buffer.concat([decipher.update(record.subarray(5, -TAG_BYTES)), decipher.final()])
    const typeAt = plain.findLastIndex((byte) => byte !== 0)
    return typeAt < 0 ? undefined : { type: plain[typeAt]!, content: plain.subarray(0, typeAt) }
  } catch {
    return undefined
  }
}

/** The IV with the number of the record in its last bytes (RFC 8446 §5.3). */
function toNonce(iv: Buffer, sequence: number): Buffer {
  const nonce = Buffer.from(iv)
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ sequence) >>> 0, 8)
  return nonce
}

/** HKDF-Expand-Label with an empty context (RFC 8446 §7.1): what is asked for here fits into one block. */
function expandLabel(secret: Buffer, label: string, { hash, size }: { hash: string; size: number }): Buffer {
  const name = Buffer.from(`tls13 ${label}`)
  const info = Buffer.concat([Buffer.of(0, size, name.length), name, Buffer.of(0)])
  return createHmac(hash, secret).update(info).update(Buffer.of(1)).digest().subarray(0, size)
}
