import { ERRORS, toErrorMessage, toErrorResolution, toWords, type AppError, type ErrorKey } from './errors.ts'
import type { Lang } from './text.ts'

/** The shape of every answer (SPEC §3). `code` is 200 on success, and only then. */
export type Envelope<T> = { code: number; msg: string; data: T }

/** What `data` holds when `code` is not 200. */
export type Failure = { error: ErrorKey; resolution: string; [detail: string]: unknown }

/** Wraps an answer. */
export function toEnvelope<T>(data: T): Envelope<T> {
  return { code: 200, msg: '', data }
}

/** What an error says, and what can be done about it. */
export type FailureWords = { readonly msg: string; readonly resolution: string }

/** The words of a known error in every language, for pages whose language may become another. */
export function toFailureWords(error: Pick<AppError, 'key' | 'details'>): Record<Lang, FailureWords> {
  const toWordsIn = (lang: Lang) => ({ msg: toErrorMessage(error, lang), resolution: toErrorResolution(error, lang) })
  return { en: toWordsIn('en'), zh: toWordsIn('zh') }
}

/** Wraps a known error in the caller's language. */
export function toFailure(error: Pick<AppError, 'key' | 'details'>, lang: Lang): Envelope<Failure> {
  return {
    code: ERRORS[error.key].code,
    msg: toErrorMessage(error, lang),
    data: { ...toWords(error.details, lang), error: error.key, resolution: toErrorResolution(error, lang) },
  }
}
