import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

const SCRIPT = '/trial-watch.js'
const REPORTS = '/trial-reports'

/**
 * Runs first in every page and tells what the page complains about; keeps the page's Trusted Types policy, of which there can be
 * only one, for workers of the trial. It takes itself out, so that the markup stays the server's.
 */
const WATCH = `(() => {
  document.currentScript.remove()
  const tell = (kind, what) => navigator.sendBeacon('${REPORTS}', JSON.stringify([kind, location.pathname + ': ' + what]))
  addEventListener('error', (event) => event.message && tell('uncaught', event.message + ' ' + event.filename + ':' + event.lineno))
  addEventListener('unhandledrejection', ({ reason }) => tell('uncaught', reason && reason.stack ? reason + ' ' + reason.stack : String(reason)))
  const { error } = console
  const make = globalThis.trustedTypes?.createPolicy.bind(trustedTypes)
  if (make) trustedTypes.createPolicy = (...words) => (globalThis.ownPolicy = make(...words))
  console.error = (...words) => { tell('console', words.map(String).join(' ')); error.apply(console, words) }
})()`

export type Complaint = { readonly kind: 'uncaught' | 'console' | 'policy'; readonly what: string }

export type WatchingFront = AsyncDisposable & {
  readonly origin: string
  /** What pages and their workers complained about, oldest first. */
  readonly complaints: Complaint[]
  /** While it is cut off, nobody is answered, as if the server were gone. */
  isCut: boolean
  /** While there is a promise, scripts of the site are sent once it is kept. */
  scriptsAfter: Promise<void> | undefined
}

/**
 * Stands between a browser and the product and hears what pages complain about, the same way for every browser: a script in
 * each page, and reports about the Content-Security-Policy.
 */
export async function startWatchingFront(originPort: number): Promise<WatchingFront> {
  const sockets = new Set<Socket>()
  const complaints: Complaint[] = []
  const server = createServer((asked, reply) => {
    if (front.isCut) return asked.socket.destroy()
    if (asked.url === SCRIPT) return reply.writeHead(200, { 'content-type': 'text/javascript' }).end(WATCH)
    if (asked.url === REPORTS) return void take(asked, reply, complaints)
    if (!/^\/assets\/.*\.js$/.test(asked.url ?? '') || !front.scriptsAfter) return passOn(asked, reply, originPort)
    return void front.scriptsAfter.then(() => passOn(asked, reply, originPort))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const front: WatchingFront = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    complaints,
    isCut: false,
    scriptsAfter: undefined,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return front
}

async function take(asked: IncomingMessage, reply: ServerResponse, complaints: Complaint[]): Promise<void> {
  const told = JSON.parse(Buffer.concat(await asked.toArray()).toString('utf8'))
  const report = told['csp-report'] as Readonly<Record<string, unknown>> | undefined
  if (report) {
    const words = ['document-uri', 'effective-directive', 'blocked-uri', 'source-file', 'line-number', 'script-sample']
    complaints.push({ kind: 'policy', what: words.map((word) => String(report[word] ?? '')).join(' ') })
  } else complaints.push({ kind: told[0], what: told[1] })
  reply.writeHead(204).end()
}

function passOn(asked: IncomingMessage, reply: ServerResponse, port: number): void {
  const { method, url } = asked
  const headers = { ...asked.headers, 'accept-encoding': 'identity' }
  const inner = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    const given = { ...answer.headers }
    const policy = given['content-security-policy']
    if (policy) given['content-security-policy'] = `${policy}; report-uri ${REPORTS}`
    // What the service worker keeps has no script of ours, nor is there a server to hear it.
    if (!given['content-type']?.startsWith('text/html') || url?.startsWith('/_build/')) {
      reply.writeHead(answer.statusCode ?? 502, given)
      return answer.pipe(reply)
    }
    delete given['content-length']
    delete given['etag']
    return void answer.toArray().then((parts) => {
      const html = Buffer.concat(parts).toString('utf8').replace('<head>', `<head><script src="${SCRIPT}"></script>`)
      reply.writeHead(answer.statusCode ?? 502, given).end(html)
    })
  })
  inner.on('error', () => reply.destroy())
  reply.on('close', () => inner.destroy())
  asked.pipe(inner)
}
