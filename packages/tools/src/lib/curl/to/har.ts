import { BOUNDARY } from '../multipart.ts'
import { noteMissing } from '../notes.ts'
import { findHeader, type Body, type HttpRequest, type Writing } from '../request.ts'

/** An entry of the HTTP Archive format 1.2, without the answer. */
export function toHar(request: HttpRequest): Writing {
  const { method, url, headers, body } = request
  const query = url.includes('?') ? [...new URLSearchParams(url.slice(url.indexOf('?') + 1))] : []
  const cookies = (findHeader(headers, 'cookie') ?? '').split(/;\s*/).filter(Boolean)
  const entry = {
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      headers,
      queryString: query.map(([name, value]) => ({ name, value })),
      cookies: cookies.map((cookie) => ({ name: cookie.split('=', 1)[0], value: cookie.slice(cookie.indexOf('=') + 1) })),
      ...(body ? { postData: toPostData(body, headers) } : {}),
      headersSize: -1,
      bodySize: body?.kind === 'text' ? new TextEncoder().encode(body.text).length : body ? -1 : 0,
    },
  }
  return {
    code: `${JSON.stringify(entry, null, 2)}\n`,
    notes: noteMissing(request, ['insecure', 'proxy', 'timeout', 'output', 'compressed']),
  }
}

function toPostData(body: Body, headers: HttpRequest['headers']) {
  const mimeType = findHeader(headers, 'content-type') ?? ''
  if (body.kind === 'text') return { mimeType, text: body.text }
  if (body.kind === 'file') return { mimeType, text: '', comment: `the content of ${body.path}` }
  return {
    mimeType: `multipart/form-data; boundary=${BOUNDARY}`,
    params: body.parts.map(({ name, value, path, fileName, type }) => ({
      name,
      ...(value === undefined ? {} : { value }),
      ...(path === undefined && fileName === undefined ? {} : { fileName: path ?? fileName }),
      ...(type ? { contentType: type } : {}),
    })),
  }
}
