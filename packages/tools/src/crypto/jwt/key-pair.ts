import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { equalBytes, type Bytes } from '../../lib/bytes.ts'
import { refuseKey, type FoundKey } from '../../lib/keys/found-key.ts'
import { countBits, isPrivate, toKeyName, type EcCurve, type Key, type OkpCurve, type PrivateKey } from '../../lib/keys/key.ts'
import { readKeys } from '../../lib/keys/read-keys.ts'
import { writeSpki } from '../../lib/keys/write-der.ts'
import { parseBase64, toBase64Url } from '../../lib/radix-text.ts'
import { HASHES, type HashName } from '../../lib/signatures/hashes.ts'
import { signEc, signEdwards, verifyEc, verifyEdwards } from '../../lib/signatures/sign-curve.ts'
import { signRsa, verifyRsa, type Signing } from '../../lib/signatures/sign-rsa.ts'

/** What an algorithm asks of its key and does with it (RFC 7518 §3.3–3.5, RFC 8037 §3.1, RFC 8812 §3.2, RFC 9864 §2.2). */
type Way =
  | { readonly type: 'rsa'; readonly scheme: 'pkcs1' | 'pss'; readonly hash: HashName }
  | { readonly type: 'ec'; readonly curve: EcCurve; readonly hash: HashName }
  | { readonly type: 'okp'; readonly curves: readonly OkpCurve[] }

const WAYS: Readonly<Record<string, Way>> = {
  RS256: { type: 'rsa', scheme: 'pkcs1', hash: 'sha256' },
  RS384: { type: 'rsa', scheme: 'pkcs1', hash: 'sha384' },
  RS512: { type: 'rsa', scheme: 'pkcs1', hash: 'sha512' },
  PS256: { type: 'rsa', scheme: 'pss', hash: 'sha256' },
  PS384: { type: 'rsa', scheme: 'pss', hash: 'sha384' },
  PS512: { type: 'rsa', scheme: 'pss', hash: 'sha512' },
  ES256: { type: 'ec', curve: 'P-256', hash: 'sha256' },
  ES384: { type: 'ec', curve: 'P-384', hash: 'sha384' },
  ES512: { type: 'ec', curve: 'P-521', hash: 'sha512' },
  ES256K: { type: 'ec', curve: 'secp256k1', hash: 'sha256' },
  EdDSA: { type: 'okp', curves: ['Ed25519', 'Ed448'] },
  Ed25519: { type: 'okp', curves: ['Ed25519'] },
  Ed448: { type: 'okp', curves: ['Ed448'] },
}

type Wanted = { readonly algorithm: string; readonly passphrase: string; readonly keyId?: unknown }
type Signed = { readonly signature: string; readonly notes: Text[] }

/** The signature of `header.payload` with a private key, Base64url. Throws `bad_input`, `wrong_passphrase`, `unsupported_value`. */
export async function signWithKey(signed: string, text: string, wanted: Wanted): Promise<Signed> {
  const way = findWay(wanted.algorithm)
  const [found] = await findKeys(text, { ...wanted, way, isSecret: true })
  const { key, faults } = found!
  // With numbers that do not fit nothing comes out right.
  if (faults[0]) throw refuseKey(toKeyName(key), faults[0])
  const signature = sign(key as PrivateKey, new TextEncoder().encode(signed), way)
  return { signature: toBase64Url(signature), notes: listKeyNotes(key) }
}

type Check = { readonly signed: string; readonly signature: string }

/** Checks a signature with the keys of a text that its algorithm can have made it with; what is known of the reason goes to the notes. */
export async function verifyWithKey(
  { signed, signature }: Check,
  text: string,
  wanted: Wanted,
): Promise<{ isValid: boolean; notes: Text[] }> {
  const way = findWay(wanted.algorithm)
  const keys = await findKeys(text, { ...wanted, way, isSecret: false })
  const [message, bytes] = [new TextEncoder().encode(signed), parseBase64(signature, 'signature')]
  const verdicts = keys.map(({ key }) => ({ key, ...verify(key, message, { way, signature: bytes }) }))
  const valid = verdicts.find(({ isValid }) => isValid)
  const [first] = verdicts
  const reason = !valid && verdicts.length === 1 && first?.reason ? [first.reason] : []
  return { isValid: valid !== undefined, notes: [...reason, ...listKeyNotes((valid ?? first!).key)] }
}

function findWay(algorithm: string): Way {
  const way = Object.hasOwn(WAYS, algorithm) ? WAYS[algorithm] : undefined
  if (way) return way
  const known = `HS256–HS512, ${Object.keys(WAYS).join(', ')}`
  throw new AppError('unsupported_value', {
    got: algorithm.slice(0, 60),
    reason: { en: `supported are ${known}`, zh: `支持 ${known}` },
  })
}

