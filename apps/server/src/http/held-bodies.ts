import type { IncomingMessage, Server } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { toPlainAddress } from '../domain/plain-address.ts'
import { toClientKey, toNeighbourhood } from './caller.ts'
import { closeSlow, hasBody } from './slow-bodies.ts'

export type HeldBodyOptions = {
  /** Bytes of bodies that are on their way: of one network (/24 or /48), and of all. */
  readonly ofNetwork: number
  readonly ofAll: number
  readonly everyMs: number
  /** Addresses of proxies, which stand for many clients: bound with all, not by themselves. */
  readonly isProxy: (address: string) => boolean
}

/** A request amid its body, and how much its connection had sent before. */
type Held = { readonly socket: Socket; readonly network: string | undefined; readonly startBytes: number }

/** Less than this is not worth closing for. */
const SMALL_BYTES = 65_536

/** Requests whose body is kept in memory until it is whole; others are worked on as they come. */
const kept = new WeakSet<IncomingMessage>()

/** From now on the body of a request counts for {@link boundHeldBodies}. */
export const noteKept = (request: IncomingMessage): void => void kept.add(request)

/**
 * Bounds what begun bodies hold in memory. How many there may be is not enough: some hundred of 8 MB each, the last byte of
 * which does not come, are gigabytes. Of too many bytes the body that has been on its way for longest is closed, with 408:
 * it has had the most time. Gives what each request is shown to.
 */
export function boundHeldBodies(server: Server, { ofNetwork, ofAll, everyMs, isProxy }: HeldBodyOptions) {
  /** Those that came first are first. */
  const coming = new Map<IncomingMessage, Held>()
  const timer = setInterval(look, everyMs).unref()
  server.once('close', () => clearInterval(timer))
  return watch

  function watch(request: IncomingMessage): void {
    if (!hasBody(request)) return
    const { socket } = request
    const address = toPlainAddress(socket.remoteAddress ?? '')
    const network = isIP(address) === 0 || isProxy(address) ? undefined : toNeighbourhood(toClientKey(address))
    coming.set(request, { socket, network, startBytes: socket.bytesRead })
    request.once('close', () => coming.delete(request))
  }

  function look(): void {
    const held = [...coming].flatMap(([request, { socket, network, startBytes }]) =>
      kept.has(request) && !request.complete ? { request, socket, network, size: socket.bytesRead - startBytes } : [],
    )
    const ofNetworks = new Map<string | undefined, number>()
    let all = 0
    for (const { network, size } of held) {
      ofNetworks.set(network, (ofNetworks.get(network) ?? 0) + size)
      all += size
    }
    for (const { request, socket, network, size } of held) {
      const ofThis = ofNetworks.get(network)!
      if (size < SMALL_BYTES || (all <= ofAll && (network === undefined || ofThis <= ofNetwork))) continue
      ofNetworks.set(network, ofThis - size)
      all -= size
      coming.delete(request)
      closeSlow(server, socket)
    }
  }
}
