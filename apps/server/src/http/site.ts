import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toEnvelope, toFailure } from '@octet/core/envelope.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { parseAddress } from '@octet/core/ip/address.ts'
import { toToolCost } from '@octet/tools/run.ts'
import { findRefuser } from '../personalities/find-personality.ts'
import { refuseAs } from '../personalities/serve-personalities.ts'
import type { Services } from '../services.ts'
import { createMethodFinder } from './allowed-methods.ts'
import { findMissingTool } from './missing-tool.ts'
import { toCaller } from './caller.ts'
import { FORMATS, MEDIA_TYPES, toFormat, type Format } from './formats.ts'
import { hasTag } from './has-tag.ts'
import { spendUnits, takeUnits } from './limits.ts'
import { passGate, refuseStrangers } from './proof/pass-gate.ts'
import { isSecure, readSessionCookies } from './cookies.ts'
import { packBody } from './packed-body.ts'
import { OPEN_HEADERS } from './headers.ts'
import { PageCache } from './page-cache.ts'
import { toPagePolicy } from './page-policy.ts'
import { sendFailure, toKnownError } from './reply.ts'
import { toSecurityTxt } from './security-txt.ts'
import { loadSite, type Site } from './site-files.ts'
import type { StaticFile } from './static-file.ts'
import { toRobots, toSitemap } from './site-lists.ts'
import { serveShare } from './serve-share.ts'
import { serveShareCards } from './share-cards.ts'
import { startTool, takeLast } from './serve-tool.ts'

const FLAG_FOLDER = join(import.meta.dirname, '../../../../node_modules/country-flag-icons/3x2')
/** What is named by its content is the same for whoever asks, but for how it is packed. */
const KEPT = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' }
const ASKED_FOR_AGAIN = { 'cache-control': 'no-cache', vary: 'Accept, Accept-Encoding' }
/** Prerendered pages that are better with the visitor's own address in them. */
const PERSONAL = new Set(['/', '/zh', '/ip', '/zh/ip', '/ipdizhi', '/zh/ipdizhi'])

/** Pages that need a login; who comes without one is sent home, where the cookie `wanted` opens the login. */
const GUARDED = /^(?:\/zh)?(\/(?:account|admin|monitors)(?:\/[\w-]+)*)$/
/** Pages of what somebody has made, and how to tell whether it is still kept. */
const KEPT_PAGES: readonly (readonly [RegExp, (services: Services, id: string) => Promise<boolean>])[] = [
  [/^(?:\/zh)?\/map\/([^/]+)$/, ({ maps }, id) => maps.has(id)],
  [/^(?:\/zh)?\/measurements\/([^/]+)$/, ({ points }, id) => points.measurements.has(id)],
  [/^(?:\/zh)?\/monitor\/([^/]+)$/, ({ points }, id) => points.monitors.isShown(id)],
]
const WANTED_SECONDS = 120
/** Scripts that other sites load. */
const SHARED_SCRIPT = '/embed.js'

/** Serves the built site: files and prerendered pages from memory, everything else rendered. curl on `/` gets its address as text, or in the format that it names. */
export async function serveSite(app: FastifyInstance, services: Services): Promise<void> {
  const { publicOrigin } = services.config
  const site = await loadSite(services.site, services.config)
  const findMethods = createMethodFinder(services)
  const toMiss = async ({ method: got }: FastifyRequest, path: string) => {
    const methods = findMethods(path)
    if (methods.length === 0) return (await findMissingTool(path, services.tools)) ?? new AppError('not_found', { path })
    return new AppError('method_not_allowed', { got, expected: methods.join(', ') })
  }
  const cache = new PageCache({ maxPages: 500, maxAgeMs: 30_000 })
  serveShareCards(app, services)
  serveShare(app)
  app.get('/flags/:name', (request, reply) => sendFlag((request.params as { name: string }).name, reply))
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(toRobots(publicOrigin)))
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(toSecurityTxt(services.config, new Date())),
  )
  app.get('/sitemap.xml', (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(toSitemap(publicOrigin, site?.paths ?? ['/'])),
  )
  app.setNotFoundHandler(async (request, reply) => {
    const path = toPath(request.url)
    const { lang } = toCaller(request)
    if (path.startsWith('/v1/') || path === '/v1')
      return sendFailure(reply.headers(OPEN_HEADERS), await toMiss(request, path), lang)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendFailure(reply, new AppError('method_not_allowed', { got: request.method, expected: 'GET, HEAD' }), lang)
    const { format } = request.query as { format?: unknown }
    if (path === '/' && (!wantsHtml(request) || isFormat(format))) return sendAddress(request, reply, format)
    if (!site) return reply.code(503).type('text/plain; charset=utf-8').send('The site is not built. Run: npm run build\n')
    return sendPage({ site, services, cache, request, reply, path })
  })
}

