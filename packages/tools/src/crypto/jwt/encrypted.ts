import { aeskw, cbc, gcm } from '@noble/ciphers/aes.js'
import { x25519 } from '@noble/curves/ed25519.js'
import { x448 } from '@noble/curves/ed448.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { countOf } from '@octet/core/counted.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { ByteFormat } from '../../lib/byte-text.ts'
import { concatBytes, equalBytes, toBytes, type Bytes } from '../../lib/bytes.ts'
import { EC_LIBRARIES } from '../../lib/keys/curves.ts'
import { readJwks } from '../../lib/keys/jwk.ts'
import { isPrivate, toKeyName, type Key, type PrivateKey, type RsaKey, type RsaSecret } from '../../lib/keys/key.ts'
import { readKeys } from '../../lib/keys/read-keys.ts'
import { derivePbkdf2 } from '../../lib/pbkdf2.ts'
import { parseBase64 } from '../../lib/radix-text.ts'
import { HASHES, type HashName } from '../../lib/signatures/hashes.ts'
import { decryptRsa, type Filling } from '../rsa/encrypt.ts'
import { parseSecret, type Json, type Recipient } from './token.ts'

/** An encrypted token in its five parts (RFC 7516 §3.1), and what is protected without being encrypted. */
export type Encrypted = Pick<Recipient, 'header' | 'parts'> & { readonly additional: string }
type Given = { readonly key: string; readonly keyFormat: ByteFormat; readonly passphrase: string }

/** How the content is encrypted (RFC 7518 §5.1): bytes of the key, half of which are for the HMAC where it is CBC. */
type Content = { readonly keyBytes: number; readonly hash?: HashName }
const CONTENTS: Readonly<Record<string, Content>> = {
  A128GCM: { keyBytes: 16 },
  A192GCM: { keyBytes: 24 },
  A256GCM: { keyBytes: 32 },
  'A128CBC-HS256': { keyBytes: 32, hash: 'sha256' },
  'A192CBC-HS384': { keyBytes: 48, hash: 'sha384' },
  'A256CBC-HS512': { keyBytes: 64, hash: 'sha512' },
}

/** How the key of the content is found (RFC 7518 §4.1). */
type Way =
  | { readonly by: 'secret'; readonly wrap?: Wrap }
  | { readonly by: 'password'; readonly hash: HashName; readonly wrap: Wrap }
  | { readonly by: 'rsa'; readonly scheme: Filling['scheme']; readonly hash: HashName }
  | { readonly by: 'agreement'; readonly wrap?: Wrap }
type Wrap = { readonly keyBytes: number; readonly mode: 'kw' | 'gcm' }

const SIZES = [16, 24, 32]
const kw = (keyBytes: number): Wrap => ({ keyBytes, mode: 'kw' })
const WAYS: Readonly<Record<string, Way>> = {
  dir: { by: 'secret' },
  ...Object.fromEntries(SIZES.map((size): [string, Way] => [`A${8 * size}KW`, { by: 'secret', wrap: kw(size) }])),
  ...Object.fromEntries(
    SIZES.map((size): [string, Way] => [`A${8 * size}GCMKW`, { by: 'secret', wrap: { keyBytes: size, mode: 'gcm' } }]),
  ),
  'PBES2-HS256+A128KW': { by: 'password', hash: 'sha256', wrap: kw(16) },
  'PBES2-HS384+A192KW': { by: 'password', hash: 'sha384', wrap: kw(24) },
  'PBES2-HS512+A256KW': { by: 'password', hash: 'sha512', wrap: kw(32) },
  'RSA-OAEP': { by: 'rsa', scheme: 'oaep', hash: 'sha1' },
  'RSA-OAEP-256': { by: 'rsa', scheme: 'oaep', hash: 'sha256' },
  'RSA-OAEP-384': { by: 'rsa', scheme: 'oaep', hash: 'sha384' },
  'RSA-OAEP-512': { by: 'rsa', scheme: 'oaep', hash: 'sha512' },
  RSA1_5: { by: 'rsa', scheme: 'pkcs1', hash: 'sha1' },
  'ECDH-ES': { by: 'agreement' },
  ...Object.fromEntries(SIZES.map((size): [string, Way] => [`ECDH-ES+A${8 * size}KW`, { by: 'agreement', wrap: kw(size) }])),
}
/** Rounds of PBES2 that are worked through; a token may ask for any number. */
const MAX_ROUNDS = 1_000_000
/** Bytes that come out of a token that was compressed. */
const MAX_PLAIN_BYTES = 5_000_000

