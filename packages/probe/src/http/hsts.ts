import { countOf } from '@octet/core/counted.ts'
import { isAppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { parse } from 'tldts'
import { toCheck, type Check } from '../check.ts'
import type { Fetcher, FetchOptions, Hop } from './fetch.ts'
import { parseHsts } from './parse-hsts.ts'

const HSTS_DAYS = 180

/** What a Strict-Transport-Security header promises (RFC 6797 §6.1); it counts only where the certificate is trusted (§8.1). */
export function checkHsts(value: string | undefined, { url, tls }: Hop): Check {
  if (value && (!url.startsWith('https:') || !tls?.isTrusted))
    return toCheck(
      'hsts',
      'notice',
      'Strict-Transport-Security counts only over HTTPS with a trusted certificate; browsers ignore it here',
      'Strict-Transport-Security 仅在证书可信的 HTTPS 上生效，浏览器会忽略此处的声明',
    )
  if (!value) return toCheck('hsts', 'notice', 'no Strict-Transport-Security', '缺少 Strict-Transport-Security')
  const said = parseHsts(value)
  if ('fault' in said)
    return toCheck(
      'hsts',
      'notice',
      `browsers ignore Strict-Transport-Security, as ${said.fault.en}`,
      `浏览器会忽略 Strict-Transport-Security：${said.fault.zh}`,
    )
  const { maxAgeSeconds, hasSubdomains } = said
  const days = Math.floor(maxAgeSeconds / 86_400)
  if (maxAgeSeconds === 0) return toCheck('hsts', 'notice', 'HSTS is switched off (max-age=0)', 'HSTS 已关闭（max-age=0）')
  return toCheck(
    'hsts',
    days >= HSTS_DAYS ? 'good' : 'notice',
    `HSTS for ${countOf(days, 'day')}${hasSubdomains ? ', with subdomains' : ''}`,
    `HSTS 有效 ${days} 天${hasSubdomains ? '，含子域名' : ''}`,
  )
}

const PRELOAD_SECONDS = 31_536_000

/**
 * Whether a site that asks to stand in the lists that browsers bring along (`preload`) may: what hstspreload.org demands. Nothing
 * of one that does not ask.
 */
export function checkPreload(value: string | undefined, hops: readonly Hop[]): Check[] {
  const last = hops.at(-1)!
  const said = value && last.tls?.isTrusted ? parseHsts(value) : undefined
  if (!said || 'fault' in said || !said.isPreload) return []
  const { hostname } = new URL(last.url)
  const isElsewhere = hops.some(({ url }, index) => {
    const next = hops[index + 1]
    return url.startsWith('http:') && next !== undefined && toSecure(url) !== toSecure(next.url)
  })
  const missing: Text[] = [
    ...(said.maxAgeSeconds < PRELOAD_SECONDS
      ? [{ en: 'a max-age of a year (31536000)', zh: 'max-age 不足一年（31536000）' }]
      : []),
    ...(said.hasSubdomains ? [] : [{ en: 'includeSubDomains', zh: '缺少 includeSubDomains' }]),
    ...(parse(hostname, { allowPrivateDomains: true }).domain === hostname
      ? []
      : [{ en: 'the header on the registered domain itself, which alone can be listed', zh: '只有注册域名本身可以加入' }]),
    ...(isElsewhere
      ? [{ en: 'a redirect from http to https on the same host first', zh: 'http 应先跳转到同一主机的 https' }]
      : []),
  ]
  if (missing.length === 0)
    return [toCheck('preload', 'good', 'meets the requirements of the HSTS preload list', '符合 HSTS 预加载列表的要求')]
  return [
    toCheck(
      'preload',
      'notice',
      `asks to be preloaded, but does not qualify: it lacks ${missing.map(({ en }) => en).join('; ')}`,
      `声明了 preload，但不符合预加载列表的要求：${missing.map(({ zh }) => zh).join('；')}`,
    ),
  ]
}

/** The host of an address as HTTPS, by which a redirect to HTTPS is told from one to another host. */
const toSecure = (url: string): string => `https://${new URL(url).hostname}`

/** What a web server promises of HTTPS. Undefined where no page can be had: the fetcher goes to the ports of HTTPS only. */
export async function readHsts(
  fetcher: Fetcher,
  { host, port }: { host: string; port: number },
  limits: Pick<FetchOptions, 'signal' | 'family' | 'connectTo'> & { readonly timeoutMs: number },
): Promise<Check | undefined> {
  const url = `https://${host.includes(':') ? `[${host}]` : host}:${port}/`
  const options = { ...limits, method: 'HEAD', maxRedirects: 0 } as const
  try {
    const fetched = await fetcher.fetch(url, options)
    return checkHsts(fetcher.header(fetched, 'strict-transport-security'), fetched.hops[0]!)
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return undefined
  }
}
