import type { TLSSocket } from 'node:tls'
import { isIP, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Family } from '../guard/families.ts'
import type { Guard } from '../guard/guard.ts'
import type { Missed } from '../guard/race.ts'
import { toUnreachable } from '../unreachable.ts'
import { toReadableText } from '../dns/fields.ts'
import { toHandshakeZh } from '../tls/handshake-words.ts'
import { findCertificateProblem } from '../tls/problems.ts'
import { decodeBody, type Decoded } from './decode-body.ts'
import { HeadError, type Flaw } from './response-head.ts'
import { TidySocket } from './tidy-socket.ts'
import { checkUrl, isRedirect, toRedirectUrl } from './url.ts'

export type FetchOptions = {
  /** OPTIONS for what browsers ask before a request across origins. */
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS' | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Redirects followed, each through the gate; {@link MAX_REDIRECTS} at most. */
  readonly maxRedirects?: number
  /** Decoded bytes kept; the rest is not read. 2 MB at most. */
  readonly maxBytes?: number
  /** Whether a body that cannot be decoded is an error. Else it is only reported. */
  readonly keepsBroken?: boolean
  /**
   * Whether the answers so far are given when a redirect cannot be followed or a body does not end in time. Else that is an error.
   */
  readonly keepsWhatCame?: boolean | undefined
  /** Whether a certificate that does not fit is an error. Else it is only reported. */
  readonly verifiesTls?: boolean
  /** Only this IP version, when given. */
  readonly family?: Family | undefined
  /** The address that is asked for the first host, in place of what DNS says; it passes the gate as any other. */
  readonly connectTo?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

/** Milliseconds from the start of a hop to the end of each part. */
export type HopTiming = {
  resolvedMs: number | null
  connectedMs: number | null
  securedMs: number | null
  firstByteMs: number | null
  endMs: number | null
}

/** One request and its answer. */
export type Hop = {
  readonly url: string
  readonly address: string | null
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** What the server wrote that HTTP does not allow, though it was understood. */
  readonly flaws: readonly Flaw[]
  readonly timing: HopTiming
  /** The address of the other IP version, where that did not answer. */
  readonly missed: readonly Missed[]
  readonly tls: {
    readonly protocol: string
    readonly cipher: string
    readonly isTrusted: boolean
    readonly problem: string | null
  } | null
}

export type Fetched = {
  readonly hops: readonly Hop[]
  readonly url: string
  readonly status: number
  readonly body: Uint8Array
  readonly isCut: boolean
  /** Why the body could not be decoded, with `keepsBroken`; what came before that is kept. */
  readonly bodyProblem?: AppError | undefined
  /** What is wrong with the body though it could be decoded. */
  readonly bodyFlaw?: Flaw | undefined
  /** The body was still coming when the time was up, with `keepsWhatCame`. */
  readonly isUnended?: boolean | undefined
  /** Where the last answer's redirect leads, as it is written, where it was not followed. */
  readonly location?: string | undefined
  /** Why the last answer's redirect could not be followed, with `keepsWhatCame`. */
  readonly stopped?: AppError | undefined
}

export type Fetcher = {
  /** Fetches through the gate. Throws `bad_input`, `refused_target`, `timed_out`, `target_failed`, `unavailable`, `too_large`. */
  fetch(url: string, options?: FetchOptions): Promise<Fetched>
  /** Value of a header of the last answer, by lower-case name. */
  header(fetched: Fetched, name: string): string | undefined
}

export type FetcherOptions = {
  readonly guard: Guard
  readonly ca?: string | undefined
  readonly userAgent?: string | undefined
  readonly extraPorts?: readonly number[] | undefined
  /** Longest time of one fetch with its redirects. */
  readonly totalMs?: number | undefined
}

/** As many as search engines follow; browsers give up at 20 (Fetch standard §4.4). */
export const MAX_REDIRECTS = 10
const MAX_BODY_BYTES = 2_000_000
const TOTAL_MS = 8000
/** As much as browsers take. */
const MAX_HEADER_BYTES = 262_144

/** How long the body of a redirect is waited for before it is followed. */
const REDIRECT_BODY_MS = 500

type Body = Pick<Fetched, 'body' | 'isCut' | 'bodyProblem' | 'bodyFlaw' | 'isUnended'>
const NO_BODY: Body = { body: new Uint8Array(), isCut: false }
type Answer = Body & { readonly hop: Hop; readonly location: string | undefined }

/** Builds a fetcher: http and https on their ports only, redirects by hand, capped bodies, no cookies, no credentials. */
export function createFetcher(fetcher: FetcherOptions): Fetcher {
  const { extraPorts = [] } = fetcher
  return {
    async fetch(text, options = {}) {
      const deadline = performance.now() + toTotalMs(fetcher, options)
      const hops: Hop[] = []
      let url = checkUrl(text, extraPorts)
      const first = url.hostname
      let { location, ...last } = await fetchOnce(fetcher, { url, options, deadline })
      hops.push(last.hop)
      const toFetched = (): Fetched => {
        const { hop, ...about } = last
        return { ...about, hops, url: url.href, status: hop.status, location }
      }
      while (location !== undefined && hops.length <= Math.min(options.maxRedirects ?? MAX_REDIRECTS, MAX_REDIRECTS)) {
        try {
          const next = toRedirectUrl(location, url, extraPorts)
          // without cookies it would answer as it did
          if (hops.some((hop) => hop.url === next.href)) return toFetched()
          const passed = next.hostname === first ? options : { ...options, connectTo: undefined }
          ;({ location, ...last } = await fetchOnce(fetcher, { url: next, options: passed, deadline }))
          url = next
        } catch (error) {
          if (!options.keepsWhatCame || !isAppError(error) || error.key === 'cancelled') throw error
          return { ...toFetched(), stopped: error }
        }
        hops.push(last.hop)
      }
      return toFetched()
    },
    header: ({ hops }, name) => hops.at(-1)!.headers.find(([key]) => key.toLowerCase() === name)?.[1],
  }
}

const toTotalMs = ({ totalMs = TOTAL_MS }: FetcherOptions, { timeoutMs = totalMs }: FetchOptions): number =>
  Math.min(timeoutMs, totalMs)

type Wish = { readonly url: URL; readonly options: FetchOptions; readonly deadline: number }

/** One request over a connection of its own, which ends with it. */
async function fetchOnce(fetcher: FetcherOptions, { url, options, deadline }: Wish): Promise<Answer> {
  const { guard, ca, userAgent = 'Octet' } = fetcher
  const { Agent, request } = await import('undici') // not before it is needed: it would be a twelfth of a start
  const started = performance.now()
  const since = (atMs = performance.now()) => Math.round((atMs - started) * 10) / 10
  const timing: HopTiming = { resolvedMs: null, connectedMs: null, securedMs: null, firstByteMs: null, endMs: null }
  let socket: Socket | undefined
  let tidy: TidySocket | undefined
  let address: string | null = null
  let missed: readonly Missed[] = []
  const left = Math.max(1, deadline - started)
  const limit = AbortSignal.timeout(Math.ceil(left))
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const isNamed = isIP(host) === 0
  if (options.connectTo && isNamed) guard.checkName(host)
  const connect = () =>
    guard.connect({
      host: options.connectTo ?? host,
      port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
      tls:
        url.protocol === 'https:'
          ? {
              ALPNProtocols: ['http/1.1'],
              rejectUnauthorized: options.verifiesTls ?? false,
              ...(isNamed && { servername: host }),
              ...(ca && { ca }),
            }
          : undefined,
      family: options.connectTo ? undefined : options.family,
      signal: options.signal,
      timeoutMs: left,
      onStep: (step, at, atMs) => ((timing[`${step}Ms`] = since(atMs)), (address = at)),
      onMissed: (others) => (missed = others),
    })
  const agent = new Agent({
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: (_, done) =>
      void connect().then(
        (made) => {
          socket = made
          tidy = new TidySocket(made, { maxHeadBytes: MAX_HEADER_BYTES })
          done(null, tidy as unknown as Socket) // a stream is all that is asked of it
        },
        (error: Error) => done(error, null),
      ),
  })
  try {
    const answer = await request(url, {
      method: options.method ?? 'GET',
      headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'gzip, br, zstd, deflate', ...options.headers },
      dispatcher: agent,
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      responseHeaders: 'raw',
    })
    timing.firstByteMs = since()
    const headers = toPairs(tidy?.written?.flat() ?? answer.headers)
    const encoding = headers.flatMap(([key, value]) => (key.toLowerCase() === 'content-encoding' ? value : [])).join(',')
    const tls = describeTls(socket)
    const location = isRedirect(answer.statusCode) ? findLocation(answer.headers) || undefined : undefined // empty leads nowhere
    const reading = readBody(answer.body, { encoding, url, options, limit })
    // whoever follows a redirect reads what stands in it if it is there
    const body = await (location === undefined
      ? reading
      : Promise.race([reading, sleep(REDIRECT_BODY_MS, NO_BODY, { ref: false })]))
    timing.endMs = since()
    const flaws = tidy?.flaws ?? []
    const hop: Hop = { url: url.href, address, status: answer.statusCode, headers, flaws, timing, tls, missed }
    return { hop, ...body, location }
  } catch (error) {
    if (options.signal?.aborted) throw new AppError('cancelled', {}, { cause: error })
    if (limit.aborted)
      throw new AppError('timed_out', { limit: toTotalMs(fetcher, options), host: url.hostname }, { cause: error })
    throw toFetchError(error as Error, url)
  } finally {
    await agent.destroy()
    socket?.destroy()
  }
}

