import type { Text } from '@octet/core/text.ts'

export type Header = { readonly name: string; readonly value: string }

/** One part of a form with files (RFC 7578). */
export type FormPart = {
  readonly name: string
  /** The value; or the path of a file whose content is sent. */
  readonly value?: string
  readonly path?: string
  /** The name that the file is sent under; none for a value, even if it is read from a file. */
  readonly fileName?: string
  readonly type?: string
}

export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] }

/** A request as a program is asked to send it, whatever it was read from. */
export type HttpRequest = {
  readonly method: string
  /** Scheme, host, path and query; without a user or a fragment. */
  readonly url: string
  /** In order; `Content-Type` and `Authorization` stand among them where they are sent. None for a form: its boundary is in it. */
  readonly headers: readonly Header[]
  readonly body?: Body
  /** Follows redirects. */
  readonly isFollowing?: boolean
  /** Sends name and password on to other hosts that it is redirected to. */
  readonly isTrusting?: boolean
  /** Takes any certificate. */
  readonly isInsecure?: boolean
  /** Asks for a compressed answer. */
  readonly isCompressed?: boolean
  readonly proxy?: string
  readonly timeoutMs?: number
  /** Where the answer is kept. */
  readonly output?: string
}

/** A request and what of its source is not in it, in words. */
export type Reading = { readonly request: HttpRequest; readonly notes: readonly Text[] }

/** Code that sends a request, and what of the request is not in the code. */
export type Writing = { readonly code: string; readonly notes: readonly Text[] }

/** An address whose lone `%` is encoded: some clients encode every `%` of an address that has one. */
export const encodeLonePercent = (url: string): string => url.replaceAll(/%(?![\da-f]{2})/gi, '%25')

export function findHeader(headers: readonly Header[], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value
}

/** Headers that are sent twice as one of each, for programs whose headers are a dictionary (RFC 9110 §5.3). */
export function mergeHeaders(headers: readonly Header[]): Header[] {
  const merged = new Map<string, Header>()
  for (const { name, value } of headers) {
    const key = name.toLowerCase()
    const before = merged.get(key)
    merged.set(
      key,
      before ? { name: before.name, value: `${before.value}${key === 'cookie' ? '; ' : ', '}${value}` } : { name, value },
    )
  }
  return [...merged.values()]
}
