import { randomUUID } from 'node:crypto'
import { isAppError } from '@octet/core/errors.ts'
import { parseAcceptLanguage, type Lang } from '@octet/core/text.ts'
import { MAX_RECORD_BYTES } from '@octet/ipdb/open.ts'
import type { KnownKey } from '../domain/key/key-table.ts'
import type { HotCounts } from '../metrics/metrics.ts'
import type { Services } from '../services.ts'
import { toClientKey } from './caller.ts'
import { findKeyIn } from './find-key.ts'
import { API_HEADERS, SECURITY_HEADERS } from './headers.ts'
import { createCallerFinder } from './trusted-proxies.ts'

/** Target of a look-up: a bare address, with a key behind it or without; everything else is the framework's. */
const TARGET = /^\/v1\/ip\/([\da-fA-F:.]{2,45})(?:\?(?:key|token|apikey|apiKey|api-key|access_key|license_key)=(\w{10,100}))?$/
const MAX_KNOWN_LANGUAGES = 1_000
const PRODUCT = 'geo'
const BODY_START = '{"code":200,"msg":"","data":'
const BODY_END = 0x7d // }

export type HotRequest = {
  /** Path and query. */
  readonly target: string
  /** Address of the peer, and the name under which an allowance is kept for it. */
  readonly address: string
  readonly client: string
  readonly reader: keyof HotCounts
  /** `X-Forwarded-For`. */
  readonly forwarded: string | undefined
  readonly authorization: string | undefined
  readonly apiKey: string | undefined
  readonly language: string | undefined
  readonly origin: string | undefined
}

/** An answer with status 200: where its body ends, and the headers that are not the same on all (name, value, name, …). */
export type HotReply = { readonly bodyEnd: number; readonly headers: readonly string[] }

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
 * over the limit are the framework's, which says what is wrong.
 */
export function createHotAnswer({ config, ip, allowance, keyTable, meter, metrics }: Services): HotAnswer {
  const languages = new Map<string, Lang>()
  const { trustedProxies } = config.operator
  const findCaller = trustedProxies.length > 0 ? createCallerFinder(trustedProxies) : (remote: string) => remote

  function answer(request: HotRequest, target: Buffer, at: number): HotReply | Promise<void> | undefined {
    const { authorization, apiKey, language, origin } = request
    const parts = TARGET.exec(request.target)
    const address = findCaller(request.address, request.forwarded)
    if (!parts || address === undefined) return undefined
    const sent = findKeyIn(authorization, apiKey) ?? parts[2]
    try {
      const key: KnownKey | undefined =
        sent === undefined
          ? undefined
          : keyTable.get({ text: sent, isInQuery: sent === parts[2], address, origin, scope: PRODUCT })
      const start = at + target.write(BODY_START, at, 'latin1')
      const { end, build } = ip.writeJson(parts[1]!, findLang(language), target, start)
      target[end] = BODY_END
      const reservation = key && meter.takeNow(key, { units: 1, product: PRODUCT })
      if (key && !reservation) return meter.prepare(key, 1)
      const taken = allowance.take(key?.id ?? (address === request.address ? request.client : toClientKey(address)))
      if (!taken.isAllowed) {
        reservation?.giveBack()
        return undefined
      }
      const headers = [
        'x-request-id',
        randomUUID(),
        'ratelimit',
        `"address";r=${taken.remaining};t=${taken.resetSeconds}`,
        'x-data-build',
        build,
      ]
      if (reservation) {
        reservation.charge()
        headers.push('x-credits-used', '1', 'x-credits-limit', String(reservation.quota))
        headers.push('x-credits-remaining', String(Math.max(0, reservation.remaining)))
      }
      metrics.hot[request.reader]++
      return { bodyEnd: end + 1, headers }
    } catch (error) {
      if (isAppError(error)) return undefined
      throw error
    }
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

  return {
    answer,
    note: () => meter.noteCharges(),
    fixed: Object.entries({
      ...SECURITY_HEADERS,
      ...API_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'ratelimit-policy': allowance.policy,
    }).flat(),
  }
}
