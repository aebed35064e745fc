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

/** Empty for what is no address with a host or a path. */
function toScheme(text: string): string {
  const url = URL.parse(text)
  return url && text.startsWith(`${url.protocol}//`) && url.host + url.pathname !== '' ? url.protocol : ''
}
