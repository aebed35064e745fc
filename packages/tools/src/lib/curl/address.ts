/** An address as curl completes it: without a scheme it is http, without a path `/`. The fragment is not sent. */
export function toAbsolute(written: string): string {
  const trimmed = written.trim().replace(/#.*$/s, '')
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  return url.replace(/^([a-z][a-z\d+.-]*:\/\/[^/?]*)(?=\?|$)/i, '$1/')
}

const PARTS = /^([a-z][a-z\d+.-]*:\/\/)([^/?#\\]*)([^?#]*)([\s\S]*)$/i

/** An address without `/./` and `/../` in its path (RFC 3986 §5.2.4), which curl does not send; its query stays as it is. */
export function withoutDots(url: string): string {
  const [, scheme = '', authority = '', path = '', query = ''] = PARTS.exec(url) ?? []
  if (!/\/\.{1,2}(?:\/|$)/.test(path)) return url
  const kept: string[] = []
  const segments = path.split('/').slice(1)
  for (const [place, segment] of segments.entries()) {
    const isDots = segment === '.' || segment === '..'
    if (segment === '..') kept.pop()
    if (!isDots) kept.push(segment)
    else if (place === segments.length - 1) kept.push('')
  }
  return `${scheme}${authority}/${kept.join('/')}${query}`
}

/**
 * An address of ASCII, for clients that take no other: the host as DNS has it, the rest of it percent-encoded where it is not
 * printable ASCII. What is stays as it is written, for `'` and `%27` need not mean the same (RFC 3986 §2.2).
 */
export function toAsciiAddress(url: string): string {
  const [, scheme = '', authority = '', ...rest] = PARTS.exec(url) ?? []
  const user = authority.slice(0, authority.lastIndexOf('@') + 1)
  const host = isPrintable(authority) ? authority.slice(user.length) : new URL(url).host
  return `${scheme}${encodeForeign(user)}${host}${encodeForeign(rest.join(''))}`
}

const isPrintable = (text: string): boolean => /^[!-~]*$/.test(text)
const encodeForeign = (text: string): string => text.toWellFormed().replaceAll(/[^!-~]+/g, encodeURIComponent)

/** Takes name and password out of an address. */
export function splitUser(url: string): { url: string; user: string | undefined } {
  const [, scheme = '', user, rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)([^/?]*)@([^@]*(?:[/?][\s\S]*)?)$/i.exec(url) ?? []
  return user === undefined ? { url, user } : { url: `${scheme}${rest}`, user: decode(user) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
