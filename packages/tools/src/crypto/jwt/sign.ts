import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import { toBase64Url } from '../../lib/radix-text.ts'
import type { Input, Output } from './answer.ts'
import { toReadableJson } from './claims.ts'
import { OF_SIGNED, refuseCritical } from './critical.ts'
import { signHmac } from './hmac.ts'
import { listClaims, listNotes } from './notes.ts'
import { hasRawPayload, isToken, parseSecret, parseToken, type Json } from './token.ts'

const AGAIN: Text = {
  en: 'A token was given: its payload was signed anew, under its own header',
  zh: '所给为令牌：已沿用其头部，重新签名其载荷',
}

type Signed = { readonly text: string; readonly notes: readonly Text[] }

export async function sign(given: Input, host: Host): Promise<Output> {
  const old = isToken(given.text) ? parseToken(given.text) : undefined
  const input = { ...given, text: old?.payloadText ?? withoutMark(given.text), header: withoutMark(given.header) }
  await parseObject(input.text, 'text')
  const more = input.header.trim() ? await parseObject(input.header, 'header') : {}
  const header = { typ: 'JWT', ...old?.header, alg: input.algorithm, ...more }
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
    notes: [...(old ? [AGAIN] : []), ...notes, ...listNotes(token, input, host)].map((note) => note[host.lang]),
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
