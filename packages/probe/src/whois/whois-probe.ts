import { AppError, isAppError } from '@octet/core/errors.ts'
import type { WhoisObject, WhoisProbe } from '@octet/core/probe/whois.ts'
import type { Text } from '@octet/core/text.ts'
import type { Guard } from '../guard/guard.ts'
import { toShown } from '../guard/names.ts'
import type { Fetcher } from '../http/fetch.ts'
import { AnswerCache } from '../answer-cache.ts'
import { isTopLevel, toNote, toResult, type Asking, type Found } from './found.ts'
import { WHOIS_LIMITS, type WhoisLimits } from './limits.ts'
import { createPort43Way } from './via-port43.ts'
import { createRdapWay } from './via-rdap.ts'

export type WhoisProbeOptions = {
  readonly guard: Guard
  readonly fetcher: Fetcher
  /** Where the bootstrap files are, ending in a slash. */
  readonly bootstrapUrl?: string | undefined
  /** The WHOIS server that knows all others. */
  readonly root?: string | undefined
  /** WHOIS servers by top-level domain, for when that one cannot be reached. */
  readonly seeds?: Readonly<Record<string, string>> | undefined
  readonly port?: number | undefined
  readonly now?: (() => Date) | undefined
  readonly limits?: WhoisLimits | undefined
}

const ROOT = 'whois.iana.org'
/** Registries limit how often they are asked; a registration changes rarely. */
const CACHE_MS = 86_400_000
/** A name that nobody has is soon somebody's, and a server that failed may answer. */
const LESS_CACHE_MS = 3_600_000
/** Who wants a fresh answer gets one that is no older. */
const FRESH_MS = 60_000

type Via = 'auto' | 'rdap' | 'whois'

/** The WHOIS part of the probes. */
export function createWhoisProbe({
  guard,
  fetcher,
  bootstrapUrl,
  root = ROOT,
  seeds,
  port,
  now = () => new Date(),
  limits = WHOIS_LIMITS,
}: WhoisProbeOptions): WhoisProbe {
  const viaRdap = createRdapWay({ fetcher, bootstrapUrl, limits })
  const viaPort43 = createPort43Way({ guard, root, seeds, port, limits })

  const ask = async (object: WhoisObject, via: Via, asking: Asking): Promise<Found> => {
    if (via === 'whois') return viaPort43(object, asking)
    try {
      const found = await viaRdap(object, asking)
      if (found || via === 'rdap') return found ?? { facts: {}, about: { source: 'rdap', raw: [], notes: [NO_RDAP] } }
    } catch (error) {
      if (!isAppError(error) || error.key === 'cancelled' || via === 'rdap') throw error
      const found = await viaPort43(object, asking).catch(() => undefined)
      if (!found) throw error
      return { ...found, about: { ...found.about, notes: [toNote('RDAP', error), ...(found.about.notes ?? [])] } }
    }
    return viaPort43(object, asking)
  }

  const cache = new AnswerCache<Kept>({
    lifetimeMs: CACHE_MS,
    limit: 2000,
    toLifetimeMs: ({ found: { facts, about } }) => (facts.isRegistered && !about.notes?.length ? CACHE_MS : LESS_CACHE_MS),
  })

  return {
    async find(object, { signal, timeoutMs = limits.totalMs, via = 'auto', isBrief = false, isFresh = false } = {}) {
      if (object.kind === 'domain') checkDomain(object, guard)
      const deadline = performance.now() + Math.min(timeoutMs, limits.totalMs)
      const make = async (): Promise<Kept> => {
        const left = () => Math.max(1, deadline - performance.now())
        return { found: await ask(object, via, { signal: undefined, left, isBrief }), askedAt: now() }
      }
      const whole = `${via} ${object.kind} ${object.name}`
      const brief = `${whole} brief`
      if (isFresh) for (const key of [whole, brief]) cache.forget(key, { atLeastMs: FRESH_MS })
      try {
        const { found, askedAt } = await cache.get(isBrief && !cache.find(whole) ? brief : whole, make, signal)
        return toResult(object, found, { askedAt, now: now() })
      } catch (error) {
        throw isAppError(error) ? toServerError(error) : error
      }
    },
  }
}

type Kept = { readonly found: Found; readonly askedAt: Date }

const NO_RDAP: Text = { en: 'No RDAP server is registered for this object.', zh: '该对象没有登记 RDAP 服务器。' }

/** A top-level domain is asked about, never connected to: it is checked as a name under it would be, and told by its own. */
function checkDomain(object: WhoisObject, guard: Guard): void {
  if (!isTopLevel(object)) return void guard.checkName(object.name)
  try {
    guard.checkName(`nic.${object.name}`)
  } catch (error) {
    throw isAppError(error) ? new AppError(error.key, { ...error.details, got: toShown(object.name) }, { cause: error }) : error
  }
}

/** A WHOIS server that is refused or has no address is not a fault in what was asked for. */
function toServerError(error: AppError): AppError {
  if (error.key !== 'name_not_found' && error.key !== 'refused_target' && error.key !== 'bad_domain') return error
  const { en, zh } = toNote('WHOIS', error)
  return new AppError('target_failed', { reason: { en, zh } }, { cause: error })
}
