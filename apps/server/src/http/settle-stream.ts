import { Answer } from '@octet/core/endpoint.ts'
import { AppError, ERRORS, isAppError } from '@octet/core/errors.ts'

type Part = string | Uint8Array

/**
 * A stream is an answer once its first part has come: an error before that is told as an answer of its own. `settle` hears
 * the status of whichever it was, once and before anything is sent; that of a stream nobody has waited for is `cancelled`.
 */
export function settleStream(answer: Answer, settle: (status: number) => void): Answer {
  const { body, status, headers, onSent } = answer
  if (typeof body === 'string' || body instanceof Uint8Array) return answer
  const open = (isSent: () => boolean) => watchFirst(typeof body === 'function' ? body(isSent) : body, { status, settle })
  return new Answer(open, { type: headers['content-type'] ?? '', status, headers, ...(onSent && { onSent }) })
}

type Watch = { readonly status: number; readonly settle: (status: number) => void }

/** No generator: `return` has to be heard by one that nobody has begun to read, too. */
function watchFirst(parts: AsyncIterable<Part>, { status, settle }: Watch): AsyncIterable<Part> {
  const source = parts[Symbol.asyncIterator]()
  let isSettled = false
  const settleOnce = (told: number) => {
    if (!isSettled) settle(told)
    isSettled = true
  }
  const iterator: AsyncIterator<Part> = {
    async next() {
      try {
        const next = await source.next()
        settleOnce(status)
        return next
      } catch (error) {
        settleOnce(toStatus(error))
        throw error
      }
    },
    async return() {
      settleOnce(toStatus(new AppError('cancelled')))
      return (await source.return?.()) ?? { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

export const toStatus = (error: unknown): number => (isAppError(error) ? ERRORS[error.key].status : 500)
