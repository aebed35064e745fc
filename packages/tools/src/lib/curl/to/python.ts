import type { Text } from '@octet/core/text.ts'
import { noteCapitals, noteMissing } from '../notes.ts'
import { isAscii, quoteCommon as quote } from '../quote.ts'
import {
  encodeLonePercent,
  findHeader,
  mergeHeaders,
  type Body,
  type FormPart,
  type HttpRequest,
  type Writing,
} from '../request.ts'

/** Python with the package `requests`. */
export function toPython(request: HttpRequest): Writing {
  const { method, url, headers, body, isFollowing, isInsecure, proxy, timeoutMs } = request
  const shown = mergeHeaders(headers)
  const words = [
    quote(method),
    quote(encodeLonePercent(url)),
    ...(shown.length > 0
      ? [`headers={\n${shown.map(({ name, value }) => `        ${quote(name)}: ${toBytes(value)},\n`).join('')}    }`]
      : []),
    ...(body ? [toBody(body)] : []),
    `allow_redirects=${isFollowing ? 'True' : 'False'}`,
    ...(isInsecure ? ['verify=False'] : []),
    ...(proxy ? [`proxies={"http": ${quote(proxy)}, "https": ${quote(proxy)}}`] : []),
    ...(timeoutMs ? [`timeout=${timeoutMs / 1000}`] : []),
  ]
  const call = `response = requests.request(\n${words.map((word) => `    ${word},\n`).join('')})`
  return {
    code: `import requests\n\n${call}\nprint(response.status_code, response.text)\n`,
    notes: [...noteCapitals(request), ...noteCookies(request), ...noteMissing(request, ['output', 'trusted'])],
  }
}

/** Redirected, requests takes the header out and puts in what the answers set. */
const noteCookies = ({ headers, isFollowing }: HttpRequest): Text[] =>
  isFollowing && findHeader(headers, 'cookie') !== undefined
    ? [{ en: 'requests does not send the Cookie header on to redirects', zh: 'requests 重定向后不再发送 Cookie 请求头' }]
    : []

/** Headers go out as Latin-1, so others are given as bytes. */
const toBytes = (value: string) => (isAscii(value) ? quote(value) : `${quote(value)}.encode()`)

function toBody(body: Body): string {
  if (body.kind === 'text') return `data=${quote(body.text)}.encode()`
  if (body.kind === 'file') return `data=open(${quote(body.path)}, "rb")`
  return `files=[\n${body.parts.map((part) => `        (${quote(part.name)}, ${toPart(part)}),\n`).join('')}    ]`
}

function toPart({ value = '', path, fileName, type }: FormPart): string {
  const content = path === undefined ? `${quote(value)}.encode()` : `open(${quote(path)}, "rb")`
  return `(${fileName === undefined ? 'None' : quote(fileName)}, ${content}${type ? `, ${quote(type)}` : ''})`
}
