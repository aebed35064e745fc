import { useCallback, useEffect, useRef, useState } from 'react'
import type { Envelope } from '@octet/core/envelope.ts'
import type { Lang } from '@octet/core/text.ts'
import { readPageLang } from '../page-lang.ts'
import { CALL_TIMEOUT_MS, readEnvelope, toFilled, toHeaders, toOwnFailure } from '../api/call.ts'
import { logOutHere } from '../state/user-store.ts'
import { toast } from '../state/toast-store.ts'

/** Why a call gave nothing: a row of the error table, in the page's language. */
export type Failure = {
  readonly code: number
  readonly error: string
  readonly msg: string
  /** What the caller can do about it. */
  readonly resolution: string
  /** Field that was refused, where the error is about one. */
  readonly field: string
  /** The words of a server in both languages, where it was asked for them. */
  readonly words?: FailureWords
  /** What else it tells that is the same in every language: numbers and times. */
  readonly figures?: Readonly<Record<string, number | string>>
}

/** What went wrong and what can be done about it, as sentences. */
export function toAdvice({ msg, resolution }: Failure): string {
  if (resolution === '') return msg
  const [stop, blank] = /\p{Script=Han}/u.test(msg) ? ['。', ''] : ['.', ' ']
  return `${msg}${/[.!?。！？]$/.test(msg) ? '' : stop}${blank}${resolution}`
}

type FailureWords = Readonly<Record<Lang, { readonly msg: string; readonly resolution: string }>>

export type Reply<T> =
  | { readonly data: T; readonly failure?: undefined }
  | { readonly data?: undefined; readonly failure: Failure }

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type Options = {
  /** The failure is shown where the words were typed, so no toast says it again. */
  readonly isQuiet?: boolean
}

const LOG_OUT_CODE = 506

/**
 * A call about the account: JSON to and from `/v1/<path>`. Never throws. A failure shows a toast unless quiet, and a
 * token that no longer counts logs out here (SPEC §8), which is always said: the place of the words goes with the page.
 *
 * @example const { data } = await request<Key[]>('GET', 'keys')
 */
export async function request<T>(
  method: Method,
  path: string,
  input?: Readonly<Record<string, unknown>>,
  { isQuiet = false }: Options = {},
): Promise<Reply<T>> {
  const headers = toBothHeaders()
  return toReply<T>(await send(method, path, { headers, input }), headers['token'], isQuiet)
}

/** Headers of a call whose refusal may stand on a page for long: its words are wanted in both languages. */
export const toBothHeaders = (): Record<string, string> => ({ ...toHeaders(), 'x-words': 'both' })

/** What the answer to a call comes to here. */
export function toReply<T>(envelope: Envelope<unknown>, token: string | undefined, isQuiet: boolean): Reply<T> {
  if (envelope.code === 200) return { data: envelope.data as T }
  const hasLoggedOut = envelope.code === LOG_OUT_CODE && logOutHere(token)
  const failure = toFailure(envelope)
  if (!isQuiet || hasLoggedOut) toast.warning(failure.msg, true)
  return { failure }
}

type Sent = { readonly headers: Record<string, string>; readonly input: Readonly<Record<string, unknown>> | undefined }

async function send(method: Method, path: string, { headers, input = {} }: Sent): Promise<Envelope<unknown>> {
  const isGet = method === 'GET'
  const query = isGet ? toQuery(input) : ''
  try {
    const answer = await fetch(`/v1/${path}${query}`, {
      method,
      headers: { ...headers, ...(!isGet && { 'content-type': 'application/json' }) },
      ...(!isGet && { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    const envelope = await readEnvelope(answer)
    return isGet ? toFilled(envelope) : envelope
  } catch (error) {
    return toOwnFailure(error)
  }
}

/** What follows a path, of fields that have a value. */
export function toQuery(input: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}

function toFailure({ code, msg, data }: Envelope<unknown>): Failure {
  const { error, resolution, field } = (data ?? {}) as Partial<Record<'error' | 'resolution' | 'field', unknown>>
  const toText = (value: unknown) => (typeof value === 'string' ? value : '')
  const figures = Object.fromEntries(
    Object.entries(data ?? {}).filter((entry): entry is [string, number | string] => isFigure(entry[1])),
  )
  const words = (data as { words?: FailureWords } | null)?.words // as `toFailureWords` of the server makes them
  return {
    code,
    msg,
    error: toText(error),
    resolution: toText(resolution),
    field: toText(field),
    ...(words && { words }),
    figures,
  }
}

const isFigure = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))

export type Loaded<T> = {
  readonly data: T | undefined
  /** Why there is nothing new; the last good data stay. */
  readonly failure: Failure | undefined
  readonly isLoading: boolean
  reload(): Promise<void>
}

/**
 * What a GET gives, loaded when the page opens and again on `reload`, or when the query or the language changes. However late answers are, none
 * takes the place of one that was asked for after it, or with another query.
 */
export function useLoaded<T>(path: string, query: Readonly<Record<string, unknown>> = {}): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ data: undefined, failure: undefined, isLoading: true })
  const words = JSON.stringify(query)
  const turns = useRef({ asked: 0, shown: 0 })
  const lang = readPageLang() // whoever asks is drawn anew in another one
  const reload = useCallback(async () => {
    const own = turns.current
    const turn = ++own.asked
    setState((last) => ({ ...last, isLoading: true }))
    const { data, failure } = await request<T>('GET', path, JSON.parse(words), { isQuiet: true })
    if (own !== turns.current || turn < own.shown) return
    own.shown = turn
    setState((last) => ({ data: data ?? last.data, failure, isLoading: turn < own.asked }))
  }, [path, words])
  useEffect(() => {
    turns.current = { asked: 0, shown: 0 }
    void reload()
    return () => void (turns.current = { asked: 0, shown: 0 })
  }, [reload, lang])
  return { ...state, reload }
}
