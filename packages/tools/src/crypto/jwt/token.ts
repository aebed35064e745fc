import { countOf } from '@octet/core/counted.ts'
import { AppError, isAppError, toWords } from '@octet/core/errors.ts'
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
  /** Whether the payload stands in the token as it is (RFC 7797). */
  isRaw: boolean
  signature: string
  parts: readonly string[]
  /** Whether blanks or line ends stood inside, as in mails and terminals; they are left out. */
  hasSpaces: boolean
}

/** Parts with dots between, Base64url or near to it. */
const COMPACT = /^[\w+/=-]+(?:\.[\w+/=-]*)+$/
/** Such a token among other words: the JSON of its header begins with a brace. */
const INSIDE = /(?<![\w.+/-])e[yw][\w+/=-]+(?:\.[\w+/=-]*){2,4}(?![\w.+/-])/

const MAX_SIGNATURES = 20

/** A token as it was found: its parts as they are sent, the header that nothing protects, and whether blanks were left out. */
type Written = { readonly parts: readonly string[]; readonly unprotected?: readonly unknown[]; readonly hasSpaces: boolean }

/**
 * The token of a pasted text: behind `Bearer `, in quotes, as a value of JSON or of a cookie, or in one of the forms of JSON
 * (RFC 7515 §7.2), once for each of its signatures.
 */
function findWritten(text: string): readonly [Written, ...Written[]] {
  const written = text.trim().replace(/^(authorization:\s*)?bearer\s+/i, '')
  const raw = findRaw(written)
  if (raw) return [{ parts: raw, hasSpaces: false }]
  if (COMPACT.test(written.replaceAll(/\s/g, ''))) return [toWritten(written)]
  const [first, ...others] = listSigned(findJson(written))
  return first ? [first, ...others] : [toWritten(INSIDE.exec(written)?.[0] ?? written)]
}

/** A token in JSON as if each of its signatures were the only one. Throws `bad_input` for very many. */
function listSigned(json: Json | undefined): Written[] {
  const all = Array.isArray(json?.signatures) ? (json.signatures as (Json | null)[]) : [json]
  if (all.length > MAX_SIGNATURES)
    throw new AppError('bad_input', {
      field: 'signatures',
      expected: { en: `at most ${MAX_SIGNATURES} signatures`, zh: `至多 ${MAX_SIGNATURES} 个签名` },
      got: all.length,
    })
  return all.flatMap((one) => {
    const { protected: head = '', signature, header } = one ?? {}
    const parts = [head, json?.payload, signature]
    return isTexts(parts) ? [{ parts, unprotected: [header], hasSpaces: false }] : []
  })
}

function toWritten(written: string): Written {
  const whole = written.replaceAll(/\s/g, '')
  return { parts: whole.split('.'), hasSpaces: whole !== written }
}

const isTexts = (values: readonly unknown[]): values is string[] => values.every((value) => typeof value === 'string')

/** A compact token whose payload stands in it as it is: any signs but dots (RFC 7797 §5.2). */
function findRaw(written: string): string[] | undefined {
  const [, head = '', payload = '', signature = ''] = /^(e[yw][\w-]+)\.([^.]*)\.([\w-]*)$/.exec(written) ?? []
  const header = head && findJson(readPart(head, HEADER))
  return header && hasRawPayload(header) ? [head, payload, signature] : undefined
}

/** Whether a payload is signed as it is, not as Base64url (RFC 7797 §3, §6). */
export function hasRawPayload({ b64, crit }: Json): boolean {
  return b64 === false && Array.isArray(crit) && crit.includes('b64')
}

/**
 * The header of a token: what its first part holds, with what stands beside it in the forms of JSON (RFC 7515 §4). Throws
 * `bad_input` for what is no JSON object, and for a name in two places; `crit` counts in the first part only.
 */
function readHeader(part: string, unprotected: readonly unknown[] = []): { header: Json; headerText: string } {
  const others = unprotected.filter((one) => one !== undefined)
  const headerText = part === '' && others.length > 0 ? '{}' : readPart(part, HEADER)
  const header = findJson(headerText)
  if (!header || Array.isArray(header)) throw notJson(HEADER, headerText)
  if (others.length === 0) return { header, headerText }
  const whole: Record<string, unknown> = { ...header }
  for (const one of others) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) throw notJson(HEADER, JSON.stringify(one))
    for (const [name, value] of Object.entries(one)) {
      if (name === 'crit' || Object.hasOwn(whole, name)) throw twice(name)
      whole[name] = value
    }
  }
  return { header: whole, headerText: JSON.stringify(whole) }
}

const HEADER: Text = { en: 'header', zh: '头部' }
const PAYLOAD: Text = { en: 'payload', zh: '载荷' }

/** The text of a part. Throws `bad_input` that names the part: what was pasted may be no token at all. */
function readPart(part: string, name: Text): string {
  try {
    return decodeText(parseBase64(part, 'text'), 'utf-8')
  } catch (cause) {
    if (!isAppError(cause)) throw cause
    const [en, zh] = [toWords(cause.details, 'en'), toWords(cause.details, 'zh')]
    // Bytes that are no text have a reason; what is no Base64url, a sign that was expected.
    const [reasonEn, reasonZh] = [en['expected'] ?? en['reason'], zh['expected'] ?? zh['reason']]
    const expected =
      cause.key === 'unsupported_value'
        ? { en: `a token whose ${name.en} is text (${String(reasonEn)})`, zh: `${name.zh}为文本的令牌（${String(reasonZh)}）` }
        : {
            en: `a token whose ${name.en} is Base64url (${String(reasonEn)})`,
            zh: `${name.zh}为 Base64url 的令牌（${String(reasonZh)}）`,
          }
    const got = { en: String(en['got']), zh: String(zh['got']) }
    throw new AppError('bad_input', { ...cause.details, field: 'text', expected, got }, { cause })
  }
}

