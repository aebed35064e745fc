import { AppError } from '@octet/core/errors.ts'
import { limitBytes, parseAddressList } from './address-body.ts'
import { readLines } from './batch.ts'

/** Addresses that may be summed up or drawn at once. */
export const MAX_ADDRESSES = 500_000
/** The longest address with its comma and quotes, for each of them. */
export const MAX_ADDRESS_BYTES = 24 * 1024 * 1024

/**
 * The addresses of a body: a JSON array (or `{"ips": […]}`), lines, or the first column of a CSV. What a body is shows
 * in its first character, since scripts often send the wrong type. Throws `bad_body`, `bad_input`, `too_large`.
 */
export async function* readAddresses(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const limited = limitBytes(body, MAX_ADDRESS_BYTES)[Symbol.asyncIterator]()
  const first = await limited.next()
  const start = first.done
    ? ''
    : Buffer.from(first.value)
        .toString('utf8')
        .replace(/^\ufeff/, '')
        .trimStart()
  const whole = { [Symbol.asyncIterator]: () => chain(first, limited) }
  const lines = /^[[{]/.test(start)
    ? [parseAddressList(Buffer.concat(await Array.fromAsync(whole)).toString('utf8'))]
    : readLines(whole)
  let count = 0
  for await (const some of lines)
    for (const line of some) {
      const text = line.trim()
      if (text === '') continue
      if (++count > MAX_ADDRESSES)
        throw new AppError('too_large', {
          field: 'body',
          limit: { en: `${MAX_ADDRESSES} addresses`, zh: `${MAX_ADDRESSES} 个地址` },
          got: { en: 'more', zh: '更多' },
        })
      yield text
    }
}

async function* chain(first: IteratorResult<Uint8Array>, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}
