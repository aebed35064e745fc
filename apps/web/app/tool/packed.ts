import type { Input } from './form.ts'

/** What an input may grow to when it is unpacked: a few bytes of deflate may swell a thousandfold. */
const MAX_INPUT_BYTES = 16_000_000

/** Packs an input: JSON, deflate (RFC 1951). */
export async function deflateInput(input: Input): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([JSON.stringify(input)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Reads what {@link deflateInput} packed; undefined when the bytes are nothing of the kind, or too much. */
export async function inflateInput(bytes: Uint8Array<ArrayBuffer>): Promise<Input | undefined> {
  try {
    const text = await readText(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')))
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Input) : undefined
  } catch {
    return undefined // cut off or not ours
  }
}

async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = stream.getReader()
  let text = ''
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > MAX_INPUT_BYTES) {
      void reader.cancel()
      throw new Error(`expected at most ${MAX_INPUT_BYTES} bytes`)
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

/** Base64url without padding (RFC 4648 §5). */
export function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Throws where the text is not base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0) ?? 0)
}
