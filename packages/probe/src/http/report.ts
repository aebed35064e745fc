import { STATUS_CODES } from 'node:http'
import type { HttpProbe, HttpReport } from '@octet/core/probe/http.ts'
import type { Fetcher, Hop } from './fetch.ts'

type Check = HttpReport['checks'][number]

/** Looks at a page's answers, with every redirect on the way. */
export function createHttpProbe({ fetcher }: { fetcher: Fetcher }): HttpProbe {
  return {
    async report(text, { signal, timeoutMs, method } = {}) {
      const started = performance.now()
      const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
      const { hops, url: finalUrl, status, body, isCut } = await fetcher.fetch(url, { signal, timeoutMs, method })
      return {
        hops: hops.map(toHop),
        url: finalUrl,
        status,
        totalMs: Math.round(performance.now() - started),
        sizeBytes: body.length,
        isCut,
        checks: toChecks(hops),
        curl: `curl -sSIL --max-redirs 3 '${url.replaceAll("'", '%27')}'`,
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
function toChecks(hops: readonly Hop[]): Check[] {
  const last = hops.at(-1)!
  const header = (name: string) => findHeader(last.headers, name)
  const isHttps = last.url.startsWith('https:')
  const policy = header('content-security-policy')
  const hsts = header('strict-transport-security')
  const hstsAge = Number(/max-age\s*=\s*"?(\d+)/i.exec(hsts ?? '')?.[1] ?? 0)
  const frame = header('x-frame-options') ?? (policy && /frame-ancestors/i.test(policy) ? 'frame-ancestors' : undefined)
  const tells = ['server', 'x-powered-by', 'x-aspnet-version'].filter((name) => /\d/.test(header(name) ?? ''))
  const cookies = last.headers.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, value]) => value)
  const weak = cookies.filter((value) => !/;\s*secure/i.test(value) || !/;\s*httponly/i.test(value))
  const encoding = header('content-encoding')
  const checks: Check[] = [
    row(
      'https',
      isHttps ? (last.tls?.isTrusted ? 'good' : 'bad') : 'bad',
      isHttps
        ? last.tls?.isTrusted
          ? 'HTTPS with a trusted certificate'
          : `HTTPS, but the certificate is not trusted: ${last.tls?.problem}`
        : 'the page comes without TLS',
      isHttps ? (last.tls?.isTrusted ? 'HTTPS，证书可信' : `HTTPS，但证书不可信：${last.tls?.problem}`) : '页面未使用 TLS',
    ),
    row(
      'hsts',
      hstsAge >= 15_552_000 ? 'good' : 'notice',
      hsts ? `HSTS for ${Math.floor(hstsAge / 86_400)} days` : 'no Strict-Transport-Security',
      hsts ? `HSTS 有效 ${Math.floor(hstsAge / 86_400)} 天` : '缺少 Strict-Transport-Security',
    ),
    row(
      'csp',
      policy ? (/'unsafe-(inline|eval)'/.test(policy) ? 'notice' : 'good') : 'notice',
      policy
        ? /'unsafe-(inline|eval)'/.test(policy)
          ? 'a Content-Security-Policy that allows inline or evaluated scripts or styles'
          : 'a strict Content-Security-Policy'
        : 'no Content-Security-Policy',
      policy
        ? /'unsafe-(inline|eval)'/.test(policy)
          ? 'Content-Security-Policy 允许内联或动态执行'
          : 'Content-Security-Policy 严格'
        : '缺少 Content-Security-Policy',
    ),
    row(
      'nosniff',
      /nosniff/i.test(header('x-content-type-options') ?? '') ? 'good' : 'notice',
      /nosniff/i.test(header('x-content-type-options') ?? '')
        ? 'content types are not guessed'
        : 'no X-Content-Type-Options: nosniff',
      /nosniff/i.test(header('x-content-type-options') ?? '') ? '已禁止猜测内容类型' : '缺少 X-Content-Type-Options: nosniff',
    ),
    row(
      'frame',
      frame ? 'good' : 'notice',
      frame ? 'other sites cannot frame the page' : 'any site may frame the page',
      frame ? '其他网站无法嵌入此页' : '任何网站均可嵌入此页',
    ),
    row(
      'referrer',
      header('referrer-policy') ? 'good' : 'notice',
      header('referrer-policy') ? `Referrer-Policy: ${header('referrer-policy')}` : 'no Referrer-Policy',
      header('referrer-policy') ? `Referrer-Policy：${header('referrer-policy')}` : '缺少 Referrer-Policy',
    ),
    row(
      'versions',
      tells.length === 0 ? 'good' : 'notice',
      tells.length === 0 ? 'no software versions in the headers' : `software versions are told in ${tells.join(', ')}`,
      tells.length === 0 ? '响应头未泄露软件版本' : `响应头泄露软件版本：${tells.join('、')}`,
    ),
    row(
      'compression',
      encoding ? 'good' : 'notice',
      encoding ? `compressed with ${encoding}` : 'not compressed',
      encoding ? `已用 ${encoding} 压缩` : '未压缩',
    ),
  ]
  if (cookies.length > 0)
    checks.push(
      row(
        'cookies',
        weak.length === 0 ? 'good' : 'notice',
        weak.length === 0
          ? 'cookies are Secure and HttpOnly'
          : `${weak.length} of ${cookies.length} cookies are not Secure and HttpOnly`,
        weak.length === 0
          ? 'Cookie 均为 Secure 与 HttpOnly'
          : `${cookies.length} 个 Cookie 中有 ${weak.length} 个缺少 Secure 或 HttpOnly`,
      ),
    )
  const downgrade = hops.some(
    ({ url }, index) => index > 0 && url.startsWith('http:') && hops[index - 1]!.url.startsWith('https:'),
  )
  if (downgrade) checks.push(row('downgrade', 'bad', 'a redirect leads from https back to http', '跳转链中由 https 退回 http'))
  return checks
}

function row(id: string, verdict: Check['verdict'], en: string, zh: string): Check {
  return { id, verdict, text: { en, zh } }
}
