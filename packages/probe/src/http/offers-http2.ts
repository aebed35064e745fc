import { AppError, isAppError } from '@octet/core/errors.ts'
import { toCheck, type Check } from '../check.ts'
import type { Guard } from '../guard/guard.ts'
import type { Hop } from './fetch.ts'

const TIMEOUT_MS = 2000

type Limits = { readonly signal?: AbortSignal | undefined; readonly timeoutMs: number }

/**
 * Whether the server that gave an answer would have spoken HTTP/2: one more handshake with it, in which `h2` is offered
 * (ALPN, RFC 9113 §3.2). Nothing is said where that does not come about, or there is no TLS.
 */
export async function checkHttp2({ url, address, tls }: Hop, guard: Guard, { signal, timeoutMs }: Limits): Promise<Check[]> {
  if (!tls || !address) return []
  const { hostname, port } = new URL(url)
  const servername = hostname.startsWith('[') || hostname === address ? {} : { servername: hostname }
  try {
    const socket = await guard.connect({
      host: address,
      port: Number(port || 443),
      tls: { ALPNProtocols: ['h2', 'http/1.1'], ...servername },
      signal,
      timeoutMs: Math.min(TIMEOUT_MS, timeoutMs),
    })
    const isOffered = socket.alpnProtocol === 'h2'
    socket.destroy()
    return [
      isOffered
        ? toCheck('http2', 'good', 'HTTP/2 is offered (ALPN)', '支持 HTTP/2（ALPN）')
        : toCheck('http2', 'notice', 'HTTP/2 is not offered (ALPN)', '不支持 HTTP/2（ALPN）'),
    ]
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    if (signal?.aborted) throw new AppError('cancelled', {}, { cause: error })
    return []
  }
}
