import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export type SlowBodyOptions = {
  /** The time over which the speed of a body is taken; none is closed earlier. */
  readonly windowMs: number
  readonly bytesPerSecond: number
  readonly everyMs: number
}

/** A request whose body is on the way, and how much of it was here when the window began. */
type Coming = { readonly request: IncomingMessage; readonly socket: Socket; startMs: number; startBytes: number }

/**
 * Closes connections whose request body comes more slowly than is asked, with 408 where no answer has begun. Time in which
 * we do not read, as when a batch waits for its answers to be taken or the machine lets us stand still, does not count. Gives
 * what each request is shown to.
 */
export function closeSlowBodies(server: Server, { windowMs, bytesPerSecond, everyMs }: SlowBodyOptions) {
  const coming = new Set<Coming>()
  let lookedMs = performance.now()
  const timer = setInterval(look, everyMs).unref()
  server.once('close', () => clearInterval(timer))
  return watch

  function watch(request: IncomingMessage): void {
    if (!hasBody(request)) return
    const { socket } = request
    coming.add({ request, socket, startMs: performance.now(), startBytes: socket.bytesRead })
  }

  function look(): void {
    const nowMs = performance.now()
    const stoodMs = Math.max(0, nowMs - lookedMs - everyMs)
    lookedMs = nowMs
    for (const one of coming) {
      one.startMs = Math.min(nowMs, one.startMs + stoodMs)
      const { request, socket, startMs, startBytes } = one
      if (request.complete || request.destroyed) coming.delete(one)
      else if (request.readableLength >= request.readableHighWaterMark) begin(one, nowMs)
      else if (nowMs - startMs >= windowMs) {
        if (socket.bytesRead - startBytes >= (bytesPerSecond * (nowMs - startMs)) / 1_000) begin(one, nowMs)
        else {
          coming.delete(one)
          closeSlow(server, socket)
        }
      }
    }
  }

  function begin(one: Coming, nowMs: number): void {
    one.startMs = nowMs
    one.startBytes = one.socket.bytesRead
  }
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0

/** As Node does when a request takes longer than `requestTimeout`. */
export function closeSlow(server: Server, socket: Socket): void {
  const error = Object.assign(new Error('the body of a request comes too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  if (!server.emit('clientError', error, socket)) socket.destroy(error)
}
