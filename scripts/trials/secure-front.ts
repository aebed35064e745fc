import { createSecureServer, constants, type ServerHttp2Stream } from 'node:http2'
import { Agent, request } from 'node:http'
import { createCertificate } from '../../packages/probe/src/testing/certificate.ts'

/** Headers that belong to one connection (RFC 9113 §8.2.2). */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'host'])

/** HTTP/2 over TLS before a server that speaks HTTP/1.1, as a proxy in front of the product does for browsers. */
export async function startSecureFront(originPort: number): Promise<AsyncDisposable & { readonly origin: string }> {
  const certificate = createCertificate()
  if (!certificate) throw new Error('expected openssl for a certificate of the trial, found none')
  const agent = new Agent({ keepAlive: true })
  const server = createSecureServer(certificate)
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  server.on('stream', (stream, headers) => {
    const { ':method': method, ':path': path, ':authority': host } = headers
    const sent = Object.entries(headers).filter(([name]) => !name.startsWith(':') && !OF_ONE_CONNECTION.has(name))
    const inner = request({
      agent,
      port: originPort,
      host: '127.0.0.1',
      method: method as string,
      path: path as string,
      headers: { ...Object.fromEntries(sent), host: host as string },
    })
    inner.on('response', (answer) => {
      if (stream.destroyed) return answer.destroy()
      const kept = Object.entries(answer.headers).filter(([name]) => !OF_ONE_CONNECTION.has(name))
      stream.respond({ ':status': answer.statusCode ?? 502, ...Object.fromEntries(kept) })
      return answer.pipe(stream)
    })
    inner.on('error', () => refuse(stream))
    stream.on('error', () => inner.destroy())
    stream.pipe(inner)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('expected a port')
  return {
    origin: `https://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function refuse(stream: ServerHttp2Stream): void {
  if (stream.destroyed) return
  if (stream.headersSent) stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  else {
    stream.respond({ ':status': 502 })
    stream.end()
  }
}
