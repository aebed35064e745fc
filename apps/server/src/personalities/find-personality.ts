import type { IncomingMessage } from 'node:http'
import { findAddress } from '@octet/core/ip/address.ts'
import { parseCidr } from '@octet/core/ip/cidr.ts'
import type { PersonalityId } from './personality-id.ts'

/** Under this the routes of personalities lie; requests are led there by host, path or credentials. */
export const PREFIX = '/_as'

/** Beginnings of paths that belong to one service. A path of 16 KB is read in one pass: what must be in a part is looked for before the part is. */
const PATHS: readonly (readonly [method: string, pattern: RegExp, id: PersonalityId])[] = [
  ['GET', /^\/(geoip|app)\//, 'geoip'],
  ['GET', /^\/(lite|plus|max|resproxy)\/[^/]+/, 'ipinfo'],
  // Tools of the group «lookup» have their pages there too; none of them is called like an address.
  ['GET', /^\/lookup\/(me|(?=[\da-f]*[.:%])[\da-f.:%]+)(\/\w+)?$/i, 'ipinfo'],
  ['GET', /^\/data\/[^/]+/, 'ipinfo'],
  ['GET', /^\/(domains|ranges)\/[^/]+/, 'ipinfo'],
  ['GET', /^\/me$/, 'ipinfo'],
  ['POST', /^\/(batch|map|summarize|tools\/map|tools\/summarize-ips)$/, 'ipinfo'],
  ['POST', /^\/bulk$/, 'ipdata'],
  // No page of ours below these has a dot or a colon in its name.
  ['GET', /^\/(json|line|csv)\/(?=[^/]*(?:[.:]|%3a))[^/]*$/i, 'ip-api'],
  ['POST', /^\/user_agent$/, 'ipregistry'],
  ['GET', /^\/(v[23]\/)?ipgeo$/, 'ipgeolocation'],
  ['POST', /^\/(v[23]\/)?ipgeo-bulk$/, 'ipgeolocation'],
  ['GET', /^\/v2\/[^/]+\/(self|(?=[^/]*[.:,%])[^/]*)$/, 'dbip'],
]

export type Request = Pick<IncomingMessage, 'url' | 'method' | 'headers'>

/**
 * Which service a request takes us for: by the host that the operator has mapped, else by a path that only one has, else
 * by the way it brings its key. Undefined for our own pages and calls.
 */
export function findPersonality(
  { url = '/', method: sent = 'GET', headers }: Request,
  hosts: ReadonlyMap<string, PersonalityId>,
): PersonalityId | undefined {
  const host = headers.host?.toLowerCase().replace(/:\d+$/, '')
  const mapped = host === undefined ? undefined : hosts.get(host)
  if (mapped !== undefined) return mapped
  // A browser that asks before it sends a key is answered for the call that it means (Fetch, CORS preflight).
  const meant = sent === 'OPTIONS' ? (headers['access-control-request-method'] ?? sent) : sent
  const method = meant === 'HEAD' ? 'GET' : meant
  const cut = url.indexOf('?')
  const path = cut < 0 ? url : url.slice(0, cut)
  const query = cut < 0 ? '' : url.slice(cut)
  // Both have lists there: ipinfo has its key as a token, and no fields for all of them.
  if (path === '/batch' && method === 'POST' && /[?&](fields|key)=/.test(query)) return 'ip-api'
  const found = PATHS.find(([asked, pattern]) => asked === method && pattern.test(path))
  return found ? found[2] : findByCredentials({ path, method, headers, query })
}

/** What ipinfo tells of the caller without an address in the path. */
const OWN_FIELD = /^\/(json|geo|hostname|city|region|country|loc|org|postal|timezone|asn|company|carrier|abuse)$/
/** Meant as an address, right or wrong, so that a wrong one is refused in the words of the service. */
const MEANT_ADDRESS = /^(\d+(\.\d*)+|[\da-f.%]*:[\da-f:.%]*)$/i

/** Browsers get pages; programs get the service whose key they bring, and ipinfo's form without one. */
function findByCredentials(request: {
  path: string
  method: string
  headers: IncomingMessage['headers']
  query: string
}): PersonalityId | undefined {
  const { path, method, headers, query } = request
  const [, subject = '', rest = ''] = /^\/([^/]*)(\/[\w.]+)?$/.exec(path) ?? []
  const isRoot = path === '/'
  const isBrowser = headers.accept?.includes('text/html') ?? false
  const has = (name: string) => new RegExp(`[?&]${name}=`).test(query)
  const hasToken = has('token') || /^(Bearer|Basic)\s/i.test(headers.authorization ?? '')
  if (method === 'GET' && !isBrowser && /^\/(json|line|csv)\/[^/]*$/.test(path)) return 'ip-api'
  if (method === 'GET' && !isBrowser && (OWN_FIELD.test(path) || (hasToken && path === '/privacy'))) return 'ipinfo'
  const isSubject = isAddress(subject) || /^AS\d{0,10}$/i.test(subject) || MEANT_ADDRESS.test(subject)
  if ((!isRoot && !isSubject) || (method !== 'GET' && !(isRoot && method === 'POST'))) return undefined
  if (hasApiKey(headers)) return 'ipregistry'
  if (isRoot && method === 'POST') return has('key') ? 'ipregistry' : undefined
  if (has('api-key')) return 'ipdata'
  if (isRoot && has('key') && (has('ip') || has('format'))) return 'ip2location'
  if (isBrowser) return undefined
  if (isRoot && has('ip')) return 'ip2location'
  if (isRoot) return hasToken || headers.accept?.includes('application/json') ? 'ipinfo' : undefined
  return has('key') && rest === '' ? 'ipregistry' : 'ipinfo'
}

/** Brought by clients of ipregistry, also where the key is empty, as one from a setting that is not there. */
const hasApiKey = ({ authorization = '' }: IncomingMessage['headers']): boolean => /^ApiKey(\s|$)/i.test(authorization)

/**
 * Whose words a program that brings a key reads, when it has asked for what is neither an address nor a page of ours, such as
 * `/undefined`: a page would say nothing to it.
 */
export function findRefuser({ url = '/', method = 'GET', headers }: Request): PersonalityId | undefined {
  const [path = '', query = ''] = url.split('?')
  if (method !== 'GET' || headers.accept?.includes('text/html') || !/^\/[^/]+$/.test(path)) return undefined
  const has = (name: string) => new RegExp(`(^|&)${name}=`).test(query)
  if (hasApiKey(headers) || has('key')) return 'ipregistry'
  if (has('api-key')) return 'ipdata'
  return has('token') || /^(Bearer|Basic)\s/i.test(headers.authorization ?? '') ? 'ipinfo' : undefined
}

/** Where a browser that asks for `/8.8.8.8`, `/8.8.8.0/24`, `/AS15169`, or one of them below `/ip/` or `/zh/`, is sent: the page about it; undefined for other requests. */
export function findSubjectPage({ url = '/', method = 'GET', headers }: Request): string | undefined {
  const [, lang = '', subject, prefix] = /^(\/zh(?=\/))?(?:\/ip(?=\/))?\/([^/?]+)(\/\d{1,3})?$/.exec(url) ?? []
  if (subject === undefined || method !== 'GET' || !headers.accept?.includes('text/html')) return undefined
  const page = findPageOf(subject, prefix)
  return page && lang + page
}

function findPageOf(subject: string, prefix: string | undefined): string | undefined {
  if (prefix !== undefined) {
    const network = `${subject}${prefix}`
    return isNetwork(network) ? `/ip/routing?target=${encodeURIComponent(network)}` : undefined
  }
  if (isAddress(subject)) return `/ipdizhi?ip=${encodeURIComponent(decodeURIComponent(subject))}`
  const asn = /^AS(\d{1,10})$/i.exec(subject)?.[1]
  return asn && `/asn/${asn}`
}

function isNetwork(text: string): boolean {
  try {
    parseCidr(text)
    return true
  } catch {
    return false
  }
}

function isAddress(text: string): boolean {
  try {
    return findAddress(decodeURIComponent(text)) !== undefined
  } catch {
    return false
  }
}
