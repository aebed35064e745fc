import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { toJsonFault } from './json-fault.ts'

/** A body as it comes. Throws `too_large` after `maxBytes`. */
export async function* limitBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes)
      throw new AppError('too_large', { field: 'body', limit: counted(maxBytes, 'bytes'), got: { en: 'more', zh: '更多' } })
    yield chunk
  }
}

/** The addresses of a JSON array, or of `{"ips": […]}`. Throws `bad_body`, `bad_input`. */
export function parseAddressList(text: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw toJsonFault(text, cause)
  }
  const list = Array.isArray(value) ? value : (value as { ips?: unknown } | null)?.ips
  if (Array.isArray(list)) return list.map(String)
  throw new AppError('bad_input', {
    field: 'body',
    expected: { en: 'a JSON array of addresses', zh: '地址的 JSON 数组' },
    got: JSON.stringify(value).slice(0, 80),
  })
}
