import { isEmpty, type Input } from './form.ts'
import type { Field } from './schema.ts'

/** Longest link that every common program still opens. */
export const MAX_HASH_CHARS = 8000

const PREFIX = 'in='

/** What may stand in a shared link: texts, numbers and lists, never secrets or files. */
export function toShareable(fields: readonly Field[], input: Input): Input {
  const open = fields.filter(
    ({ name, isSecret, control }) => !isSecret && control !== 'file' && control !== 'hidden' && !isEmpty(input[name]),
  )
  return Object.fromEntries(open.map(({ name }) => [name, input[name]]))
}

/** Packs an input for the part of a link behind `#`, which no server gets to see: JSON, deflate (RFC 1951), base64url (RFC 4648 §5). */
export async function packInput(input: Input): Promise<string> {
  const packed = await pump(new TextEncoder().encode(JSON.stringify(input)), new CompressionStream('deflate-raw'))
  return PREFIX + toBase64Url(packed)
}

/** Whether a hash may hold an input. */
export const isShared = (hash: string): boolean => hash.replace(/^#/, '').startsWith(PREFIX)

/** Reads what {@link packInput} wrote; undefined when the hash holds nothing of the kind. */
export async function unpackInput(hash: string): Promise<Input | undefined> {
  const text = hash.replace(/^#/, '')
  // A longer one is not ours, and a few bytes of it may swell a thousandfold.
  if (!isShared(text) || text.length > MAX_HASH_CHARS) return undefined
  try {
    const bytes = await pump(fromBase64Url(text.slice(PREFIX.length)), new DecompressionStream('deflate-raw'))
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Input) : undefined
  } catch {
    return undefined // cut off or not ours: the page opens empty
  }
}

async function pump(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0) ?? 0)
}
