import { randomUUID } from 'node:crypto'
import { isAppError } from '@octet/core/errors.ts'
import { parseAcceptLanguage, type Lang } from '@octet/core/text.ts'
import { MAX_RECORD_BYTES } from '@octet/ipdb/open.ts'
import type { KnownKey } from '../domain/key/key-table.ts'
import type { Reservation } from '../domain/usage/reservation.ts'
import type { HotCounts } from '../metrics/metrics.ts'
import type { Services } from '../services.ts'
import type { Taken } from './allowance.ts'
import { toClientKey } from './caller.ts'
import { findKeyIn } from './find-key.ts'
import { API_HEADERS, SECURITY_HEADERS } from './headers.ts'
import { findKeyPace, toRateLimit } from './limits.ts'
import { createCallerFinder } from './trusted-proxies.ts'

/** Path of a lookup before the address. */
export const HOT_PATH = '/v1/ip/'
const MAX_ADDRESS = 45
/** Nothing but a key may stand behind the address; everything else is the framework's. */
const QUERY = /^\?(?:key|token|apikey|apiKey|api-key|access_key|license_key)=(\w{10,100})$/
const MAX_KNOWN_LANGUAGES = 1_000
const PRODUCT = 'geo'
const BODY_START = Buffer.from('{"code":200,"msg":"","data":')
const BODY_END = 0x7d // }

export type HotRequest = {
  /** Path and query; it begins with HOT_PATH. */
  readonly target: string
  readonly peer: HotPeer
  readonly fields: HotFields
}

/** Who is at the other end of a connection. */
export type HotPeer = {
  readonly address: string
  /** The name under which an allowance is kept for the address. */
  readonly client: string
  readonly reader: keyof HotCounts
}

/** What the header fields of a request say. */
export type HotFields = {
  readonly key: string | undefined
  readonly lang: Lang
  readonly origin: string | undefined
  /** `X-Forwarded-For`. */
  readonly forwarded: string | undefined
  /** W3C Trace Context. */
  readonly traceparent: string | undefined
}

/** An answer with status 200: where its body ends, and what its headers say. */
export type HotReply = {
  readonly bodyEnd: number
  readonly build: string
  readonly taken: Taken
  /** Undefined without a key. */
  readonly reservation: Reservation | undefined
}

/** Bytes that a body never exceeds. */
export const MAX_BODY_BYTES = MAX_RECORD_BYTES + 64

export type HotAnswer = {
  /** Notes what the answers since the last call have cost. Call it before they leave. */
  note(): void
  /** Headers of every answer: name, value, name, … */
  readonly fixed: readonly string[]
  /**
   * Writes the body to `target` from `at` on, where MAX_BODY_BYTES must be free. Undefined when the request is for the
   * framework, a promise when units of the key's month have to be fetched before: then nothing has been counted.
   */
  answer(request: HotRequest, target: Buffer, at: number): HotReply | Promise<void> | undefined
}

/**
 * Answers `GET /v1/ip/<address>`, with a key or without, in the same bytes and with the same headers as the endpoint does,
 * at a fraction of the work (docs/decisions/0004-hot-lookup.md). A wrong address, a refused key, a spent quota, a caller
 * over the limit are the framework's, which says what is wrong; and so is every request where a line about it is wanted.
 */
export function createHotAnswer(services: Services): HotAnswer {
  const { config, ip, allowance, keyTable, meter, metrics, traces } = services
  const { trustedProxies } = config.operator
  const findCaller = trustedProxies.length > 0 ? createCallerFinder(trustedProxies) : (remote: string) => remote

  function answer(request: HotRequest, target: Buffer, at: number): HotReply | Promise<void> | undefined {
    const { fields, peer } = request
    if (config.logRequests || (traces && fields.traceparent !== undefined)) return undefined
    const address = findCaller(peer.address, fields.forwarded)
    const queryAt = request.target.indexOf('?')
    const pathEnd = queryAt < 0 ? request.target.length : queryAt
    if (address === undefined || pathEnd > HOT_PATH.length + MAX_ADDRESS) return undefined
    const inQuery = queryAt < 0 ? undefined : QUERY.exec(request.target.slice(queryAt))?.[1]
    if (queryAt >= 0 && inQuery === undefined) return undefined
    const text = fields.key ?? inQuery
    try {
      const key: KnownKey | undefined =
        text === undefined
          ? undefined
          : keyTable.get({ text, isInQuery: text === inQuery, address, origin: fields.origin, scope: PRODUCT })
      target.set(BODY_START, at)
      const wanted = request.target.slice(HOT_PATH.length, pathEnd)
      const { end, build } = ip.writeJson(wanted, fields.lang, target, at + BODY_START.length)
      target[end] = BODY_END
      const reservation = key && meter.takeNow(key, { units: 1, product: PRODUCT })
      if (key && !reservation) return meter.prepare(key, 1)
      const taken = key
        ? allowance.take(key.id, 1, findKeyPace(services, key))
        : allowance.take(address === peer.address ? peer.client : toClientKey(address))
      if (!taken.isAllowed) {
        reservation?.giveBack()
        return undefined
      }
      reservation?.charge()
      metrics.hot[peer.reader]++
      return { bodyEnd: end + 1, build, taken, reservation }
    } catch (error) {
      if (isAppError(error)) return undefined
      throw error
    }
  }

  return {
    answer,
    note: () => meter.noteCharges(),
    fixed: Object.entries({
      ...SECURITY_HEADERS,
      ...API_HEADERS,
      'content-type': 'application/json; charset=utf-8',
    }).flat(),
  }
}

const languages = new Map<string, Lang>()

/** What the fields of a request say that a lookup needs. */
export function readHotFields({
  authorization,
  apiKey,
  language,
  origin,
  forwarded,
  traceparent,
}: Readonly<
  Record<'authorization' | 'apiKey' | 'language' | 'origin' | 'forwarded' | 'traceparent', string | undefined>
>): HotFields {
  return { key: findKeyIn(authorization, apiKey), lang: findLang(language), origin, forwarded, traceparent }
}

function findLang(header: string | undefined): Lang {
  if (header === undefined) return 'en'
  let lang = languages.get(header)
  if (lang === undefined) {
    if (languages.size >= MAX_KNOWN_LANGUAGES) languages.clear()
    languages.set(header, (lang = parseAcceptLanguage(header)))
  }
  return lang
}

/** The headers that are not the same on all answers: name, value, name, … */
export function toHeaders({ build, taken, reservation }: HotReply): string[] {
  const { policy } = taken.pace
  const headers = [
    'x-request-id',
    randomUUID(),
    'ratelimit-policy',
    policy,
    'ratelimit',
    toRateLimit(taken),
    'x-data-build',
    build,
  ]
  if (!reservation) return headers
  const remaining = String(Math.max(0, reservation.remaining))
  return [...headers, 'x-credits-used', '1', 'x-credits-limit', String(reservation.quota), 'x-credits-remaining', remaining]
}
