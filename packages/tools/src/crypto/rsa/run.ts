import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import { parseBytes, readCoded, toByteText } from '../../lib/byte-text.ts'
import { readBlob, toHex, type Bytes } from '../../lib/bytes.ts'
import { refuseKey, type FoundKey } from '../../lib/keys/found-key.ts'
import {
  countBits,
  isPrivate,
  isSigningCurve,
  MAX_RSA_BITS,
  toKeyName,
  type Key,
  type PrivateKey,
  type RsaKey,
} from '../../lib/keys/key.ts'
import { readKeys } from '../../lib/keys/read-keys.ts'
import { toBase64 } from '../../lib/radix-text.ts'
import { HASHES, type HashName } from '../../lib/signatures/hashes.ts'
import { signEc, signEdwards, verifyEc, verifyEdwards } from '../../lib/signatures/sign-curve.ts'
import { signRsa, verifyRsa, type Signing } from '../../lib/signatures/sign-rsa.ts'
import { decryptRsa, encryptRsa, toRoom, type Filling } from './encrypt.ts'
import { findCommand } from './openssl-command.ts'
import type { RsaInput } from './rsa-input.ts'

export type RsaOutput = {
  text?: string
  verdict?: 'valid' | 'invalid'
  key: string
  method: string
  room?: number
  command?: string
  notes: string[]
}

/** Does what was chosen with the key. Throws `bad_input`, `unsupported_value`, `too_large`, `wrong_key`, `wrong_passphrase`. */
export async function runRsa(input: RsaInput, host: Host): Promise<RsaOutput> {
  const { key, faults } = await readKey(input)
  const data = await readData(input)
  const done = input.action === 'encrypt' || input.action === 'decrypt' ? cipher(key, data, input) : seal(key, data, input)
  const command = findCommand(key, input)
  const { notes, ...answer } = done
  return {
    ...answer,
    key: toKeyName(key),
    ...(command !== undefined && { command }),
    notes: [...faults, ...notes].map((note) => note[host.lang]),
  }
}

const OWN_TOOL: Text = {
  en: 'its signatures and ciphertexts are not those of ECDSA and RSA; use the tool for SM2',
  zh: '其签名与密文不同于 ECDSA 与 RSA，请使用 SM2 工具',
}

/** The key that can do it: a private one to decrypt and sign, where there are several. */
async function readKey({ action, key: text, passphrase }: RsaInput): Promise<FoundKey> {
  const all = await readKeys({ text, passphrase, field: 'key' })
  const needsSecret = action === 'decrypt' || action === 'sign'
  const found = (needsSecret && all.find(({ key }) => isPrivate(key))) || all[0]!
  const { key, faults } = found
  if (needsSecret && !isPrivate(key))
    throw badKey(PRIVATE[action], { en: `a public key (${toKeyName(key)})`, zh: `公钥（${toKeyName(key)}）` })
  if (key.type === 'ec' && key.curve === 'SM2') throw refuseKey('SM2', OWN_TOOL)
  if (key.type === 'rsa' && countBits(key.n) > MAX_RSA_BITS)
    throw badKey(
      { en: `a key of at most ${MAX_RSA_BITS} bits`, zh: `不超过 ${MAX_RSA_BITS} 位的密钥` },
      `${countBits(key.n)} bit`,
    )
  // With numbers that do not fit nothing comes out right, and the reason would be looked for elsewhere.
  if (needsSecret && key.type === 'rsa' && faults[0]) throw refuseKey(toKeyName(key), faults[0])
  return found
}

const PRIVATE = {
  decrypt: { en: 'the private key, which decrypts', zh: '用于解密的私钥' },
  sign: { en: 'the private key, which signs', zh: '用于签名的私钥' },
} as const satisfies Record<string, Text>

const badKey = (expected: Text, got: string | Text): AppError => new AppError('bad_input', { field: 'key', expected, got })

async function readData({ action, text, file, textFormat }: RsaInput): Promise<Bytes> {
  if (file) return readBlob(file)
  return action === 'decrypt' ? readCoded(text, 'text') : parseBytes(text, textFormat, 'text')
}

type Done = { text?: string; verdict?: 'valid' | 'invalid'; method: string; room?: number; notes: Text[] }

