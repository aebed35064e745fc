import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import { toEnvelope } from '@octet/core/envelope.ts'
import { DIST } from '../build/dist.ts'
import { axeSource, axeUrls } from './axe.ts'
import { createFakeApi, type ApiCall } from './fake-api.ts'
import { toOlder } from './older-browser.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.html': 'text/html; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

const REPORTS = '/policy-reports'
const AXE = '/axe.js'
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** In place of any country's flag. */
const FLAG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><path d="M0 0h3v2H0z"/></svg>'

export type TestSite = {
  readonly origin: string
  /** Calls that came to the API, oldest first. */
  readonly calls: ApiCall[]
  /** What pages and their workers did against the policy, as the browser reported it. */
  readonly violations: string[]
  /** Paths below this are answered with 404, as after a new build. */
  readonly gone: Set<string>
  /** Files of a newer build, by path. */
  readonly newer: Map<string, string>
  /** Id that `latest.json` gives in place of the build's own. */
  buildId: string | undefined
  close(): Promise<void>
}

type SiteOptions = {
  readonly port?: number
  /** Calls go to this server in place of the API in memory. */
  readonly apiOrigin?: string | undefined
}

/** Serves the build with the security headers of the product and a small API in memory, on a free loopback port. */
export async function startTestSite({ port = 0, apiOrigin }: SiteOptions = {}): Promise<TestSite> {
  const entry: typeof import('../app/entry-server.tsx') = await import(pathToFileURL(join(DIST, 'server/entry.js')).href)
  const policy = `${entry.policy}; report-uri ${REPORTS}`
  const api = createFakeApi()
  const site = {
    calls: api.calls,
    violations: [] as string[],
    gone: new Set<string>(),
    newer: new Map<string, string>(),
    buildId: undefined as string | undefined,
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isEmbedded = /^(\/zh)?\/embed\//.test(url.pathname)
    response.setHeader(
      'content-security-policy',
      isEmbedded ? policy.replace("frame-ancestors 'self'", 'frame-ancestors *') : policy,
    )
    if (url.pathname === REPORTS) {
      site.violations.push(await toViolation(request))
      return send(response, 204, 'text/plain', '')
    }
    if (url.pathname === AXE) {
      response.setHeader('cache-control', IMMUTABLE)
      return send(response, 200, 'text/javascript', await axeSource)
    }
    if (site.gone.has(url.pathname)) return send(response, 404, 'text/plain', 'gone')
    if (url.pathname === '/_build/latest.json' && site.buildId)
      return send(response, 200, 'application/json', JSON.stringify({ id: site.buildId }))
    if (/^\/(v1\/|flags\/|livez$)/.test(url.pathname) && apiOrigin) return passOn(request, response, apiOrigin)
    if (url.pathname === '/livez') return send(response, 200, 'text/plain', 'ok')
    if (url.pathname.startsWith('/v1/')) return api.answer(request, response)
    if (url.pathname.startsWith('/flags/')) return send(response, 200, 'image/svg+xml', FLAG)
    const newer = site.newer.get(url.pathname)
    const file = newer === undefined ? await getAsset(url.pathname) : Buffer.from(newer)
    if (file && url.pathname.startsWith('/assets/')) response.setHeader('cache-control', IMMUTABLE)
    if (file) {
      const type = TYPES[extname(url.pathname)] ?? 'application/octet-stream'
      return send(response, 200, type, toOlder(file, url.pathname, request.headers.cookie))
    }
    const loggedIn = /(^|;\s*)token=[^;]/.test(request.headers.cookie ?? '')
    const page = await entry.render(new Request(`http://${request.headers.host}${request.url}`), {
      loggedIn,
      dataState: {},
      runTool: async (id, input) => (await api.run(id, input)) ?? toEnvelope(null),
    })
    page.headers.forEach((value, name) => response.setHeader(name, value))
    send(response, page.status, page.headers.get('content-type') ?? 'text/html', await page.text())
  }
  const server = createServer(
    (request, response) =>
      void answer(request, response).catch((error: unknown) => send(response, 500, 'text/plain', String(error))),
  )
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('expected a port')
  const origin = `http://127.0.0.1:${address.port}`
  axeUrls.set(origin, AXE)
  return Object.assign(site, {
    origin,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

/** Hands a call to a real server, and its answer back as it comes. */
async function passOn(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
  const body = Buffer.concat(await request.toArray())
  const answer = await fetch(origin + request.url, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body.length > 0 ? { body } : {}),
  })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
  for await (const part of answer.body ?? []) response.write(part)
  response.end()
}

/** A report of the browser (CSP Level 3 §5.3) in a line. */
async function toViolation(request: IncomingMessage): Promise<string> {
  type Report = { 'csp-report': Readonly<Record<string, unknown>> }
  const { 'csp-report': report } = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')) as Report
  const words = ['document-uri', 'effective-directive', 'blocked-uri', 'source-file', 'line-number', 'script-sample']
  return words.map((word) => String(report[word] ?? '')).join(' ')
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}

const kept = new Map<string, Promise<Buffer | undefined>>()

/** What bears its hash in its name is read once in a process: each visitor of its own asks for it anew. */
function getAsset(path: string): Promise<Buffer | undefined> {
  const file = kept.get(path) ?? readAsset(path)
  if (path.startsWith('/assets/')) kept.set(path, file)
  return file
}

async function readAsset(path: string): Promise<Buffer | undefined> {
  if (extname(path) === '') return undefined
  return readFile(join(DIST, 'client', normalize(path))).catch(() => undefined)
}

if (import.meta.main)
  console.log((await startTestSite({ port: Number(process.env.PORT ?? 3100), apiOrigin: process.env.OCTET_API })).origin)
