import type { Text } from '@octet/core/text.ts'
import { BOUNDARY, toMultipart } from '../multipart.ts'
import { noteMissing } from '../notes.ts'
import { findHeader, type Header, type HttpRequest, type Writing } from '../request.ts'

/** The request as it goes over the wire in HTTP/1.1 (RFC 9112); lines end in CR LF where it is sent. */
export function toRawHttp(request: HttpRequest): Writing {
  const { method, url, headers, body, isCompressed } = request
  const [, host = '', path = '/'] = /^[a-z][a-z\d+.-]*:\/\/([^/?]*)([\s\S]*)$/i.exec(url) ?? []
  const pieces =
    body?.kind === 'form'
      ? toMultipart(body.parts)
      : body
        ? [body.kind === 'file' ? { path: body.path } : { text: body.text }]
        : []
  const content = pieces.map((piece) => ('text' in piece ? piece.text : `<${piece.path}>`)).join('')
  const files = pieces.flatMap((piece) => ('path' in piece ? [piece.path] : []))
  const own: Header[] = [
    ...(body?.kind === 'form' ? [{ name: 'Content-Type', value: `multipart/form-data; boundary=${BOUNDARY}` }] : []),
    ...(isCompressed && findHeader(headers, 'accept-encoding') === undefined
      ? [{ name: 'Accept-Encoding', value: 'gzip, deflate, br' }]
      : []),
    ...(body && files.length === 0 ? [{ name: 'Content-Length', value: String(new TextEncoder().encode(content).length) }] : []),
  ]
  const shown = headers.filter(({ name }) => !/^(?:host|content-length)$/i.test(name))
  const lines = [
    `${method} ${path.startsWith('/') ? path : `/${path}`} HTTP/1.1`,
    `Host: ${findHeader(headers, 'host') ?? host}`,
    ...[...shown, ...own].map(({ name, value }) => `${name}: ${value}`),
  ]
  return {
    code: `${lines.join('\r\n')}\r\n\r\n${content}`,
    notes: [...noteFiles(files), ...noteMissing(request, ['insecure', 'proxy', 'timeout', 'output'])],
  }
}

const noteFiles = (files: readonly string[]): Text[] =>
  files.map((path) => ({
    en: `put the content of ${path} where <${path}> stands, and count Content-Length`,
    zh: `请以 ${path} 的内容替换 <${path}>，并计算 Content-Length`,
  }))
