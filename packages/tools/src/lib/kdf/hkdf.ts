import { joinBytes, type Bytes } from '../bytes.ts'
import { createKeyHash, type KeyHash } from './hashes.ts'

/** HKDF-Extract (RFC 5869 §2.2): the pseudorandom key. Without a salt as many zeros as the hash is long are one. */
export async function extractHkdf(hash: KeyHash, { salt, secret }: { salt: Uint8Array; secret: Uint8Array }): Promise<Bytes> {
  const zeros = new Uint8Array((await createKeyHash(hash)).digestSize)
  return mac(hash, salt.length > 0 ? salt : zeros, [secret])
}

/** HKDF-Expand (RFC 5869 §2.3): at most 255 times as many bytes as the hash has. */
export async function expandHkdf(
  hash: KeyHash,
  { key, info, sizeBytes }: { key: Uint8Array; info: Uint8Array; sizeBytes: number },
): Promise<Bytes> {
  const blocks: Bytes[] = []
  let last = new Uint8Array()
  for (let made = 0; made < sizeBytes; made += last.length) {
    last = await mac(hash, key, [last, info, Uint8Array.of(blocks.length + 1)])
    blocks.push(last)
  }
  return joinBytes(blocks).slice(0, sizeBytes)
}

type Hkdf = { secret: Uint8Array; salt: Uint8Array; info: Uint8Array; sizeBytes: number }

/** Both steps at once (RFC 5869 §2). */
export async function deriveHkdf(hash: KeyHash, { secret, salt, info, sizeBytes }: Hkdf): Promise<Bytes> {
  return expandHkdf(hash, { key: await extractHkdf(hash, { salt, secret }), info, sizeBytes })
}

async function mac(hash: KeyHash, key: Uint8Array, parts: readonly Uint8Array[]): Promise<Bytes> {
  const { createHMAC } = await import('hash-wasm')
  // A key of no bytes is one of zeros, too (RFC 2104 §2), and the library takes only the latter.
  const hmac = await createHMAC(createKeyHash(hash), key.length > 0 ? key : new Uint8Array(1))
  hmac.init()
  for (const part of parts) hmac.update(part)
  return Uint8Array.from(hmac.digest('binary'))
}
