import type { IncomingMessage, ServerResponse } from 'node:http'
import { toPlainAddress } from '../domain/plain-address.ts'
import { toClientKey } from './caller.ts'
import { HOT_PATH, MAX_BODY_BYTES, readHotFields, toHeaders, type HotAnswer } from './hot-answer.ts'

/**
 * Answers a lookup between Node's HTTP server and the framework. Whatever is not exactly that — a body, a query, a
 * second Host — is left to the framework: then nothing has been done and the function returns false.
 */
export function createHotLookup(hot: HotAnswer): (request: IncomingMessage, response: ServerResponse) => boolean {
  const body = Buffer.allocUnsafe(MAX_BODY_BYTES)
  return (request, response) => {
    const { url = '', method, headers } = request
    if (
      method !== 'GET' ||
      !url.startsWith(HOT_PATH) ||
      headers['content-length'] !== undefined ||
      headers['transfer-encoding'] !== undefined ||
      hasTwoHosts(request)
    )
      return false
    const address = toPlainAddress(request.socket.remoteAddress ?? '')
    const { authorization, origin, traceparent, 'x-api-key': apiKey, 'accept-language': language } = headers
    const forwarded = headers['x-forwarded-for']
    if (Array.isArray(apiKey) || Array.isArray(forwarded) || Array.isArray(traceparent)) return false
    const peer = { reader: 'node' as const, address, client: toClientKey(address) }
    const fields = readHotFields({ authorization, apiKey, language, origin, forwarded, traceparent })
    const reply = hot.answer({ target: url, peer, fields }, body, 0)
    if (!reply || reply instanceof Promise) return false
    hot.note()
    response.writeHead(200, [...hot.fixed, ...toHeaders(reply), 'content-length', String(reply.bodyEnd)])
    response.end(Buffer.copyBytesFrom(body, 0, reply.bodyEnd))
    return true
  }
}

function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}
