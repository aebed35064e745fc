import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { parseBytes, type ByteFormat } from '../../lib/byte-text.ts'
import { decodeText } from '../../lib/charset.ts'
import { parseBase64 } from '../../lib/radix-text.ts'

export type Json = Readonly<Record<string, unknown>>
/** A token with its first two parts read, and as the JSON they were; `payload` is a text where it is no JSON object or array. */
export type Token = {
  header: Json
  headerText: string
  payload: Json | string
  payloadText: string
  signature: string
  parts: string[]
  /** Whether blanks or line ends stood inside, as in mails and terminals; they are left out. */
  hasSpaces: boolean
}

/** Parts with dots between, Base64url or near to it. */
const COMPACT = /^[\w+/=-]+(?:\.[\w+/=-]*)+$/
/** Such a token among other words: the JSON of its header begins with a brace. */
const INSIDE = /(?<![\w.+/-])e[yw][\w+/=-]+(?:\.[\w+/=-]*){2,4}(?![\w.+/-])/

/**
 * The token of a pasted text: behind `Bearer `, in quotes, as a value of JSON or of a cookie, or in one of the forms of JSON
 * (RFC 7515 §7.2), of which the first signature is taken.
 */
function findWritten(text: string): string {
  const written = text.trim().replace(/^(authorization:\s*)?bearer\s+/i, '')
  if (COMPACT.test(written.replaceAll(/\s/g, ''))) return written
  const json = findJson(written)
  const [first] = Array.isArray(json?.signatures) ? (json.signatures as (Json | null)[]) : [json]
  const parts = [first?.protected, json?.payload, first?.signature]
  if (parts.every((part) => typeof part === 'string')) return parts.join('.')
  return INSIDE.exec(written)?.[0] ?? written
}

/** An encrypted token with its header, which is all that can be read of it without the key (RFC 7516 §3.1); nothing for others. */
export function findEncrypted(
  text: string,
): { token: string; parts: readonly string[]; header: Json; headerText: string } | undefined {
  const token = findWritten(text).replaceAll(/\s/g, '')
  const parts = token.split('.')
  if (parts.length !== 5) return undefined
  const headerText = decodeText(parseBase64(parts[0] ?? '', 'header'), 'utf-8')
  const header = findJson(headerText)
  if (!header || Array.isArray(header)) throw notJson({ en: 'header', zh: '头部' }, headerText)
  return { token, parts, header, headerText }
}

/** Takes a token apart (RFC 7515 §3.1), whatever {@link findWritten} finds it in. Throws `bad_input` naming the part that is wrong. */
export function parseToken(text: string): Token {
  const written = findWritten(text)
  const whole = written.replaceAll(/\s/g, '')
  const parts = whole.split('.')
  if (parts.length !== 3)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'three parts separated by dots', zh: '以点分隔的三段' },
      got: { en: countOf(parts.length, 'part'), zh: `${parts.length} 段` },
    })
  const headerText = decodeText(parseBase64(parts[0] ?? '', 'header'), 'utf-8')
  const payloadText = decodeText(parseBase64(parts[1] ?? '', 'payload'), 'utf-8')
  const header = findJson(headerText)
  if (!header || Array.isArray(header)) throw notJson({ en: 'header', zh: '头部' }, headerText)
  // The payload of a JWS may be any bytes (RFC 7515 §2); a JWT's is JSON.
  const payload = readPayload(payloadText)
  return { header, headerText, payload, payloadText, signature: parts[2] ?? '', parts, hasSpaces: whole !== written }
}

/** A payload as JSON, or as the text it is. */
export const readPayload = (text: string): Json | string => findJson(text) ?? text

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
    expected: { en: `a JSON object in the ${name.en}`, zh: `${name.zh}中的 JSON 对象` },
    got: got.slice(0, 60),
  })
}

/** How files of public and private keys begin. */
const KEY_FILE = /-----BEGIN |^\s*(?:PuTTY-User-Key-File-|(?:ssh|ecdsa|sk-ssh|sk-ecdsa)-\S+ AAAA)/

/** The shared secret for an algorithm HS…, written in `format` or as a JWK. A public or private key is refused as one (RFC 8725 §3.1). */
export function parseSecret(key: string, { algorithm, format }: { algorithm: string; format: ByteFormat }): Uint8Array {
  const jwk = findJson(key)
  if (KEY_FILE.test(key) || ['RSA', 'EC', 'OKP'].includes(String(jwk?.kty))) throw wrongKey(algorithm)
  const secret = typeof jwk?.k === 'string' ? parseBase64(jwk.k, 'key') : parseBytes(key, format, 'key')
  if (!secret.length)
    throw new AppError('bad_input', { field: 'key', expected: { en: 'a secret', zh: '密钥' }, got: { en: 'nothing', zh: '空' } })
  return secret
}

function wrongKey(algorithm: string): AppError {
  return new AppError('bad_input', {
    field: 'key',
    expected: { en: `a shared secret for ${algorithm}`, zh: `${algorithm} 的共享密钥` },
    got: {
      en: 'a public or private key; signing a token with one is a known attack',
      zh: '公钥或私钥；以此方式签名的令牌属于已知攻击',
    },
  })
}
