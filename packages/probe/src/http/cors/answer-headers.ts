import type { Hop } from '../fetch.ts'

type Headers = Hop['headers']

/** The values of a header in all its lines. */
export function listValues(headers: Headers, name: string): string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value.trim())
}

/** The header as browsers read it: several lines as one with commas. */
export function findValue(headers: Headers, name: string): string | undefined {
  const values = listValues(headers, name)
  return values.length === 0 ? undefined : values.join(', ')
}

const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/

/** The names in a list; undefined without the header, null where one of them is no name (RFC 9110 §5.6.1). */
export function readNames(headers: Headers, name: string): string[] | null | undefined {
  const value = findValue(headers, name)
  if (value === undefined) return undefined
  const names = value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  return names.every((one) => TOKEN.test(one)) ? names : null
}

const DEFAULT_SECONDS = 5
/** Longest that each keeps what a preflight said. */
const CAPS = { chrome: 7200, firefox: 86_400, safari: 600 } as const

export function readKept(headers: Headers): { written: string | undefined; kept: Record<keyof typeof CAPS, number> } {
  const written = findValue(headers, 'access-control-max-age')
  const seconds = written !== undefined && /^\d+$/.test(written) ? Number(written) : DEFAULT_SECONDS
  const { chrome, firefox, safari } = CAPS
  return {
    written,
    kept: { chrome: Math.min(seconds, chrome), firefox: Math.min(seconds, firefox), safari: Math.min(seconds, safari) },
  }
}

/** What every page may read of an answer (CORS-safelisted response-header name). */
const READABLE: ReadonlySet<string> = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
])
const HIDDEN = /^set-cookie2?$/i

/** Whether a page of another origin may read a header, by its name. */
export function createReader(headers: Headers, withCredentials: boolean): (name: string) => boolean {
  const names = (readNames(headers, 'access-control-expose-headers') ?? []).map((name) => name.toLowerCase())
  const exposed = new Set(names)
  const readsAll = !withCredentials && exposed.has('*')
  return (name) => !HIDDEN.test(name) && (readsAll || READABLE.has(name.toLowerCase()) || exposed.has(name.toLowerCase()))
}

/** Of an answer what CORS goes by. */
export const isTelling = (name: string): boolean =>
  /^(access-control-.*|vary|location|allow|cross-origin-resource-policy|www-authenticate)$/i.test(name)
