import { isBareQuery } from '@octet/tools/code/url/bare-query.ts'

/** A parameter of a URL as it is read. */
export type QueryRow = { readonly name: string; readonly value: string }

/** The parameters of a URL in their order (WHATWG URL, application/x-www-form-urlencoded). */
export function readQuery(url: string): QueryRow[] {
  const [, query = ''] = (isBareQuery(url) ? /^([^#]*)/ : /^[^?#]*\?([^#]*)/).exec(url.trim()) ?? []
  return Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value }))
}

/** Puts other parameters into a URL and leaves the rest as it is written. Names and values are encoded as RFC 3986 asks. */
export function writeQuery(url: string, rows: readonly QueryRow[]): string {
  const hashAt = url.indexOf('#')
  const [before, hash] = hashAt < 0 ? [url, ''] : [url.slice(0, hashAt), url.slice(hashAt)]
  const isBare = isBareQuery(url)
  const queryAt = before.indexOf('?')
  const head = isBare ? '' : queryAt < 0 ? before : before.slice(0, queryAt)
  const query = rows.map(({ name, value }) => (value === '' ? `${encode(name)}=` : `${encode(name)}=${encode(value)}`)).join('&')
  return `${head}${query && !isBare ? '?' : ''}${query}${hash}`
}

/** Blanks as `%20`; a lone half of a surrogate pair cannot be encoded and becomes U+FFFD. */
const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
