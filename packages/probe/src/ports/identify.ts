import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { PortRow } from '@octet/core/probe/ports.ts'
import type { Guard } from '../guard/guard.ts'
import { decodeHtml, readHtml } from '../http/html-text.ts'
import { toPlainText } from '../whois/plain-text.ts'
import { POSTGRES_QUESTION, RDP_QUESTION, readPostgresTls, toBanner } from './banner.ts'

export type IdentifyOptions = {
  readonly socket: Socket
  readonly guard: Guard
  readonly host: string
  readonly address: string
  readonly port: number
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
}

type Details = Partial<Pick<PortRow, 'banner' | 'tls' | 'http'>>

const GREETING_MS = 500
const ANSWER_MS = 1200
const MAX_BYTES = 32_768

/** Services that begin with TLS; asked for it at once. */
const TLS_PORTS = new Set([
  443, 465, 563, 636, 853, 989, 990, 992, 993, 994, 995, 2376, 3269, 4443, 5061, 5986, 6443, 6697, 8443, 8883, 9443,
])
/** One harmless question for services that wait for the client and do not speak HTTP. */
const QUESTIONS: Readonly<Record<number, string | Uint8Array>> = {
  43: '\r\n',
  2181: 'ruok',
  3389: RDP_QUESTION,
  5432: POSTGRES_QUESTION,
  6379: 'PING\r\n',
  11211: 'version\r\n',
}

/** Finds out what listens on an open port: its greeting, else TLS, else its answer to a plain HTTP request. Never throws. */
export async function identifyService(options: IdentifyOptions): Promise<Details> {
  const { socket, port } = options
  const deadline = performance.now() + options.timeoutMs
  if (TLS_PORTS.has(port)) {
    socket.destroy()
    return askTls(options, deadline)
  }
  const greeting = await read(socket, Math.min(GREETING_MS, deadline - performance.now()))
  if (greeting.length > 0) return { banner: toBanner(greeting) }
  socket.write(QUESTIONS[port] ?? toHttpRequest(options.host))
  const answer = await read(socket, Math.min(ANSWER_MS, deadline - performance.now()))
  const http = readHttp(answer)
  if (http && !(http.status === 400 && /https/i.test(answer.toString('latin1')))) return { http }
  // 0x15 0x03: a TLS alert, the answer of a TLS server to something else; some just close
  if (http || answer.length === 0 || (answer[0] === 0x15 && answer[1] === 0x03)) return askTls(options, deadline)
  return { banner: (port === 5432 ? readPostgresTls(answer) : undefined) ?? toBanner(answer) }
}

async function askTls({ guard, host, address, port, signal }: IdentifyOptions, deadline: number): Promise<Details> {
  const servername = host === address ? {} : { servername: host }
  const socket: TLSSocket | undefined = await guard
    .connect({
      host: address,
      port,
      signal,
      timeoutMs: Math.max(1, deadline - performance.now()),
      untilKeys: true, // a server that wants a client certificate has shown its own by then
      tls: { ALPNProtocols: ['http/1.1'], minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0', ...servername },
    })
    .catch(() => undefined)
  if (!socket) return {}
  const { subject, valid_to: validTo } = socket.getPeerCertificate()
  const expires = validTo ? new Date(validTo) : undefined
  const tls = {
    protocol: socket.getProtocol() ?? '',
    alpn: socket.alpnProtocol || null,
    subject: [subject?.CN].flat()[0]?.slice(0, 200) ?? null,
    expires: expires && !Number.isNaN(expires.getTime()) ? expires.toISOString() : null,
  }
  socket.write(toHttpRequest(host))
  const answer = await read(socket, Math.min(ANSWER_MS, deadline - performance.now()))
  socket.destroy()
  const http = readHttp(answer)
  return { tls, ...(http ? { http } : answer.length > 0 ? { banner: toBanner(answer) } : {}) }
}

function toHttpRequest(host: string): string {
  return `GET / HTTP/1.0\r\nHost: ${host.includes(':') ? `[${host}]` : host}\r\nUser-Agent: Octet\r\nAccept: text/html\r\n\r\n`
}

/** What a socket says within a time, at most 32 KB; stops early once a page's title has come. */
function read(socket: Socket, timeoutMs: number): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let size = 0
  const done = () => {
    clearTimeout(timer)
    socket.off('data', take).off('end', done).off('close', done)
    resolve(Buffer.concat(chunks).subarray(0, MAX_BYTES))
  }
  const take = (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    const isHttp = chunks[0]!.toString('latin1', 0, 5) === 'HTTP/'
    if (size >= MAX_BYTES || !isHttp || /<\/title>/i.test(chunk.toString('latin1'))) done()
  }
  const timer = setTimeout(done, Math.max(1, timeoutMs))
  socket
    .on('error', () => {})
    .on('data', take)
    .once('end', done)
    .once('close', done)
  return promise
}

function readHttp(answer: Buffer): PortRow['http'] {
  const head = answer.toString('latin1', 0, 8192)
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})/.exec(head)?.[1]
  if (!status) return null
  const bodyStart = answer.indexOf('\r\n\r\n')
  const find = (name: string) => new RegExp(`^${name}:[ \\t]*([^\\r\\n]{1,200})`, 'im').exec(head)?.[1]
  const body = bodyStart < 0 ? Buffer.alloc(0) : answer.subarray(bodyStart + 4)
  return {
    status: Number(status),
    server: toShort(find('server')),
    title: toShort(readHtml(decodeHtml(body, find('content-type'))).title),
  }
}

function toShort(text: string | null | undefined): string | null {
  return text ? toPlainText(Buffer.from(text)).trim().slice(0, 200) || null : null
}
