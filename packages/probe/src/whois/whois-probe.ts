import { AppError, isAppError, toFailureWords } from '@octet/core/errors.ts'
import type { WhoisObject, WhoisProbe, WhoisResult } from '@octet/core/probe/whois.ts'
import type { Text } from '@octet/core/text.ts'
import type { Guard } from '../guard/guard.ts'
import { toUnicodeName } from '../guard/names.ts'
import type { Fetcher } from '../http/fetch.ts'
import { AnswerCache } from './answer-cache.ts'
import { isRefusalOfMore, ServerQueue } from './server-queue.ts'
import { findReferral, isAboutAnother, parseWhois, type ParsedWhois } from './parse-whois.ts'
import { isZoneless, toMs } from './registry-date.ts'
import { askPort43, type Port43Answer } from './port43.ts'
import { askRdap, fetchRdap, findRelated, RdapBootstrap, readRdap } from './rdap.ts'

export type WhoisProbeOptions = {
  readonly guard: Guard
  readonly fetcher: Fetcher
  /** Where the bootstrap files are, ending in a slash. */
  readonly bootstrapUrl?: string | undefined
  /** The WHOIS server that knows all others. */
  readonly root?: string | undefined
  readonly port?: number | undefined
  readonly now?: (() => Date) | undefined
}

const ROOT = 'whois.iana.org'
const MAX_REFERRALS = 2
const TOTAL_MS = 9000
const RDAP_MS = 4000
/** Longest time to wait for a turn at a WHOIS server. */
const TURN_MS = 2500
/** RDAP servers are built for more than port 43. */
const RDAP_GAP_MS = 100
const DAY_MS = 86_400_000
/** Registries limit how often they are asked; a registration changes rarely. */
const CACHE_MS = 3_600_000

type Raw = WhoisResult['raw'][number]
type Via = 'auto' | 'rdap' | 'whois'
type Limited = { readonly signal: AbortSignal | undefined; readonly left: () => number }

/** The WHOIS part of the probes. */
export function createWhoisProbe({
  guard,
  fetcher,
  bootstrapUrl,
  root = ROOT,
  port,
  now = () => new Date(),
}: WhoisProbeOptions): WhoisProbe {
  const bootstrap = new RdapBootstrap()
  const queue = new ServerQueue()
  const rdapQueue = new ServerQueue({ gapMs: RDAP_GAP_MS })

  const viaRdap = async (object: WhoisObject, { signal, left }: Limited): Promise<WhoisResult | undefined> => {
    const options = { fetcher, bootstrapUrl, signal, queue: rdapQueue, timeoutMs: Math.min(RDAP_MS, left()) }
    const base = await bootstrap.find(object, options)
    if (!base) return undefined
    const answer = await askRdap(base, object, { ...options, timeoutMs: Math.min(RDAP_MS, left()) })
    const raw: Raw[] = [{ server: answer.server, kind: 'rdap', ms: answer.ms, isCut: false, text: answer.text }]
    if (!answer.rdap) return toResult(object, { isRegistered: false }, { source: 'rdap', raw })
    const own = readRdap(answer.rdap, object.kind)
    const related = findRelated(answer.rdap)
    const second =
      related && left() > 1500
        ? await fetchRdap(related, { ...options, timeoutMs: Math.min(2500, left()) }).catch(ignoreUnlessCancelled)
        : undefined
    if (second) raw.push({ server: second.server, kind: 'rdap', ms: second.ms, isCut: false, text: second.text })
    const registrar = second?.rdap && readRdap(second.rdap, object.kind)
    return toResult(object, registrar ? merge(own, registrar) : own, {
      source: 'rdap',
      raw,
      unicode: own.unicode,
      redactions: [...new Set([...own.redactions, ...(registrar?.redactions ?? [])])],
    })
  }

  const askInTurn = async (server: string, object: WhoisObject, { signal, left }: Limited): Promise<Port43Answer> => {
    await queue.enter(server, { signal, timeoutMs: Math.min(TURN_MS, left()) })
    const answer = await askPort43(server, toLine(object, server), { guard, port, signal, timeoutMs: left() })
    if (!isRefusalOfMore(answer.text)) return answer
    queue.rest(server)
    const said = answer.text.trim().split('\n')[0]?.slice(0, 120) ?? ''
    throw new AppError('target_failed', { reason: { en: `${server} says “${said}”`, zh: `${server} 表示“${said}”` } })
  }

  const viaPort43 = async (object: WhoisObject, { signal, left }: Limited): Promise<WhoisResult> => {
    const answers: Port43Answer[] = []
    const notes: Text[] = []
    let server: string | undefined = root
    // the root itself registers top-level domains
    const maxReferrals = isTopLevel(object) ? 0 : MAX_REFERRALS
    for (let hop = 0; server && hop <= maxReferrals; hop++) {
      try {
        answers.push(await askInTurn(server, object, { signal, left }))
      } catch (error) {
        if (!isAppError(error) || error.key === 'cancelled' || answers.length === 0) throw error
        notes.push(toNote(server, error))
        break
      }
      const referral: string | undefined = findReferral(answers.at(-1)!.text)
      server = referral && !answers.some((one) => one.server === referral) ? referral : undefined
    }
    const [first, ...later] = answers.map(({ text }) => parseWhois(text, object.kind))
    const isElsewhere = object.kind === 'domain' && isAboutAnother(answers[0]!.text, object.name)
    if (isElsewhere && later.length === 0 && notes.length === 0) notes.push(NO_WHOIS)
    const merged = later.length > 0 ? later.reduce(merge) : isElsewhere ? {} : first!
    const raw = answers.map(({ server: from, text, ms, isCut }): Raw => ({ server: from, kind: 'whois', ms, isCut, text }))
    return toResult(object, merged, { source: 'whois', raw, notes })
  }

  function toResult(
    object: WhoisObject,
    facts: ParsedWhois,
    about: Partial<WhoisResult> & Pick<WhoisResult, 'source' | 'raw'>,
  ): WhoisResult {
    const readable = object.kind === 'domain' ? toUnicodeName(object.name) : object.name
    const { created = null, updated = null, expires = null } = facts
    const notes = [created, updated, expires].some(isZoneless) ? [...(about.notes ?? []), NO_ZONE] : (about.notes ?? [])
    return {
      ...EMPTY,
      query: object.name,
      kind: object.kind,
      askedAt: now().toISOString(),
      ...facts,
      ageDays: created ? Math.floor((now().getTime() - toMs(created)) / DAY_MS) : null,
      daysLeft: expires ? Math.floor((toMs(expires) - now().getTime()) / DAY_MS) : null,
      ...about,
      notes,
      unicode: about.unicode ?? (readable === object.name ? null : readable),
    }
  }

  const ask = async (object: WhoisObject, via: Via, limits: Limited): Promise<WhoisResult> => {
    if (via === 'whois') return viaPort43(object, limits)
    try {
      const result = await viaRdap(object, limits)
      if (result || via === 'rdap') return result ?? toResult(object, {}, { source: 'rdap', raw: [], notes: [NO_RDAP] })
    } catch (error) {
      if (!isAppError(error) || error.key === 'cancelled' || via === 'rdap') throw error
      const result = await viaPort43(object, limits).catch(() => undefined)
      if (!result) throw error
      return { ...result, notes: [toNote('RDAP', error), ...result.notes] }
    }
    return viaPort43(object, limits)
  }

  const cache = new AnswerCache<WhoisResult>({ lifetimeMs: CACHE_MS, limit: 2000 })

  return {
    async find(object, { signal, timeoutMs = TOTAL_MS, via = 'auto' } = {}) {
      // a top-level domain is asked about, never connected to
      if (object.kind === 'domain') guard.checkName(isTopLevel(object) ? `nic.${object.name}` : object.name)
      const deadline = performance.now() + Math.min(timeoutMs, TOTAL_MS)
      const limits: Limited = { signal: undefined, left: () => Math.max(1, deadline - performance.now()) }
      try {
        return await cache.get(`${via} ${object.kind} ${object.name}`, () => ask(object, via, limits), signal)
      } catch (error) {
        throw isAppError(error) ? toServerError(error) : error
      }
    },
  }
}

