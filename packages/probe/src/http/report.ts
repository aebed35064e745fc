import type { HttpProbe, HttpReport } from '@octet/core/probe/http.ts'
import { toErrorMessage, toFailureWords, type AppError } from '@octet/core/errors.ts'
import { http } from '@octet/core/node-http.ts'
import { toCheck, type Check } from '../check.ts'
import { checkPolicies, findPagePolicies } from './content-policy.ts'
import { checkCookies } from './cookies.ts'
import { checkFamilies } from './check-families.ts'
import type { Guard } from '../guard/guard.ts'
import { findCertificateProblem } from '../tls/problems.ts'
import { MAX_REDIRECTS, type Fetched, type Fetcher, type Hop } from './fetch.ts'
import { isFramedByAnybody } from './frame.ts'
import { gradeHeaders } from './grade.ts'
import { checkHsts, checkPreload } from './hsts.ts'
import { checkFeatures } from './permissions-policy.ts'
import { checkHttp2 } from './offers-http2.ts'
import { isRedirect, toUrlText } from './url.ts'

const TOTAL_MS = 9000
/** Values of Referrer-Policy, and those that tell every site the whole address. */
const REFERRERS = /^(no-referrer(-when-downgrade)?|(strict-)?origin(-when-cross-origin)?|same-origin|unsafe-url)$/
const TELLING_REFERRERS = /^(unsafe-url|no-referrer-when-downgrade)$/
/** Content codings that browsers read (RFC 9110 §8.4.1, RFC 8878, RFC 9842). */
const CODINGS = /^(gzip|x-gzip|deflate|br|zstd|dcb|dcz)(\s*,\s*(gzip|x-gzip|deflate|br|zstd))*$/i
/** HEAD is not GET without a body: servers answer it otherwise. */
const CURL = { HEAD: '-sSIL', GET: '-sSL --compressed -D - -o /dev/null' } as const
/** A version, which the digit of a name such as “AmazonS3” is not. */
const VERSION = /\/v?\d+\b|\d\.\d/i
/** What is compressed by its own format already. */
const PACKED = /^(image\/(?!svg)|audio\/|video\/|font\/|application\/(zip|gzip|pdf|octet-stream))/i

/** Looks at a page's answers, with every redirect on the way. */
/** Of what stands in these curl makes several addresses. */
const GLOB = /[{}[\]]/

export function createHttpProbe({ fetcher, guard }: { fetcher: Fetcher; guard: Guard }): HttpProbe {
  return {
    async report(text, { signal, timeoutMs = TOTAL_MS, method, family, connectTo, keepsWhatCame, asksMore = false } = {}) {
      const started = performance.now()
      const url = toUrlText(text)
      const fetched = await fetcher.fetch(url, { signal, timeoutMs, method, family, connectTo, keepsWhatCame, keepsBroken: true })
      const { hops, url: finalUrl, status, body, isCut } = fetched
      const totalMs = Math.round(performance.now() - started)
      const left = timeoutMs - totalMs
      const checks = toChecks(fetched)
      const limits = { signal, timeoutMs: left }
      const last = hops.at(-1)!
      const [http2, families] =
        asksMore && left > 0
          ? await Promise.all([checkHttp2(last, guard, limits), family || connectTo ? [] : checkFamilies(last, guard, limits)])
          : [[], []]
      return {
        hops: hops.map(toHop),
        url: finalUrl,
        status,
        totalMs,
        sizeBytes: body.length,
        isCut,
        grade: gradeHeaders(checks),
        checks: [...checks, ...http2, ...families],
        curl: `curl ${CURL[method ?? 'GET']} --max-redirs ${MAX_REDIRECTS} ${toDirection(url, connectTo)}${GLOB.test(url) ? '--globoff ' : ''}'${url.replaceAll("'", '%27')}'`,
      }
    },
  }
}

/** How curl is told to ask an address for a host; `''` where it asks what DNS says. */
function toDirection(url: string, connectTo: string | undefined): string {
  if (!connectTo) return ''
  const { hostname } = new URL(url)
  return `--connect-to '${hostname}::${connectTo.includes(':') ? `[${connectTo}]` : connectTo}:' `
}

function toHop({ url, status, address, headers, timing, tls }: Hop): HttpReport['hops'][number] {
  return {
    url,
    status,
    meaning: http.STATUS_CODES[status] ?? '',
    address,
    location: findHeader(headers, 'location') ?? null,
    headers: headers.map(([name, value]) => ({ name, value: value.slice(0, 4000) })),
    timing,
    tls,
  }
}

function findHeaders(headers: Hop['headers'], name: string): string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value)
}

function findHeader(headers: Hop['headers'], name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1]
}

