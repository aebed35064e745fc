import { AppError } from '@octet/core/errors.ts'
import { toAsciiAddress } from './address.ts'
import { leaveOut, TOKEN } from './leave-out.ts'
import { parseCurl, readCurlWords } from './parse-curl.ts'
import { parseHar } from './parse-har.ts'
import { parseHttpie } from './parse-httpie.ts'
import { parseRawHttp, REQUEST_LINE } from './parse-raw.ts'
import { parseWget } from './parse-wget.ts'
import type { HttpRequest, Reading } from './request.ts'
import type { Shell } from '../shell/shells.ts'
import { guessShell } from '../shell/words.ts'

/** {@link parseRequest}, and a call of `fetch`, for which a parser of JavaScript is loaded. */
export async function readRequest(text: string, shell: Shell | 'auto'): Promise<Reading> {
  const start = text.trimStart()
  if (!FETCH_CALL.test(start)) return parseRequest(text, shell)
  const { parseFetch } = await import('./parse-fetch.ts')
  return finish(parseFetch(start))
}

/** Reads an address, a command of curl, Wget or HTTPie, a request of HTTP/1.1 or an entry of an HTTP Archive. Throws `syntax_error`, `unsupported_value`. */
export function parseRequest(text: string, shell: Shell | 'auto'): Reading {
  return finish(readAny(text.trimStart(), shell))
}

function finish(reading: Reading): Reading {
  const { request, notes } = leaveOut(reading)
  return { request: checkAddress(checkMethod(request)), notes }
}

const FETCH_CALL = /^(?:(?:const|let|var)\s+[\w$]+\s*=\s*)?(?:await\s+)?(?:window\.|globalThis\.)?fetch\s*\(/
const ADDRESS = /^https?:\/\/\S+\s*$/i
const WGET = /^(?:[$>%#]\s+)?wget(?:\.exe)?\s/i
const HTTPIE = /^(?:[$>%#]\s+)?https?\s/i

function readAny(text: string, shell: Shell | 'auto'): Reading {
  if (text.startsWith('{')) return parseHar(text)
  if (REQUEST_LINE.test(text)) return parseRawHttp(text)
  const written = shell === 'auto' ? guessShell(text) : shell
  if (ADDRESS.test(text)) return readCurlWords([text.trim()], [])
  if (WGET.test(text)) return parseWget(text, written)
  if (HTTPIE.test(text)) return parseHttpie(text, written)
  return parseCurl(text, written)
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
