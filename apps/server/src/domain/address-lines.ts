import { AppError } from '@octet/core/errors.ts'
import { limitBytes, openBody, parseAddressList } from './address-body.ts'
import { readLines } from './batch.ts'
import { readRows } from './csv-rows.ts'

/** Addresses that may be summed up or drawn at once. */
const MAX_ADDRESSES = 500_000
/** The longest address with its comma and quotes, for each of them. */
export const MAX_ADDRESS_BYTES = 24 * 1024 * 1024

/**
 * The addresses of a body: a JSON array (or `{"ips": […]}`), lines, or the first column of a CSV, without its heading. Throws `bad_body`,
 * `bad_input`, `too_large`.
 */
export async function* readAddresses(
  body: AsyncIterable<Uint8Array>,
  { isCsv = false }: { readonly isCsv?: boolean } = {},
): AsyncGenerator<string> {
  const { isJson, chunks } = await openBody(limitBytes(body, MAX_ADDRESS_BYTES))
  const lines = isJson
    ? [parseAddressList(Buffer.concat(await Array.fromAsync(chunks)).toString('utf8'))]
    : isCsv
      ? readRows(chunks)
      : readLines(chunks)
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
