import { isIP } from 'node:net'
import type { CorsMethod, CorsStep, CorsWish } from '@octet/core/probe/cors.ts'
import { isAppError, toErrorMessage, toFailureWords, type AppError } from '@octet/core/errors.ts'
import { http } from '@octet/core/node-http.ts'
import { toCheck, type Check } from '../../check.ts'
import { findCertificateProblem } from '../../tls/problems.ts'
import { MAX_REDIRECTS, type Fetched, type Hop } from '../fetch.ts'
import { toRedirectText } from '../url.ts'
import { isTelling } from './answer-headers.ts'
import { judgeOrigin } from './judge-origin.ts'
import { judgePreflight, SAFE_METHODS } from './judge-preflight.ts'
import { isSafelisted, listUnsafe, type Pairs } from './request-headers.ts'

export type Sent = { readonly method: 'GET' | 'HEAD' | 'OPTIONS'; readonly headers: Readonly<Record<string, string>> }
/** One request without its redirects. */
export type Ask = (url: string, sent: Sent) => Promise<Fetched>

export type Asked = Pick<CorsWish, 'origin'> & {
  readonly method: CorsMethod
  readonly withCredentials: boolean
  readonly headers: Pairs
}

/** A browser's way to an answer. */
export type Walk = {
  readonly steps: CorsStep[]
  /** What stops a browser, in the order in which it comes to it. */
  readonly blockers: Check[]
  /** The last answer to the request itself, and to what is asked before. */
  readonly answer?: Hop | undefined
  readonly preflight?: Hop | undefined
  /** Why a redirect was not followed, or the last request failed. */
  readonly stopped?: AppError | undefined
  /** Whether a redirect led to another origin, where a browser leaves `Authorization` behind. */
  readonly hasDroppedToken: boolean
  /** Redirects end before their end here. */
  readonly hasMore: boolean
  readonly url: string
  /** Whether another origin was asked at all. */
  readonly isCross: boolean
}

/** Sends for a visitor what shows and changes nothing (RFC 9110 §9.2.1). */
export const isSent = (method: string): method is 'GET' | 'HEAD' => method === 'GET' || method === 'HEAD'

export const needsPreflight = ({ method, headers }: Pick<Asked, 'method' | 'headers'>): boolean =>
  !SAFE_METHODS.has(method) || listUnsafe(headers).length > 0

/** Goes a browser's way (Fetch standard §4.4–4.9), a request at a time; where it would stop, the answer at that place is still looked at. */
export async function walk(first: string, asked: Asked, ask: Ask): Promise<Walk> {
  const path = new Path(first, asked, ask)
  await path.follow()
  return path
}

class Path implements Walk {
  readonly steps: CorsStep[] = []
  readonly blockers: Check[] = []
  answer: Hop | undefined
  preflight: Hop | undefined
  stopped: AppError | undefined
  hasDroppedToken = false
  hasMore = false
  isCross = false
  url: string
  readonly #asked: Asked
  readonly #ask: Ask
  #headers: Pairs
  /** What is sent; `null` once a redirect led from one foreign origin to another. */
  #origin: string

  constructor(url: string, asked: Asked, ask: Ask) {
    this.url = url
    this.#asked = asked
    this.#ask = ask
    this.#headers = asked.headers
    this.#origin = asked.origin
  }

  async follow(): Promise<void> {
    const seen = new Set<string>()
    for (;;) {
      seen.add(`${this.#origin} ${this.url}`)
      const location = await this.#goOnce()
      if (location === undefined || this.blockers.length > 0 || this.stopped) return
      this.#turn(location)
      if (this.blockers.length > 0) return
      if (seen.has(`${this.#origin} ${this.url}`)) return this.#block(CIRCLE)
      if (seen.size > MAX_REDIRECTS) return void (this.hasMore = true)
    }
  }

