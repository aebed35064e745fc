import { STATUS_CODES } from 'node:http'
import type { HttpProbe, HttpReport } from '@octet/core/probe/http.ts'
import { toErrorMessage } from '@octet/core/errors.ts'
import { toCheck, type Check } from '../check.ts'
import { checkPolicy } from './content-policy.ts'
import type { Fetched, Fetcher, Hop } from './fetch.ts'
import { isRedirect } from './url.ts'

const HSTS_DAYS = 180
/** HEAD is not GET without a body: servers answer it otherwise. */
const CURL = { HEAD: '-sSIL', GET: '-sSL --compressed -D - -o /dev/null' } as const
/** What is compressed by its own format already. */
const PACKED = /^(image\/(?!svg)|audio\/|video\/|font\/|application\/(zip|gzip|pdf|octet-stream))/i

/** Looks at a page's answers, with every redirect on the way. */
export function createHttpProbe({ fetcher }: { fetcher: Fetcher }): HttpProbe {
  return {
    async report(text, { signal, timeoutMs, method, family } = {}) {
      const started = performance.now()
      const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
      const fetched = await fetcher.fetch(url, { signal, timeoutMs, method, family, keepsBroken: true })
      const { hops, url: finalUrl, status, body, isCut } = fetched
      return {
        hops: hops.map(toHop),
        url: finalUrl,
        status,
        totalMs: Math.round(performance.now() - started),
        sizeBytes: body.length,
        isCut,
        checks: toChecks(fetched),
        curl: `curl ${CURL[method ?? 'GET']} --max-redirs 3 '${url.replaceAll("'", '%27')}'`,
      }
    },
  }
}

function toHop({ url, status, address, headers, timing, tls }: Hop): HttpReport['hops'][number] {
  return {
    url,
    status,
    meaning: STATUS_CODES[status] ?? '',
    address,
    location: findHeader(headers, 'location') ?? null,
    headers: headers.map(([name, value]) => ({ name, value: value.slice(0, 4000) })),
    timing,
    tls,
  }
}

function findHeader(headers: Hop['headers'], name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1]
}

/** What the last answer's headers promise (OWASP Secure Headers, RFC 6797, RFC 9111). */
function toChecks({ hops, body, bodyProblem }: Fetched): Check[] {
  const last = hops.at(-1)!
  const header = (name: string) => findHeader(last.headers, name)
  const referrer = header('referrer-policy')
  const encoding = header('content-encoding')
  const sniffs = !/nosniff/i.test(header('x-content-type-options') ?? '')
  const ancestors = /frame-ancestors([^;]*)/i.exec(header('content-security-policy') ?? '')?.[1]
  // frame-ancestors stands above X-Frame-Options (CSP 3 §6.4.2), which has two values left
  const isFramed = ancestors
    ? /(^|\s)\*(\s|$)/.test(ancestors)
    : !/^\s*(deny|sameorigin)\s*$/i.test(header('x-frame-options') ?? '')
  const isPacked = body.length === 0 || PACKED.test(header('content-type') ?? '')
  return [
    checkTransport(last),
    checkHsts(header('strict-transport-security'), last),
    checkPolicy(header('content-security-policy')),
    sniffs
      ? toCheck('nosniff', 'notice', 'no X-Content-Type-Options: nosniff', '缺少 X-Content-Type-Options: nosniff')
      : toCheck('nosniff', 'good', 'content types are not guessed', '已禁止猜测内容类型'),
    isFramed
      ? toCheck('frame', 'notice', 'any site may frame the page', '任何网站均可嵌入此页')
      : toCheck('frame', 'good', 'other sites cannot frame the page', '其他网站无法嵌入此页'),
    referrer
      ? toCheck('referrer', 'good', `Referrer-Policy: ${referrer}`, `Referrer-Policy：${referrer}`)
      : toCheck('referrer', 'notice', 'no Referrer-Policy', '缺少 Referrer-Policy'),
    checkVersions(header),
    ...(bodyProblem
      ? [toCheck('body', 'bad', toErrorMessage(bodyProblem, 'en'), toErrorMessage(bodyProblem, 'zh'))]
      : encoding
        ? [toCheck('compression', 'good', `compressed with ${encoding}`, `已用 ${encoding} 压缩`)]
        : isPacked
          ? []
          : [toCheck('compression', 'notice', 'not compressed', '未压缩')]),
    ...checkCookies(last.headers),
    ...checkHttp3(header('alt-svc')),
    ...checkDowngrade(hops),
    ...checkEnd(hops),
  ]
}

