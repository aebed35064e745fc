import { findReadable } from '../../lib/byte-text.ts'
import { concatBytes, toHex, type Bytes } from '../../lib/bytes.ts'
import type { CipherInput } from './cipher-input.ts'

/** One run of a cipher with everything it used, as code in any language is written from it. */
export type CodeJob = {
  readonly isEncrypting: boolean
  readonly family: 'aes' | 'chacha20-poly1305'
  /** `cbc`, `gcm` …; of ChaCha20-Poly1305 nothing. */
  readonly mode: string
  readonly keyBits: number
  readonly key: Bytes
  readonly iv: Bytes
  readonly aad: Bytes
  /** What goes into the cipher, padded where the language could not. */
  readonly data: Bytes
  /** The tag to check; of an encryption its length only. */
  readonly tag: Bytes | undefined
  readonly tagBytes: number
  readonly isPadded: boolean
  /** What the result is put together from, and how it is written. */
  readonly parts: readonly ('head' | 'tag' | 'body' | 'iv')[]
  readonly head: Bytes
  readonly shownAs: 'utf8' | 'hex' | 'base64' | 'base64url'
  readonly comment: string | undefined
}

/** Longer contents would drown the code. */
const MAX_BYTES = 4096
const MODES: ReadonlySet<string> = new Set(['cbc', 'ecb', 'ctr', 'cfb', 'cfb8', 'ofb', 'gcm', 'ccm'])

type Used = { name: string; key: Bytes; iv: Bytes; aad: Bytes; tag: Bytes | undefined; head: Bytes }

/** The job behind a run; nothing for ciphers that the languages’ libraries lack, and for long contents. */
export function toCodeJob(
  input: CipherInput,
  { plain, padded, sealed }: { plain: Bytes; padded: Bytes; sealed: Bytes },
  used: Used,
): CodeJob | undefined {
  const [, bits, mode = ''] = /^AES-(\d+)-([A-Z\d]+)$/.exec(used.name) ?? []
  const isAes = bits !== undefined && MODES.has(mode.toLowerCase())
  const isEncrypting = input.direction === 'encrypt'
  const isBlocks = mode === 'CBC' || mode === 'ECB'
  const isPadded = isBlocks && (input.padding ?? 'pkcs7') === 'pkcs7'
  const isStrange = isBlocks && !isPadded && input.padding !== 'none'
  if (!(isAes || used.name === 'ChaCha20-Poly1305') || Math.max(plain.length, sealed.length) > MAX_BYTES) return undefined
  // Padding of another kind is done by hand before, but taking it off is not shown.
  if (isStrange && !isEncrypting) return undefined
  return {
    isEncrypting,
    family: isAes ? 'aes' : 'chacha20-poly1305',
    mode: mode.toLowerCase(),
    keyBits: used.key.length * 8,
    key: used.key,
    iv: used.iv,
    aad: used.aad,
    data: isEncrypting ? (isStrange ? padded : plain) : sealed,
    tag: used.tag,
    tagBytes: used.tag?.length ?? 0,
    isPadded,
    parts: isEncrypting ? toParts(input, used) : ['body'],
    head: used.head,
    shownAs: toShownAs(input, plain),
    comment: input.keySource === 'key' ? undefined : `key and IV: ${input.keySource}`,
  }
}

function toParts({ keySource, ivPlace, tagPlace = 'usual' }: CipherInput, { tag, head }: Used): CodeJob['parts'] {
  const isTagged = tag !== undefined && tagPlace !== 'apart'
  const inner = [
    ...(isTagged && tagPlace === 'first' ? (['tag'] as const) : []),
    'body' as const,
    ...(isTagged && tagPlace !== 'first' ? (['tag'] as const) : []),
  ]
  if (keySource !== 'key') return head.length ? ['head', ...inner] : inner
  return ivPlace === 'first' ? ['iv', ...inner] : ivPlace === 'last' ? [...inner, 'iv'] : inner
}

function toShownAs({ direction, cipherFormat, plainFormat }: CipherInput, plain: Bytes): CodeJob['shownAs'] {
  if (direction === 'encrypt') return cipherFormat === 'auto' ? 'base64' : cipherFormat
  if (plainFormat === 'auto' || plainFormat === 'text') return findReadable(plain) === undefined ? 'hex' : 'utf8'
  return plainFormat === 'base64' || plainFormat === 'base64url' ? plainFormat : 'hex'
}

/** A content as a text where it is one, else as hex. */
export function toContent({ data, isEncrypting }: CodeJob): { readonly isText: boolean; readonly words: string } {
  const text = isEncrypting ? findReadable(data) : undefined
  return text === undefined ? { isText: false, words: toHex(data) } : { isText: true, words: JSON.stringify(text) }
}

export const toSealed = ({ data, tag }: CodeJob): Bytes => concatBytes(data, tag ?? new Uint8Array(0))
