import { countOf } from '@octet/core/counted.ts'
import type { Host } from '@octet/core/host.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { decodeText } from '../../lib/charset.ts'
import type { Input, Output } from './answer.ts'
import { toReadableJson } from './claims.ts'
import { OF_ENCRYPTED, OF_SIGNED, refuseCritical } from './critical.ts'
import { isSameSignature, signHmac } from './hmac.ts'
import { listClaims, listNotes } from './notes.ts'
import {
  findEncrypted,
  parseSecret,
  parseToken,
  parseTokens,
  readPayload,
  refusePayload,
  type Json,
  type EncryptedToken,
  type Recipient,
  type Token,
} from './token.ts'

type Verdict = { readonly verdict: Output['verdict']; readonly notes: readonly Text[] }

const UNCHECKED: Verdict = { verdict: 'unchecked', notes: [] }

const ENCRYPTED: Text = {
  en: 'The token has five parts: it is encrypted (JWE, RFC 7516). Its header is shown; give the receiver’s key to read the rest',
  zh: '该令牌有五段，是加密令牌（JWE，RFC 7516）：此处显示其头部，填入接收方的密钥可读其余内容',
}

function toEncryptedJson(count: number): Text {
  return {
    en: `The token is encrypted (JWE in JSON, RFC 7516 §7) for ${countOf(count, 'recipient')}. The header of the first is shown; give the key of one to read the rest`,
    zh: `该令牌为 JSON 形式的加密令牌（JWE，RFC 7516 §7），共 ${count} 个接收方：此处显示第一个的头部，填入其中一方的密钥可读其余内容`,
  }
}

export async function read(input: Input, host: Host): Promise<Output> {
  const encrypted = findEncrypted(input.text)
  if (encrypted) return readEncrypted(encrypted, input, host)
  refusePayload(input.text)
  const { token, verdict, notes } = await readSigned(input)
  const payload = typeof token.payload === 'string' ? token.payload : toReadableJson(token.payloadText)
  const shown = await readShown(token, input.text)
  return {
    text: shown?.text ?? payload,
    token: token.parts.join('.'),
    verdict,
    header: toReadableJson(token.headerText),
    payload: shown?.text ?? payload,
    claims: listClaims(shown?.token ?? token, host),
    ...(shown && { disclosures: shown.disclosures }),
    notes: [...(shown?.notes ?? []), ...notes, ...listNotes(token, input, host)].map((note) => note[host.lang]),
  }
}

/**
 * The token as its signature that the key has made, else the first that the key could have made (RFC 7515 §7.2.1). A key of
 * another kind is told only where there is no signature that it could be of. Throws as {@link verify} does.
 */
async function readSigned(input: Input): Promise<Verdict & { readonly token: Token }> {
  const tokens = parseTokens(input.text)
  const tell = ({ verdict, notes }: Verdict, token: Token) => ({
    verdict,
    token,
    notes: [...notes, ...(tokens.length > 1 ? [toSeveral(tokens.length, tokens.indexOf(token) + 1, verdict)] : [])],
  })
  const signed = input.key ? tokens.filter(({ header }) => header.alg !== 'none') : []
  const faults: unknown[] = []
  let wrong: (Verdict & { readonly token: Token }) | undefined
  for (const token of signed) {
    try {
      const verdict = await verify(token, input)
      if (verdict.verdict === 'valid') return tell(verdict, token)
      wrong ??= tell(verdict, token)
    } catch (error) {
      faults.push(error)
    }
  }
  if (wrong) return wrong
  if (faults.length > 0) throw faults[0]
  return tell(UNCHECKED, tokens[0])
}

function toSeveral(count: number, place: number, verdict: Output['verdict']): Text {
  return verdict === 'valid'
    ? {
        en: `The token has ${count} signatures: this key has made number ${place}, which is shown; the others were not checked`,
        zh: `该令牌有 ${count} 个签名：此处显示由此密钥签署的第 ${place} 个，其余未验证`,
      }
    : {
        en: `The token has ${count} signatures: number ${place} is shown`,
        zh: `该令牌有 ${count} 个签名：此处显示第 ${place} 个`,
      }
}

/** What an SD-JWT shows beside its token, with the payload that it makes; nothing for plain tokens. */
async function readShown(token: Token, text: string) {
  if (!text.includes('~') || typeof token.payload === 'string') return undefined
  const { findShown, putIn } = await import('./disclosures.ts')
  const shown = findShown(text)
  if (!shown) return undefined
  const { payloadText, disclosures, notes, hash } = putIn(token.payloadText, shown)
  const binding = shown.binding === undefined ? [] : await checkBinding(token.payload.cnf, { ...shown, hash })
  return {
    text: toReadableJson(payloadText),
    token: { ...token, payload: readPayload(payloadText), payloadText },
    disclosures,
    notes: [...binding, ...notes],
  }
}

/** The proof of the holder: signed with the key that the token names, over this token and these disclosures (RFC 9901 §4.3). */
async function checkBinding(
  cnf: unknown,
  { binding = '', bound, hash }: { binding?: string; bound: string; hash: string },
): Promise<Text[]> {
  const { toDigest } = await import('./disclosures.ts')
  const proof = parseToken(binding)
  const hasHash = typeof proof.payload === 'object' && proof.payload.sd_hash === toDigest(bound, hash)
  const jwk = (cnf as { jwk?: unknown } | undefined)?.jwk
  if (!jwk) return [NO_HOLDER]
  const { verdict } = await verify(proof, { key: JSON.stringify(jwk), keyFormat: 'text', passphrase: '' })
  return [verdict === 'valid' && hasHash ? BOUND : UNBOUND]
}

