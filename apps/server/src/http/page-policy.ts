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
/** Pages that show a visitor both of their addresses. */
const FAMILY_PAGES: ReadonlySet<string> = new Set(['/ip', '/networktest'])

/** What an operator has that pages connect to. */
export type OwnOrigins = {
  /** The zone for the DNS leak test. */
  readonly leakZone?: string | null
  /** Origins of this site under names of one family alone. */
  readonly families?: readonly string[]
}

/** The Content-Security-Policy of a page: that of the build, and what the page needs beyond it. */
export function toPagePolicy(csp: string, path: string, { leakZone = null, families = [] }: OwnOrigins = {}): string {
  if (EMBEDDED.test(path)) return csp.replace(/frame-ancestors .*$/, 'frame-ancestors *')
  const page = path.replace(/^\/zh(?=\/)/, '')
  const origins = [
    REACHED_ORIGINS[page] ?? [],
    leakZone !== null && page === LEAK_PAGE ? `https://*.${leakZone}` : [],
    FAMILY_PAGES.has(page) ? families : [],
  ].flat()
  return origins.length > 0 ? csp.replace("connect-src 'self'", `connect-src 'self' ${origins.join(' ')}`) : csp
}

function toOrigins(urls: readonly string[]): string {
  return [...new Set(urls.map((url) => new URL(url).origin))].join(' ')
}