function cipher(key: Key, data: Bytes, input: RsaInput): Done {
  if (key.type !== 'rsa')
    throw badKey({ en: 'an RSA key, which encrypts and decrypts', zh: '用于加解密的 RSA 密钥' }, toKeyName(key))
  const { padding, hash, label, split } = input
  const mgfHash = input.mgfHash === 'same' ? hash : input.mgfHash
  const filling: Filling = { scheme: padding, hash, mgfHash, label: parseBytes(label, 'text', 'label') }
  const method = padding === 'pkcs1' ? 'RSAES-PKCS1-v1_5' : `RSAES-OAEP, ${toHashWords(hash, mgfHash)}`
  if (input.action === 'encrypt') {
    const sealed = encryptRsa(key, data, { filling, isSplit: split })
    return { text: toCoded(sealed, input), method, room: toRoom(key, filling), notes: padding === 'pkcs1' ? [OLD_PADDING] : [] }
  }
  const { plain, blocks } = decryptRsa(key as RsaKey & PrivateKey & { type: 'rsa' }, data, filling)
  const notes = blocks > 1 ? [{ en: `Joined from ${blocks} blocks`, zh: `由 ${blocks} 段拼接而成` }] : []
  return { text: toByteText(plain, input.shown), method, notes }
}

const OLD_PADDING: Text = {
  en: 'PKCS #1 v1.5 encryption is open to padding oracle attacks; new systems should use OAEP',
  zh: 'PKCS #1 v1.5 加密易受 Padding Oracle 攻击，新系统应使用 OAEP',
}

const toHashWords = (hash: HashName, mgfHash: HashName): string => `${HASHES[hash].name}, MGF1 ${HASHES[mgfHash].name}`

const toCoded = (bytes: Bytes, { format }: RsaInput): string => (format === 'hex' ? toHex(bytes) : toBase64(bytes))

function seal(key: Key, data: Bytes, input: RsaInput): Done {
  if (key.type === 'okp' && !isSigningCurve(key.curve))
    throw badKey(
      { en: 'a key that signs: RSA, ECDSA, Ed25519 or Ed448', zh: '可签名的密钥：RSA、ECDSA、Ed25519 或 Ed448' },
      toKeyName(key),
    )
  return input.action === 'sign' ? sign(key as PrivateKey, data, input) : verify(key, data, input)
}

const toSigning = ({ scheme, hash, mgfHash, saltLength }: RsaInput): Signing => ({
  scheme,
  hash,
  mgfHash: mgfHash === 'same' ? hash : mgfHash,
  saltLength,
})

/** The method of a key, with the bytes of salt where it has some. */
function toMethod(key: Key, { scheme, hash, mgfHash }: Signing): string {
  if (key.type === 'okp') return key.curve
  if (key.type === 'ec') return `ECDSA ${key.curve}, ${HASHES[hash].name}`
  return scheme === 'pss' ? `RSASSA-PSS, ${toHashWords(hash, mgfHash)}` : `RSASSA-PKCS1-v1_5, ${HASHES[hash].name}`
}

function sign(key: PrivateKey, data: Bytes, input: RsaInput): Done {
  const signing = toSigning(input)
  const signature =
    key.type === 'rsa'
      ? signRsa(key, data, signing)
      : key.type === 'ec'
        ? signEc(key, data, { hash: input.hash, form: input.ecForm })
        : signEdwards(key, data)
  return { text: toCoded(signature, input), method: toMethod(key, signing), notes: listHashNotes(key, input.hash) }
}

function verify(key: Key, data: Bytes, input: RsaInput): Done {
  const signature = readCoded(input.signature, 'signature')
  const signing = toSigning(input)
  const { isValid, reason, ...found } = verifyWith(key, data, { signature, signing })
  const salt = 'saltBytes' in found && found.saltBytes !== undefined ? `, salt ${found.saltBytes}` : ''
  const form = 'form' in found && found.form ? `, ${found.form === 'der' ? 'DER' : 'r‖s'}` : ''
  return {
    verdict: isValid ? 'valid' : 'invalid',
    method: `${toMethod(key, signing)}${salt}${form}`,
    notes: [...(reason ? [reason] : []), ...listHashNotes(key, input.hash)],
  }
}

function verifyWith(key: Key, data: Bytes, { signature, signing }: { signature: Bytes; signing: Signing }) {
  if (key.type === 'rsa') return verifyRsa(key, data, { signature, signing })
  return key.type === 'ec' ? verifyEc(key, data, { signature, hash: signing.hash }) : verifyEdwards(key, data, signature)
}

function listHashNotes(key: Key, hash: HashName): Text[] {
  return hash === 'sha1' && key.type !== 'okp'
    ? [{ en: 'SHA-1 is broken: two texts with the same signature can be made', zh: 'SHA-1 已不安全：可构造签名相同的两份内容' }]
    : []
}
