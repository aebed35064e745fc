import type { ErrorKey } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Measurement } from '@octet/core/probe/measurement.ts'
import { createCaller, type CallOptions, type ClientOptions } from './create-caller.ts'
import { lookUpMany, type ManyOptions } from './look-up-many.ts'
import type { paths } from './openapi.ts'
import { watchMeasurement, type WatchOptions } from './watch-measurement.ts'

export { findBogon, type Bogon } from './bogon.ts'
export type { CallOptions, ClientOptions } from './create-caller.ts'
export { OctetError } from './octet-error.ts'
export type { WatchOptions } from './watch-measurement.ts'

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
/** What `privacy`, `asn`, `prefixes`, `summarize`, `map`, `job`, `jobs`, `endJob` and `usage` answer, as the server describes it. */
export type PrivacyAnswer = Json<'/v1/privacy/{ip}', 'get'>
export type NetworkAnswer = Json<'/v1/asn/{asn}', 'get'>
export type NetworkPart = Json<'/v1/asn/{asn}/{part}', 'get'>
export type SummaryAnswer = Json<'/v1/summarize', 'post'>
export type MapAnswer = Json<'/v1/map', 'post'>
export type JobAnswer = Json<'/v1/jobs/{id}', 'get'>
export type JobList = Json<'/v1/jobs', 'get'>
export type JobEnd = Json<'/v1/jobs/{id}', 'delete'>
type JobsQuery = NonNullable<paths['/v1/jobs']['get']['parameters']['query']>
export type UsageAnswer = Json<'/v1/account/usage', 'get'>
export type MeasurementList = Json<'/v1/measurements', 'get'>
/** What is measured, from where, and how; `locations` in the location language. */
export type MeasureInput = NonNullable<paths['/v1/measurements']['post']['requestBody']>['content']['application/json']
/** The id under which a measurement that has begun is read. */
export type MeasureAnswer = { readonly id: string; readonly probesCount: number; readonly credits: number }
/** `idempotencyKey`: with the same one the same call gets the same measurement for a day. */
export type MeasureOptions = CallOptions & { readonly idempotencyKey?: string | undefined }
type RangesQuery = NonNullable<paths['/v1/ranges/{by}/{owner}']['get']['parameters']['query']>
export type RangesOptions = CallOptions & Pick<RangesQuery, 'family' | 'action' | 'name'>

/** What `include` asks for beside the record, at this moment. */
type LookupExtra = 'hostname' | 'abuse' | 'whois' | 'user_agent' | 'names'
/** The record, and what was asked for beside it. */
export type LookupAnswer = IpRecord & Pick<Json<'/v1/ip/{ip}', 'get'>, LookupExtra | 'reverse' | 'problems' | 'addresses'>
/** `at`: the day, `YYYY-MM-DD`, that the answer is of; `fields`: all that is wanted of it, such as `ASN.asn`. */
export type LookupOptions = CallOptions & {
  readonly at?: string | undefined
  readonly fields?: readonly string[] | undefined
  readonly include?: readonly LookupExtra[] | undefined
}
export type JobOptions = CallOptions & {
  /** `table`: the file itself, all its rows and columns as they came, with columns added. */
  readonly format?: 'csv' | 'ndjson' | 'table' | undefined
  /** Where the addresses of a table stand: the number of a column, from 1, or its name; else the first with addresses. */
  readonly column?: number | string | undefined
  /** What parts the columns of a table; else as its beginning tells. */
  readonly delimiter?: 'comma' | 'semicolon' | 'tab' | 'pipe' | 'space' | undefined
  /** What the file is called; its result is called after it. */
  readonly name?: string | undefined
  /** Fields of a record, such as `country_code` and `ASN.asn`; all of them unless given. */
  readonly fields?: readonly string[] | undefined
  /** Told by POST when the job has ended. */
  readonly webhook?: string | undefined
  /** With the same one the same file is the same job, for as long as that is kept. */
  readonly idempotencyKey?: string | undefined
}

/**
 * Calls an Octet server. Runs in browsers and in Node. Every call may throw an `OctetError` (the server’s answer in words),
 * the reason of its signal, a `TimeoutError`, or what `fetch` throws when nobody answers.
 *
 * @example
 * const octet = createClient({ baseUrl: 'http://127.0.0.1:3000' })
 * const { country_code } = await octet.lookup('8.8.8.8')
 */
