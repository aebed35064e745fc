import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { toPlainAddress } from '../domain/plain-address.ts'
import { toClientKey, toNeighbourhood } from './caller.ts'
import { closeSlow, hasBody } from './slow-bodies.ts'

export type HeldBodyOptions = {
  /** Bytes of bodies that are on their way, and of answers that have not been taken: of one network (/24 or /48), and of all. */
  readonly ofNetwork: number
  readonly ofAll: number
  readonly everyMs: number
  /** Addresses of proxies, which stand for many clients: bound with all, not by themselves. */
  readonly isProxy: (address: string) => boolean
}

/** A request that has no whole answer yet, and how much its connection had sent before its body. */
type Open = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
  readonly network: string | undefined
  readonly startBytes: number
}

/** Less than this is not worth closing for. */
const SMALL_BYTES = 65_536

/** Requests whose body is kept in memory until it is whole; others are worked on as they come. */
const kept = new WeakSet<IncomingMessage>()

/** From now on the body of a request counts for {@link boundHeldBodies}. */
export const noteKept = (request: IncomingMessage): void => void kept.add(request)

/**
 * Bounds what begun bodies and answers that nobody takes hold in memory. How many there may be is not enough: some hundred of
 * 8 MB each, the last byte of which does not come, or is not read, are gigabytes. Of too many bytes those that have been on
 * their way for longest are closed, a body with 408: they have had the most time. Gives what each request is shown to.
 */
export function boundHeldBodies(server: Server, { ofNetwork, ofAll, everyMs, isProxy }: HeldBodyOptions) {
  /** Those that came first are first. */
  const open = new Set<Open>()
  const timer = setInterval(look, everyMs).unref()
  server.once('close', () => clearInterval(timer))
  return watch

  function watch(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const address = toPlainAddress(socket.remoteAddress ?? '')
    const network = isIP(address) === 0 || isProxy(address) ? undefined : toNeighbourhood(toClientKey(address))
    const one = { request, response, socket, network, startBytes: socket.bytesRead }
    open.add(one)
    response.once('close', () => open.delete(one))
  }

  function look(): void {
    const held = [...open].map((one) => ({ ...one, size: toHeldBytes(one) })).filter(({ size }) => size >= SMALL_BYTES)
    const ofNetworks = new Map<string | undefined, number>()
    let all = 0
    for (const { network, size } of held) {
      ofNetworks.set(network, (ofNetworks.get(network) ?? 0) + size)
      all += size
    }
    for (const { request, socket, network, size } of held) {
      const ofThis = ofNetworks.get(network)!
      if (all <= ofAll && (network === undefined || ofThis <= ofNetwork)) continue
      ofNetworks.set(network, ofThis - size)
      all -= size
      if (isComing(request)) closeSlow(server, socket)
      else socket.destroy()
    }
  }
}

function toHeldBytes({ request, response, socket, startBytes }: Open): number {
  return (isComing(request) ? socket.bytesRead - startBytes : 0) + response.writableLength
}

const isComing = (request: IncomingMessage): boolean => kept.has(request) && hasBody(request) && !request.complete