type PageCall = { site: Site; services: Services; cache: PageCache; request: FastifyRequest; reply: FastifyReply; path: string }

/** Who asks for more than is drawn for one client gets pages as they were prerendered, whose scripts do the rest. */
async function sendPage(call: PageCall): Promise<FastifyReply> {
  const { site, request, reply, path } = call
  const { dnsLeak, config } = call.services
  const families = Object.values(config.operator.familyHosts).filter((one) => one !== undefined)
  reply.header('content-security-policy', toPagePolicy(site.csp, path, { leakZone: dnsLeak.zone, families }))
  if (path === SHARED_SCRIPT) reply.headers(OPEN_HEADERS)
  const hasQuery = request.url.includes('?')
  const file = PERSONAL.has(path) ? undefined : (site.files.get(path) ?? site.findSuccessor(path))
  if (file && !(hasQuery && file.type.startsWith('text/html'))) return sendFile(file, request, reply)
  const isLoggedIn = GUARDED.test(path) && (await hasSession(call))
  const page = await findPage(call, isLoggedIn).catch((error: unknown) => {
    const isTooMuch = isAppError(error) && error.key === 'too_many_requests'
    const prerendered = isTooMuch && site.files.get(path)
    if (prerendered) return prerendered
    throw error
  })
  if ('etag' in page) return sendFile(page, request, reply)
  const { status, pack, headers } = page
  const refuser = status === 404 ? findRefuser(request.raw) : undefined
  const fault = refuser && findFault(path)
  if (fault) return refuseAs(refuser, fault, { request, reply })
  const { body, encoding } = await pack(request.headers['accept-encoding'])
  const wanted = status === 307 ? GUARDED.exec(path)?.[1] : undefined
  if (wanted && !isLoggedIn) reply.header('set-cookie', toWantedCookie(wanted, call.services.config.publicOrigin))
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store', vary: 'Accept, Accept-Encoding' })
    .send(body)
}

/** Why a path is no address; undefined where it is one. */
function findFault(path: string): AppError | undefined {
  try {
    parseAddress(path.slice(1))
    return undefined
  } catch (error) {
    if (!isAppError(error)) throw error
    return error
  }
}

/** Read by the page it leads to, once. */
function toWantedCookie(path: string, publicOrigin: string): string {
  return `wanted=${path}; Path=/; Max-Age=${WANTED_SECONDS}; SameSite=Lax${isSecure(publicOrigin) ? '; Secure' : ''}`
}

/**
 * Whether both halves of a session are in the cookies. The page itself holds nothing of the account, so while the
 * database is away it is shown, and its calls say what is the matter.
 */
async function hasSession({ services, request }: PageCall): Promise<boolean> {
  const { token, secret } = readSessionCookies(request.headers.cookie, services.config.publicOrigin)
  if (token === undefined) return false
  return services.sessions.get(token, secret).then(
    () => true,
    (error: unknown) => isAppError(error) && error.key === 'unavailable',
  )
}

/**
 * Renders a page, or takes it from the last 30 s when the same visitor asked for the same. Throws `too_many_requests`: a page
 * takes as long as a thousand lookups.
 */
async function findPage(call: PageCall, isLoggedIn: boolean) {
  const { services, cache, request } = call
  const caller = toCaller(request)
  const key = `${caller.address} ${services.ip.state.build} ${isLoggedIn} ${request.url}`
  return cache.find(key, async () => {
    spendUnits(services, caller, 1)
    const response = await renderPage(call, isLoggedIn)
    return {
      status: response.status === 200 && (await isMissing(call)) ? 404 : response.status,
      headers: Object.fromEntries(response.headers),
      pack: packBody(Buffer.from(await response.arrayBuffer())),
    }
  })
}