function checkTransport({ url, tls }: Hop): Check {
  if (!url.startsWith('https:')) return toCheck('https', 'bad', 'the page comes without TLS', '页面未使用 TLS')
  if (tls?.isTrusted) return toCheck('https', 'good', 'HTTPS with a trusted certificate', 'HTTPS，证书可信')
  return toCheck(
    'https',
    'bad',
    `HTTPS, but the certificate is not trusted: ${tls?.problem}`,
    `HTTPS，但证书不可信：${tls?.problem}`,
  )
}

function checkHsts(value: string | undefined, { url, tls }: Hop): Check {
  if (value && (!url.startsWith('https:') || !tls?.isTrusted))
    return toCheck(
      'hsts',
      'notice',
      'Strict-Transport-Security counts only over HTTPS with a trusted certificate; browsers ignore it here',
      'Strict-Transport-Security 仅在证书可信的 HTTPS 上生效，浏览器会忽略此处的声明',
    )
  if (!value) return toCheck('hsts', 'notice', 'no Strict-Transport-Security', '缺少 Strict-Transport-Security')
  const seconds = Number(/max-age\s*=\s*"?(\d+)/i.exec(value)?.[1] ?? 0)
  const days = Math.floor(seconds / 86_400)
  return toCheck('hsts', days >= HSTS_DAYS ? 'good' : 'notice', `HSTS for ${days} days`, `HSTS 有效 ${days} 天`)
}

function checkVersions(header: (name: string) => string | undefined): Check {
  const telling = ['server', 'x-powered-by', 'x-aspnet-version'].filter((name) => /\d/.test(header(name) ?? ''))
  if (telling.length === 0) return toCheck('versions', 'good', 'no software versions in the headers', '响应头未泄露软件版本')
  return toCheck(
    'versions',
    'notice',
    `software versions are told in ${telling.join(', ')}`,
    `响应头泄露软件版本：${telling.join('、')}`,
  )
}

function checkCookies(headers: Hop['headers']): Check[] {
  const cookies = headers.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, value]) => value)
  if (cookies.length === 0) return []
  const weak = cookies.filter((value) => !/;\s*secure/i.test(value) || !/;\s*httponly/i.test(value)).length
  if (weak === 0) return [toCheck('cookies', 'good', 'cookies are Secure and HttpOnly', 'Cookie 均为 Secure 与 HttpOnly')]
  return [
    toCheck(
      'cookies',
      'notice',
      `${weak} of ${cookies.length} cookies are not Secure and HttpOnly`,
      `${cookies.length} 个 Cookie 中有 ${weak} 个缺少 Secure 或 HttpOnly`,
    ),
  ]
}

/** What a browser changes to after the first answer (RFC 7838, RFC 9114 §3.1.1). */
function checkHttp3(offers: string | undefined): Check[] {
  return /(^|,)\s*h3=/.test(offers ?? '')
    ? [toCheck('http3', 'good', 'HTTP/3 is offered (Alt-Svc)', '支持 HTTP/3（Alt-Svc）')]
    : []
}

function checkDowngrade(hops: readonly Hop[]): Check[] {
  const isDowngraded = hops.some(({ url }, index) => url.startsWith('http:') && hops[index - 1]?.url.startsWith('https:'))
  return isDowngraded
    ? [toCheck('downgrade', 'bad', 'a redirect leads from https back to http', '跳转链中由 https 退回 http')]
    : []
}

/** Redirects that were not followed to their end. */
function checkEnd(hops: readonly Hop[]): Check[] {
  const last = hops.at(-1)!
  const location = findHeader(last.headers, 'location')
  if (location === undefined || !isRedirect(last.status)) return []
  const next = URL.parse(location, last.url)?.href
  return hops.some(({ url }) => url === next)
    ? [toCheck('redirects', 'bad', 'the redirects go round in a circle', '重定向形成循环')]
    : [
        toCheck(
          'redirects',
          'notice',
          `after ${hops.length - 1} redirects there is another; it was not followed`,
          `跳转 ${hops.length - 1} 次后仍要跳转，未再跟随`,
        ),
      ]
}
