import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toCallerAddress } from './caller.ts'
import { findEncoding } from './find-encoding.ts'
import { packQuickly } from './packed-body.ts'

/** Shorter answers are with the caller as soon packed as not. */
const MIN_BYTES = 4_096
/** What such answers are made of; images and databases are packed by their own format. */
const TEXT = /^(?:text\/|application\/(?:json|xml|yaml|x-ndjson|problem\+json)\b)/
/** Bytes to a program on this very machine cost less than packing them. */
const LOOPBACK = /^(?:127\.|::1$)/

/**
 * Packs answers of a scope, if they have some length and the caller takes them so (RFC 9110 §12.5.3). Those of accounts and sessions go as
 * they are, since the length of a secret packed beside words of the caller's tells of it (BREACH, CVE-2013-3587); streams go
 * as they come. Call it after the hooks that set `Vary`.
 */
export function packAnswers(scope: FastifyInstance): void {
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (!isWorthPacking(request, reply, payload)) return done()
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
    const encoding = findEncoding(request.headers['accept-encoding'])
    if (!encoding || LOOPBACK.test(toCallerAddress(request))) return done()
    packQuickly(payload, encoding).then(
      (packed) => {
        reply.header('content-encoding', encoding).removeHeader('content-length')
        done(null, packed)
      },
      (error: Error) => done(error),
    )
  })
}

function isWorthPacking(request: FastifyRequest, reply: FastifyReply, payload: unknown): payload is string | Uint8Array {
  const { isPrivate, isOfSession } = request.routeOptions.config
  if (isPrivate || isOfSession || reply.hasHeader('content-encoding') || reply.hasHeader('etag')) return false
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return false
  return payload.length >= MIN_BYTES && TEXT.test(String(reply.getHeader('content-type')))
}
