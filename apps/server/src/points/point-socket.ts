import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Logger } from 'pino'
import { AppError, isAppError } from '@octet/core/errors.ts'
import {
  BEAT_MS,
  CLOSE_REFUSED,
  MAX_FRAME_BYTES,
  MISSED_BEATS,
  POINT_PATH,
  POINT_PROTOCOL,
  pointFrameSchema,
  type Hello,
  type PointFrame,
  type ServerFrame,
} from '@octet/core/probe/point-protocol.ts'
import { toTaskError } from '@octet/probe/point/run-job.ts'
import { toStatus, type Point, type PointPlace } from '../domain/points/point.ts'
import type { Link, PointHub } from '../domain/points/point-hub.ts'
import type { ConnectingPoint, KnownPoint } from '../domain/points/point-store.ts'
import { Pace } from './pace.ts'
import { Turns } from './turns.ts'

export type PointSocketOptions = {
  readonly hub: PointHub
  readonly log: Logger
  /** Version of this server. */
  readonly version: string
  readonly findByToken: (token: string) => Promise<ConnectingPoint | undefined>
  /** Remembers that a point was there; false where its token works no more. */
  readonly touch: (id: string, seen: { version: string; token: string }) => Promise<boolean>
  readonly locate: (address: string, said: KnownPoint) => PointPlace
  /** Address of the other side, behind trusted proxies. */
  readonly toAddress: (request: IncomingMessage) => string
  readonly beatMs?: number
}

type Connected = {
  readonly socket: WebSocket
  readonly link: Link
  readonly token: string
  /** Until the token was looked at again, whoever changes the point does not end the connection: the agent is told why. */
  isJoined: boolean
  isChanged: boolean
}

/** A point that has not said hello by then is none. */
const HELLO_MS = 5_000
/** Connections that have not said hello yet, in all: nobody can fill the memory with them. */
const MAX_WAITING = 2_000
/** Questions to the database at once: after a restart a thousand points come back together. */
const MAX_ASKING = 4

/**
 * Where monitoring points connect: `GET /v1/points/connect` with `Upgrade: websocket`. A bad token or version is told in
 * a frame before the connection is closed, since WebSocket clients do not show their user an HTTP status.
 */
export class PointSocket {
  readonly #options: PointSocketOptions
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false })
  readonly #connected = new Set<Connected>()
  readonly #turns = new Turns(MAX_ASKING)
  #waiting = 0

  constructor(options: PointSocketOptions) {
    this.#options = options
  }

  /** Takes the upgrade requests of a server. */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
  }

  /** Points that are connected to this thread and have not been replaced, and the tokens with which they came. */
  get tokens(): { readonly id: string; readonly token: string }[] {
    return [...this.#connected].flatMap(({ link, token }) =>
      this.#options.hub.isRetiring(link) ? [] : [{ id: link.point.id, token }],
    )
  }

  /** Ends the connection of a point that was changed or removed; a changed one comes back at once. */
  drop(id: string): void {
    for (const connected of this.#connected) {
      if (connected.link.point.id !== id) continue
      connected.isChanged = true
      if (connected.isJoined) sendBack(connected.socket)
    }
  }

  /** Ends the connections of points that work on nothing: they join another server at once, or this one when it is back. */
  dropIdle(): void {
    for (const { link, socket } of this.#connected) if (!this.#options.hub.isWorking(link.point.id)) socket.close(1012, 'restart')
  }

  /** Ends all connections, so that the server can close. */
  close(): void {
    for (const socket of this.#sockets.clients) socket.close(1012, 'restart')
    setTimeout(() => {
      for (const socket of this.#sockets.clients) socket.terminate()
    }, 500).unref()
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const path = request.url?.split('?', 1)[0]
    // A page of another site could open a WebSocket in a visitor's browser; points are no browsers.
    if (path !== POINT_PATH || request.headers.origin !== undefined) return refuse(socket, '404 Not Found')
    if (this.#waiting >= MAX_WAITING) return refuse(socket, '503 Service Unavailable')
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      this.#waiting++
      opened.on('error', () => opened.terminate())
      void this.#greet(opened, request)
        .catch((error: unknown) => this.#turnAway(opened, error))
        .finally(() => this.#waiting--)
    })
  }

  /** From hello to welcome. Throws `bad_point_token`, `point_incompatible`, `unavailable`. */
  async #greet(socket: WebSocket, request: IncomingMessage): Promise<void> {
    const { hub, log, version, findByToken, locate, toAddress, touch, beatMs = BEAT_MS } = this.#options
    const firstFrame = readFirst(socket)
    firstFrame.catch(() => {}) // it is awaited only when the token is good
    const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const known = await this.#turns.run(() => findByToken(token))
    if (!known) throw new AppError('bad_point_token')
    const hello = parseHello(await firstFrame)
    if (socket.readyState !== socket.OPEN) return
    const address = toAddress(request)
    const place = locate(address, known)
    const point = toPoint({ known, hello, place, address, node: hub.node })
    const link: Link = {
      point,
      send: (frame) => send(socket, frame),
      close: (code, reason) => socket.close(code, reason),
    }
    const connected = { socket, link, token, isJoined: false, isChanged: false }
    this.#serve(connected, beatMs)
    const note = () => this.#turns.run(() => touch(point.id, { version: hello.version, token }))
    // From here on a change is heard of; one that came while the hello was waited for is seen now.
    if (!(await note())) throw new AppError('bad_point_token')
    if (socket.readyState !== socket.OPEN) return
    if (connected.isChanged) return sendBack(socket)
    connected.isJoined = true
    hub.join(link)
    send(socket, { kind: 'welcome', point: point.id, name: point.name, place: toWords(place), version, beatMs })
    if (isOlder(hello.version, version)) send(socket, { kind: 'update', version })
    log.info({ point: point.id, name: point.name, version: hello.version }, 'a monitoring point has joined')
    socket.once('close', () => void note().catch((error: unknown) => log.debug({ err: error }, 'a point was not noted')))
  }

  #serve(connected: Connected, beatMs: number): void {
    const { hub, log } = this.#options
    const { socket, link } = connected
    this.#connected.add(connected)
    const watchdog = setTimeout(() => socket.terminate(), beatMs * MISSED_BEATS)
    const pace = new Pace()
    socket.on('message', (data, isBinary) => {
      watchdog.refresh()
      rest(socket, pace.take((data as Buffer).length)) // the default `binaryType` gives one Buffer
      const frame = isBinary ? undefined : parseFrame(String(data))
      if (frame?.kind === 'beat') send(socket, { kind: 'beat' })
      if (frame) hub.heed(link, frame)
    })
    socket.once('close', () => {
      clearTimeout(watchdog)
      this.#connected.delete(connected)
      hub.leave(link)
      log.info({ point: link.point.id }, 'a monitoring point has left')
    })
  }

  #turnAway(socket: WebSocket, error: unknown): void {
    if (!isAppError(error)) this.#options.log.error({ err: error }, 'a monitoring point could not be greeted')
    const { expected = '', got = '' } = isAppError(error) ? error.details : {}
    send(socket, {
      kind: 'refused',
      error: toTaskError(error),
      details: { expected: String(expected), got: String(got) },
    })
    socket.close(CLOSE_REFUSED, 'refused')
    setTimeout(() => socket.terminate(), 1_000).unref()
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Ends the connection of a point that was changed; its agent comes back at once and gets what holds now. */
function sendBack(socket: WebSocket): void {
  socket.close(1012, 'changed')
}

function send(socket: WebSocket, frame: ServerFrame): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame))
}