/** Keys that fit, those of the token's `kid` where there are such. Several of the same pair are one. */
async function findKeys(
  text: string,
  { algorithm, passphrase, keyId, way, isSecret }: Wanted & { way: Way; isSecret: boolean },
): Promise<FoundKey[]> {
  const all = await readKeys({ text, passphrase, field: 'key' })
  const fitting = all.filter(
    (found) => fits(found.key, way) && (found.algorithm ?? algorithm) === algorithm && (!isSecret || isPrivate(found.key)),
  )
  if (fitting.length === 0) throw wrongKey(all, { algorithm, way, isSecret })
  const named = fitting.filter(({ comment }) => typeof keyId === 'string' && comment === keyId)
  const spkis: Bytes[] = []
  return (named.length > 0 ? named : fitting).filter(({ key }) => {
    const spki = writeSpki(key)
    return !spkis.some((known) => equalBytes(known, spki)) && spkis.push(spki)
  })
}

function fits(key: Key, way: Way): boolean {
  if (way.type === 'ec') return key.type === 'ec' && key.curve === way.curve
  return way.type === 'okp' ? key.type === 'okp' && way.curves.includes(key.curve) : key.type === 'rsa'
}

function wrongKey(
  all: readonly FoundKey[],
  { algorithm, way, isSecret }: { algorithm: string; way: Way; isSecret: boolean },
): AppError {
  const kind = way.type === 'ec' ? way.curve : way.type === 'okp' ? way.curves.join(' / ') : 'RSA'
  const names = all.map(({ key, algorithm: own }) => ({ key: toKeyName(key), own, isOpen: !isPrivate(key) }))
  const toWords = (open: string) =>
    names.map(({ key, own, isOpen }) => [key, ...(own ? [own] : []), ...(isOpen && isSecret ? [open] : [])].join(' ')).join(', ')
  return new AppError('bad_input', {
    field: 'key',
    expected: {
      en: `a${isSecret ? ' private' : ''} key of ${kind} for ${algorithm}`,
      zh: `${algorithm} 所需的 ${kind} ${isSecret ? '私钥' : '密钥'}`,
    },
    got: { en: toWords('(public)').slice(0, 200), zh: toWords('（公钥）').slice(0, 200) },
  })
}

const toSigning = ({ scheme, hash }: Way & { type: 'rsa' }): Signing => ({ scheme, hash, mgfHash: hash, saltLength: 'hash' })

function sign(key: PrivateKey, message: Bytes, way: Way): Bytes {
  if (way.type === 'rsa' && key.type === 'rsa') return signRsa(key, message, toSigning(way))
  if (way.type === 'ec' && key.type === 'ec') return signEc(key, message, { hash: way.hash, form: 'raw' })
  return signEdwards(key as PrivateKey & { type: 'okp' }, message)
}

type Verdict = { readonly isValid: boolean; readonly reason?: Text }

function verify(key: Key, message: Bytes, { way, signature }: { way: Way; signature: Bytes }): Verdict {
  if (way.type === 'rsa' && key.type === 'rsa') {
    const { saltBytes, ...verdict } = verifyRsa(key, message, { signature, signing: toSigning(way) })
    const isOdd = way.scheme === 'pss' && verdict.isValid && saltBytes !== HASHES[way.hash].hash.outputLen
    return isOdd ? { isValid: false, reason: ODD_SALT } : verdict
  }
  if (way.type === 'ec' && key.type === 'ec') {
    const { form, ...verdict } = verifyEc(key, message, { signature, hash: way.hash })
    return form === 'der' ? { isValid: false, reason: AS_DER } : verdict
  }
  return verifyEdwards(key as Key & { type: 'okp' }, message, signature)
}

const ODD_SALT: Text = {
  en: 'The key matches, but the salt is not as long as the hash, which tokens require (RFC 7518 §3.5)',
  zh: '密钥相符，但盐长与哈希长度不同，不符合令牌标准（RFC 7518 §3.5）',
}
const AS_DER: Text = {
  en: 'The key matches, but the signature is DER; tokens use r and s one after the other (RFC 7518 §3.4)',
  zh: '密钥相符，但签名以 DER 编码，令牌应使用 r‖s（RFC 7518 §3.4）',
}

/** RFC 7518 §3.3. */
const MIN_RSA_BITS = 2048

function listKeyNotes(key: Key): Text[] {
  const bits = key.type === 'rsa' ? countBits(key.n) : MIN_RSA_BITS
  if (bits >= MIN_RSA_BITS) return []
  return [
    {
      en: `The key has ${bits} bits; tokens require at least ${MIN_RSA_BITS} (RFC 7518 §3.3)`,
      zh: `密钥为 ${bits} 位，令牌要求至少 ${MIN_RSA_BITS} 位（RFC 7518 §3.3）`,
    },
  ]
}
