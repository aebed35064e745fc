import type { Envelope, Failure } from '@octet/core/envelope.ts'
import type { ErrorKey } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { lookUpMany, type ManyOptions } from './look-up-many.ts'
import type { paths } from './openapi.ts'

export { findBogon, type Bogon } from './bogon.ts'

export type ClientOptions = {
  /** Origin of the server, e.g. `https://octet.example`. */
  readonly baseUrl: string
  readonly key?: string | undefined
  readonly lang?: 'zh' | 'en' | undefined
  /** Milliseconds one call may take with all its tries; 10,000 unless said. */
  readonly timeoutMs?: number | undefined
  /** How often a call is tried again after 429, 502, 503 or a broken connection; 2 unless said. */
  readonly retries?: number | undefined
  readonly fetch?: typeof fetch | undefined
}

export type CallOptions = { readonly signal?: AbortSignal | undefined }
type CallInit = Omit<RequestInit, 'signal'> & CallOptions & { readonly isOnce?: boolean }

/** Ids of the tools this version knows. */
export type ToolId = keyof paths extends infer Path ? (Path extends `/v1/tools/${infer Id}` ? Id : never) : never
type ToolCall<Id extends ToolId> = paths[`/v1/tools/${Id}`]['post']
/** What a tool takes; any fields for a tool this version does not know. */
export type ToolInput<Id extends string> = Id extends ToolId
  ? NonNullable<ToolCall<Id>['requestBody']>['content']['application/json']
  : Readonly<Record<string, unknown>>
/** What a tool answers; unknown for a tool this version does not know. */
export type ToolOutput<Id extends string> = Id extends ToolId
  ? NonNullable<ToolCall<Id>['responses'][200]['content']['application/json']['data']>
  : unknown

type Json<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  responses: { 200: { content: { 'application/json': { data: infer Data } } } }
}
  ? Data
  : never
export type PrivacyAnswer = Json<'/v1/privacy/{ip}', 'get'>
export type NetworkAnswer = Json<'/v1/asn/{asn}', 'get'>
export type NetworkPart = Json<'/v1/asn/{asn}/{part}', 'get'>
export type SummaryAnswer = Json<'/v1/summarize', 'post'>
export type MapAnswer = Json<'/v1/map', 'post'>
export type JobAnswer = Json<'/v1/jobs/{id}', 'get'>
type RangesQuery = NonNullable<paths['/v1/ranges/{by}/{owner}']['get']['parameters']['query']>
export type RangesOptions = CallOptions & Pick<RangesQuery, 'family' | 'action' | 'name'>

/** A record as of a day, in one language. */
export type LookupOptions = CallOptions & { readonly at?: string | undefined; readonly fields?: readonly string[] | undefined }
export type JobOptions = CallOptions & {
  readonly format?: 'csv' | 'ndjson' | undefined
  /** Told by POST when the job has ended. */
  readonly webhook?: string | undefined
}

/** An answer whose code is not 200. `key` names the row of the error table. */
export class OctetError extends Error {
  override readonly name = 'OctetError'
  readonly code: number
  readonly key: ErrorKey
  readonly resolution: string
  readonly details: Readonly<Record<string, unknown>>

  constructor({ code, msg, data }: Envelope<Failure>) {
    super(msg)
    this.code = code
    const { error, resolution, ...details } = data
    this.key = error
    this.resolution = resolution
    this.details = details
  }
}

/**
 * Calls an Octet server. Runs in browsers and in Node.
 *
 * @example
 * const octet = createClient({ baseUrl: 'http://127.0.0.1:3000' })
 * const { country_code } = await octet.lookup('8.8.8.8')
 */
