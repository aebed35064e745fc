import { isIP } from 'node:net'
import { AppError } from '@octet/core/errors.ts'
import { toShown } from '../guard/names.ts'

const PORTS = { 'http:': 80, 'https:': 443 } as const

/**
 * Reads a URL that may be fetched: http or https, their own ports (and the operator's extra ones), no credentials.
 *
 * @throws {AppError} `bad_input`, `refused_target`
 */
export function checkUrl(text: string, extraPorts: readonly number[] = []): URL {
  const url = URL.parse(text)
  if (!url || !(url.protocol in PORTS))
    throw new AppError('bad_input', { field: 'URL', expected: 'http:// | https://', got: toShown(text) })
  if (url.username || url.password) throw refuse(text, 'credentials do not belong in a URL', 'URL 中不应包含凭据')
  const port = Number(url.port || PORTS[url.protocol as keyof typeof PORTS])
  const ports = [...Object.values(PORTS), ...extraPorts]
  if (!ports.includes(port))
    throw refuse(
      text,
      `port ${port} is not open to this tool, which asks ${ports.join(', ')}`,
      `此工具只访问端口 ${ports.join('、')}，不访问 ${port}`,
    )
  // `http://0177.1/` would be read as 127.0.0.1 here and as something else there; full-width digits are the same everywhere
  if (isIP(url.hostname) === 4 && !text.normalize('NFKC').includes(url.hostname))
    throw refuse(text, `its address is spelled oddly; write ${url.hostname}`, `地址写法不规范，请写作 ${url.hostname}`)
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1) // the root, which no server is called by
  return url
}

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/** Where a redirect leads, checked as the first URL was. */
export function toRedirectUrl(location: string, from: URL, extraPorts: readonly number[]): URL {
  const url = URL.parse(location, from)
  if (!url)
    throw new AppError('target_failed', {
      reason: {
        en: `${from.host} redirects to “${toShown(location)}”, which is not a URL`,
        zh: `${from.host} 重定向到“${toShown(location)}”，不是有效的 URL`,
      },
    })
  return checkUrl(toRedirectText(location, url), extraPorts)
}

/** A whole one as it is spelled, which {@link checkUrl} minds. */
export const toRedirectText = (location: string, { href }: URL): string => (/^[a-z]+:/i.test(location) ? location : href)

function refuse(got: string, en: string, zh: string): AppError {
  return new AppError('refused_target', { got: toShown(got), reason: { en, zh } })
}

/** Without a scheme HTTPS is meant; an IPv6 address may stand without brackets. */
export function toUrlText(text: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text
  return `https://${isIP(text) === 6 ? `[${text}]` : text}`
}
