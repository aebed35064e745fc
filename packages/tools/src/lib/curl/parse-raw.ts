import type { Text } from '@octet/core/text.ts'
import { syntaxError } from '../syntax-error.ts'
import { toAbsolute } from './address.ts'
import { findHeader, type Header, type Reading } from './request.ts'

export const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]{1,40}) (\S+) HTTP\/\d(?:\.\d)?[ \t]*(?:\r?\n|$)/

/** Reads a request of HTTP/1.1 as it goes over the wire (RFC 9112 §3–6). Throws `syntax_error` with the place. */
export function parseRawHttp(text: string): Reading {
  const [line = '', method = '', target = ''] = REQUEST_LINE.exec(text) ?? []
  const end = /\r?\n\r?\n|$(?![\s\S])/.exec(text)!
  const headers = readHeaders(text, line.length, end.index)
  const host = findHeader(headers, 'host')
  const isAbsolute = /^[a-z][a-z\d+.-]*:\/\//i.test(target)
  if (!isAbsolute && !host) throw fail(text, 0, { en: 'expected a line “Host:”', zh: '缺少“Host:”一行' })
  const body = text.slice(end.index + end[0].length)
  return {
    request: {
      method,
      url: toAbsolute(isAbsolute ? target : `https://${host}${target.startsWith('/') ? target : `/${target}`}`),
      headers: headers.filter(({ name }) => !/^(?:host|content-length)$/i.test(name)),
      ...(body ? { body: { kind: 'text', text: body } } : {}),
    },
    notes: isAbsolute
      ? []
      : [{ en: 'the request does not say http or https; taken for https', zh: '请求未说明 http 或 https，按 https 处理' }],
  }
}

function readHeaders(text: string, start: number, end: number): Header[] {
  const headers: Header[] = []
  let offset = start
  for (const line of text.slice(start, end).split('\n')) {
    const [, name = '', value = ''] = /^([^\s:]+):[ \t]*(.*?)[ \t\r]*$/.exec(line) ?? []
    if (name) headers.push({ name, value })
    else if (line.trim() !== '') throw fail(text, offset, { en: 'expected “Name: value”', zh: '此处应为“名称: 值”' })
    offset += line.length + 1
  }
  return headers
}

const fail = (text: string, offset: number, reason: Text) => syntaxError({ format: 'HTTP', text, offset, reason })
