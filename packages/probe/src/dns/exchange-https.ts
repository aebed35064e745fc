import { AppError } from '@octet/core/errors.ts'
import { openSocket } from '../guard/connect.ts'
import { toHttpsFault } from './https-fault.ts'
import type { ExchangeOptions, Pinned } from './server.ts'

const MAX_BYTES = 65_535

/** DNS over HTTPS by POST (RFC 8484 §4.1), HTTP/2 where the server speaks it. */
export async function exchangeHttps(
  query: Uint8Array,
  server: Pinned,
  { ca, signal, timeoutMs }: ExchangeOptions,
): Promise<Uint8Array> {
  const { host, port, path = '/dns-query', address, label } = server
  const limit = AbortSignal.timeout(Math.max(1, Math.round(timeoutMs)))
  const { Agent, request } = await import('undici')
  const agent = new Agent({
    allowH2: true,
    connect: (_, done) =>
      connectPinned({ host, port, address, timeoutMs, ca }).then(
        (socket) => done(null, socket),
        (error: Error) => done(error, null),
      ),
  })
  try {
    const { statusCode, headers, body } = await request(
      new URL(path, `https://${host.includes(':') ? `[${host}]` : host}:${port}`),
      {
        method: 'POST',
        headers: { 'content-type': 'application/dns-message', accept: 'application/dns-message', 'user-agent': 'Octet' },
        body: query,
        dispatcher: agent,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      },
    )
    const type = String(headers['content-type'] ?? '')
    if (statusCode !== 200 || !type.startsWith('application/dns-message')) throw refuseAnswer(host, statusCode, type)
    return await readBody(body)
  } catch (error) {
    if (signal?.aborted) throw new AppError('cancelled', {}, { cause: error })
    if (limit.aborted) throw new AppError('timed_out', { limit: Math.round(timeoutMs), host }, { cause: error })
    throw toHttpsFault(error, label)
  } finally {
    await agent.destroy()
  }
}

type PinnedOptions = { host: string; port: number; address: string; timeoutMs: number; ca: string | undefined }

function connectPinned({ ca, ...target }: PinnedOptions) {
  return openSocket({ ...target, tls: { ALPNProtocols: ['h2', 'http/1.1'], rejectUnauthorized: true, ...(ca && { ca }) } })
}

function refuseAnswer(host: string, status: number, type: string): AppError {
  const shown = ['HTTP', status, ...(type ? [type.slice(0, 60)] : [])].join(' ')
  return new AppError('target_failed', {
    reason: { en: `${host} answered ${shown} instead of a DNS message`, zh: `${host} 返回 ${shown}，而不是 DNS 报文` },
  })
}

async function readBody(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_BYTES) throw new AppError('too_large', { field: 'DNS', limit: MAX_BYTES, got: size })
    chunks.push(chunk)
  }
  return Uint8Array.from(Buffer.concat(chunks))
}