/** Reads nothing for a while. */
function rest(socket: WebSocket, forMs: number): void {
  if (forMs === 0 || socket.isPaused) return
  socket.pause()
  setTimeout(() => socket.resume(), forMs).unref()
}

function readFirst(socket: WebSocket): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('timed_out', { limit: HELLO_MS })), HELLO_MS)
    socket.once('message', (data) => resolve(String(data)))
    socket.once('close', () => reject(new AppError('cancelled')))
    socket.once('message', () => clearTimeout(timer))
    socket.once('close', () => clearTimeout(timer))
  })
}

/** Versions are compared before the rest is read: another version may say other things. */
function parseHello(text: string): Hello {
  const { protocol } = parseJson(text) as { protocol?: unknown }
  if (protocol !== POINT_PROTOCOL)
    throw new AppError('point_incompatible', { expected: POINT_PROTOCOL, got: String(protocol).slice(0, 10) })
  const frame = parseFrame(text)
  if (frame?.kind === 'hello') return frame
  throw new AppError('bad_input', { field: 'hello', expected: 'the first frame of the point protocol', got: text.slice(0, 60) })
}

function parseFrame(text: string): PointFrame | undefined {
  return pointFrameSchema.safeParse(parseJson(text)).data
}

function parseJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {} // fits no schema, and is refused there
  }
}

type Parts = { known: ConnectingPoint; hello: Hello; place: PointPlace; address: string; node: string }

function toPoint({ known, hello, place, address, node }: Parts): Point {
  const { id, name, accountId } = known
  const { version, step, tasks, load, checks } = hello
  const tags = [...new Set([...known.tags, ...hello.tags])]
  const status = toStatus(load, checks)
  const about = { id, name, nameZh: null, owner: accountId, node, address, version, step, tasks, tags, load, checks, status }
  return { ...about, ...place, connectedAt: known.askedAtMs }
}

function toWords({ city, country, asn }: PointPlace): string {
  return [city, country, asn === null ? null : `AS${asn}`].filter(Boolean).join(', ')
}

/** Whether version `a` of the program comes before `b` (`1.2.3`, numbers compared one by one). */
function isOlder(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0))
  for (let index = 0; index < 3; index++) {
    const difference = (left![index] ?? 0) - (right![index] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
