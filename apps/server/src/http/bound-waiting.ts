import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { toPlainAddress } from '../domain/plain-address.ts'
import { toClientKey, toNeighbourhood } from './caller.ts'
import { closeSlow, hasBody } from './slow-bodies.ts'

/** How many may wait for the rest of a request at once: of one network (/24 or /48), and of all. */
type Bound = { readonly ofNetwork: number; readonly ofAll: number }

export type WaitingOptions = {
  /** Connections without a whole head: new ones, ones amid a head, and idle ones between two requests that Node reads. */
  readonly heads: Bound
  /** Connections whose request has a body that is on its way. */
  readonly bodies: Bound
  /** Addresses of proxies, which stand for many clients: bound with all, not by themselves. */
  readonly isProxy: (address: string) => boolean
}

export type Waiting = {
  /** From now on, or again, the connection waits for a head. */
  readonly wait: (socket: Socket) => void
  /** A whole request has been read. */
  readonly stop: (socket: Socket) => void
  /** Is shown each request that Node has read the head of. */
  readonly watch: (request: IncomingMessage, response: ServerResponse) => void
}

/**
 * Holds few of the connections that cost memory and do nothing: of too many the one that has waited longest is closed. It
 * has had the most time, and on a common line a head is here in one piece. Connections that are being answered are not
 * counted; those with a body are counted apart, so that a flood of begun heads closes no upload.
 */
export function boundWaiting(server: Server, { heads, bodies, isProxy }: WaitingOptions): Waiting {
  const waiting = new Line(heads, isProxy, (socket) => socket.destroy())
  const sending = new Line(bodies, isProxy, (socket) => closeSlow(server, socket))
  /** Requests of a connection that have no whole answer yet; several where they were sent without waiting. */
  const open = new WeakMap<Socket, number>()
  const stop = (socket: Socket) => waiting.leave(socket)
  server.on('connection', (socket) => {
    waiting.join(socket)
    socket.once('close', () => {
      waiting.leave(socket)
      sending.leave(socket)
    })
  })
  return { wait: (socket) => waiting.join(socket), stop, watch }

  function watch(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    stop(socket)
    open.set(socket, (open.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (open.get(socket) ?? 1) - 1
      open.set(socket, left)
      if (left === 0 && !socket.destroyed) waiting.join(socket)
    })
    if (!hasBody(request)) return
    sending.join(socket)
    request.once('close', () => sending.leave(socket))
  }
}

/** Who waits, the longest first. */
class Line {
  readonly #bound: Bound
  readonly #isProxy: (address: string) => boolean
  readonly #close: (socket: Socket) => void
  /** With the network of each, which is not known any more when it has gone. */
  readonly #all = new Map<Socket, string | undefined>()
  readonly #networks = new Map<string, Set<Socket>>()

  constructor(bound: Bound, isProxy: (address: string) => boolean, close: (socket: Socket) => void) {
    this.#bound = bound
    this.#isProxy = isProxy
    this.#close = close
  }

  join(socket: Socket): void {
    if (this.#all.has(socket) || socket.destroyed) return
    const address = toPlainAddress(socket.remoteAddress ?? '')
    const network = isIP(address) === 0 || this.#isProxy(address) ? undefined : toNeighbourhood(toClientKey(address))
    this.#all.set(socket, network)
    if (network !== undefined) this.#joinNetwork(socket, network)
    if (this.#all.size > this.#bound.ofAll) this.#closeFirst(this.#all.keys())
  }

  leave(socket: Socket): void {
    const network = this.#all.get(socket)
    this.#all.delete(socket)
    const neighbours = network === undefined ? undefined : this.#networks.get(network)
    if (neighbours?.delete(socket) && neighbours.size === 0) this.#networks.delete(network!)
  }

  #joinNetwork(socket: Socket, network: string): void {
    const neighbours = this.#networks.get(network) ?? new Set()
    this.#networks.set(network, neighbours.add(socket))
    if (neighbours.size > this.#bound.ofNetwork) this.#closeFirst(neighbours.values())
  }

  #closeFirst(sockets: Iterator<Socket>): void {
    const { value: first } = sockets.next()
    if (first === undefined) return
    this.leave(first)
    this.#close(first)
  }
}
