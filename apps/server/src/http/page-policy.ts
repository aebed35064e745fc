import { SITES } from '@octet/tools/ip/network-test/sites.ts'
import { PUBLIC_RESOLVERS } from '@octet/tools/ip/public-dns/resolvers.ts'

/** Pages that other sites may show in a frame. */
const EMBEDDED = /^(\/zh)?\/embed\/[\w-]+$/
/** Pages that ask, on a click, what the visitor's browser can reach; they may connect to those. */
const REACHED_ORIGINS: Readonly<Record<string, string>> = {
  '/networktest': toOrigins(SITES.map(({ url }) => url)),
  '/publicdns': toOrigins(PUBLIC_RESOLVERS.flatMap(({ doh }) => (doh ? [doh] : []))),
}
/** The page whose visitors ask for names of the operator's own zone. */
const LEAK_PAGE = '/networktest'

/**
 * The Content-Security-Policy of a page: that of the build, and what the page needs beyond it. `leakZone`: the operator's zone
 * for the DNS leak test.
 */
export function toPagePolicy(csp: string, path: string, leakZone: string | null = null): string {
  if (EMBEDDED.test(path)) return csp.replace(/frame-ancestors .*$/, 'frame-ancestors *')
  const page = path.replace(/^\/zh(?=\/)/, '')
  const reached = REACHED_ORIGINS[page]
  const origins = reached && leakZone !== null && page === LEAK_PAGE ? `${reached} https://*.${leakZone}` : reached
  return origins ? csp.replace("connect-src 'self'", `connect-src 'self' ${origins}`) : csp
}

function toOrigins(urls: readonly string[]): string {
  return [...new Set(urls.map((url) => new URL(url).origin))].join(' ')
}
