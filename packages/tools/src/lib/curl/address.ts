/** An address as curl completes it: without a scheme it is http, without a path `/`. The fragment is not sent. */
export function toAbsolute(written: string): string {
  const trimmed = written.trim().replace(/#.*$/s, '')
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  return url.replace(/^([a-z][a-z\d+.-]*:\/\/[^/?]*)(?=\?|$)/i, '$1/')
}

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