/**
 * The content of an encrypted token; nothing where the key is of the right kind, but does not open it. Throws `bad_input` for
 * another kind of key, `unsupported_value`, `wrong_passphrase`.
 */
export async function decryptToken({ header, parts, additional: text }: Encrypted, given: Given): Promise<Bytes | undefined> {
  const way = find(WAYS, header.alg, 'alg')
  const content = find(CONTENTS, header.enc, 'enc')
  const [sealedKey, iv, sealed, tag] = ['encrypted key', 'initialization vector', 'ciphertext', 'tag'].map((name, index) =>
    parseBase64(parts[index + 1] ?? '', name),
  ) as [Bytes, Bytes, Bytes, Bytes]
  const additional = new TextEncoder().encode(text)
  for (const key of await listContentKeys({ header, way, content, sealedKey }, given)) {
    const plain = key.length === content.keyBytes ? open(content, key, { iv, sealed, tag, additional }) : undefined
    if (plain) return header.zip === undefined ? plain : inflate(plain, header.zip)
  }
  return undefined
}

function find<T>(known: Readonly<Record<string, T>>, name: unknown, field: string): T {
  const found = typeof name === 'string' && Object.hasOwn(known, name) ? known[name] : undefined
  if (found) return found
  const names = Object.keys(known).join(', ')
  throw new AppError('unsupported_value', {
    got: `${field}: ${JSON.stringify(name ?? null).slice(0, 60)}`,
    reason: { en: `supported are ${names}`, zh: `支持 ${names}` },
  })
}

type Question = { readonly header: Json; readonly way: Way; readonly content: Content; readonly sealedKey: Bytes }

/** What the key of the content may be: several where several keys were given. */
async function listContentKeys({ header, way, content, sealedKey }: Question, given: Given): Promise<Bytes[]> {
  const algorithm = String(header.alg)
  if (way.by !== 'rsa' && !way.wrap && sealedKey.length > 0)
    throw new AppError('unsupported_value', { got: `alg: ${algorithm}`, reason: NO_KEY_INSIDE })
  if (way.by === 'secret') {
    const size = way.wrap?.keyBytes ?? content.keyBytes
    const secret = parseSecret(given.key, { algorithm, format: given.keyFormat })
    if (secret.length !== size) throw wrongSize(secret.length, { size, name: way.wrap ? algorithm : String(header.enc) })
    return way.wrap ? unwrap(way.wrap, secret, { header, sealedKey }) : [toBytes(secret)]
  }
  if (way.by === 'password') {
    const password = parseSecret(given.key, { algorithm, format: given.keyFormat })
    const rounds = header.p2c
    if (typeof rounds !== 'number' || !Number.isInteger(rounds) || rounds < 1 || rounds > MAX_ROUNDS)
      throw new AppError('unsupported_value', { got: `p2c: ${String(header.p2c).slice(0, 20)}`, reason: ROUNDS })
    const salt = concatBytes(new TextEncoder().encode(`${algorithm}\0`), readField(header, 'p2s'))
    const wrapper = await derivePbkdf2({ password, salt, rounds, hash: way.hash, sizeBytes: way.wrap.keyBytes })
    return unwrap(way.wrap, wrapper, { header, sealedKey })
  }
  const keys = await listPrivateKeys(way, header, given)
  if (way.by === 'rsa') return keys.flatMap((key) => openRsa(key as RsaKey & { secret: RsaSecret }, sealedKey, way))
  return keys.flatMap((key) => {
    const size = way.wrap?.keyBytes ?? content.keyBytes
    const agreed = deriveAgreed(agree(key, readPeer(header)), { header, name: way.wrap ? algorithm : String(header.enc), size })
    return way.wrap ? unwrap(way.wrap, agreed, { header, sealedKey }) : [agreed]
  })
}

