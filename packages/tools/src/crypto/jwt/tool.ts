import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Host } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { passphraseField } from '../../lib/keys/passphrase-field.ts'
import { BYTE_FORMAT_NAMES, BYTE_FORMATS, type ByteFormat } from '../../lib/byte-text.ts'
import { decodeText } from '../../lib/charset.ts'
import { toBase64Url } from '../../lib/radix-text.ts'
import { listClaimTexts, toReadableJson } from './claims.ts'
import { OF_ENCRYPTED, OF_SIGNED, refuseCritical } from './critical.ts'
import { isSameSignature, signHmac } from './hmac.ts'
import {
  findEncrypted,
  hasRawPayload,
  parseSecret,
  parseToken,
  readPayload,
  type EncryptedToken,
  type Json,
  type Recipient,
  type Token,
} from './token.ts'

const VERDICTS = ['valid', 'invalid', 'unchecked', 'signed', 'decrypted', 'locked'] as const
const ALGORITHMS = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'ES256K',
  'EdDSA',
  'none',
] as const
const NAMES = Object.fromEntries(
  ALGORITHMS.map((name) => [
    name,
    { en: name === 'none' ? 'none (unsigned)' : name, zh: name === 'none' ? 'none（不签名）' : name },
  ]),
) as Record<(typeof ALGORITHMS)[number], Text>

type Input = {
  text: string
  action: 'decode' | 'sign'
  key: string
  keyFormat: ByteFormat
  passphrase: string
  algorithm: (typeof ALGORITHMS)[number]
  header: string
}
type Claim = { claim: string; value: string; meaning: string }
type Output = {
  text: string
  token: string
  header: string
  payload: string
  verdict: (typeof VERDICTS)[number]
  claims: Claim[]
  disclosures?: { claim: string; value: string; isIn: boolean }[]
  notes: string[]
}