type Reading = {
  readonly encoding: string
  readonly url: URL
  readonly options: FetchOptions
  /** Aborted when the time of the whole fetch is up. */
  readonly limit: AbortSignal
}

/** The decoded body, as far as it is kept and what was asked for lets it be broken or unended. */
async function readBody(coming: Readable, { encoding, url, options, limit }: Reading): Promise<Body> {
  let bodyProblem: AppError | undefined
  let isUnended = false
  const source = options.keepsWhatCame
    ? Readable.from(
        endWith(coming, (error) => {
          if (options.signal?.aborted) throw error
          if (limit.aborted) isUnended = true
          else bodyProblem = toBroken(error, url)
        }),
        { objectMode: false },
      )
    : coming
  const maxBytes = Math.min(options.maxBytes ?? MAX_BODY_BYTES, MAX_BODY_BYTES)
  const { bytes, isCut, problem, flaw } = await decodeBody(source, encoding, maxBytes).catch((error: unknown): Decoded => {
    if (!options.keepsBroken || !isAppError(error)) throw error
    return { bytes: new Uint8Array(), isCut: false, problem: error }
  })
  if (problem && !options.keepsBroken) throw problem
  bodyProblem ??= problem
  return { body: bytes, isCut: isCut || isUnended, bodyProblem, bodyFlaw: flaw, isUnended }
}

