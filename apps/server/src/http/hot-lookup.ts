import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseAcceptLanguage, type Lang } from '@octet/core/text.ts'
import type { Services } from '../services.ts'
import { toClientKey, toPlainAddress } from './caller.ts'
import { API_HEADERS, SECURITY_HEADERS } from './headers.ts'

const PREFIX = '/v1/ip/'
/** Characters of an address; everything else in a path (a query, an escape, a field) is the framework's. */
const ADDRESS = /^[\da-fA-F:.]{2,45}$/
const MAX_KNOWN_LANGUAGES = 1_000

/**
 * Answers `GET /v1/ip/<address>` below the framework: the same bytes and headers at a fraction of the work
 * (docs/decisions/0004-hot-lookup.md). Whatever is not exactly that — a query, a body, a name, a key, behind a proxy, over
 * the limit — is left to the framework: then nothing has been done and the function returns false.
 */
export function createHotLookup({
  config,
  ip,
  allowance,
}: Services): (request: IncomingMessage, response: ServerResponse) => boolean {
  if (config.operator.trustedProxies.length > 0) return () => false
  const languages = new Map<string, Lang>()
  const fixed = Object.entries({
    ...SECURITY_HEADERS,
    ...API_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'ratelimit-policy': allowance.policy,
  }).flat()

  return (request, response) => {
    const { url = '', method, headers } = request
    if (
      method !== 'GET' ||
      !url.startsWith(PREFIX) ||
      headers['content-length'] !== undefined ||
      headers['transfer-encoding'] !== undefined ||
      headers.authorization !== undefined ||
      headers['x-api-key'] !== undefined
    )
      return false
    const query = url.slice(PREFIX.length)
    if (!ADDRESS.test(query) || !ip.isAddress(query) || hasTwoHosts(request)) return false
    const taken = allowance.take(toClientKey(toPlainAddress(request.socket.remoteAddress ?? '')))
    if (!taken.isAllowed) return false
    const found = ip.lookupJson(query, findLang(headers['accept-language']))
    const body = `{"code":200,"msg":"","data":${found.json}}`
    response.writeHead(200, [
      ...fixed,
      'x-request-id',
      randomUUID(),
      'ratelimit',
      `"address";r=${taken.remaining};t=${taken.resetSeconds}`,
      'x-data-build',
      found.build,
      'content-length',
      String(Buffer.byteLength(body)),
    ])
    response.end(body)
    return true
  }

  function findLang(header: string | undefined): Lang {
    if (header === undefined) return 'en'
    let lang = languages.get(header)
    if (lang === undefined) {
      if (languages.size >= MAX_KNOWN_LANGUAGES) languages.clear()
      languages.set(header, (lang = parseAcceptLanguage(header)))
    }
    return lang
  }
}

function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}
