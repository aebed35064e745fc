import { toCheck, type Check } from '../check.ts'
import type { Hop } from './fetch.ts'

const MAX_SHOWN = 8

type Cookie = { readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly isPlain: boolean }

/** What the cookies of all answers on the way promise, and which of them browsers throw away. */
export function checkCookies(hops: readonly Pick<Hop, 'url' | 'headers'>[]): Check[] {
  const cookies = hops.flatMap(({ url, headers }) =>
    headers
      .filter(([name]) => name.toLowerCase() === 'set-cookie')
      .map(([, value]) => readCookie(value, url.startsWith('http:'))),
  )
  if (cookies.length === 0) return []
  const weak = cookies.filter(({ attributes }) => !attributes.has('secure') || !attributes.has('httponly'))
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

/** Why a browser keeps no such cookie (RFC 6265bis §5.7). */
function findRefusal({ name, attributes, isPlain }: Cookie): { en: string; zh: string } | undefined {
  const isSecure = attributes.has('secure')
  if (isSecure && isPlain) return { en: 'Secure, but set over http', zh: '经 http 设置却带 Secure' }
  if (!isSecure && attributes.get('samesite')?.toLowerCase() === 'none')
    return { en: 'SameSite=None without Secure', zh: 'SameSite=None 但缺少 Secure' }
  if (!isSecure && /^__(secure|host)-/i.test(name)) return { en: 'its prefix requires Secure', zh: '前缀要求 Secure' }
  if (/^__host-/i.test(name) && (attributes.has('domain') || attributes.get('path') !== '/'))
    return { en: '__Host- requires Path=/ and no Domain', zh: '__Host- 要求 Path=/ 且不带 Domain' }
  return undefined
}

/** The first of `name=value`, and the attributes behind; of one that comes twice the last counts. */
function readCookie(text: string, isPlain: boolean): Cookie {
  const [pair = '', ...rest] = text.split(';')
  const attributes = rest.map((part) => {
    const at = part.indexOf('=')
    const [key, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    return [key.trim().toLowerCase(), value.trim()] as const
  })
  return { name: pair.split('=')[0]!.trim().slice(0, 60), attributes: new Map(attributes), isPlain }
}

const list = (items: readonly string[]): string => [...new Set(items)].slice(0, MAX_SHOWN).join(', ')
