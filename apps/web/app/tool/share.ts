import { arrived } from '../arrived.ts'
import { isEmpty, type Input } from './form.ts'
import { deflateInput, fromBase64Url, inflateInput, toBase64Url } from './packed.ts'
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
export const packInput = async (input: Input): Promise<string> => PREFIX + toBase64Url(await deflateInput(input))

/** Whether a hash may hold an input, or lead to one. */
export const isShared = (hash: string): boolean => /^#?(in|kept)=/.test(hash)

/** Reads what {@link packInput} wrote, or fetches what is kept for a link; undefined when the hash holds nothing of the kind. */
export async function unpackInput(hash: string): Promise<Input | undefined> {
  const text = hash.replace(/^#/, '')
  // A longer one is not ours.
  if (!isShared(text) || text.length > MAX_HASH_CHARS) return undefined
  if (!text.startsWith(PREFIX)) return (await arrived(import('../keep/kept-input.ts'))).openKeptInput(text)
  try {
    return await inflateInput(fromBase64Url(text.slice(PREFIX.length)))
  } catch {
    return undefined // cut off or not ours: the page opens empty
  }
}