  /** Asks at one address; gives where that leads. */
  async #goOnce(): Promise<string | undefined> {
    const { origin, method } = this.#asked
    this.isCross ||= originOf(this.url) !== origin
    if (isMixed(origin, this.url)) this.#block(toMixed(this.url))
    // Of others than GET and HEAD what would be asked first is the only sign there is.
    if (this.isCross && (!isSent(method) || needsPreflight({ method, headers: this.#headers }))) await this.#askFirst()
    if (!isSent(method)) return undefined
    const fetched = await this.#send('request', {
      method,
      headers: { ...(this.isCross && { origin: this.#origin }), ...Object.fromEntries(this.#headers.filter(isSafelisted)) },
    })
    if (!fetched) return undefined
    this.answer = fetched.hops[0]!
    this.#judgeTls(this.answer)
    const problem = this.isCross ? judgeOrigin(this.answer, this.#asker()) : undefined
    if (problem) this.#block(named(problem, 'Answer', '正式应答'))
    this.#note('request', fetched, { passes: !problem, method })
    return fetched.location
  }

  async #askFirst(): Promise<void> {
    const { method } = this.#asked
    const names = listUnsafe(this.#headers)
    const headers = {
      origin: this.#origin,
      'access-control-request-method': method,
      ...(names.length > 0 && { 'access-control-request-headers': names.join(',') }),
    }
    const fetched = await this.#send('preflight', { method: 'OPTIONS', headers })
    if (!fetched) return
    this.preflight = fetched.hops[0]!
    this.#judgeTls(this.preflight)
    const problems = judgePreflight(this.preflight, { ...this.#asker(), method, names })
    this.#note('preflight', fetched, { passes: problems.length === 0, method: 'OPTIONS' }, headers)
    if (!needsPreflight({ method, headers: this.#headers })) return
    this.#block(...problems.map((problem) => named(problem, 'Preflight', '预检')))
  }

  #asker = () => ({ sent: this.#origin, withCredentials: this.#asked.withCredentials })

  /** The answer, or nothing where there is none; then that is noted, if any other came. */
  async #send(kind: 'preflight' | 'request', sent: Sent): Promise<Fetched | undefined> {
    try {
      return await this.#ask(this.url, sent)
    } catch (error) {
      if (!isAppError(error) || error.key === 'cancelled') throw error
      const isOwn = error.key === 'target_failed' || error.key === 'timed_out'
      if (kind === 'preflight' && isOwn && isSent(this.#asked.method)) this.#block(toNoAnswer(error))
      else if (this.steps.length === 0) throw error
      else this.stopped = error
      return undefined
    }
  }

  /** Goes on to where a redirect leads, with what a browser leaves behind there. */
  #turn(location: string): void {
    const from = new URL(this.url)
    const next = URL.parse(location, from)
    if (!next || !/^https?:$/.test(next.protocol)) return this.#block(toBadRedirect(location))
    if (next.username || next.password) return this.#block(CREDENTIALS_IN_URL)
    if (next.origin !== from.origin) {
      if (from.origin !== this.#asked.origin) this.#origin = 'null'
      this.hasDroppedToken ||= this.#headers.some(isToken)
      this.#headers = this.#headers.filter((pair) => !isToken(pair))
    }
    next.hash = ''
    this.url = toRedirectText(location, next)
  }

  #judgeTls({ tls, url }: Hop): void {
    if (!tls || tls.isTrusted) return
    const { host } = new URL(url)
    const { en, zh } = findCertificateProblem(tls.problem ?? '') ?? { en: tls.problem ?? '', zh: tls.problem ?? '' }
    this.#block(
      toCheck(
        'tls',
        'bad',
        `Browsers do not connect to ${host}, whose certificate is not trusted: ${en}`,
        `${host} 的证书不可信，浏览器不会连接：${zh}`,
      ),
    )
  }

  #block(...checks: readonly Check[]): void {
    const known = new Set(this.blockers.map(({ text }) => text.en))
    this.blockers.push(...checks.filter(({ text }) => !known.has(text.en)))
  }

  #note(
    kind: CorsStep['kind'],
    fetched: Fetched,
    { passes, method }: { passes: boolean; method: string },
    headers?: Readonly<Record<string, string>>,
  ): void {
    const sent = headers ?? {
      ...(this.isCross && { origin: this.#origin }),
      ...Object.fromEntries(this.#headers.filter(isSafelisted)),
    }
    this.steps.push(toStep(kind, fetched, { passes, method, origin: this.isCross ? this.#origin : '', sent }))
  }
}

const isToken = ([name]: Pairs[number]): boolean => name.toLowerCase() === 'authorization'

type About = Pick<CorsStep, 'passes' | 'method' | 'origin'> & { readonly sent: Readonly<Record<string, string>> }

export function toStep(kind: CorsStep['kind'], { hops }: Fetched, { sent, ...about }: About): CorsStep {
  const { url, status, address, headers, timing } = hops[0]!
  return {
    kind,
    url,
    ...about,
    status,
    meaning: http.STATUS_CODES[status] ?? '',
    address,
    tookMs: Math.round(timing.firstByteMs ?? 0),
    sent: Object.entries(sent).map(([name, value]) => ({ name: toWritten(name), value })),
    headers: headers.filter(([name]) => isTelling(name)).map(([name, value]) => ({ name, value: value.slice(0, 1000) })),
  }
}

const toWritten = (name: string): string => name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

function named(check: Check, en: string, zh: string): Check {
  if (!/^allow-(origin|credentials)$/.test(check.id)) return check
  return { ...check, text: { en: `${en}: ${check.text.en}`, zh: `${zh}：${check.text.zh}` } }
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? ''

/** A page that came by HTTPS asks nothing of a server without TLS, but of this computer (Mixed Content §4). */
function isMixed(origin: string, url: string): boolean {
  const { protocol, hostname } = new URL(url)
  if (!origin.startsWith('https:') || protocol !== 'http:') return false
  const isOwn = hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  return !isOwn && !/(^|\.)localhost$/.test(hostname)
}

const toMixed = (url: string): Check =>
  toCheck(
    'mixed-content',
    'bad',
    `A page that came by https may not ask ${originOf(url)}, which is without TLS (mixed content); no header changes that. Ask by https.`,
    `以 https 打开的页面不能请求未加密的 ${originOf(url)}（混合内容），任何标头都无法放行，请改用 https。`,
  )

const toNoAnswer = (error: AppError): Check =>
  toCheck(
    'preflight-status',
    'bad',
    `The preflight got no answer: ${toFailureWords(error, 'en')}`,
    `预检没有应答：${toFailureWords(error, 'zh')}`,
  )

const toBadRedirect = (location: string): Check =>
  toCheck(
    'redirect',
    'bad',
    `A redirect leads to “${location.slice(0, 200)}”, where no page can follow it.`,
    `重定向到“${location.slice(0, 200)}”，页面无法跟随。`,
  )

const CREDENTIALS_IN_URL = toCheck(
  'redirect',
  'bad',
  'A redirect leads to an address with a user name or password in it, which browsers do not follow across origins.',
  '重定向的地址中含有用户名或密码，跨源时浏览器不会跟随。',
)

const CIRCLE = toCheck(
  'redirect',
  'bad',
  'The redirects go round in a circle; a browser gives up after 20.',
  '重定向形成循环，浏览器会在 20 次后放弃。',
)

/** Said of what could not be asked any more. */
export const toStopWords = (error: AppError) => ({ en: toErrorMessage(error, 'en'), zh: toErrorMessage(error, 'zh') })
