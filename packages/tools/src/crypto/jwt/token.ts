import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { parseBytes, type ByteFormat } from '../../lib/byte-text.ts'
import { decodeText } from '../../lib/charset.ts'
import { parseBase64 } from '../../lib/radix-text.ts'
import { toModernPem } from './modern-pem.ts'

export type Json = Readonly<Record<string, unknown>>
/** A token with its first two parts read, and as the JSON they were; `payload` is a text where it is no JSON object or array. */
export type Token = {
  header: Json
  headerText: string
  payload: Json | string
  payloadText: string
  signature: string
  parts: string[]
}

/** Takes a token in compact form apart (RFC 7515 §3.1); `Bearer ` before it is left out. Throws `bad_input` naming the part that is wrong. */
export function parseToken(text: string): Token {
  const parts = text
    .trim()
    .replace(/^(authorization:\s*)?bearer\s+/i, '')
    .split('.')
  if (parts.length === 5) throw new AppError('unsupported_value', { got: `${text.trim().slice(0, 30)}…`, reason: ENCRYPTED })
  if (parts.length !== 3)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'three parts separated by dots', zh: '以点分隔的三段' },
      got: { en: `${parts.length} part(s)`, zh: `${parts.length} 段` },
    })
  const headerText = decodeText(parseBase64(parts[0] ?? '', 'header'), 'utf-8')
  const payloadText = decodeText(parseBase64(parts[1] ?? '', 'payload'), 'utf-8')
  const header = findJson(headerText)
  if (!header || Array.isArray(header)) throw notJson({ en: 'header', zh: '头部' }, headerText)
  // The payload of a JWS may be any bytes (RFC 7515 §2); a JWT's is JSON.
  const payload = findJson(payloadText) ?? payloadText
  return { header, headerText, payload, payloadText, signature: parts[2] ?? '', parts }
}

const ENCRYPTED: Text = {
  en: 'it has five parts: an encrypted token (JWE), which only its receiver can read',
  zh: '它有五段：这是加密令牌（JWE），仅接收方可读',
}

/** The object or array of a JSON text; nothing for other values and other texts. */
function findJson(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

function notJson(name: Text, got: string): AppError {
  return new AppError('bad_input', {
    field: 'text',
    expected: { en: `a JSON object in the ${name.en}`, zh: `${name.zh}应为 JSON 对象` },
    got: got.slice(0, 60),
  })
}

/** The shared secret for an algorithm HS…, written in `format` or as a JWK. A public or private key is refused as one (RFC 8725 §3.1). */
export function parseSecret(key: string, { algorithm, format }: { algorithm: string; format: ByteFormat }): Uint8Array {
  const jwk = findJson(key)
  if (key.includes('-----BEGIN ') || ['RSA', 'EC', 'OKP'].includes(String(jwk?.kty))) throw wrongKey(algorithm)
  const secret = typeof jwk?.k === 'string' ? parseBase64(jwk.k, 'key') : parseBytes(key, format, 'key')
  if (!secret.length)
    throw new AppError('bad_input', { field: 'key', expected: { en: 'a secret', zh: '密钥' }, got: { en: 'nothing', zh: '空' } })
  return secret
}

/** Imports a key for an algorithm with two keys: PEM or JWK. Throws `unsupported_value` on pages that came without encryption. */
export async function importKey(
  key: string,
  { algorithm, isPrivate }: { algorithm: string; isPrivate: boolean },
): Promise<CryptoKey | Uint8Array> {
  if (!globalThis.crypto.subtle) throw new AppError('unsupported_value', { got: algorithm, reason: NO_CRYPTO })
  const { importJWK, importPKCS8, importSPKI, importX509 } = await import('jose')
  try {
    if (/^\s*\{/.test(key)) return await importJWK(JSON.parse(key) as Record<string, string>, algorithm)
    if (key.includes('BEGIN CERTIFICATE')) return await importX509(key, algorithm)
    return isPrivate ? await importPKCS8(toModernPem(key), algorithm) : await importSPKI(toModernPem(key), algorithm)
  } catch (error) {
    const expected = isPrivate
      ? {
          en: `a private key for ${algorithm}: PEM (“BEGIN PRIVATE KEY”) or JWK`,
          zh: `${algorithm} 的私钥：PEM（“BEGIN PRIVATE KEY”）或 JWK`,
        }
      : {
          en: `a public key for ${algorithm}: PEM (“BEGIN PUBLIC KEY” or a certificate) or JWK`,
          zh: `${algorithm} 的公钥：PEM（“BEGIN PUBLIC KEY”或证书）或 JWK`,
        }
    throw new AppError(
      'bad_input',
      { field: 'key', expected, got: error instanceof Error ? error.message : 'another key' },
      { cause: error },
    )
  }
}

const NO_CRYPTO: Text = {
  en: 'browsers calculate with such keys only on pages that came over https, or from this machine; HS… works here too',
  zh: '浏览器仅允许 https 页面或本机页面使用此类密钥；HS 系列在此仍可用',
}

function wrongKey(algorithm: string): AppError {
  return new AppError('bad_input', {
    field: 'key',
    expected: { en: `a shared secret for ${algorithm}`, zh: `${algorithm} 的共享密钥` },
    got: {
      en: 'a public or private key; a token signed that way is a known attack',
      zh: '公钥或私钥；以此方式签名的令牌属于已知攻击',
    },
  })
}
