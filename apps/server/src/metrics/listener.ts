import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import { http } from '@octet/core/node-http.ts'
import type { MetricsSnapshot } from './metrics.ts'

export type MetricsListenerOptions = {
  readonly host: string
  readonly port: number
  /** What every thread has counted. */
  readonly read: () => Promise<MetricsSnapshot[]>
  readonly log: Logger
}

/** Serves `/metrics` in the text format of Prometheus, on a port of its own that is not for the public. */
export async function openMetricsListener({
  host,
  port,
  read,
  log,
}: MetricsListenerOptions): Promise<AsyncDisposable & { port: number }> {
  const server = http.createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    writeMetrics(response, read).catch((error: unknown) => {
      log.warn({ err: error }, 'the metrics cannot be read')
      response.writeHead(503).end()
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function writeMetrics(response: ServerResponse, read: MetricsListenerOptions['read']): Promise<void> {
  const registry = AggregatorRegistry.aggregate(await read())
  const text = await registry.metrics()
  response.writeHead(200, { 'content-type': registry.contentType }).end(text)
}