/** What the last answer's headers promise (OWASP Secure Headers, RFC 6797, RFC 9111). */
function toChecks({ hops, body, bodyProblem, bodyFlaw, isUnended, stopped }: Fetched): Check[] {
  const last = hops.at(-1)!
  const header = (name: string) => findHeader(last.headers, name)
  const all = (name: string) => findHeaders(last.headers, name)
  const encoding = all('content-encoding').join(', ')
  const policies = all('content-security-policy').flatMap((value) => value.split(','))
  // the first of the values counts (Fetch §3.6)
  const sniffs = !/^\s*nosniff\s*(,|$)/i.test(header('x-content-type-options') ?? '')
  const isFramed = isFramedByAnybody(policies, all('x-frame-options'))
  const isPage = /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(header('content-type') ?? '')
  const isPacked = body.length === 0 || PACKED.test(header('content-type') ?? '')
  return [
    checkTransport(last),
    checkHsts(header('strict-transport-security'), last),
    ...checkPreload(header('strict-transport-security'), hops),
    checkPolicies([...policies, ...(isPage ? findPagePolicies(body) : [])]),
    sniffs
      ? toCheck('nosniff', 'notice', 'no X-Content-Type-Options: nosniff', '缺少 X-Content-Type-Options: nosniff')
      : toCheck('nosniff', 'good', 'content types are not guessed', '已禁止猜测内容类型'),
    isFramed
      ? toCheck('frame', 'notice', 'any site may frame the page', '任何网站均可嵌入此页')
      : toCheck('frame', 'good', 'other sites cannot frame the page', '其他网站无法嵌入此页'),
    checkReferrer(all('referrer-policy')),
    checkFeatures(all('permissions-policy')),
    checkVersions(header),
    ...(isUnended
      ? [checkUnended(last)]
      : bodyProblem
        ? [toCheck('body', 'bad', toErrorMessage(bodyProblem, 'en'), toErrorMessage(bodyProblem, 'zh'))]
        : [
            ...(bodyFlaw ? [toCheck('body', bodyFlaw.verdict, bodyFlaw.en, bodyFlaw.zh)] : []),
            ...checkCoding(encoding, isPacked),
          ]),
    ...checkFormat(hops),
    ...checkHeadSize(last),
    ...checkCookies(hops),
    ...checkHttp3(header('alt-svc')),
    ...checkDowngrade(hops),
    ...checkLocations(hops),
    ...(stopped ? [checkStop(last, stopped)] : checkEnd(hops)),
  ]
}

function checkTransport({ url, tls }: Hop): Check {
  if (!url.startsWith('https:')) return toCheck('https', 'bad', 'the page is served without TLS', '页面未使用 TLS')
  if (tls?.isTrusted) return toCheck('https', 'good', 'HTTPS with a trusted certificate', 'HTTPS，证书可信')
  const problem = tls?.problem ?? ''
  const { en, zh } = findCertificateProblem(problem) ?? { en: problem, zh: problem }
  return toCheck('https', 'bad', `HTTPS, but the certificate is not trusted: ${en}`, `HTTPS，但证书不可信：${zh}`)
}

/** Of several values the last that is understood counts (Referrer Policy §8.1). */
function checkReferrer(values: readonly string[]): Check {
  if (values.length === 0) return toCheck('referrer', 'notice', 'no Referrer-Policy', '缺少 Referrer-Policy')
  const written = values.join(', ')
  const policy = written
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .findLast((one) => REFERRERS.test(one))
  if (!policy)
    return toCheck(
      'referrer',
      'notice',
      `Referrer-Policy that browsers do not know: ${written}`,
      `浏览器不认识的 Referrer-Policy：${written}`,
    )
  if (TELLING_REFERRERS.test(policy))
    return toCheck(
      'referrer',
      'notice',
      `Referrer-Policy ${policy}: other sites get the full URL`,
      `Referrer-Policy ${policy}：会向其他网站透露完整地址`,
    )
  return toCheck('referrer', 'good', `Referrer-Policy: ${policy}`, `Referrer-Policy：${policy}`)
}

function checkCoding(written: string | undefined, isPacked: boolean): Check[] {
  const coding = written?.trim()
  if (coding && CODINGS.test(coding)) return [toCheck('compression', 'good', `compressed with ${coding}`, `已用 ${coding} 压缩`)]
  if (coding && coding.toLowerCase() !== 'identity')
    return [
      toCheck(
        'compression',
        'notice',
        `Content-Encoding that browsers do not know: ${coding}`,
        `浏览器不认识的 Content-Encoding：${coding}`,
      ),
    ]
  return isPacked ? [] : [toCheck('compression', 'notice', 'not compressed', '未压缩')]
}

