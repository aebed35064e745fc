import * as z from 'zod'
import { isAppError } from '@octet/core/errors.ts'
import { contains, parseCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import type { WhoisObject } from '@octet/core/probe/whois.ts'
import type { RdapOptions } from './rdap.ts'
import { WHOIS_LIMITS } from './limits.ts'

const BOOTSTRAP_URL = 'https://data.iana.org/rdap/'
const LIFETIME_MS = 86_400_000
/** A file that could not be had is asked for again after so long. */
const RETRY_MS = 60_000
const FILES = { domain: 'dns.json', ip4: 'ipv4.json', ip6: 'ipv6.json', asn: 'asn.json' } as const
/** Where to ask while the bootstrap files cannot be had. ARIN sends on what is another registry's. */
const SEEDS: Readonly<Record<string, string>> = {
  com: 'https://rdap.verisign.com/com/v1/',
  net: 'https://rdap.verisign.com/net/v1/',
  org: 'https://rdap.publicinterestregistry.org/rdap/',
  app: 'https://pubapi.registry.google/rdap/',
  dev: 'https://pubapi.registry.google/rdap/',
  page: 'https://pubapi.registry.google/rdap/',
}
/** IANA registers top-level domains; the servers of its bootstrap files know what is registered below them. */
const ROOT_URL = 'https://rdap.iana.org/'
const NUMBERS_SEED = 'https://rdap.arin.net/registry/'

const bootstrapSchema = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])) })
type Services = z.infer<typeof bootstrapSchema>['services']
type Entry = { readonly services: Promise<Services | undefined>; until: number }

/** Finds the RDAP server of an object from IANA's bootstrap files (RFC 9224), kept for a day. */
export class RdapBootstrap {
  readonly #files = new Map<string, Entry>()

  /** Base URL, ending in a slash; undefined when no server is registered for the object. */
  async find(object: WhoisObject, options: RdapOptions): Promise<string | undefined> {
    if (object.kind === 'domain' && !object.name.includes('.')) return ROOT_URL
    const kind = object.kind === 'ip' ? (object.name.includes(':') ? 'ip6' : 'ip4') : object.kind
    const services = await this.#load(FILES[kind], options)
    if (!services) return findSeed(object)
    const best = services
      .map(([keys, urls]) => ({ urls, width: Math.max(...keys.map((key) => matchKey(key, object))) }))
      .reduce((a, b) => (b.width > a.width ? b : a), { urls: [] as string[], width: -1 })
    const url = best.width < 0 ? undefined : (best.urls.find((one) => one.startsWith('https:')) ?? best.urls[0])
    return url && (url.endsWith('/') ? url : `${url}/`)
  }

  /** Those who ask at once share one fetch; after one that fails the last good file counts, or the seeds. */
  #load(file: string, options: RdapOptions): Promise<Services | undefined> {
    const known = this.#files.get(file)
    if (known && known.until > Date.now()) return known.services
    const entry: Entry = {
      until: Date.now() + LIFETIME_MS,
      services: fetchServices(file, options).catch(() => {
        entry.until = Date.now() + RETRY_MS
        return known?.services
      }),
    }
    this.#files.set(file, entry)
    return entry.services
  }
}

async function fetchServices(
  file: string,
  { fetcher, bootstrapUrl = BOOTSTRAP_URL, timeoutMs = WHOIS_LIMITS.fileMs }: RdapOptions,
): Promise<Services> {
  const { body } = await fetcher.fetch(bootstrapUrl + file, { verifiesTls: true, timeoutMs })
  return bootstrapSchema.parse(JSON.parse(Buffer.from(body).toString())).services
}

/** How closely a key of a bootstrap file fits; −1 when it does not. */
function matchKey(key: string, { kind, name }: WhoisObject): number {
  if (kind === 'domain') return name === key || name.endsWith(`.${key}`) ? key.length : -1
  if (kind === 'asn') {
    const [first = 0, last = first] = key.split('-').map(Number)
    return Number(name) >= first && Number(name) <= last ? 1 : -1
  }
  const outer = findNetwork(key)
  return outer && contains(outer, parseCidr(name).network) ? outer.prefix : -1
}

/** One odd key does not hide the others. */
function findNetwork(key: string): Cidr | undefined {
  try {
    return parseCidr(key).network
  } catch (error) {
    if (!isAppError(error)) throw error
    return undefined
  }
}

function findSeed({ kind, name }: WhoisObject): string | undefined {
  if (kind !== 'domain') return NUMBERS_SEED
  const topLevel = name.slice(name.lastIndexOf('.') + 1)
  return Object.hasOwn(SEEDS, topLevel) ? SEEDS[topLevel] : undefined
}
