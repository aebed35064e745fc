import type * as z from 'zod'
import type { ErrorKey } from './errors.ts'
import type { Lang, Text } from './text.ts'

/** Services of the program that hosts the endpoints; the server adds its own by declaration merging. */
export interface EndpointServices {}

/** Who calls. Accounts and keys add to it by declaration merging. */
export interface Caller {
  /** Address of the client, behind trusted proxies; the key of its allowance. */
  readonly address: string
  readonly lang: Lang
  /** `wap` for phones and tablets, `pc` otherwise (SPEC §7). */
  readonly plat: 'wap' | 'pc'
  readonly requestId: string
}

/** Both ends of a TCP connection, as this machine sees them: a proxy in between is the remote end. */
export type ConnectionEnds = {
  readonly localAddress: string
  readonly localPort: number
  readonly remoteAddress: string
  readonly remotePort: number
}

/** Units of a month that have been taken, and are charged or given back. */
export type HeldUnits = {
  /** First day of the month that they are charged to. */
  readonly month: string
  settle(status: number): void
  giveBack(): void
}

/** What a handler is given. */
export type EndpointContext<I> = {
  readonly input: I
  readonly caller: Caller
  readonly services: EndpointServices
  readonly signal: AbortSignal
  /** GET, or HEAD where only the headers of the answer are wanted. */
  readonly method: string
  /** Header of the request, by lower-case name. */
  header(name: string): string | undefined
  /** The connection that the request came by; undefined where there is none. */
  connection(): ConnectionEnds | undefined
  /** Adds a Set-Cookie line to the answer (RFC 6265 §4.1). */
  setCookie(line: string): void
  /** The body as it comes, for endpoints with `rawBody`. */
  readonly body: AsyncIterable<Uint8Array>
  /** Takes more units of the month of the caller's key, for what is known only while it is answered; nothing without a key. */
  charge(units: number): Promise<void>
  /** The same, but the handler says later whether they are charged. */
  hold(units: number): Promise<HeldUnits | undefined>
}

type Stream = AsyncIterable<string | Uint8Array>
/** A stream may ask whether all it has given has left, so that the memory of it may be written again. */
type Body = string | Uint8Array | Stream | ((isSent: () => boolean) => Stream)

/** An answer outside the envelope: text, CSV, XML, a file, a stream. */
export class Answer {
  readonly body: Body
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Called once the last byte has been given to the system, after which the body may be written over. */
  readonly onSent: (() => void) | undefined

  constructor(
    body: Body,
    options: { type: string; status?: number; headers?: Readonly<Record<string, string>>; onSent?: () => void },
  ) {
    this.body = body
    this.status = options.status ?? 200
    this.headers = { 'content-type': options.type, ...options.headers }
    this.onSent = options.onSent
  }

  /** Whether it is made while it is sent. */
  get isStream(): boolean {
    return typeof this.body !== 'string' && !(this.body instanceof Uint8Array)
  }
}

/** An answer with texts of megabytes, which is written in parts, so that others have their turn. */
export class LongAnswer<T = unknown> {
  readonly value: T

  constructor(value: T) {
    this.value = value
  }
}

export type AnswerForm = {
  readonly status?: number
  /** Media types outside the envelope. */
  readonly media?: readonly string[]
  /** Never in the envelope. */
  readonly isBare?: boolean
}

export type Endpoint<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` places, e.g. `/v1/ip/:ip`; places and query or body fields meet in `input`. */
  readonly path: `/${string}`
  readonly title: Text
  readonly summary: Text
  /** Area of the documentation; the folder's name unless given. */
  readonly area?: string
  readonly auth: 'none' | 'key' | 'session'
  readonly input: I
  readonly output: O
  /** A body that works, without what stands in the path, for the documentation, where the fields that have to be there would not do. */
  readonly example?: NoInfer<Partial<z.input<I>>>
  /** Headers of the request that are heeded beside the usual ones, and what they say; for the documentation. */
  readonly headers?: Readonly<Record<string, Text>>
  /** How a good answer leaves, where it is not always 200 in the envelope; for the documentation. */
  readonly answer?: AnswerForm
  /** Known errors beside the ones every call can have. */
  readonly errors: readonly ErrorKey[]
  /** Units of the allowance; 1 unless said. A function when it depends on the input (a batch). */
  readonly cost?: number | ((input: z.output<I>) => number)
  /** Units of the month's quota, where they are not those of the allowance; a handler may `charge` more. */
  readonly credits?: number
  /** Costs nothing of the month's quota, only of the allowance. */
  readonly isFree?: boolean
  /** How many bytes a body may have; 256 KiB unless said. */
  readonly bodyLimitBytes?: number
  /** Takes the body as it comes instead of fields: many addresses, what a payment service tells, any bytes. */
  readonly rawBody?: 'addresses' | 'event' | 'bytes'
  /** Keeps a raw body in memory until it is whole, as others always are. */
  readonly keepsBody?: boolean
  readonly timeoutMs?: number
  /** Caches may keep a good answer for so long; not at all unless said. */
  readonly cacheSeconds?: number
  handle(context: EndpointContext<z.output<I>>): Handled<z.output<O>> | Promise<Handled<z.output<O>>>
}

type Handled<T> = T | Answer | LongAnswer<T>

/** Declares an endpoint: route, check, limits, OpenAPI, documentation and client types follow from it. */
export function defineEndpoint<I extends z.ZodObject, O extends z.ZodType>(endpoint: Endpoint<I, O>): Endpoint<I, O> {
  return endpoint
}

/** An endpoint whose types have been forgotten, as the loader holds it. */
// oxlint-disable-next-line typescript/no-explicit-any -- `handle` is contravariant in its input
export type AnyEndpoint = Endpoint<any, any>