export function createClient({ baseUrl, key, lang, timeoutMs = 10_000, retries = 2, fetch: send = fetch }: ClientOptions) {
  const origin = baseUrl.replace(/\/+$/, '')

  async function sendPatiently(path: string, { isOnce = false, signal: given, ...init }: CallInit): Promise<Response> {
    const endsAt = performance.now() + timeoutMs
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = given ? AbortSignal.any([given, limit]) : limit
    const maxTries = isOnce ? 0 : retries
    for (let tries = 0; ; tries++) {
      const response = await sendOnce(path, { ...init, signal }).catch((error: unknown) => {
        if (signal.aborted || tries >= maxTries) throw error
        return undefined
      })
      const delayMs = toDelayMs(response, tries)
      const isLast = tries >= maxTries || performance.now() + delayMs >= endsAt
      if (response && (isLast || !isWorthAnotherTry(response))) return response
      await response?.body?.cancel()
      await wait(delayMs, signal)
    }
  }

  const call = async <T>(path: string, init: CallInit = {}): Promise<T> => readAnswer<T>(await sendPatiently(path, init))

  /** An answer outside the envelope; an error comes in it all the same. */
  async function callText(path: string, init: CallInit = {}): Promise<string> {
    const response = await sendPatiently(path, init)
    return response.ok ? response.text() : readAnswer<string>(response)
  }

  const postLines = <T>(path: string, ips: readonly string[], options: CallOptions = {}) =>
    call<T>(path, { ...options, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ips) })

  function sendOnce(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    if (key) headers.set('authorization', `Bearer ${key}`)
    if (lang) headers.set('accept-language', lang)
    return send(origin + path, { ...init, headers })
  }

  const batch = (ips: readonly string[], options?: CallOptions) =>
    postLines<Record<string, IpRecord | { error: ErrorKey; msg: string }>>('/v1/ip/batch', ips, options)

  return {
    /** The record of one address, a host name’s first address, or `me`; as of a day with `at`. */
    lookup: (ip: string, { at, fields, ...options }: LookupOptions = {}) =>
      call<IpRecord>(`/v1/ip/${encodeURIComponent(ip)}${toQuery({ at, fields: fields?.join() })}`, options),
    /** Records by address, at most 1,000 at once; an address that is wrong has `error` and `msg` instead. */
    batch,
    /** Any number of addresses, in batches, each asked once; special ones (private, reserved …) are answered here. */
    lookupMany: (ips: readonly string[], options: ManyOptions = {}) =>
      lookUpMany(ips, (some) => batch(some, { signal: options.signal }), options),
    /** VPN, Tor, proxy, relay and hosting flags with the lists that say so. */
    privacy: (ip: string, options: CallOptions = {}) => call<PrivacyAnswer>(`/v1/privacy/${encodeURIComponent(ip)}`, options),
    /** A network by AS number or address. */
    asn: (asn: string | number, options: CallOptions = {}) => call<NetworkAnswer>(`/v1/asn/${encodeURIComponent(asn)}`, options),
    /** One page of the prefixes of a network. */
    prefixes: (
      asn: string | number,
      {
        page,
        limit,
        family,
        ...options
      }: CallOptions & { page?: number; limit?: number; family?: 'both' | 'ipv4' | 'ipv6' } = {},
    ) => call<NetworkPart>(`/v1/asn/${encodeURIComponent(asn)}/prefixes${toQuery({ page, limit, family })}`, options),
    /** The networks of a country, an AS, an organisation, a domain or a tag. */
    ranges: (by: RangeKey, owner: string, { family, signal }: RangesOptions = {}) =>
      call<{ owner: string; asns?: number[]; networks: string[] }>(
        `/v1/ranges/${by}/${encodeURIComponent(owner)}${toQuery({ family })}`,
        { signal },
      ),
    /** The same as configuration: nginx, ipset, nftables, mikrotik, haproxy, csv, text … */
    rangesAs: (by: RangeKey, owner: string, format: string, { family, action, name, signal }: RangesOptions = {}) =>
      callText(`/v1/ranges/${by}/${encodeURIComponent(owner)}${toQuery({ format, family, action, name })}`, { signal }),
    /** How up to 500,000 addresses are spread. */
    summarize: (ips: readonly string[], options?: CallOptions) => postLines<SummaryAnswer>('/v1/summarize', ips, options),
    /** Up to 500,000 addresses on a map that can be shared. */
    map: (ips: readonly string[], options?: CallOptions) => postLines<MapAnswer>('/v1/map', ips, options),
    /** Looks a whole file up on the server, up to a million lines; ask `job` how far it is. Never sent twice. */
    createJob: (file: Blob | string, { format, webhook, signal }: JobOptions = {}) =>
      call<JobAnswer>(`/v1/jobs${toQuery({ format, webhook })}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: file,
        signal,
        isOnce: true,
      }),
    job: (id: string, options: CallOptions = {}) => call<JobAnswer>(`/v1/jobs/${encodeURIComponent(id)}`, options),
    /** The result of a job that is done. */
    jobResult: (id: string, options: CallOptions = {}) => callText(`/v1/jobs/${encodeURIComponent(id)}/result`, options),
    /** Runs a tool on the server and returns its answer, typed by its id. */
    tool: <Id extends string>(id: Id, input: ToolInput<Id>, options?: CallOptions) =>
      call<ToolOutput<Id>>(`/v1/tools/${encodeURIComponent(id)}`, {
        ...options,
        method: 'POST',
        body: toForm(input as Readonly<Record<string, unknown>>),
      }),
    /** Any other call. */
    call,
  }
}

type RangeKey = 'country' | 'asn' | 'org' | 'domain' | 'tag'
export type OctetClient = ReturnType<typeof createClient>

function toQuery(fields: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}

function toForm(input: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (value instanceof Blob) form.append(name, value)
    else if (isFiles(value)) for (const file of value) form.append(`${name}[]`, file)
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

function isFiles(value: unknown): value is readonly Blob[] {
  return Array.isArray(value) && value.some((item) => item instanceof Blob)
}

async function readAnswer<T>(response: Response): Promise<T> {
  const envelope = (await response.json().catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new Error(`expected an answer of Octet, got status ${response.status} from ${response.url}`, { cause })
  })) as Envelope<T> | Envelope<Failure>
  if (envelope.code === 200) return envelope.data as T
  throw new OctetError(envelope as Envelope<Failure>)
}

function isWorthAnotherTry({ status }: Response): boolean {
  return status === 429 || status === 502 || status === 503
}

/** What Retry-After says, at most 30 s; else 200 ms, 400 ms, 800 ms … */
function toDelayMs(response: Response | undefined, tries: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(seconds, 30) * 1_000 : 200 * 2 ** tries
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
