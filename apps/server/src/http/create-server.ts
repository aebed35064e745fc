import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { http } from '@octet/core/node-http.ts'
import { POINT_PATH } from '@octet/core/probe/point-protocol.ts'
import { createAddressList } from '../domain/address-list.ts'
import { boundWaiting } from './bound-waiting.ts'
import type { Drain } from './drain.ts'
import { putFrontBefore } from './front.ts'
import { boundHeldBodies } from './held-bodies.ts'
import type { HotAnswer } from './hot-answer.ts'
import { createHotLookup } from './hot-lookup.ts'
import { closeSlowBodies } from './slow-bodies.ts'

/** Limits against slow and malformed peers; docs/decisions/0003-http-hardening.md says why these. */
const LIMITS = {
  headersTimeout: 8_000,
  requestTimeout: 600_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
}
const MAX_REQUESTS_PER_SOCKET = 10_000
/** Of each thread. Begun heads hold 13 kB each, begun bodies 25 kB. */
const WAITING = { heads: { ofNetwork: 1_024, ofAll: 4_096 }, bodies: { ofNetwork: 256, ofAll: 1_024 } }
/** Bytes of begun bodies and of answers that wait to be taken, of each thread: eight of the longest body that a tool takes. */
const HELD_BODIES = { ofNetwork: 64 * 1024 * 1024, ofAll: 512 * 1024 * 1024, everyMs: 1_000 }
const SLOW_BODIES = { windowMs: 15_000, bytesPerSecond: 4_096, everyMs: LIMITS.connectionsCheckingInterval }

/** Other requests that offer an upgrade, such as curl's to HTTP/2, are answered as they stand (RFC 9110 §7.8). */
function isForPoints({ url = '' }: IncomingMessage): boolean {
  return url.split('?', 1)[0] === POINT_PATH
}

export type ServerOptions = {
  readonly drain: Drain
  /** Answers plain lookups. Without it Node reads all and the framework answers all. */
  readonly hot?: HotAnswer
  readonly trustedProxies?: readonly string[]
}

/** The listening server: plain lookups at once, everything else to the framework. */
export function createHttpServer(framework: RequestListener, { drain, hot, trustedProxies = [] }: ServerOptions): Server {
  const hotLookup = hot && createHotLookup(hot)
  const shouldUpgradeCallback = (request: IncomingMessage) => {
    const isUpgraded = isForPoints(request)
    if (isUpgraded) waiting.stop(request.socket) // there will be no answer to watch
    return isUpgraded
  }
  const server = http.createServer({ ...LIMITS, shouldUpgradeCallback }, (request, response) => {
    watchBody(request)
    watchHeld(request, response)
    waiting.watch(request, response)
    if (drain.isStopping) response.setHeader('connection', 'close')
    else if (hotLookup?.(request, response)) return
    framework(request, response)
  })
  const watchBody = closeSlowBodies(server, SLOW_BODIES)
  const isProxy = createAddressList(trustedProxies)
  const watchHeld = boundHeldBodies(server, { ...HELD_BODIES, isProxy })
  const waiting = boundWaiting(server, { ...WAITING, isProxy })
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET
  if (hot) putFrontBefore(server, { hot, drain, waiting, maxRequests: MAX_REQUESTS_PER_SOCKET })
  return server
}