/** Whether the page is of something that is not kept; the page itself says so. While the database is away nobody knows. */
async function isMissing({ services, path }: PageCall): Promise<boolean> {
  for (const [pattern, has] of KEPT_PAGES) {
    const id = pattern.exec(path)?.[1]
    if (id === undefined) continue
    return has(services, id).then(
      (isKept) => !isKept,
      (error: unknown) => {
        if (isAppError(error) && error.key === 'unavailable') return false
        throw error
      },
    )
  }
  return false
}

function renderPage({ site, services, request, reply, path }: PageCall, isLoggedIn: boolean): Promise<Response> {
  const origin = services.config.publicOrigin
  const caller = { ...toCaller(request), lang: path === '/zh' || path.startsWith('/zh/') ? ('zh' as const) : ('en' as const) }
  // What follows the origin is a path, even where two slashes or a scheme would name another host.
  const target = request.url.replace(/^(?:https?:\/\/[^/?]*)?[/\\]*/i, '/')
  return site.render(new Request(origin + target, { headers: toPlainHeaders(request) }), {
    self: services.ip.findSelf(caller),
    loggedIn: isLoggedIn,
    dataState: services.ip.state,
    origin,
    brand: services.config.operator.brand.name,
    async runTool(id, input) {
      try {
        const tool = services.tools.find((tool) => tool.id === id)
        if (!tool || services.switches.isOff(id)) throw new AppError('tool_off')
        await refuseStrangers(tool, services, { request, caller, input })
        const units = toToolCost(tool, input)
        takeUnits(services, { reply, caller, units })
        await passGate(tool, services, { request, caller, units, input })
        return toEnvelope(await takeLast(startTool(tool, input, { services, caller, signal: AbortSignal.timeout(5_000) })))
      } catch (error) {
        return toFailure(toKnownError(error, reply), caller.lang)
      }
    },
  })
}

async function sendFile(file: StaticFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.type(file.type).headers({ etag: file.etag, ...(file.isHashed ? KEPT : ASKED_FOR_AGAIN) })
  if (hasTag(request.headers['if-none-match'] ?? '', file.etag)) return reply.code(304).send()
  const { body, encoding } = await file.pack(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(body)
}

async function sendFlag(name: string, reply: FastifyReply): Promise<FastifyReply> {
  const code = /^([a-z]{2})\.svg$/.exec(name)?.[1]
  const svg = code && (await readFile(join(FLAG_FOLDER, `${code.toUpperCase()}.svg`)).catch(() => undefined))
  if (!svg) throw new AppError('not_found', { path: `/flags/${name}` })
  return reply
    .type('image/svg+xml')
    .headers({
      'cache-control': 'public, max-age=604800',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      ...OPEN_HEADERS,
    })
    .send(svg)
}

/** The caller's address alone, or as the one field of a record. */
function sendAddress(request: FastifyRequest, reply: FastifyReply, format: unknown = 'text'): FastifyReply {
  const { address: ip, lang } = toCaller(request)
  if (!isFormat(format))
    return sendFailure(
      reply,
      new AppError('bad_input', { field: 'format', expected: FORMATS.join(' | '), got: String(format).slice(0, 40) }),
      lang,
    )
  return reply
    .type(`${MEDIA_TYPES[format]}; charset=utf-8`)
    .headers({ 'cache-control': 'no-store', vary: 'Accept', ...OPEN_HEADERS })
    .send(format === 'text' ? `${ip}\n` : toFormat({ ip }, format))
}

function isFormat(format: unknown): format is Format {
  return (FORMATS as readonly unknown[]).includes(format)
}

/** A browser names HTML; curl, wget and libraries do not. */
function wantsHtml(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false
}

function toPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '/'
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function toPlainHeaders(request: FastifyRequest): [string, string][] {
  return Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !name.startsWith(':') ? [[name, value]] : [],
  )
}
