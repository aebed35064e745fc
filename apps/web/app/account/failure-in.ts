import { ERRORS, toErrorMessage, toErrorResolution, type ErrorKey } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { toAdvice, type Failure } from './request.ts'

/**
 * A failure in a language of the page, which may have become another since it came: its words are those that the server sent in
 * both, else those of the error table, with what has no language in their places. One that says more stays as it came.
 */
export function toFailureIn(failure: Failure, lang: Lang): Failure {
  if (failure.words) return { ...failure, ...failure.words[lang] }
  if (!Object.hasOwn(ERRORS, failure.error)) return failure
  const error = { key: failure.error as ErrorKey, details: failure.figures ?? {} }
  const isOfTable = (['en', 'zh'] as const).some(
    (one) => toErrorMessage(error, one) === failure.msg && toErrorResolution(error, one) === failure.resolution,
  )
  return isOfTable ? { ...failure, msg: toErrorMessage(error, lang), resolution: toErrorResolution(error, lang) } : failure
}

/** What a failure says of itself in both languages. */
export const toFailureText = (failure: Failure): Text => ({
  en: toFailureIn(failure, 'en').msg,
  zh: toFailureIn(failure, 'zh').msg,
})

/** The same with what can be done about it. */
export const toAdviceText = (failure: Failure): Text => ({
  en: toAdvice(toFailureIn(failure, 'en')),
  zh: toAdvice(toFailureIn(failure, 'zh')),
})
