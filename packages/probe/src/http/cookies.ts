import { isIP } from 'node:net'
import { parse } from 'tldts'
import type { Text } from '@octet/core/text.ts'
import { toCheck, type Check } from '../check.ts'
import type { Hop } from './fetch.ts'

const MAX_SHOWN = 8
/** Name and value together; an attribute that is longer than the second does not count (RFC 6265bis §5.6). */
const MAX_BYTES = 4096
const MAX_ATTRIBUTE_BYTES = 1024

type Cookie = {
  readonly name: string
  readonly sizeBytes: number
  readonly attributes: ReadonlyMap<string, string>
  readonly isPlain: boolean
  /** The host that sets it. */
  readonly host: string
}

/** What the cookies of all answers on the way promise, and which of them browsers throw away. */
export function checkCookies(hops: readonly Pick<Hop, 'url' | 'headers'>[]): Check[] {
  const cookies = hops.flatMap(({ url, headers }) =>
    headers.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, value]) => readCookie(value, new URL(url))),
  )
  if (cookies.length === 0) return []
  const weak = cookies
    .filter((cookie) => !isRemoval(cookie))
    .filter(({ attributes }) => !attributes.has('secure') || !attributes.has('httponly'))
  return [
    ...toRefusedCheck(cookies),
    weak.length === 0
      ? toCheck('cookies', 'good', 'cookies are Secure and HttpOnly', 'Cookie 均为 Secure 与 HttpOnly')
      : toCheck(
          'cookies',
          'notice',
          `${weak.length} of ${cookies.length} cookies are not Secure and HttpOnly: ${list(weak.map(({ name }) => name))}`,
          `${cookies.length} 个 Cookie 中有 ${weak.length} 个缺少 Secure 或 HttpOnly：${list(weak.map(({ name }) => name))}`,
        ),
  ]
}

function toRefusedCheck(cookies: readonly Cookie[]): Check[] {
  const refused = cookies.flatMap((cookie) => {
    const reason = findRefusal(cookie)
    return reason ? [{ ...reason, name: cookie.name }] : []
  })
  if (refused.length === 0) return []
  return [
    toCheck(
      'cookies-refused',
      'bad',
      `browsers discard these cookies: ${list(refused.map(({ name, en }) => `${name} (${en})`))}`,
      `浏览器会丢弃这些 Cookie：${list(refused.map(({ name, zh }) => `${name}（${zh}）`))}`,
    ),
  ]
}

/** A cookie that ends one of the same name tells nothing. */
function isRemoval({ attributes }: Cookie): boolean {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0
  return Date.parse(attributes.get('expires') ?? '') <= Date.now()
}

/** Why a browser keeps no such cookie (RFC 6265bis §5.7). */
function findRefusal(cookie: Cookie): Text | undefined {
  const { name, sizeBytes, attributes, isPlain } = cookie
  const isSecure = attributes.has('secure')
  if (sizeBytes > MAX_BYTES) return { en: `longer than ${MAX_BYTES} bytes`, zh: `超过 ${MAX_BYTES} 字节` }
  if (isSecure && isPlain) return { en: 'Secure, but set over http', zh: '经 http 设置却带 Secure' }
  if (!isSecure && attributes.get('samesite')?.toLowerCase() === 'none')
    return { en: 'SameSite=None without Secure', zh: 'SameSite=None 但缺少 Secure' }
  if (!isSecure && /^__(secure|host)-/i.test(name)) return { en: 'its prefix requires Secure', zh: '前缀要求 Secure' }
  if (/^__host-/i.test(name) && (attributes.has('domain') || attributes.get('path') !== '/'))
    return { en: '__Host- requires Path=/ and no Domain', zh: '__Host- 要求 Path=/ 且不带 Domain' }
  if (/^__(host-)?http-/i.test(name) && !(isSecure && attributes.has('httponly')))
    return { en: 'its prefix requires Secure and HttpOnly', zh: '前缀要求 Secure 与 HttpOnly' }
  if (!isSecure && attributes.has('partitioned')) return { en: 'Partitioned without Secure', zh: 'Partitioned 但缺少 Secure' }
  return findForeignDomain(cookie)
}

/** A cookie is for the host that sets it or a domain above that, but not for one under which anybody registers names. */
function findForeignDomain({ attributes, host }: Cookie): Text | undefined {
  const domain = attributes.get('domain')?.toLowerCase().replace(/^\./, '') ?? ''
  if (domain === '' || domain === host) return undefined
  const shown = domain.slice(0, 60)
  if (isIP(host) !== 0 || !host.endsWith(`.${domain}`))
    return { en: `Domain=${shown} is neither ${host} nor above it`, zh: `Domain=${shown} 不是 ${host} 或其上级域名` }
  return parse(domain, { allowPrivateDomains: true }).domain === null
    ? { en: `Domain=${shown} is a public suffix`, zh: `Domain=${shown} 是公共后缀` }
    : undefined
}

/** The first of `name=value`, and the attributes behind; of one that comes twice the last counts. */
function readCookie(text: string, { protocol, hostname }: URL): Cookie {
  const [pair = '', ...rest] = text.split(';')
  const attributes = rest.map((part) => {
    const at = part.indexOf('=')
    const [key, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    return [key.trim().toLowerCase(), value.trim()] as const
  })
  const at = pair.indexOf('=')
  const [name, content] = [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()]
  return {
    name: (at < 0 ? content : name).slice(0, 60),
    sizeBytes: Buffer.byteLength(name) + Buffer.byteLength(content),
    attributes: new Map(attributes.filter(([, value]) => value.length <= MAX_ATTRIBUTE_BYTES)),
    isPlain: protocol === 'http:',
    host: hostname.replaceAll(/^\[|\]$/g, ''),
  }
}

const list = (items: readonly string[]): string => [...new Set(items)].slice(0, MAX_SHOWN).join(', ')
