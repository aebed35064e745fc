import type { Text } from '@octet/core/text.ts'
import { NOTES, noteCapitals, noteNul, noteOtherProxy, noteSpread } from '../notes.ts'
import { isPlainProxy } from '../proxy.ts'
import { quoteShell as quote } from '../quote.ts'
import { findHeader, mergeHeaders, type HttpRequest, type Writing } from '../request.ts'
import { joinCommand } from './curl.ts'

/** GNU Wget. */
export function toWget(request: HttpRequest): Writing {
  const { method, url, headers, body, isFollowing, isInsecure, isCompressed, proxy, timeoutMs, output } = request
  const words = [
    `wget -q ${output === '' ? '' : `-O ${quote(output ?? '-')} `}--content-on-error`,
    ...(method === 'GET' && !body ? [] : [`--method=${quote(method)}`]),
    ...mergeHeaders(headers).map(({ name, value }) => `--header=${quote(`${name}: ${value}`)}`),
    ...(body?.kind === 'text' ? [`--body-data=${quote(body.text)}`] : []),
    ...(body?.kind === 'file' ? [`--body-file=${quote(body.path)}`] : []),
    ...(isFollowing ? [] : ['--max-redirect=0']),
    ...(isInsecure ? ['--no-check-certificate'] : []),
    ...(isCompressed ? ['--compression=auto'] : []),
    ...(proxy && isPlainProxy(proxy) ? [`-e use_proxy=yes -e http_proxy=${quote(proxy)} -e https_proxy=${quote(proxy)}`] : []),
    ...(timeoutMs ? [`--timeout=${timeoutMs / 1000}`] : []),
    quote(url),
  ]
  return {
    code: joinCommand(words),
    notes: [
      ...(body?.kind === 'form' ? [NOTES.noForm()] : []),
      ...noteCapitals(request),
      ...noteType(request),
      ...noteSpread(request),
      ...noteOtherProxy(request),
      ...noteNul(request),
    ],
  }
}

const noteType = ({ body, headers }: HttpRequest): Text[] =>
  body && body.kind !== 'form' && findHeader(headers, 'content-type') === undefined
    ? [
        {
          en: 'Wget adds Content-Type: application/x-www-form-urlencoded',
          zh: 'Wget 会加上 Content-Type: application/x-www-form-urlencoded',
        },
      ]
    : []
