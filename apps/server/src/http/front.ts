import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { toPlainAddress } from '../domain/plain-address.ts'
import type { Waiting } from './bound-waiting.ts'
import { toClientKey } from './caller.ts'
import type { Drain } from './drain.ts'
import { HeadWriter } from './head-writer.ts'
import { HOT_PATH, MAX_BODY_BYTES, readHotFields, type HotAnswer, type HotFields, type HotRequest } from './hot-answer.ts'
import { readBytes } from './read-bytes.ts'

/** Bytes of the longest head that is read here. */
const MAX_HEAD_BYTES = 4_096
/** Bytes that may wait for a slow reader before its next requests are left unread. */
const MAX_WAITING_BYTES = 1_048_576
const MAX_KNOWN_HEADS = 2_000
/** Times that a request waits for units which others then were quicker to take, before it is Node's. */
const MAX_WAITS = 8
const SLAB_BYTES = 262_144
const START = `GET ${HOT_PATH}`
const LINE_END = ' HTTP/1.1'
const HEAD_END = '\r\n\r\n'
/** `name: value` in visible US-ASCII, and nothing that RFC 9112 lets a reader choose about. */
const FIELD = /^([A-Za-z][\w-]*): ([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/
/** Fields that cannot change what is asked or how long the message is. With any other the request is Node's to read. */
const HARMLESS = new Set(
  [
    'accept accept-encoding user-agent cache-control pragma referer dnt priority',
    // what proxies and delivery networks add
    'via x-real-ip x-forwarded-host x-forwarded-port x-forwarded-proto x-request-id x-amzn-trace-id cdn-loop',
    'cf-connecting-ip cf-ipcountry cf-ray cf-visitor true-client-ip traceparent tracestate',
  ].flatMap((names) => names.split(' ')),
)

export type FrontOptions = {
  readonly hot: HotAnswer
  readonly drain: Drain
  /** Who waits for a head: a connection whose first request has been answered here does no longer. */
  readonly waiting: Pick<Waiting, 'wait' | 'stop'>
  /** Requests after which a connection is closed. */
  readonly maxRequests: number
}

/**
 * Puts a reader before Node's: it answers whole lookup requests in the one plain form that clients send, and hands the
 * connection over to Node, unread bytes and all, at the first byte of anything else (docs/decisions/0040-front.md).
 */
export function putFrontBefore(server: Server, { hot, drain, waiting, maxRequests }: FrontOptions): void {
  const [toNode] = server.listeners('connection') as ((socket: Socket) => void)[]
  if (!toNode) throw new Error('expected a server that takes connections')
  const held = new Set<Socket>()
  /** Those of them whose request waits for its units. */
  const fetching = new Set<Socket>()
  const writer = new Writer(hot, server.keepAliveTimeout)
  server.off('connection', toNode)
  server.on('connection', hold)
  closeTogether(server, { held, fetching }, writer)

  function hold(socket: Socket): void {
    const address = toPlainAddress(socket.remoteAddress ?? '')
    const peer = { reader: 'front' as const, address, client: toClientKey(address) }
    const heads = new HeadReader()
    let requests = 0
    const end = () => socket.end()
    const stop = () => socket.destroy()
    held.add(socket)
    socket.setTimeout(server.keepAliveTimeout)
    socket.on('end', end).on('timeout', stop).on('error', stop).once('close', release)
    const leave = readBytes(socket, read)

    function read(bytes: Buffer, size: number, waits = 0): void {
      const text = bytes.toString('latin1', 0, size)
      let at = 0
      while (at < text.length && requests < maxRequests && !drain.isStopping) {
        const headEnd = text.indexOf(HEAD_END, at)
        const wanted = headEnd < 0 || headEnd - at > MAX_HEAD_BYTES ? undefined : heads.read(text, at, headEnd)
        if (!wanted) break
        const { target, fields } = wanted
        const written = writer.write(socket, { peer, target, fields }, requests + 1 < maxRequests)
        if (written instanceof Promise && waits < MAX_WAITS)
          return readAfter(written, Buffer.copyBytesFrom(bytes, at, size - at), waits + 1)
        if (written !== true) break
        waits = 0
        if (requests++ === 0) waiting.stop(socket)
        at = headEnd + HEAD_END.length
      }
      if (requests >= maxRequests) {
        writer.flush()
        socket.end()
      } else if (at < text.length) handOver(Buffer.copyBytesFrom(bytes, at, size - at))
    }

    /** Goes on when what an answer needs has been fetched; what comes meanwhile stays unread. */
    function readAfter(fetched: Promise<void>, rest: Buffer, waits: number): void {
      socket.pause()
      fetching.add(socket)
      void fetched.then(() => {
        fetching.delete(socket)
        if (socket.destroyed) return
        socket.resume()
        read(rest, rest.length, waits)
      })
    }

    function release(): void {
      held.delete(socket)
      leave()
      socket.off('end', end).off('timeout', stop).off('error', stop).off('close', release)
    }

    function handOver(rest: Buffer): void {
      writer.flush()
      release()
      socket.pause()
      socket.setTimeout(0)
      socket.unshift(rest)
      waiting.wait(socket)
      toNode!.call(server, socket)
      socket.resume()
    }
  }
}

/** Reads the heads of one connection, which mostly differ in their first line only. */
class HeadReader {
  #last = ''
  #lastFields: HotFields | undefined

  /** What one head asks for; undefined when it is Node's to read. */
  read(text: string, at: number, headEnd: number): { target: string; fields: HotFields } | undefined {
    const lineEnd = text.indexOf('\r\n', at)
    if (!text.startsWith(START, at) || !text.endsWith(LINE_END, lineEnd) || lineEnd >= headEnd) return undefined
    const fields = this.#findFields(text, lineEnd + 2, headEnd)
    return fields && { target: text.slice(at + 4, lineEnd - LINE_END.length), fields }
  }

  #findFields(text: string, from: number, end: number): HotFields | undefined {
    if (end - from === this.#last.length && text.startsWith(this.#last, from)) return this.#lastFields
    // A copy, that does not keep the chunk it was cut from.
    this.#last = Buffer.from(text.slice(from, end), 'latin1').toString('latin1')
    return (this.#lastFields = findFields(this.#last))
  }
}

const knownHeads = new Map<string, HotFields | undefined>()

/** The fields of a head; undefined when there is one that is Node's to judge. Clients repeat theirs, so they are remembered. */
function findFields(head: string): HotFields | undefined {
  if (knownHeads.has(head)) return knownHeads.get(head)
  const fields = parseFields(head)
  if (fields?.forwarded !== undefined || fields?.traceparent !== undefined) return fields // another one each time
  if (knownHeads.size >= MAX_KNOWN_HEADS) knownHeads.clear()
  knownHeads.set(head, fields)
  return fields
}

function parseFields(head: string): HotFields | undefined {
  const found = new Map<string, string>()
  for (const line of head.split('\r\n')) {
    const [, name = '', value = ''] = FIELD.exec(line) ?? []
    const known = name.toLowerCase()
    if (known === '' || found.has(known) || !isPlain(known, value)) return undefined
    found.set(known, value)
  }
  if (!found.has('host')) return undefined
  return readHotFields({
    authorization: found.get('authorization'),
    apiKey: found.get('x-api-key'),
    language: found.get('accept-language'),
    origin: found.get('origin'),
    forwarded: found.get('x-forwarded-for'),
    traceparent: found.get('traceparent'),
  })
}

function isPlain(name: string, value: string): boolean {
  switch (name) {
    case 'host':
      return /^[\w.:[\]-]+$/.test(value)
    case 'connection':
      return value.toLowerCase() === 'keep-alive'
    case 'authorization':
    case 'x-api-key':
    case 'accept-language':
    case 'origin':
    case 'x-forwarded-for':
      return true
    default:
      return HARMLESS.has(name) || name.startsWith('sec-fetch-') || name.startsWith('sec-ch-ua')
  }
}

/**
 * Writes answers of the same bytes as Node's `writeHead` and `end`: the body first, into a slab, then its head before it.
 * They leave together at the end of the turn of the event loop, after what they cost has been noted once for all of them.
 */
class Writer {
  readonly #hot: HotAnswer
  readonly #head: HeadWriter
  #slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
  #free = 0
  #waiting: { readonly socket: Socket; readonly bytes: Buffer }[] = []

  constructor(hot: HotAnswer, idleMs: number) {
    this.#hot = hot
    this.#head = new HeadWriter(hot.fixed, idleMs)
  }

  /** True when there will be an answer; else as {@link HotAnswer.answer}. */
  write(socket: Socket, request: HotRequest, isKept: boolean): boolean | Promise<void> {
    const { room } = this.#head
    if (this.#free + room + MAX_BODY_BYTES > SLAB_BYTES) {
      this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
      this.#free = 0
    }
    const body = this.#free + room
    const reply = this.#hot.answer(request, this.#slab, body)
    if (!reply || reply instanceof Promise) return reply ?? false
    const from = this.#head.put(this.#slab, body, reply, isKept)
    this.#free = reply.bodyEnd
    if (this.#waiting.length === 0) setImmediate(() => this.flush())
    this.#waiting.push({ socket, bytes: this.#slab.subarray(from, reply.bodyEnd) })
    return true
  }

  /** Lets everything leave that has been written. */
  flush(): void {
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    this.#hot.note()
    let isTaken = true
    for (const { socket, bytes } of waiting) {
      socket.write(bytes)
      if (socket.writableLength === 0) continue
      isTaken = false
      if (socket.writableLength > MAX_WAITING_BYTES && !socket.isPaused()) waitForReader(socket)
    }
    if (!isTaken) this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES) // what the system has not taken must stay as it is
    this.#free = 0
  }
}

/** Leaves the next requests of a slow reader unread until it has taken its answers. */
function waitForReader(socket: Socket): void {
  socket.pause()
  socket.once('drain', () => socket.resume())
}

type Known = { readonly held: ReadonlySet<Socket>; readonly fetching: ReadonlySet<Socket> }

/** Connections that are held here are idle between two reads, but where a request waits; they end with those that Node knows. */
function closeTogether(server: Server, { held, fetching }: Known, writer: Writer): void {
  for (const name of ['closeIdleConnections', 'closeAllConnections'] as const) {
    const close = server[name].bind(server)
    server[name] = () => {
      writer.flush()
      for (const socket of held) {
        if (name === 'closeAllConnections') socket.destroy()
        else if (!fetching.has(socket)) socket.destroySoon()
      }
      close()
    }
  }
}
