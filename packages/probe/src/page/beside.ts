import { isAppError, toFailureWords } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Fetcher } from '../http/fetch.ts'

/** How the files that go with a page are fetched. */
export type Beside = {
  readonly fetcher: Fetcher
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
  readonly family: 4 | 6 | undefined
  readonly withPictures: boolean
}

/** What a fault is called; that the caller has gone is none of the page's. */
export function toProblem(error: unknown): Text {
  if (!isAppError(error) || error.key === 'cancelled') throw error
  return { en: toFailureWords(error, 'en'), zh: toFailureWords(error, 'zh') }
}