export default defineTool({
  id: 'jwt',
  route: '/crypto/jwt',
  group: 'crypto',
  rank: 80,
  icon: 'Id',
  title: { en: 'JWT', zh: 'JWT 解析与签名' },
  summary: { en: 'Read, verify and sign JSON Web Tokens', zh: '解析、验证与签发 JSON Web Token' },
  about: {
    en: 'RFC 7519 with HMAC, RSA, RSA-PSS, ECDSA (also secp256k1) and EdDSA; tokens are also found after “Bearer”, in quotes, in cookies and in JSON. JWS and JWE are also read as JSON, and payloads that are not encoded (b64, RFC 7797). The claims that an SD-JWT discloses are checked and put back in their places. Encrypted tokens (JWE) are decrypted: dir, AES-KW, AES-GCM-KW, RSA-OAEP, ECDH-ES and PBES2 with AES-GCM or AES-CBC-HMAC; without the key their header is shown. Keys are PEM, OpenSSH, PuTTY, JWK or a certificate, also on pages without https. Reading needs no key, but a token that was not verified is not trustworthy. The algorithm “none” and secrets that are too short are pointed out, and a public key is never accepted as a secret.',
    zh: '支持 RFC 7519 的 HMAC、RSA、RSA-PSS、ECDSA（含 secp256k1）与 EdDSA；可从“Bearer”之后、引号、Cookie 与 JSON 中找出令牌。JWS 与 JWE 的 JSON 形式以及未编码的载荷（b64，RFC 7797）同样可读。SD-JWT 所披露的声明会核对并还原到原处。加密令牌（JWE）可解密：支持 dir、AES-KW、AES-GCM-KW、RSA-OAEP、ECDH-ES、PBES2，内容为 AES-GCM 或 AES-CBC-HMAC；无密钥时显示其头部。密钥可为 PEM、OpenSSH、PuTTY、JWK 或证书，在非 https 页面上同样可用。解析无需密钥，但未经验证的令牌不可信。会提示“none”算法与过短的密钥，且绝不把公钥当作共享密钥使用。',
  },
  keywords: [
    'jwt',
    'jws',
    'jwe',
    'sd-jwt',
    'token',
    'bearer',
    'oauth',
    'claims',
    '令牌',
    '验签',
    '签名',
    'decode token',
    'token解析',
    'signature',
  ],
  input: z.object({
    text: z
      .string()
      .meta({ label: { en: 'Token, or payload to sign', zh: '令牌，或要签名的载荷' }, widget: 'text', main: true, secret: true }),
    action: z
      .enum(['decode', 'sign'])
      .default('decode')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: { decode: { en: 'Read and verify', zh: '解析与验证' }, sign: { en: 'Sign', zh: '签名' } },
      }),
    key: z
      .string()
      .default('')
      .meta({
        label: { en: 'Secret or key', zh: '密钥' },
        help: {
          en: 'Secret for HS…, dir, A…KW and PBES2; PEM, OpenSSH, PuTTY or JWK for the others',
          zh: 'HS 系列、dir、A…KW 与 PBES2 为共享密钥，其余为 PEM、OpenSSH、PuTTY 或 JWK',
        },
        widget: 'text',
        secret: true,
      }),
    keyFormat: z
      .enum(BYTE_FORMAT_NAMES)
      .default('text')
      .meta({ label: { en: 'Secret format', zh: '密钥格式' }, options: BYTE_FORMATS, widget: 'select', advanced: true }),
    passphrase: passphraseField({ label: { en: 'Passphrase of the key', zh: '私钥口令' }, advanced: true }),
    algorithm: z
      .enum(ALGORITHMS)
      .default('HS256')
      .meta({ label: { en: 'Algorithm', zh: '算法' }, options: NAMES, when: { action: ['sign'] } }),
    header: z
      .string()
      .default('')
      .meta({
        label: { en: 'More header fields (JSON)', zh: '附加头部字段（JSON）' },
        widget: 'code',
        language: 'json',
        when: { action: ['sign'] },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'code', language: 'json', main: true }),
    token: z.string().meta({ label: { en: 'Token', zh: '令牌' }, widget: 'hidden', secret: true }),
    verdict: z.enum(VERDICTS).meta({
      label: { en: 'Signature', zh: '签名' },
      options: {
        valid: { en: 'Valid', zh: '有效' },
        invalid: { en: 'Not valid', zh: '无效' },
        unchecked: { en: 'Not checked', zh: '未验证' },
        signed: { en: 'Signed', zh: '已签名' },
        decrypted: { en: 'None; decrypted', zh: '无（已解密）' },
        locked: { en: 'None; not decrypted', zh: '无（未解密）' },
      },
    }),
    header: z.string().meta({ label: { en: 'Header', zh: '头部' }, widget: 'code', language: 'json' }),
    payload: z.string().meta({ label: { en: 'Payload', zh: '载荷' }, widget: 'code', language: 'json' }),
    claims: z
      .array(
        z.object({
          claim: z.string().meta({ label: { en: 'Claim', zh: '声明' } }),
          value: z.string().meta({ label: { en: 'Value', zh: '值' } }),
          meaning: z.string().meta({ label: { en: 'Meaning', zh: '含义' } }),
        }),
      )
      .meta({ label: { en: 'Claims', zh: '声明' }, widget: 'table' }),
    disclosures: z
      .array(
        z.object({
          claim: z.string().meta({ label: { en: 'Claim', zh: '声明' } }),
          value: z.string().meta({ label: { en: 'Value', zh: '值' } }),
          isIn: z.boolean().meta({ label: { en: 'Its digest is in the token', zh: '摘要在令牌中' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Disclosures (SD-JWT)', zh: '披露的声明（SD-JWT）' }, widget: 'table' }),
    notes: z.array(z.string()).meta({ label: { en: 'Notes', zh: '提示' } }),
  }),
  accepts: { jwt: { action: 'decode' } },
  examples: [
    {
      name: { en: 'Verify with a secret', zh: '用密钥验证' },
      input: {
        text: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
        key: 'your-256-bit-secret',
      },
    },
    { name: { en: 'Unsigned token', zh: '未签名的令牌' }, input: { text: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' } },
    {
      name: { en: 'Sign', zh: '签名' },
      input: { action: 'sign', text: '{"sub":"42","name":"中文"}', key: 'a secret of at least thirty-two bytes' },
    },
  ],
  run: (input, host) => (input.action === 'sign' ? sign(input, host) : read(input, host)),
})

type Verdict = { readonly verdict: Output['verdict']; readonly notes: readonly Text[] }
type Signed = { readonly text: string; readonly notes: readonly Text[] }

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

async function read(input: Input, host: Host): Promise<Output> {
  const encrypted = findEncrypted(input.text)
  if (encrypted) return readEncrypted(encrypted, input, host)
  const token = parseToken(input.text)
  const payload = typeof token.payload === 'string' ? token.payload : toReadableJson(token.payloadText)
  const { verdict, notes } = input.key && token.header.alg !== 'none' ? await verify(token, input) : UNCHECKED
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
  const algorithm = String(header.alg)
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

async function sign(given: Input, host: Host): Promise<Output> {
  const input = { ...given, text: withoutMark(given.text), header: withoutMark(given.header) }
  await parseObject(input.text, 'text')
  const header = { alg: input.algorithm, typ: 'JWT', ...(input.header.trim() ? await parseObject(input.header, 'header') : {}) }
  const { text, notes } =
    input.algorithm === 'none' ? { text: `${toSignable(header, input.text)}.`, notes: [] } : await toSigned(header, input)
  const token = parseToken(text)
  return {
    text,
    token: text,
    verdict: input.algorithm === 'none' ? 'unchecked' : 'signed',
    header: toReadableJson(token.headerText),
    payload: toReadableJson(token.payloadText),
    claims: listClaims(token, host),
    notes: [...notes, ...listNotes(token, input, host)].map((note) => note[host.lang]),
  }
}

async function toSigned(header: Json, { text, key, keyFormat, passphrase, algorithm }: Input): Promise<Signed> {
  refuseCritical(header, OF_SIGNED)
  const signed = toSignable({ ...header, alg: algorithm }, text)
  if (algorithm.startsWith('HS'))
    return { text: `${signed}.${signHmac(algorithm, signed, parseSecret(key, { algorithm, format: keyFormat }))}`, notes: [] }
  const { signWithKey } = await import('./key-pair.ts')
  const { signature, notes } = await signWithKey(signed, key, { algorithm, passphrase })
  return { text: `${signed}.${signature}`, notes }
}

/** Files of Windows begin with a byte order mark, which is no JSON (RFC 8259 §8.1). */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, '')

function toSignable(header: Json, payload: string): string {
  const part = (text: string) => toBase64Url(new TextEncoder().encode(text))
  return `${part(JSON.stringify(header))}.${hasRawPayload(header) ? toRaw(payload) : part(payload)}`
}

/** A payload that goes into a token as it is. Throws `bad_input` for one with dots, which part a token (RFC 7797 §5.2). */
function toRaw(payload: string): string {
  if (!payload.includes('.')) return payload
  throw new AppError('bad_input', {
    field: 'text',
    expected: {
      en: 'a payload without dots, as b64 is false (RFC 7797 §5.2)',
      zh: '不含点的载荷，因为 b64 为 false（RFC 7797 §5.2）',
    },
    got: payload.slice(0, 60),
  })
}

/** The object of a JSON text. Throws `syntax_error` with the place of the fault, `bad_input` for other values. */
async function parseObject(text: string, field: string): Promise<Json> {
  const value = await parseJson(text, field)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw new AppError('bad_input', { field, expected: { en: 'a JSON object', zh: 'JSON 对象' }, got: text.slice(0, 60) })
}

async function parseJson(text: string, field: string): Promise<unknown> {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const { findJsonFault } = await import('../../lib/json/find-fault.ts')
    const fault = findJsonFault(text)
    throw fault ? new AppError(fault.key, { ...fault.details, field }, { cause }) : cause
  }
}

/** Registered claims (RFC 7519 §4.1). */
const MEANINGS: Readonly<Record<string, Text>> = {
  iss: { en: 'Issuer', zh: '签发者' },
  sub: { en: 'Subject', zh: '主体' },
  aud: { en: 'Audience', zh: '受众' },
  exp: { en: 'Expires', zh: '过期时间' },
  nbf: { en: 'Not before', zh: '生效时间' },
  iat: { en: 'Issued at', zh: '签发时间' },
  jti: { en: 'Token id', zh: '令牌编号' },
}

function listClaims({ payload, payloadText }: Token, { lang }: Host): Claim[] {
  if (typeof payload === 'string') return []
  return listClaimTexts(payloadText).map(({ name, value }) => ({
    claim: name,
    value: ['exp', 'nbf', 'iat', 'auth_time'].includes(name) && isNumber(value) ? `${toIso(Number(value))} (${value})` : value,
    meaning: MEANINGS[name]?.[lang] ?? '',
  }))
}

function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)
}

/** Names that stand twice: RFC 7519 §4 lets readers take the last one or refuse the token. */
function listRepeated({ headerText, payload, payloadText }: Token): string[] {
  const names = [headerText, typeof payload === 'string' ? '[]' : payloadText].flatMap((text) =>
    [...Map.groupBy(listClaimTexts(text), ({ name }) => name)].filter(([, same]) => same.length > 1).map(([name]) => name),
  )
  return [...new Set(names)]
}

function toIso(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? '?' : date.toISOString().replace('.000', '')
}

const PARTS = ['header', 'payload', 'signature'] as const
const PART_NAMES: Readonly<Record<(typeof PARTS)[number], Text>> = {
  header: { en: 'Header', zh: '头部' },
  payload: { en: 'Payload', zh: '载荷' },
  signature: { en: 'Signature', zh: '签名' },
}

/** Claims that are moments. */
const TIMES = ['exp', 'nbf', 'iat']

function listNotes(token: Token, { key, keyFormat }: Input, host: Host): Text[] {
  const { header, payload } = token
  const foreign = PARTS.filter((name, place) => !(token.isRaw && name === 'payload') && /[=+/]/.test(token.parts[place] ?? ''))
  const isDetached = token.parts[1] === '' && token.signature !== ''
  const repeated = listRepeated(token).join(', ')
  const now = host.now().getTime() / 1000
  const claims = typeof payload === 'string' ? {} : payload
  const wrongTimes = TIMES.filter((name) => name in claims && typeof claims[name] !== 'number').join(', ')
  const algorithm = String(header.alg)
  const secretBytes = algorithm.startsWith('HS') && key && keyFormat === 'text' ? new TextEncoder().encode(key).length : undefined
  const wanted = Number(algorithm.slice(2)) / 8
  const notes: (Text | false)[] = [
    algorithm.toLowerCase() === 'none' && {
      en: 'The algorithm is “none”: anyone could have written this token. Never accept it',
      zh: '算法为“none”：任何人都能伪造该令牌，切勿接受',
    },
    token.hasSpaces && {
      en: 'Spaces or line breaks inside the token were ignored; programs refuse a token that has them',
      zh: '已忽略令牌中的空格或换行；程序会拒绝含有它们的令牌',
    },
    isDetached && {
      en: 'The payload is empty, or kept elsewhere (detached, RFC 7515 appendix F): put it between the two dots to verify it',
      zh: '载荷为空，或另行保存（分离式，RFC 7515 附录 F）：将其填入两点之间即可验证',
    },
    token.isRaw && {
      en: 'The payload is not Base64url but stands as it is (b64: false, RFC 7797); many programs refuse that',
      zh: '载荷未经 Base64url 编码，直接写在令牌中（b64: false，RFC 7797），许多程序会拒绝',
    },
    foreign.length > 0 && {
      en: `${foreign.map((name) => PART_NAMES[name].en).join(', ')}: not Base64url as RFC 7515 §2 asks, which has no “=”, “+” or “/”; programs refuse the token`,
      zh: `${foreign.map((name) => PART_NAMES[name].zh).join('、')}不是 RFC 7515 §2 要求的 Base64url（不得含“=”“+”“/”），程序会拒绝该令牌`,
    },
    wrongTimes !== '' && {
      en: `${wrongTimes}: not a number of seconds (RFC 7519 §2); programs refuse the token or do not look at the time`,
      zh: `${wrongTimes} 不是以秒计的数字（RFC 7519 §2）：程序会拒绝该令牌，或不检查时间`,
    },
    repeated !== '' && {
      en: `${repeated}: appears more than once; some programs take the last, others refuse the token`,
      zh: `${repeated} 重复出现：有的程序取最后一个，有的会拒绝该令牌`,
    },
    typeof claims.exp === 'number' &&
      claims.exp <= now && { en: `Expired at ${toIso(claims.exp)}`, zh: `已于 ${toIso(claims.exp)} 过期` },
    typeof claims.nbf === 'number' &&
      claims.nbf > now && { en: `Not valid before ${toIso(claims.nbf)}`, zh: `${toIso(claims.nbf)} 之前无效` },
    typeof claims.exp === 'number' &&
      claims.exp > 1e11 && {
        en: '“exp” seems to be in milliseconds; the standard requires seconds',
        zh: '“exp”似乎以毫秒计，标准要求以秒计',
      },
    secretBytes !== undefined &&
      secretBytes < wanted && {
        en: `The secret has ${countOf(secretBytes, 'byte')}; ${algorithm} requires at least ${wanted} (RFC 7518 §3.2)`,
        zh: `密钥只有 ${secretBytes} 字节，${algorithm} 要求至少 ${wanted} 字节（RFC 7518 §3.2）`,
      },
  ]
  return notes.filter((note) => note !== false)
}
