import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { toPlainAddress } from '../domain/plain-address.ts'
import { toCallerAddress, toClientKey } from './caller.ts'

/**
 * Counts every answer of the framework, and writes a line about it where the operator wants that (`LOG_REQUESTS`): id,
 * route pattern, status, time, the caller's network (/24 or /64). Never a path, a query, a header or a body.
 */
export function addRequestReport(
  app: FastifyInstance,
  { config, log, metrics, traces }: Pick<Services, 'config' | 'log' | 'metrics' | 'traces'>,
): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    const status = reply.statusCode
    metrics.observe({ method, route, status, seconds: reply.elapsedTime / 1_000 })
    if (!config.logRequests) return
    log.info(
      {
        requestId: request.id,
        method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        client: toNetwork(toCallerAddress(request)),
        ...(traces && { traceId: traces.traceId }),
      },
      'request',
    )
  })
}

/** The network of an address, as it may be written down: /24 or /64. A connection that has gone has no address. */
export function toNetwork(address: string | undefined): string {
  if (address === undefined) return 'gone'
  const plain = toPlainAddress(address)
  return plain.includes(':') ? `${toClientKey(plain)}::/64` : `${plain.replace(/\.\d+$/, '.0')}/24`
}
