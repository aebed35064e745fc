import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { DataState } from '../domain/ip-service.ts'
import type { Services } from '../services.ts'
import type { Fields } from './body.ts'
import { toCaller } from './caller.ts'
import { sendFailure } from './reply.ts'

const WEB_FOLDER = join(import.meta.dirname, '../../../web/dist')
const FLAG_FOLDER = join(import.meta.dirname, '../../../../node_modules/country-flag-icons/3x2')
const YEAR = 'public, max-age=31536000, immutable'

/** What the page renderer of `apps/web` is told about the request. */
export type RenderContext = {
  readonly self: IpRecord | null
  readonly loggedIn: boolean
  readonly dataState: DataState
  readonly publicOrigin: string
}

type Render = (request: Request, context: RenderContext) => Promise<Response>
type StaticFile = {
  readonly body: Buffer
  readonly br?: Buffer
  readonly gz?: Buffer
  readonly type: string
  readonly etag: string
  readonly isHashed: boolean
}

/** Serves the built site: files and prerendered pages from memory, everything else rendered. curl on `/` gets its address as text. */
export async function serveSite(app: FastifyInstance, services: Services): Promise<void> {
  const site = await loadSite()
  app.get('/flags/:name', (request, reply) => sendFlag((request.params as { name: string }).name, reply))
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(toRobots(services.config.publicOrigin)),
  )
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml; charset=utf-8').send(toSitemap(services)))
  app.setNotFoundHandler(async (request, reply) => {
    const path = toPath(request.url)
    if (path.startsWith('/v1/') || path === '/v1')
      return sendFailure(reply, new AppError('not_found', { path }), toCaller(request, request.query as Fields).lang)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendFailure(
        reply,
        new AppError('method_not_allowed', { got: request.method, expected: 'GET' }),
        toCaller(request, request.query as Fields).lang,
      )
    if (path === '/' && !wantsHtml(request)) return sendAddress(request, reply)
    if (!site) return reply.code(503).type('text/plain; charset=utf-8').send('The site is not built. Run: npm run build\n')
    return sendPage({ site, services, request, reply, path })
  })
}

type Site = { readonly files: ReadonlyMap<string, StaticFile>; readonly render: Render; readonly csp: string }
type PageCall = { site: Site; services: Services; request: FastifyRequest; reply: FastifyReply; path: string }

async function sendPage({ site, services, request, reply, path }: PageCall): Promise<FastifyReply> {
  const hasQuery = request.url.includes('?')
  const file = site.files.get(path) ?? (hasQuery ? undefined : site.files.get(`${path.replace(/\/$/, '')}/index.html`))
  if (file) return sendFile(file, request, reply.header('content-security-policy', site.csp))
  const caller = toCaller(request)
  const self = services.ip.findSelf(caller)
  const response = await site.render(
    new Request(new URL(request.url, services.config.publicOrigin), { headers: toPlainHeaders(request) }),
    {
      self,
      loggedIn: false,
      dataState: services.ip.state,
      publicOrigin: services.config.publicOrigin,
    },
  )
  response.headers.forEach((value, name) => void reply.header(name, value))
  return reply
    .code(response.status)
    .headers({ 'content-security-policy': site.csp, 'cache-control': 'no-store', vary: 'Accept' })
    .send(Buffer.from(await response.arrayBuffer()))
}

function sendFile(file: StaticFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .type(file.type)
    .headers({ etag: file.etag, vary: 'Accept, Accept-Encoding', 'cache-control': file.isHashed ? YEAR : 'no-cache' })
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (file.br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.br)
  if (file.gz && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gz)
  return reply.send(file.body)
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
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(svg)
}

function sendAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .type('text/plain; charset=utf-8')
    .headers({ 'cache-control': 'no-store', vary: 'Accept' })
    .send(`${toCaller(request).address}\n`)
}

/** A browser names HTML; curl, wget and libraries do not. */
function wantsHtml(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false
}

async function loadSite(): Promise<Site | undefined> {
  const entry = join(WEB_FOLDER, 'server/entry.js')
  if (!existsSync(entry)) return undefined
  const [files, module, csp] = await Promise.all([
    loadFiles(join(WEB_FOLDER, 'client')),
    import(pathToFileURL(entry).href) as Promise<{ render: Render }>,
    readFile(join(WEB_FOLDER, 'server/csp.json'), 'utf8').then(JSON.parse, () => ({})) as Promise<{ scriptHashes?: string[] }>,
  ])
  return { files, render: module.render, csp: toPolicy(csp.scriptHashes ?? []) }
}

/** Scripts only from here or by hash; tools show foreign content only in sandboxed frames and data images. */
function toPolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${scriptHashes.map((hash) => `'${hash}'`).join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "frame-src 'self' blob: data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

async function loadFiles(folder: string): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>()
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const path of names.filter((name) => !/\.(br|gz|map)$/.test(name))) {
    const body = await readFile(path)
    const [br, gz] = await Promise.all(['.br', '.gz'].map((ending) => readFile(path + ending).catch(() => undefined)))
    const url = path.slice(folder.length).replaceAll('\\', '/')
    const etag = `"${Buffer.from(await crypto.subtle.digest('SHA-256', body))
      .toString('base64url')
      .slice(0, 22)}"`
    files.set(url, {
      body,
      ...(br && { br }),
      ...(gz && { gz }),
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      etag,
      isHashed: /^\/assets\/.*-[\w-]{8,}\.\w+$/.test(url),
    })
  }
  return files
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
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

function toRobots(origin: string): string {
  return `User-agent: *\nDisallow: /v1/\nDisallow: /account\n\nSitemap: ${origin}/sitemap.xml\n`
}

function toSitemap({ tools, config }: Services): string {
  const paths = ['/', ...tools.map(({ route }) => route), ...SITE_PATHS]
  const urls = paths.map((path) => {
    const en = `${config.publicOrigin}${path}`
    const zh = `${config.publicOrigin}/zh${path === '/' ? '' : path}`
    const links = `<xhtml:link rel="alternate" hreflang="en" href="${en}"/><xhtml:link rel="alternate" hreflang="zh" href="${zh}"/>`
    return [en, zh].map((loc) => `<url><loc>${loc}</loc>${links}</url>`).join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
}

/** Pages that are not tools. */
const SITE_PATHS = ['/ip-data', '/docs', '/status']