const BOUND: Text = {
  en: 'Key binding: valid; the holder signed these disclosures with the key that the token names (cnf)',
  zh: '密钥绑定：持有者已用令牌所载密钥（cnf）对所披露内容签名，验证通过',
}
const UNBOUND: Text = {
  en: 'Key binding: not valid; it is signed with another key, or for other disclosures',
  zh: '密钥绑定无效：由另一把密钥签名，或针对的是其他披露内容',
}
const NO_HOLDER: Text = {
  en: 'Key binding: not checked, as the token names no key of its holder (cnf.jwk)',
  zh: '密钥绑定：未验证，令牌未载明持有者的密钥（cnf.jwk）',
}

async function readEncrypted(encrypted: EncryptedToken, input: Input, host: Host): Promise<Output> {
  const { recipients, isJson } = encrypted
  const found = input.key ? await openForOne(encrypted, input) : undefined
  const { header: fields, headerText, parts } = found?.recipient ?? recipients[0]!
  const header = toReadableJson(headerText)
  const token = parts.join('.')
  if (!found) {
    const note = input.key ? ANOTHER_KEY : isJson ? toEncryptedJson(recipients.length) : ENCRYPTED
    return { text: header, token, verdict: 'locked', header, payload: '', claims: [], notes: [note[host.lang]] }
  }
  const payloadText = decodeText(found.plain, 'utf-8')
  const content = { header: fields, headerText, payload: readPayload(payloadText), payloadText, isRaw: false }
  const opened: Token = { ...content, signature: '', parts: [], hasSpaces: false }
  const payload = typeof opened.payload === 'string' ? payloadText : toReadableJson(payloadText)
  const opening = /^(?:RSA|ECDH)/.test(String(fields.alg)) ? OPENED : SHARED
  const notes = [opening, ...(NESTED.test(payloadText) ? [INNER] : []), ...listNotes(opened, input, host)]
  const claims = listClaims(opened, host)
  return { text: payload, token, verdict: 'decrypted', header, payload, claims, notes: notes.map((note) => note[host.lang]) }
}

/**
 * The content, and the recipient whose key was given. A key of another kind is told only where there is no recipient that it
 * could be of. Throws as `decryptToken` does.
 */
async function openForOne(
  { recipients, additional }: EncryptedToken,
  input: Input,
): Promise<{ plain: Uint8Array; recipient: Recipient } | undefined> {
  const { decryptToken } = await import('./encrypted.ts')
  const faults: unknown[] = []
  for (const recipient of recipients) {
    refuseCritical(recipient.header, OF_ENCRYPTED)
    try {
      const plain = await decryptToken({ ...recipient, additional }, input)
      if (plain) return { plain, recipient }
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length === recipients.length) throw faults[0]
  return undefined
}

const NESTED = /^[\w-]+\.[\w-]*\.[\w-]*$/
const ANOTHER_KEY: Text = {
  en: 'This key does not decrypt the token: it was encrypted for another key, or was altered',
  zh: '此密钥无法解密该令牌：令牌由另一把密钥加密，或内容已被改动',
}
const OPENED: Text = {
  en: 'Decrypted, and not altered on the way. That does not prove who made it: anyone can encrypt with a public key',
  zh: '已解密，内容未被改动；但这不能证明由谁签发：任何人都可用公钥加密',
}
const SHARED: Text = {
  en: 'Decrypted, and not altered on the way; whoever made it has this secret, too',
  zh: '已解密，内容未被改动；签发者也持有此密钥',
}
const INNER: Text = {
  en: 'It contains a signed token: paste that here to read and verify it',
  zh: '其中是一个已签名的令牌：请将其粘贴到此处继续解析与验证',
}

async function verify(
  { header, parts, signature }: Token,
  { key, keyFormat, passphrase }: Pick<Input, 'key' | 'keyFormat' | 'passphrase'>,
): Promise<Verdict> {
  const algorithm = getAlgorithm(header)
  refuseCritical(header, OF_SIGNED)
  const signed = parts.slice(0, 2).join('.')
  if (algorithm.startsWith('HS')) {
    const calculated = signHmac(algorithm, signed, parseSecret(key, { algorithm, format: keyFormat }))
    return { verdict: isSameSignature(calculated, signature) ? 'valid' : 'invalid', notes: [] }
  }
  const { verifyWithKey } = await import('./key-pair.ts')
  const { isValid, notes } = await verifyWithKey({ signed, signature }, key, { algorithm, passphrase, keyId: header.kid })
  return { verdict: isValid ? 'valid' : 'invalid', notes }
}

/** The algorithm that the header names. Throws `unsupported_value` where that is no text: a list of one is none, whatever it holds. */
function getAlgorithm({ alg }: Json): string {
  if (typeof alg === 'string') return alg
  throw new AppError('unsupported_value', {
    got: `alg: ${JSON.stringify(alg ?? null).slice(0, 60)}`,
    reason: {
      en: 'every token names its algorithm, as a text (alg, RFC 7515 §4.1.1)',
      zh: '令牌须以文本载明算法（alg，RFC 7515 §4.1.1）',
    },
  })
}
