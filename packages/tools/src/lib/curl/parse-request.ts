import { AppError } from '@octet/core/errors.ts'
import { toAsciiAddress } from './address.ts'
import { leaveOut, TOKEN } from './leave-out.ts'
import { parseCurl } from './parse-curl.ts'
import { parseHar } from './parse-har.ts'
import { parseRawHttp, REQUEST_LINE } from './parse-raw.ts'
import type { HttpRequest, Reading } from './request.ts'
import type { Shell } from '../shell/shells.ts'
import { guessShell } from '../shell/words.ts'

/** Reads a command of curl, a request of HTTP/1.1 or an entry of an HTTP Archive. Throws `syntax_error`, `unsupported_value`. */
export function parseRequest(text: string, shell: Shell | 'auto'): Reading {
  const { request, notes } = leaveOut(readAny(text.trimStart(), shell))
  return { request: checkAddress(checkMethod(request)), notes }
}

function readAny(text: string, shell: Shell | 'auto'): Reading {
  if (text.startsWith('{')) return parseHar(text)
  if (REQUEST_LINE.test(text)) return parseRawHttp(text)
  return parseCurl(text, shell === 'auto' ? guessShell(text) : shell)
}

/** A method (RFC 9110 §9.1); what begins with a dash would be an option of the programs that take it without one. */
function checkMethod(request: HttpRequest): HttpRequest {
  const { method } = request
  if (TOKEN.test(method) && !method.startsWith('-')) return request
  const reason = { en: 'expected a method such as GET or POST', zh: '应为 GET、POST 等请求方法' }
  throw new AppError('unsupported_value', { got: method.slice(0, 80), reason })
}

/** Only http and https; what no other client would take is encoded. */
function checkAddress(request: HttpRequest): HttpRequest {
  const { url } = request
  const reason = { en: 'expected an address of http or https', zh: '应为 http 或 https 地址' }
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new AppError('unsupported_value', { got: url.slice(0, 80), reason })
  return { ...request, url: toAsciiAddress(url) }
}