/** A body with what has come of it, whatever ends it. */
async function* endWith(body: AsyncIterable<Buffer>, onBroken: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    onBroken(error)
  }
}

/** The headers are an answer, though the body has fewer bytes than they say, or chunks that are none. */
function toBroken(error: unknown, { host }: URL): AppError {
  const reason = { en: `${host} stopped in the middle of the body`, zh: `${host} 在传输正文途中中断` }
  return new AppError('target_failed', { reason }, { cause: error })
}

/** Raw headers come as a flat list of names and values. Values are shown as UTF-8 where they are, else as Latin-1. */
function toPairs(raw: unknown): [string, string][] {
  const flat = (raw as readonly (Buffer | string)[]).map((part) => toReadableText(part.toString('latin1' as never)))
  // White space behind a value is not of it (RFC 9110 §5.5).
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[index * 2]!, flat[index * 2 + 1]!.trimEnd()])
}

/** Where a redirect leads, its bytes beyond ASCII percent-encoded one by one, as browsers send them whatever their charset. */
function findLocation(raw: unknown): string | undefined {
  const flat = (raw as readonly (Buffer | string)[]).map((part) => part.toString('latin1' as never))
  const index = flat.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === 'location')
  return index < 0
    ? undefined
    : flat[index + 1]!.replaceAll(/[\u0080-\u00ff]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}

function describeTls(socket: Socket | undefined): Hop['tls'] {
  if (!socket || !('getProtocol' in socket)) return null
  const { authorized, authorizationError, getCipher } = socket as TLSSocket
  const problem = authorized
    ? null
    : String(authorizationError instanceof Error ? authorizationError.message : (authorizationError ?? ''))
  return {
    protocol: (socket as TLSSocket).getProtocol() ?? '',
    cipher: getCipher.call(socket)?.standardName ?? '',
    isTrusted: authorized,
    problem,
  }
}

/** Servers that take HTTP/2 alone end the handshake when HTTP/1.1 is all that is offered (RFC 7301 §3.2). */
const toOtherProtocol = ({ host }: URL) => ({
  en: `${host} does not take HTTP/1.1, only other protocols such as HTTP/2 (ALPN)`,
  zh: `${host} 不接受 HTTP/1.1，只接受 HTTP/2 等其他协议（ALPN）`,
})

function toFetchError(error: Error, url: URL): Error {
  if (isAppError(error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof HeadError) {
    const { en, zh } = error.text
    return new AppError(
      'target_failed',
      { reason: { en: `${url.host} sent ${en}`, zh: `${url.host} 返回了${zh}` } },
      { cause: error },
    )
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new AppError(
      'too_large',
      {
        field: { en: 'the head of the answer', zh: '响应头' },
        limit: { en: `${MAX_HEADER_BYTES} bytes`, zh: `${MAX_HEADER_BYTES} 字节` },
        got: { en: 'more', zh: '更多' },
      },
      { cause: error },
    )
  if (/^(ERR_TLS|ERR_SSL|EPROTO)/.test(code) && !findCertificateProblem(code)) {
    if (code.endsWith('NO_APPLICATION_PROTOCOL'))
      return new AppError('target_failed', { reason: toOtherProtocol(url) }, { cause: error })
    // beside it stand addresses in memory and lines of OpenSSL's source
    const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message.split('\n')[0]!
    const words = reason.slice(0, 200)
    return new AppError(
      'target_failed',
      { reason: { en: `TLS with ${url.host} failed: ${words}`, zh: `与 ${url.host} 的 TLS 握手失败：${toHandshakeZh(code)}` } },
      { cause: error },
    )
  }
  if (code === 'UND_ERR_SOCKET')
    return new AppError(
      'target_failed',
      { reason: { en: `${url.host} closed the connection without an answer`, zh: `${url.host} 未应答即关闭连接` } },
      { cause: error },
    )
  // codes of the HTTP parser say nothing to a visitor
  const isOfParser = error.name === 'HTTPParserError' || code.startsWith('UND_ERR_') || code === 'ERR_ASSERTION'
  const known = isOfParser ? undefined : toUnreachable(error, url.host)
  if (isAppError(known)) return known
  return new AppError(
    'target_failed',
    { reason: { en: `${url.host} gave no valid HTTP answer`, zh: `${url.host} 未返回有效的 HTTP 应答` } },
    { cause: error },
  )
}