const NO_KEY_INSIDE: Text = {
  en: 'such a token carries no encrypted key: its second part has to be empty (RFC 7516 §5.2)',
  zh: '此类令牌不含加密的密钥，第二段须为空（RFC 7516 §5.2）',
}
const ROUNDS: Text = { en: `supported are 1 to ${MAX_ROUNDS} rounds`, zh: `支持 1 至 ${MAX_ROUNDS} 轮` }

function wrongSize(got: number, { size, name }: { size: number; name: string }): AppError {
  return new AppError('bad_input', {
    field: 'key',
    expected: {
      en: `a secret of ${size} bytes for ${name}; is it written as text, Base64 or hexadecimal?`,
      zh: `${name} 所需的 ${size} 字节密钥（请确认其格式是文本、Base64 还是十六进制）`,
    },
    got: { en: countOf(got, 'byte'), zh: `${got} 字节` },
  })
}

/** The private keys that the algorithm can be opened with; those of the token's `kid` where there are such. */
async function listPrivateKeys(way: Way, header: Json, { key, passphrase }: Given): Promise<PrivateKey[]> {
  const all = await readKeys({ text: key, passphrase, field: 'key' })
  const peer = way.by === 'agreement' ? readPeer(header) : undefined
  const fitting = all.filter((found) => isPrivate(found.key) && (peer ? isSameCurve(found.key, peer) : found.key.type === 'rsa'))
  const named = fitting.filter(({ comment }) => typeof header.kid === 'string' && comment === header.kid)
  const used = (named.length > 0 ? named : fitting).map((found) => found.key as PrivateKey)
  if (used.length > 0) return used
  const kind = peer ? toKeyName(peer) : 'RSA'
  const toWords = (open: string) => all.map((found) => toKeyName(found.key) + (isPrivate(found.key) ? '' : open)).join(', ')
  throw new AppError('bad_input', {
    field: 'key',
    expected: { en: `a private key of ${kind} for ${String(header.alg)}`, zh: `${String(header.alg)} 所需的 ${kind} 私钥` },
    got: { en: toWords(' (public)').slice(0, 200), zh: toWords('（公钥）').slice(0, 200) },
  })
}

const isSameCurve = (key: Key, peer: Key): boolean => key.type !== 'rsa' && peer.type !== 'rsa' && key.curve === peer.curve

/** The public key that the sender made for this token alone (RFC 7518 §4.6.1.1). */
function readPeer({ epk }: Json): Key {
  return readJwks(JSON.stringify(epk ?? {}))[0]!.key
}

function readField(header: Json, name: string): Bytes {
  const value = header[name]
  return typeof value === 'string' ? parseBase64(value, name) : new Uint8Array(0)
}

function openRsa(key: RsaKey & { secret: RsaSecret }, sealedKey: Bytes, { scheme, hash }: Way & { by: 'rsa' }): Bytes[] {
  try {
    return [decryptRsa(key, sealedKey, { scheme, hash, mgfHash: hash, label: new Uint8Array(0) }).plain]
  } catch (error) {
    if (isAppError(error) && error.key === 'wrong_key') return []
    throw error
  }
}

/** The secret of both sides: the coordinate x of the shared point, or what X25519 and X448 give (RFC 8037 §3.2). */
function agree(key: PrivateKey, peer: Key): Uint8Array {
  if (key.type === 'ec' && peer.type === 'ec')
    return EC_LIBRARIES[key.curve].getSharedSecret(key.secret, peer.point, true).subarray(1)
  const { curve, secret, point } = { ...(key as PrivateKey & { type: 'okp' }), point: (peer as Key & { type: 'okp' }).point }
  const library = curve === 'X25519' ? x25519 : curve === 'X448' ? x448 : undefined
  if (library) {
    const shared = attempt(() => library.getSharedSecret(secret, point))
    if (shared) return shared
    throw new AppError('unsupported_value', { got: `epk: ${curve}`, reason: NO_SECRET })
  }
  throw new AppError('unsupported_value', { got: `epk: ${curve}`, reason: NO_AGREEMENT })
}

