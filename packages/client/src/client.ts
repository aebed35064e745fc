import type { Envelope, Failure } from '@octet/core/envelope.ts'
import type { ErrorKey } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { paths } from './openapi.ts'

export type ClientOptions = {
  /** Origin of the server, e.g. `https://octet.example`. */
  readonly baseUrl: string
  readonly key?: string | undefined
  readonly lang?: 'zh' | 'en' | undefined
  /** Milliseconds one call may take; 10,000 unless said. */
  readonly timeoutMs?: number | undefined
  /** How often a call is tried again after 429, 503 or a broken connection; 2 unless said. */
  readonly retries?: number | undefined
  readonly fetch?: typeof fetch | undefined
}

export type CallOptions = { readonly signal?: AbortSignal | undefined }
type CallInit = Omit<RequestInit, 'signal'> & CallOptions

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

  async function call<T>(path: string, init: CallInit = {}): Promise<T> {
    for (let tries = 0; ; tries++) {
      const response = await sendOnce(path, init).catch((error: unknown) => {
        if (init.signal?.aborted || tries >= retries) throw error
        return undefined
      })
      if (response && !(isWorthAnotherTry(response) && tries < retries)) return readAnswer<T>(response)
      await wait(toDelayMs(response, tries), init.signal)
    }
  }

  function sendOnce(path: string, init: CallInit): Promise<Response> {
    const headers = new Headers(init.headers)
    if (key) headers.set('authorization', `Bearer ${key}`)
    if (lang) headers.set('accept-language', lang)
    const limit = AbortSignal.timeout(timeoutMs)
    return send(origin + path, { ...init, headers, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit })
  }

  return {
    /** The record of one address, a host name’s first address, or `me`. */
    lookup: (ip: string, options?: CallOptions) => call<IpRecord>(`/v1/ip/${encodeURIComponent(ip)}`, { ...options }),
    /** Records by address, at most 1,000 at once; an address that is wrong has `error` and `msg` instead. */
    batch: (ips: readonly string[], options?: CallOptions) =>
      call<Record<string, IpRecord | { error: ErrorKey; msg: string }>>('/v1/ip/batch', {
        ...options,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ips),
      }),
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

export type OctetClient = ReturnType<typeof createClient>

function toForm(input: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (value instanceof Blob) form.append(name, value)
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

async function readAnswer<T>(response: Response): Promise<T> {
  const envelope = (await response.json()) as Envelope<T> | Envelope<Failure>
  if (envelope.code === 200) return envelope.data as T
  throw new OctetError(envelope as Envelope<Failure>)
}

function isWorthAnotherTry({ status }: Response): boolean {
  return status === 429 || status === 503
}

/** What Retry-After says, at most 30 s; else 200 ms, 400 ms, 800 ms … */
function toDelayMs(response: Response | undefined, tries: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(seconds, 30) * 1_000 : 200 * 2 ** tries
}

function wait(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
