import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Answer, LongAnswer } from '@octet/core/endpoint.ts'
import { toEnvelope, toFailure, toFailureWords } from '@octet/core/envelope.ts'
import { counted } from '@octet/core/counted.ts'
import { AppError, ERRORS, isAppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import { toJsonParts } from './json-parts.ts'

/** Sends an answer in the envelope, or as it is when it is an {@link Answer}. */
export function sendAnswer(reply: FastifyReply, answer: unknown, isRaw = false): FastifyReply {
  if (answer instanceof Answer) {
    reply.code(answer.status).headers(answer.headers)
    const { body, onSent } = answer
    if (onSent) reply.raw.once('finish', onSent)
    // With a body, if an empty one, it would be told as long as that one (RFC 9110 §8.6).
    if (answer.status === 304) return reply.send()
    if (typeof body === 'string' || body instanceof Uint8Array) return reply.send(body)
    const isSent = () => stream.readableLength === 0 && reply.raw.writableLength === 0
    const stream: Readable = Readable.from(typeof body === 'function' ? body(isSent) : body, { objectMode: false })
    return reply.send(stream)
  }
  reply.type('application/json; charset=utf-8')
  if (answer instanceof LongAnswer)
    return reply.send(Readable.from(toJsonParts(isRaw ? answer.value : toEnvelope(answer.value)), { objectMode: false }))
  return reply.send(JSON.stringify(isRaw ? answer : toEnvelope(answer)))
}

/** Sends a known error from its table row, with the headers that go with it; anything else is a bug: logged, its text hidden. */
export function sendFailure(
  reply: FastifyReply,
  error: unknown,
  lang: Lang,
  toBody: (error: AppError, lang: Lang) => object = reply.request.headers[WORDS_HEADER] === 'both' ? toBothFailure : toFailure,
): FastifyReply {
  const known = toKnownError(error, reply)
  noteFailure(reply, known)
  return reply
    .code(ERRORS[known.key].status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toBody(known, lang)))
}

/** Asked with `both` by forms of the site: a refusal that stands on a page follows its language. */
const WORDS_HEADER = 'x-words'

function toBothFailure(error: AppError, lang: Lang): object {
  const { data, ...rest } = toFailure(error, lang)
  return { ...rest, data: { ...data, words: toFailureWords(error) } }
}

/** Headers that go with a known error, in whatever form it is told. */
export function noteFailure(reply: FastifyReply, { key, details }: AppError): void {
  const retryAfter = details['retryAfter'] ?? (ERRORS[key].status === 503 ? 5 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (ERRORS[key].status === 401) reply.header('www-authenticate', key === 'bad_key' ? 'Bearer error="invalid_token"' : 'Bearer')
  if (key === 'method_not_allowed') reply.header('allow', String(details['expected']))
  reply.header('cache-control', 'no-store')
}

const DISK_FULL = { en: 'the disk of this server is full', zh: '服务器磁盘已满' }

/** The known error that a caller is told for whatever was thrown. */
export function toKnownError(error: unknown, reply: FastifyReply): AppError {
  if (isAppError(error)) return error
  if (reply.request.raw.errored === error) return new AppError('cancelled') // the caller has gone away amid its body
  const { code, message } = error as { code?: string; message?: string }
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('too_large', {
        field: 'body',
        limit: counted(reply.request.routeOptions.bodyLimit, 'bytes'),
        got: counted(reply.request.headers['content-length'] ?? '?', 'bytes'),
      })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new AppError('unsupported_body', { reason: `Content-Type: ${reply.request.headers['content-type'] || '–'}` })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('bad_body', { reason: { en: message ?? code, zh: '内容长度与 Content-Length 不符' } })
    case 'FST_ERR_BAD_URL':
      return new AppError('bad_input', {
        field: 'path',
        expected: { en: 'UTF-8 in percent-encoding', zh: '百分号编码的 UTF-8' },
        got: reply.request.originalUrl.slice(0, 80),
      })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('too_large', { field: 'path', limit: '2048', got: { en: 'more', zh: '更多' } })
    case 'ENOSPC':
    case 'EDQUOT':
      reply.log.error({ err: error }, 'the disk is full')
      return new AppError('unavailable', { reason: DISK_FULL, retryAfter: 60 }, { cause: error })
    default:
      reply.log.error({ err: error }, 'a request failed')
      return new AppError('internal', { requestId: reply.request.id })
  }
}