function twice(name: string): AppError {
  return new AppError('bad_input', {
    field: 'text',
    expected: {
      en: 'each name in one of the headers, and crit in the protected one (RFC 7515 §4)',
      zh: '每个名称只出现在一个头部中，crit 只在受保护的头部中（RFC 7515 §4）',
    },
    got: name.slice(0, 60),
  })
}

/** One for whom the content is encrypted: its header, and the token as if it were for this one alone. */
export type Recipient = { readonly header: Json; readonly headerText: string; readonly parts: readonly string[] }
/** An encrypted token; `additional` is what is protected without being encrypted (RFC 7516 §5.1, step 14). */
export type EncryptedToken = { readonly recipients: readonly Recipient[]; readonly additional: string; readonly isJson: boolean }
const MAX_RECIPIENTS = 20

/** An encrypted token, compact or in one of the forms of JSON (RFC 7516 §7), with what can be read of it without the key; nothing for others. */
export function findEncrypted(text: string): EncryptedToken | undefined {
  const json = findJson(text)
  if (typeof json?.ciphertext === 'string') return readEncryptedJson(json)
  const [{ parts }] = findWritten(text)
  const [head = ''] = parts
  if (parts.length !== 5) return undefined
  return { recipients: [{ ...readHeader(head), parts }], additional: head, isJson: false }
}

function readEncryptedJson(json: Json): EncryptedToken {
  const { protected: head = '', unprotected, recipients, aad, iv = '', ciphertext, tag = '' } = json
  // alone it may be written without the list (RFC 7516 §7.2.2)
  const all = (Array.isArray(recipients) ? recipients : [json]) as readonly (Json | null)[]
  if (all.length === 0 || all.length > MAX_RECIPIENTS)
    throw new AppError('bad_input', {
      field: 'recipients',
      expected: { en: `1–${MAX_RECIPIENTS} recipients`, zh: `1–${MAX_RECIPIENTS} 个接收方` },
      got: all.length,
    })
  const shared = [head, iv, ciphertext, tag, aad ?? '']
  if (!isTexts(shared)) throw notText('protected, iv, ciphertext, tag, aad')
  const [first = '', vector = '', content = '', mark = ''] = shared
  return {
    recipients: all.map((one) => {
      const key = one?.encrypted_key ?? ''
      if (typeof key !== 'string') throw notText('encrypted_key')
      return { ...readHeader(first, [unprotected, one?.header]), parts: [first, key, vector, content, mark] }
    }),
    additional: aad === undefined ? first : `${first}.${String(aad)}`,
    isJson: true,
  }
}

function notText(names: string): AppError {
  return new AppError('bad_input', {
    field: 'text',
    expected: { en: `texts in Base64url: ${names}`, zh: `${names} 应为 Base64url 文本` },
    got: { en: 'another value', zh: '其他类型的值' },
  })
}

/** What stands in a token and is none yet is to be signed. Throws `bad_input` that says so. */
export function refusePayload(text: string): void {
  const json = findJson(text)
  if (!json || Array.isArray(json) || 'payload' in json || INSIDE.test(text)) return
  throw new AppError('bad_input', {
    field: 'text',
    expected: { en: 'a token; choose “Sign” to make one of this payload', zh: '令牌；如需由此载荷生成令牌，请选择“签名”' },
    got: text.trim().slice(0, 60),
  })
}

/** Whether a text is a token from its first sign on, and so no payload: the JSON of its header begins with a brace. */
export const isToken = (text: string): boolean => /^\s*(?:(?:authorization:\s*)?bearer\s+)?e[yw][\w-]*\.[\w-]*\./i.test(text)

/** Takes a token apart (RFC 7515 §3.1), whatever {@link findWritten} finds it in. Throws `bad_input` naming the part that is wrong. */
export const parseToken = (text: string): Token => toToken(findWritten(text)[0])

/** The same for each signature of a token; beside the first, those whose header cannot be read are left out. */
export function parseTokens(text: string): readonly [Token, ...Token[]] {
  const [first, ...others] = findWritten(text)
  return [toToken(first), ...others.flatMap((one) => findToken(one) ?? [])]
}

function findToken(written: Written): Token | undefined {
  try {
    return toToken(written)
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

function toToken({ parts, unprotected, hasSpaces }: Written): Token {
  const [head = '', body = '', signature = ''] = parts
  if (parts.length !== 3)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'three parts separated by dots', zh: '以点分隔的三段' },
      got: { en: countOf(parts.length, 'part'), zh: `${parts.length} 段` },
    })
  const { header, headerText } = readHeader(head, unprotected)
  const isRaw = hasRawPayload(header)
  const payloadText = isRaw ? body : readPart(body, PAYLOAD)
  // The payload of a JWS may be any bytes (RFC 7515 §2); a JWT's is JSON.
  const payload = readPayload(payloadText)
  return { header, headerText, payload, payloadText, isRaw, signature, parts, hasSpaces }
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