/** What a server wrote that HTTP does not allow. Browsers and we put up with it; not everybody does. */
function checkFormat(hops: readonly Hop[]): Check[] {
  const flaws = [...new Map(hops.flatMap((hop) => hop.flaws).map((flaw) => [flaw.en, flaw])).values()]
  if (flaws.length === 0) return []
  return [
    toCheck(
      'format',
      flaws.some(({ verdict }) => verdict === 'bad') ? 'bad' : 'notice',
      `malformed HTTP, for which strict proxies and clients refuse the answer: ${flaws.map(({ en }) => en).join('; ')}`,
      `HTTP 格式不规范，严格的代理与客户端会拒绝该应答：${flaws.map(({ zh }) => zh).join('；')}`,
    ),
  ]
}

/** As much as an ordinary proxy takes at most: nginx 4 or 8 KB, HAProxy and Node.js 16 KB. */
const MAX_HEAD_BYTES = 8192

function checkHeadSize({ headers }: Hop): Check[] {
  const size = headers.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value) + 4, 0)
  if (size <= MAX_HEAD_BYTES) return []
  return [
    toCheck(
      'head-size',
      'notice',
      `headers of ${size} bytes: many proxies refuse more than 4, 8 or 16 KB (502 Bad Gateway)`,
      `响应头共 ${size} 字节：许多代理最多接受 4、8 或 16 KB，超出会返回 502`,
    ),
  ]
}

function checkVersions(header: (name: string) => string | undefined): Check {
  const telling = ['server', 'x-powered-by', 'x-aspnet-version'].filter((name) => VERSION.test(header(name) ?? ''))
  if (telling.length === 0) return toCheck('versions', 'good', 'no software versions in the headers', '响应头未泄露软件版本')
  return toCheck(
    'versions',
    'notice',
    `software versions are disclosed in ${telling.join(', ')}`,
    `响应头泄露软件版本：${telling.join('、')}`,
  )
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

/** A stream of events or a broadcast has no end; a page should. */
function checkUnended({ timing }: Hop): Check {
  const ms = Math.round(timing.endMs ?? 0)
  return toCheck('body', 'notice', `the body had not ended after ${ms} ms`, `${ms} 毫秒后内容仍未传完`)
}

function checkStop({ headers }: Hop, stopped: AppError): Check {
  const location = (findHeader(headers, 'location') ?? '').slice(0, 200)
  const [en, zh] = [toFailureWords(stopped, 'en'), toFailureWords(stopped, 'zh')]
  return toCheck(
    'redirects',
    'bad',
    `the redirect to ${location} was not followed: ${en}`,
    `未能跟随到 ${location} 的重定向：${zh}`,
  )
}

/** Of several destinations browsers take none, unless they are the same. */
function checkLocations(hops: readonly Hop[]): Check[] {
  const torn = hops.find(({ status, headers }) => isRedirect(status) && new Set(findHeaders(headers, 'location')).size > 1)
  if (!torn) return []
  const shown = findHeaders(torn.headers, 'location')
    .slice(0, 3)
    .map((location) => location.slice(0, 100))
    .join(', ')
  return [
    toCheck(
      'locations',
      'bad',
      `several Location headers that differ, at which Chrome shows an error instead: ${shown}`,
      `多个 Location 互不相同，Chrome 会直接报错：${shown}`,
    ),
  ]
}

/** Redirects that were not followed to their end. */
function checkEnd(hops: readonly Hop[]): Check[] {
  const last = hops.at(-1)!
  const location = findHeader(last.headers, 'location')
  if (!isRedirect(last.status)) return []
  if (!location)
    return [
      toCheck(
        'redirects',
        'bad',
        `a redirect (${last.status}) without a Location, which leads nowhere`,
        `重定向（${last.status}）缺少 Location，无法跳转`,
      ),
    ]
  const [next] = (URL.parse(location, last.url)?.href ?? '').split('#', 1) // a fragment is never sent (RFC 9110 §7.1)
  const circle = hops.slice(hops.findIndex(({ url }) => url === next))
  const isCircle = hops.some(({ url }) => url === next)
  if (isCircle && circle.some(({ headers }) => findHeaders(headers, 'set-cookie').length > 0))
    return [
      toCheck(
        'redirects',
        'notice',
        'the redirects go round in a circle, which the cookie that is set on the way may end; none is sent from here',
        '重定向形成循环；途中设置的 Cookie 可能使其结束，但本工具不发送 Cookie',
      ),
    ]
  return isCircle
    ? [toCheck('redirects', 'bad', 'the redirects go round in a circle', '重定向形成循环')]
    : [
        toCheck(
          'redirects',
          'bad',
          `after ${hops.length - 1} redirects there is another; it was not followed`,
          `跳转 ${hops.length - 1} 次后仍要跳转，未再跟随`,
        ),
      ]
}