/** Some mean UTC, some their own time. */
const NO_ZONE: Text = {
  en: 'The registry names no time zone for its dates: a day may be one off.',
  zh: '注册局的时间未注明时区，日期可能相差一天。',
}
const NO_RDAP: Text = { en: 'No RDAP server is registered for this object.', zh: '该对象没有登记 RDAP 服务器。' }

const NO_WHOIS: Text = {
  en: 'No WHOIS server is registered for this top-level domain.',
  zh: '该顶级域没有登记 WHOIS 服务器。',
}

/** Whether an object is registered at the root: `com`, not `example.com`. */
function isTopLevel({ kind, name }: WhoisObject): boolean {
  return kind === 'domain' && !name.includes('.')
}

const EMPTY: Omit<WhoisResult, 'query' | 'kind' | 'source' | 'raw' | 'askedAt'> = {
  unicode: null,
  isRegistered: null,
  registrar: null,
  created: null,
  updated: null,
  expires: null,
  ageDays: null,
  daysLeft: null,
  statuses: [],
  nameServers: [],
  isSigned: null,
  network: null,
  abuse: null,
  contacts: [],
  redactions: [],
  notes: [],
}

/** The registry's word first; where it is silent, the registrar's. */
function merge(first: ParsedWhois, second: ParsedWhois): ParsedWhois {
  const merged: Record<string, unknown> = { ...second }
  for (const [key, value] of Object.entries(first))
    if (value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)) merged[key] = value
  // a registry without contacts ("thin") says nothing about people; the registrar may
  if ((second.contacts?.length ?? 0) > (first.contacts?.length ?? 0)) merged['contacts'] = second.contacts
  return merged as ParsedWhois
}

/** Some servers need a word before the object. */
function toLine({ kind, name }: WhoisObject, server: string): string {
  if (server === 'whois.arin.net') return kind === 'asn' ? `a + ${name}` : `n + ${name}`
  if (server === 'whois.denic.de') return `-T dn,ace ${name}`
  // in English; without it in ISO-2022-JP
  if (server === 'whois.jprs.jp') return `${name}/e`
  // else name servers whose names begin alike are listed too
  if (server === 'whois.verisign-grs.com' && kind === 'domain') return `domain ${name}`
  return kind === 'asn' ? `AS${name}` : name
}

function toNote(server: string, error: Error): Text {
  const words = (lang: 'en' | 'zh') => (isAppError(error) ? toFailureWords(error, lang) : error.message)
  return { en: `${server}: ${words('en')}`, zh: `${server}：${words('zh')}` }
}

/** A WHOIS server that is refused or has no address is not a fault in what was asked for. */
function toServerError(error: AppError): AppError {
  if (error.key !== 'name_not_found' && error.key !== 'refused_target' && error.key !== 'bad_domain') return error
  const { en, zh } = toNote('WHOIS', error)
  return new AppError('target_failed', { reason: { en, zh } }, { cause: error })
}

function ignoreUnlessCancelled(error: unknown): undefined {
  if (isAppError(error) && error.key === 'cancelled') throw error
  return undefined
}
