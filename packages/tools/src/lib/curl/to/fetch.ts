import type { Text } from '@octet/core/text.ts'
import { NOTES, noteMissing, noteTypedFields } from '../notes.ts'
import { quoteCommon as quote, toByteString } from '../quote.ts'
import { findHeader, mergeHeaders, type Body, type FormPart, type Header, type HttpRequest, type Writing } from '../request.ts'

/** Headers that a page may not set (Fetch §2.2.2). */
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i
/** Headers that fetch of Node writes itself. */
const NODE_OWN = /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

/** `fetch` of a browser. */
export function toFetch(request: HttpRequest): Writing {
  const file = hasFile(request)
  return write(request, {
    refused: FORBIDDEN,
    note: { en: 'browsers do not let a page set', zh: '浏览器不允许页面设置' },
    head: file ? ['const [file] = document.querySelector("input[type=file]").files'] : [],
    toFile: () => 'file',
    notes: [
      ...(file
        ? [
            {
              en: 'a page can send only files that are chosen in an <input type="file">',
              zh: '网页只能发送在 <input type="file"> 中选择的文件',
            },
          ]
        : []),
      ...noteMissing(request, ['output', 'insecure', 'proxy', 'trusted']),
    ],
  })
}

/** `fetch` of Node 20 and newer. */
export function toNode(request: HttpRequest): Writing {
  return write(request, {
    refused: NODE_OWN,
    note: { en: 'fetch of Node writes by itself', zh: 'Node 的 fetch 会自行写入' },
    head: hasFile(request) ? ["import { openAsBlob } from 'node:fs'", ''] : [],
    toFile: (path, type) => `await openAsBlob(${quote(path)}${type ? `, { type: ${quote(type)} }` : ''})`,
    notes: [
      ...noteMissing(request, ['output', 'trusted']),
      ...(request.isInsecure
        ? [{ en: '-k: run it with NODE_TLS_REJECT_UNAUTHORIZED=0', zh: '-k：请以 NODE_TLS_REJECT_UNAUTHORIZED=0 运行' }]
        : []),
      ...noteProxy(request),
    ],
  })
}

/** Node reads a proxy for each scheme from its environment, and knows none of SOCKS. */
function noteProxy({ url, proxy }: HttpRequest): Text[] {
  if (!proxy) return []
  if (!/^https?:/.test(proxy)) return [NOTES.proxy({ proxy })]
  const variables = `NODE_USE_ENV_PROXY=1 ${url.startsWith('https:') ? 'HTTPS' : 'HTTP'}_PROXY=${proxy}`
  return [{ en: `proxy: run it with ${variables} (Node 24)`, zh: `代理：请以 ${variables} 运行（Node 24）` }]
}

const hasFile = ({ body }: HttpRequest): boolean =>
  body?.kind === 'file' || (body?.kind === 'form' && body.parts.some(({ path }) => path !== undefined))

type Dialect = {
  readonly refused: RegExp
  readonly note: Text
  readonly head: readonly string[]
  readonly toFile: (path: string, type?: string) => string
  readonly notes: readonly Text[]
}

function write(request: HttpRequest, dialect: Dialect): Writing {
  const { method, url, headers, body, isFollowing, timeoutMs } = request
  const merged = mergeHeaders(headers)
  const refused = merged.filter(({ name }) => dialect.refused.test(name)).map(({ name }) => name)
  const shown = merged.filter(({ name }) => !dialect.refused.test(name))
  const isBare = /^(?:GET|HEAD)$/i.test(method)
  const lines = [
    ...dialect.head,
    ...(body?.kind === 'form' && !isBare
      ? ['const form = new FormData()', ...body.parts.map((part) => toAppend(part, dialect))]
      : []),
    `const response = await fetch(${quote(keepBackslashes(url))}, {`,
    `  method: ${quote(method)},`,
    ...(shown.length > 0 ? ['  headers: {', ...shown.map(toLine), '  },'] : []),
    ...(body && !isBare ? [`  body: ${toBody(body, merged, dialect)},`] : []),
    ...(isFollowing ? [] : ["  redirect: 'manual',"]),
    ...(timeoutMs ? [`  signal: AbortSignal.timeout(${timeoutMs}),`] : []),
    '})',
    'console.log(response.status, await response.text())',
  ]
  const notes = [
    ...(refused.length > 0
      ? [{ en: `${dialect.note.en} ${refused.join(', ')}`, zh: `${dialect.note.zh} ${refused.join('、')}` }]
      : []),
    ...(body && isBare ? [NOTES.getBody()] : [...noteTypedFields(request), ...noteLines(body)]),
    ...dialect.notes,
  ]
  return { code: `${lines.join('\n')}\n`, notes }
}

/** `\\` in a path is `/` to fetch (URL Standard §4.4), and itself to curl. */
const keepBackslashes = (url: string): string => url.replace(/^[^?#]*/, (path) => path.replaceAll('\\', '%5C'))

const toLine = ({ name, value }: Header) => `    ${quote(name)}: ${quote(toByteString(value))},`

/** A text without a type would be given one; bytes are not. */
function toBody(body: Body, headers: readonly Header[], { toFile }: Dialect): string {
  if (body.kind === 'form') return 'form'
  if (body.kind === 'file') return toFile(body.path)
  return findHeader(headers, 'content-type') === undefined ? `new TextEncoder().encode(${quote(body.text)})` : quote(body.text)
}

const noteLines = (body: Body | undefined): Text[] =>
  body?.kind === 'form' &&
  body.parts.some(({ value = '', path, fileName }) => fileName === undefined && (path ?? /\n/.test(value)))
    ? [{ en: 'fetch ends the lines of a field in CR LF', zh: 'fetch 会将字段中的换行统一为 CR LF' }]
    : []

function toAppend({ name, value = '', path, fileName, type }: FormPart, { toFile }: Dialect): string {
  const content = path === undefined ? quote(value) : toFile(path, type)
  if (path !== undefined && fileName === undefined) return `form.append(${quote(name)}, await (${content}).text())`
  if (fileName === undefined) return `form.append(${quote(name)}, ${content})`
  const blob = path === undefined ? `new Blob([${content}]${type ? `, { type: ${quote(type)} }` : ''})` : content
  return `form.append(${quote(name)}, ${blob}, ${quote(fileName)})`
}
