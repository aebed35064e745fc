import type { Envelope, Failure } from '@octet/core/envelope.ts'
import { OctetError } from './octet-error.ts'

export type ClientOptions = {
  /** Origin of the server, e.g. `https://octet.example`. */
  readonly baseUrl: string
  /** A key of an account, `oct_live_…`; without one the limits of an address apply. */
  readonly key?: string | undefined
  /** Language of names and messages; English unless said. */
  readonly lang?: 'zh' | 'en' | undefined
  /** Milliseconds one call may take with all its tries; 10,000 unless said. */
  readonly timeoutMs?: number | undefined
  /** How often a call is tried again after 429, 502, 503 or a broken connection; 2 unless said. */
  readonly retries?: number | undefined
  /** In place of the global one. */
  readonly fetch?: typeof fetch | undefined
}

export type CallOptions = { readonly signal?: AbortSignal | undefined }
/** `isOnce`: never tried again, since a second time would do it twice. */
export type CallInit = Omit<RequestInit, 'signal'> & CallOptions & { readonly isOnce?: boolean }

/** Sends calls of one client, each with its key and language, and tries again what may pass. */
export function createCaller({ baseUrl, key, lang, timeoutMs = 10_000, retries = 2, fetch: send = fetch }: ClientOptions) {
  const origin = baseUrl.replace(/\/+$/, '')

  async function sendPatiently(
    path: string,
    { isOnce = false, signal: given, ...init }: CallInit,
    limit = AbortSignal.timeout(timeoutMs),
  ): Promise<Response> {
    const endsAt = performance.now() + timeoutMs
    const signal = given ? AbortSignal.any([given, limit]) : limit
    const maxTries = isOnce ? 0 : retries
    for (let tries = 0; ; tries++) {
      const response = await sendWorking(path, { ...init, signal }).catch((error: unknown) => {
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

  /** An answer that is read as it comes: the time of the call ends when it begins. An error is thrown as by the others. */
  async function callStream(path: string, init: CallInit = {}): Promise<Response> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new DOMException('The call took too long', 'TimeoutError')), timeoutMs)
    try {
      const response = await sendPatiently(path, init, limit.signal)
      return response.ok ? response : await readAnswer<never>(response)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Does the work that a server asks of strangers after much use, and sends what was refused once more: it has done nothing yet. */
  async function sendWorking(path: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
    const response = await sendOnce(path, init)
    const challenge = await findChallenge(response)
    if (challenge === undefined) return response
    const { PROOF_HEADER, solveText } = await import('./proof/solve.ts')
    const proof = await solveText(challenge, init.signal)
    return proof === undefined ? response : sendOnce(path, init, { [PROOF_HEADER]: proof })
  }

  function sendOnce(path: string, init: RequestInit, more: Readonly<Record<string, string>> = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(more)) headers.set(name, value)
    if (key) headers.set('authorization', `Bearer ${key}`)
    if (lang) headers.set('accept-language', lang)
    return send(origin + path, { ...init, headers })
  }

  return { call, callText, callStream }
}

/** The work that an answer asks for; the answer can be read afterwards as well. */
async function findChallenge(response: Response): Promise<unknown> {
  if (response.status !== 429) return undefined
  const { data } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Partial<Envelope<Partial<Failure> | null>>
  return data?.error === 'proof_wanted' ? data['challenge'] : undefined
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

/** Throws the reason of the signal. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
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