export function createClient(clientOptions: ClientOptions) {
  const { call, callText, callStream } = createCaller(clientOptions)

  const postLines = <T>(path: string, ips: readonly string[], options: CallOptions = {}) =>
    call<T>(path, { ...options, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ips) })

  const batch = (ips: readonly string[], options?: CallOptions) =>
    postLines<Record<string, IpRecord | { error: ErrorKey; msg: string }>>('/v1/ip/batch', ips, options)

  return {
    /** The record of one address, a host name’s first address, or `me`; as of a day with `at`, with more by `include`. */
    lookup: (ip: string, { at, fields, include, ...options }: LookupOptions = {}) =>
      call<LookupAnswer>(
        `/v1/ip/${encodeURIComponent(ip)}${toQuery({ at, fields: fields?.join(), include: include?.join() })}`,
        options,
      ),
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
    /**
     * Looks a whole file up on the server, up to a million lines; ask `job` how far it is. Of a `Blob` of type `text/csv` a
     * first line that names the columns is passed over; as a `table` it comes back whole. However often it has to be sent, it is one job.
     */
    createJob: (
      file: Blob | string,
      { format, column, delimiter, name, fields, webhook, signal, idempotencyKey = toRandomKey() }: JobOptions = {},
    ) =>
      call<JobAnswer>(`/v1/jobs${toQuery({ format, column, delimiter, name, fields: fields?.join(), webhook })}`, {
        method: 'POST',
        headers: { 'content-type': isCsv(file) ? 'text/csv' : 'text/plain', 'idempotency-key': idempotencyKey },
        body: file,
        signal,
      }),
    /** How far a job is, and whether it has ended. */
    job: (id: string, options: CallOptions = {}) => call<JobAnswer>(`/v1/jobs/${encodeURIComponent(id)}`, options),
    /** A page of the jobs of the account, from 1, the newest first; the last one has fewer than `limit` (100) jobs. */
    jobs: ({ page, limit, ...options }: CallOptions & JobsQuery = {}) =>
      call<JobList>(`/v1/jobs${toQuery({ page, limit })}`, options),
    /** The result of a job that is done, as it comes: it may be hundreds of megabytes. */
    openJobResult: (id: string, options: CallOptions = {}) => callStream(`/v1/jobs/${encodeURIComponent(id)}/result`, options),
    /** Ends a job, deletes its file and its result, and gives back the units for what had not been looked up. */
    endJob: (id: string, options: CallOptions = {}) =>
      call<JobEnd>(`/v1/jobs/${encodeURIComponent(id)}`, { ...options, method: 'DELETE' }),
    /** The result of a job that is done. */
    jobResult: (id: string, options: CallOptions = {}) => callText(`/v1/jobs/${encodeURIComponent(id)}/result`, options),
    /** What is left of the month, and what the key has asked; costs nothing of it. */
    usage: (options: CallOptions = {}) => call<UsageAnswer>('/v1/account/usage', options),
    /** Begins a measurement from monitoring points; however often it has to be sent, it begins once. */
    measure: (input: MeasureInput, { idempotencyKey = toRandomKey(), ...options }: MeasureOptions = {}) =>
      call<MeasureAnswer>('/v1/measurements', {
        ...options,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify(input),
      }),
    /** The newest 50 measurements of the account of the key, without their results. */
    measurements: (options: CallOptions = {}) => call<MeasurementList>('/v1/measurements', options),
    /** A measurement as it stands. */
    measurement: (id: string, options: CallOptions = {}) =>
      call<Measurement>(`/v1/measurements/${encodeURIComponent(id)}`, options),
    /** A measurement after each change, the last one finished. */
    watchMeasurement: (id: string, options?: WatchOptions) =>
      watchMeasurement(id, { open: callStream, read: (path, init) => call<Measurement>(path, init) }, options),
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

const isCsv = (file: Blob | string): boolean => typeof file !== 'string' && file.type.includes('csv')

type RangeKey = 'country' | 'asn' | 'org' | 'domain' | 'tag'
export type OctetClient = ReturnType<typeof createClient>

function toQuery(fields: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== '') query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}

/** Not `randomUUID`: pages without encryption have none. */
function toRandomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
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
