import { randomUUID } from 'node:crypto'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { AppError } from '@octet/core/errors.ts'
import { serveMcp } from '../mcp/serve-mcp.ts'
import { findSubjectPage, findPersonality, PREFIX } from '../personalities/find-personality.ts'
import { servePersonalities } from '../personalities/serve-personalities.ts'
import type { Services } from '../services.ts'
import { addRequestTraces } from '../traces/trace-requests.ts'
import { addBodyReaders, checkQuery, parseQuery, refusePacked, type Fields } from './body.ts'
import { toCallerLang } from './caller.ts'
import { createHttpServer } from './create-server.ts'
import { API_HEADERS, OPEN_HEADERS, PRIVATE_HEADERS, SECURITY_HEADERS } from './headers.ts'
import { noteKept } from './held-bodies.ts'
import { isPageRequest, sendFailurePage } from './failure-page.ts'
import { createHotAnswer } from './hot-answer.ts'
import { addRequestReport } from './report-requests.ts'
import { toLlmsText } from './llms.ts'
import { toOpenApi } from './openapi.ts'
import { packAnswers } from './pack-answers.ts'
import { packBody } from './packed-body.ts'
import { refuseClient } from './refuse-client.ts'
import { sendFailure } from './reply.ts'
import { serveEndpoints } from './serve-endpoint.ts'
import { serveTools } from './serve-tool.ts'
import { serveSite } from './site.ts'

/** The HTTP application: tools, endpoints, site. Not listening yet. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const { trustedProxies, personalities } = services.config.operator
  const brand = services.config.operator.brand.name
  const hosts = new Map(Object.entries(personalities.hosts))
  const app = Fastify({
    bodyLimit: 262_144,
    return503OnClosing: false,
    serverFactory: (handler) =>
      createHttpServer(handler, { drain: services.drain, hot: createHotAnswer(services), trustedProxies }),
    loggerInstance: services.log.child(
      {},
      { level: services.log.level === 'info' ? 'warn' : services.log.level },
    ) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    rewriteUrl: (request) => {
      const id = findPersonality(request, hosts)
      return id === undefined ? (request.url ?? '/') : `${PREFIX}/${id}${request.url}`
    },
    routerOptions: { querystringParser: parseQuery, maxParamLength: 2_048 },
    frameworkErrors: (error, request, reply) => refuseUrl({ error, request, reply, brand }),
    clientErrorHandler: refuseClient,
  })
  if (services.traces) addRequestTraces(app, services.traces)
  // A body that nobody asked for is not read: an unknown path is told as such, whatever came with it.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    const page = findSubjectPage(request.raw)
    if (page) return reply.redirect(page)
    refuseDoubledHost(request)
    refusePacked(request.headers['content-encoding'])
    checkQuery(request.query as Fields)
  })
  app.addHook('preParsing', async (request) => {
    if (!request.routeOptions.config.streamsBody) noteKept(request.raw)
  })
  addRequestReport(app, services)
  app.setErrorHandler((error, request, reply) => {
    const lang = toCallerLang(request)
    // Not returned: a reply is a promise, for which Fastify would listen to the answer in nine more ways.
    if (isPageRequest(request)) sendFailurePage(reply, error, { lang, brand })
    else sendFailure(reply, error, lang)
  })

  const described = { ...services, brand }
  const { publicOrigin, operator } = services.config
  let openApi: ReturnType<typeof packBody> | undefined // made for the first who asks: it takes longer than everything else at the start
  app.get('/openapi.json', async (request, reply) => {
    openApi ??= packBody(
      Buffer.from(JSON.stringify(toOpenApi({ ...described, email: operator.contacts.email[0]?.value, origin: publicOrigin }))),
    )
    const { body, encoding } = await openApi(request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return allowEveryOrigin(reply).type('application/json; charset=utf-8').header('vary', 'Accept-Encoding').send(body)
  })

  const llms = toLlmsText({ ...described, publicOrigin })
  app.get('/llms.txt', (_request, reply) => allowEveryOrigin(reply).type('text/markdown; charset=utf-8').send(llms))

  const endpoints = services.endpoints
  await app.register(async (scope) => {
    addBodyReaders(scope)
    scope.addHook('onSend', async (request, reply) => void forApi(request, reply))
    packAnswers(scope)
    serveTools(scope, services)
    serveEndpoints(scope, { ...services, endpoints: endpoints.filter(({ rawBody }) => !rawBody) })
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onSend', async (request, reply) => void forApi(request, reply))
    packAnswers(scope)
    // What is left of an upload that is refused stands in the way of the next request on its connection.
    scope.addHook('onSend', async (request, reply) => {
      if (reply.statusCode >= 400 && !request.raw.complete) reply.header('connection', 'close')
    })
    serveEndpoints(scope, { ...services, endpoints: endpoints.filter(({ rawBody }) => rawBody) })
  })
  services.points.attach(app.server)
  app.addHook('preClose', async () => services.points.detach())
  answerPreflight(app)
  await servePersonalities(app, services)
  await serveMcp(app, services)
  await serveSite(app, services)
  return app
}

type Reply = Parameters<typeof sendFailure>[0]

/** A URL that the router cannot read: no hook has run, and nothing of it has been parsed. */
function refuseUrl({
  error,
  request,
  reply,
  brand,
}: {
  error: Error
  request: FastifyRequest
  reply: Reply
  brand: string
}): void {
  const query = parseQuery(/\?(.*)/.exec(request.raw.url ?? '')?.[1] ?? '')
  const lang = toCallerLang({ headers: request.headers, query, body: undefined })
  reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id })
  if (isPageRequest(request)) sendFailurePage(reply, error, { lang, brand })
  else sendFailure(reply.headers(API_HEADERS), error, lang)
}

/** Lookups are for everybody's pages. */
function allowEveryOrigin(reply: Reply): Reply {
  return reply.headers(OPEN_HEADERS)
}

function forApi(request: FastifyRequest, reply: Reply): void {
  const kept = reply.getHeader('cache-control')
  if (request.routeOptions.config.isPrivate) return void reply.headers(PRIVATE_HEADERS)
  reply.headers({ ...API_HEADERS, ...(kept !== undefined && { 'cache-control': kept }) })
}

function answerPreflight(app: FastifyInstance): void {
  const answer = (_request: FastifyRequest, reply: Reply) =>
    allowEveryOrigin(reply)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
        'access-control-allow-headers':
          'content-type, accept, accept-language, authorization, token, plat, x-api-key, x-proof, x-geo-address, idempotency-key',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send()
  app.options('/v1/*', answer)
  app.options(`${PREFIX}/*`, answer)
}

/** Two Host headers may be read differently by a proxy and by us (RFC 9112 §3.2). */
function refuseDoubledHost(request: FastifyRequest): void {
  const { rawHeaders } = request.raw
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts++
  if (hosts > 1) throw new AppError('bad_body', { reason: { en: 'two Host headers', zh: '出现两个 Host 头' } })
}
