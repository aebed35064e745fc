import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { toCaller, toCallerAddress } from '../http/caller.ts'
import { OPEN_HEADERS } from '../http/headers.ts'
import { findKey } from '../http/find-key.ts'
import { packAnswers } from '../http/pack-answers.ts'
import { spendUnits } from '../http/limits.ts'
import { toKnownError } from '../http/reply.ts'
import { toStatus } from '../http/settle-stream.ts'
import type { Fields } from '../http/body.ts'
import type { Services } from '../services.ts'
import { PREFIX } from './find-personality.ts'
import type { PersonalityId } from './personality-id.ts'
import dbip from './dbip/personality.ts'
import geoip from './geoip/personality.ts'
import ipApi from './ip-api/personality.ts'
import ip2location from './ip2location/personality.ts'
import ipdata from './ipdata/personality.ts'
import ipgeolocation from './ipgeolocation/personality.ts'
import ipinfo from './ipinfo/personality.ts'
import ipregistry from './ipregistry/personality.ts'
import type { Call, Personality, Reply, Route } from './personality.ts'

const ALL: readonly Personality[] = [geoip, ipinfo, ip2location, ipdata, ipregistry, ipApi, ipgeolocation, dbip]

/** Adds the routes of all personalities below {@link PREFIX}; keys, limits and metering are those of our own calls. */
export async function servePersonalities(app: FastifyInstance, services: Services): Promise<void> {
  for (const personality of ALL)
    await app.register(
      async (scope) => {
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text))
        const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
          sendReply(reply, personality.toFailure(toKnownError(error, reply), request.headers))
        scope.setErrorHandler(fail)
        scope.setNotFoundHandler((request, reply) =>
          fail(new AppError('not_found', { path: toOwnPath(request) }), request, reply),
        )
        packAnswers(scope)
        for (const route of personality.routes)
          scope.route({
            method: route.method,
            url: route.path,
            bodyLimit: route.bodyLimitBytes ?? 262_144,
            handler: (request, reply) => serve({ personality, route, services, request, reply }),
          })
      },
      { prefix: `${PREFIX}/${personality.id}` },
    )
}

/** A known error in the words of a service, for a request that none of its routes has taken. */
export function refuseAs(
  id: PersonalityId,
  error: AppError,
  { request, reply }: Pick<Serving, 'request' | 'reply'>,
): FastifyReply {
  const personality = ALL.find((one) => one.id === id)!
  return sendReply(reply, personality.toFailure(error, request.headers))
}

type Serving = { personality: Personality; route: Route; services: Services; request: FastifyRequest; reply: FastifyReply }

async function serve({ personality, route, services, request, reply }: Serving): Promise<FastifyReply> {
  let key: ReturnType<typeof findRouteKey>
  try {
    key = findRouteKey(route, services, request)
  } catch (error) {
    const sent = findSentKey(route, request)
    if (!route.refuseKey || !sent || !isAppError(error)) throw error
    return sendReply(reply, route.refuseKey(error, sent.text))
  }
  const { address } = toCaller(request)
  const body = typeof request.body === 'string' ? request.body : ''
  const params = request.params as Call['params']
  const units = route.units?.({ body, params }) ?? 1
  const { pace, remaining: left, resetSeconds } = spendUnits(services, { address, ...(key && { key }) }, units)
  const product = route.scope ?? 'geo'
  const reservation = key && !route.isFree ? await services.meter.take(key, { units, product }) : undefined
  const call: Call = {
    services,
    method: request.method,
    headers: request.headers,
    params,
    query: request.query as Record<string, string | undefined>,
    body,
    address,
    key,
    credits: reservation && { remaining: Math.max(0, reservation.remaining), quota: reservation.quota },
    signal: AbortSignal.timeout(60_000),
    lookup: (text, lang = 'en') => services.ip.lookup(text, lang),
  }
  try {
    const answer = await route.handle(call)
    const { status = 200, answered = units } = answer
    reservation?.settle(status, answered)
    const consumed = route.isFree ? 0 : answered
    const headers = personality.toHeaders?.({
      consumed,
      remaining: call.credits && call.credits.remaining + units - consumed,
      rate: { limit: pace.burst, remaining: Math.floor(left), resetSeconds: Math.ceil(resetSeconds) },
    })
    return sendReply(reply, { ...answer, headers: { ...headers, ...answer.headers } })
  } catch (error) {
    reservation?.settle(toStatus(error))
    throw error
  }
}

function findRouteKey(route: Route, services: Services, request: FastifyRequest) {
  const sent = findSentKey(route, request)
  if (sent)
    return services.keyTable.get({
      ...sent,
      address: toCallerAddress(request),
      origin: request.headers.origin,
      scope: route.scope ?? 'geo',
    })
  if (route.needsKey) throw new AppError('key_required')
  return undefined
}

function findSentKey(route: Route, request: FastifyRequest) {
  const inPath = route.findKey?.(request.params as Call['params'])
  return inPath === undefined ? findKey(request.headers, request.query as Fields) : { text: inPath, isInQuery: true }
}

function sendReply(reply: FastifyReply, answer: Reply): FastifyReply {
  const { body, status = 200, type = 'application/json; charset=utf-8', headers } = answer
  const isText = typeof body === 'string' || body instanceof Uint8Array
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...OPEN_HEADERS, ...headers })
    .type(type)
  if (status === 304) return reply.send()
  if (isStream(body)) return reply.send(Readable.from(body, { objectMode: false }))
  return reply.send(isText ? body : JSON.stringify(body))
}

function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

function toOwnPath(request: FastifyRequest): string {
  return (request.url.split('?')[0] ?? '').replace(/^\/_as\/[\w-]+/, '') || '/'
}
