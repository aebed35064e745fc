import { createServer, type RequestListener, type Server } from 'node:http'
import type { createHotLookup } from './hot-lookup.ts'

/** Limits against slow and malformed peers; docs/decisions/0003-http-hardening.md says why these. */
const LIMITS = {
  headersTimeout: 8_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
}
const MAX_REQUESTS_PER_SOCKET = 10_000

/** The listening server: the hot look-up first, everything else to the framework. */
export function createHttpServer(framework: RequestListener, hotLookup: ReturnType<typeof createHotLookup>): Server {
  const server = createServer(LIMITS, (request, response) => {
    if (!hotLookup(request, response)) framework(request, response)
  })
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET
  return server
}
