import * as z from 'zod'

type ServiceUrl = {
  /** With the colon, such as `redis:`. */
  readonly schemes: readonly string[]
  readonly example: string
  /** Whether the path of a socket will do. */
  readonly hasSocket?: boolean
}

/**
 * An address of a service that may hold a password: what cannot be read stops the start here, unseen, and never within a
 * library, which would show it whole or look for another host for ever.
 */
export function serviceUrl({ schemes, example, hasSocket = false }: ServiceUrl) {
  const error = `expected an address such as ${example}, other letters than a–z and digits in the password percent-encoded`
  return z.string().refine((text) => (hasSocket && text.startsWith('/')) || schemes.includes(toScheme(text)), { error })
}

/** Empty for what is no address with a host or a path, and for one torn apart by its password. */
function toScheme(text: string): string {
  const url = URL.parse(text)
  if (!url || !text.startsWith(`${url.protocol}//`) || url.host + url.pathname === '') return ''
  return isTorn(url) ? '' : url.protocol
}

/**
 * Whether the host stands behind what should be it: a slash, `?` or `#` in the password ends the host for who reads it (RFC
 * 3986 §3.2), and a part of the password would be looked up as a name.
 */
function isTorn({ pathname, search, hash }: URL): boolean {
  return (pathname + hash).includes('@') || (pathname === '' && search.includes('@'))
}
