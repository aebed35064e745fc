/** An address as curl completes it: without a scheme it is http, without a path `/`. The fragment is not sent. */
export function toAbsolute(written: string): string {
  const trimmed = written.trim().replace(/#.*$/s, '')
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  return url.replace(/^([a-z][a-z\d+.-]*:\/\/[^/?]*)(?=\?|$)/i, '$1/')
}

/** An address without `/./` and `/../` in its path (RFC 3986 §5.2.4), which curl does not send. */
export const withoutDots = (url: string): string =>
  /^[^?]*\/\.{1,2}(?:[/?]|$)/.test(url) && URL.canParse(url) ? new URL(url).href : url

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
