import { Answer } from '@octet/core/endpoint.ts'
import { AppError, ERRORS, isAppError } from '@octet/core/errors.ts'

export type Part = string | Uint8Array

export type Settling = {
  readonly settle: (status: number) => void
  /** Hears each part before it goes on its way. */
  readonly onPart: (part: Part) => void
}

/**
 * A stream is an answer once its first part has come: an error before that is told as an answer of its own. `settle` hears
 * the status of whichever it was, once and before anything is sent; that of a stream nobody has waited for is `cancelled`.
 */
export function settleStream(answer: Answer, { settle, onPart }: Settling): Answer {
  const { body, status, headers, onSent } = answer
  if (typeof body === 'string' || body instanceof Uint8Array) return answer
  const open = (isSent: () => boolean) => watchFirst(typeof body === 'function' ? body(isSent) : body, { status, settle, onPart })
  return new Answer(open, { type: headers['content-type'] ?? '', status, headers, ...(onSent && { onSent }) })
}

type Watch = Settling & { readonly status: number }

/** Bytes that are given to a connection at once: the fewer, the closer is what is charged to what a client that leaves has got. */
const MAX_GIVEN_BYTES = 131_072

/** No generator: `return` has to be heard by one that nobody has begun to read, too. */
function watchFirst(parts: AsyncIterable<Part>, { status, settle, onPart }: Watch): AsyncIterable<Part> {
  const source = parts[Symbol.asyncIterator]()
  let isSettled = false
  let rest: Uint8Array = new Uint8Array()
  const giveSome = (): IteratorResult<Part> => {
    const value = rest.subarray(0, MAX_GIVEN_BYTES)
    rest = rest.subarray(MAX_GIVEN_BYTES)
    return { done: false, value }
  }
  const settleOnce = (told: number) => {
    if (!isSettled) settle(told)
    isSettled = true
  }
  const iterator: AsyncIterator<Part> = {
    async next() {
      if (rest.length > 0) return giveSome()
      try {
        const next = await source.next()
        settleOnce(status)
        if (next.done) return next
        onPart(next.value)
        if (typeof next.value === 'string' || next.value.length <= MAX_GIVEN_BYTES) return next
        rest = next.value
        return giveSome()
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