const NO_SECRET: Text = {
  en: 'with this public key everyone gets the same secret (RFC 7748 §6)',
  zh: '使用此公钥时，任何人得到的都是同一个密钥（RFC 7748 §6）',
}
const NO_AGREEMENT: Text = {
  en: 'keys of this curve are for signing, not for key agreement',
  zh: '此曲线的密钥用于签名，不能协商密钥',
}

/** The Concat KDF with SHA-256 (RFC 7518 §4.6.2). */
function deriveAgreed(shared: Uint8Array, { header, name, size }: { header: Json; name: string; size: number }): Bytes {
  const withLength = (bytes: Uint8Array) => concatBytes(toWord(bytes.length), bytes)
  const info = [new TextEncoder().encode(name), readField(header, 'apu'), readField(header, 'apv')].map(withLength)
  const rounds = Array.from({ length: Math.ceil(size / 32) }, (_, index) =>
    sha256(concatBytes(toWord(index + 1), shared, ...info, toWord(8 * size))),
  )
  return concatBytes(...rounds).slice(0, size)
}

function toWord(number: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, number)
  return bytes
}

/** The key of the content without its wrapper (RFC 3394, or GCM with its own vector and tag, RFC 7518 §4.7); nothing where it does not open. */
function unwrap(wrap: Wrap, secret: Uint8Array, { header, sealedKey }: { header: Json; sealedKey: Bytes }): Bytes[] {
  const key = attempt(() =>
    wrap.mode === 'kw'
      ? aeskw(secret).decrypt(sealedKey)
      : gcm(secret, readField(header, 'iv')).decrypt(concatBytes(sealedKey, readField(header, 'tag'))),
  )
  return key ? [key] : []
}

type Sealed = { readonly iv: Bytes; readonly sealed: Bytes; readonly tag: Bytes; readonly additional: Uint8Array }

/** The content, if its tag is right (RFC 7518 §5.2.2.2, §5.3). */
function open({ hash, keyBytes }: Content, key: Bytes, { iv, sealed, tag, additional }: Sealed): Bytes | undefined {
  if (!hash) return tag.length === 16 ? attempt(() => gcm(key, iv, additional).decrypt(concatBytes(sealed, tag))) : undefined
  const half = keyBytes / 2
  const bits = new Uint8Array(8)
  new DataView(bits.buffer).setBigUint64(0, 8n * BigInt(additional.length))
  const made = hmac(HASHES[hash].hash, key.subarray(0, half), concatBytes(additional, iv, sealed, bits)).subarray(0, half)
  return equalBytes(made, tag) ? attempt(() => cbc(key.subarray(half), iv).decrypt(sealed)) : undefined
}

/** What a cipher gives; nothing where it says, in whatever words, that the bytes are not what was sealed. */
function attempt(decrypt: () => Uint8Array): Bytes | undefined {
  try {
    return toBytes(decrypt())
  } catch {
    return undefined
  }
}

async function inflate(packed: Bytes, zip: unknown): Promise<Bytes> {
  if (zip !== 'DEF')
    throw new AppError('unsupported_value', {
      got: `zip: ${JSON.stringify(zip).slice(0, 60)}`,
      reason: { en: 'only DEF is supported', zh: '支持 DEF' },
    })
  const { unpackDeflate } = await import('../../code/compress/inflate.ts')
  const { bytes, fault } = await unpackDeflate(packed, true)
  if (fault) throw new AppError('unsupported_value', { got: 'zip: DEF', reason: fault })
  if (bytes.length > MAX_PLAIN_BYTES)
    throw new AppError('too_large', { field: 'text', limit: MAX_PLAIN_BYTES, got: bytes.length })
  return bytes
}
