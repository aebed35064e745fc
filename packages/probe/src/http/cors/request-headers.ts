/** Names and values as a page's script sets them. */
export type Pairs = readonly (readonly [name: string, value: string])[]

/** What no script may set; the browser drops it without a word (Fetch standard, forbidden request-header). */
const FORBIDDEN: ReadonlySet<string> = new Set([
  'accept-charset',
  'accept-encoding',
  'access-control-request-headers',
  'access-control-request-method',
  'access-control-request-private-network',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'date',
  'dnt',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
])
/** Names that stand for a method, which then may not be one of these. */
const METHOD_NAMES = /^x-(http-method|http-method-override|method-override)$/i
const FORBIDDEN_METHODS = /(^|,)\s*(connect|trace|track)\s*(,|$)/i

export function isForbidden([name, value]: Pairs[number]): boolean {
  if (METHOD_NAMES.test(name)) return FORBIDDEN_METHODS.test(value)
  return FORBIDDEN.has(name.toLowerCase()) || /^(proxy|sec)-/i.test(name)
}

/** CORS-unsafe request-header bytes. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNSAFE = /[\u0000-\u0008\u000a-\u001f"():<>?@[\\\]{}\u007f]/
const LANGUAGE = /^[\dA-Za-z *,\-.;=]*$/
const FORM_TYPES: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])
const MAX_VALUE_BYTES = 128
const MAX_VALUES_BYTES = 1024

/** Whether every site may send it unasked, since forms and links always could (CORS-safelisted request-header). */
export function isSafelisted([name, value]: Pairs[number]): boolean {
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) return false
  switch (name.toLowerCase()) {
    case 'accept':
      return !UNSAFE.test(value)
    case 'accept-language':
    case 'content-language':
      return LANGUAGE.test(value)
    case 'content-type':
      return !UNSAFE.test(value) && FORM_TYPES.has(value.split(';', 1)[0]!.trim().toLowerCase())
    case 'range':
      return isSimpleRange(value)
    default:
      return false
  }
}

/** From a byte on, to one behind it or to the end. */
function isSimpleRange(value: string): boolean {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(value) ?? []
  return from !== undefined && (!to || BigInt(from) <= BigInt(to))
}

/** The names that a browser asks for before it sends them, as it writes them (CORS-unsafe request-header names). */
export function listUnsafe(headers: Pairs): string[] {
  const [safe, unsafe] = [headers.filter(isSafelisted), headers.filter((pair) => !isSafelisted(pair))]
  const size = safe.reduce((sum, [, value]) => sum + Buffer.byteLength(value), 0)
  const asked = size > MAX_VALUES_BYTES ? headers : unsafe
  return [...new Set(asked.map(([name]) => name.toLowerCase()))].toSorted()
}
