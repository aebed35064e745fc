import type { Text } from '@octet/core/text.ts'
import { noteCapitals, noteMissing, noteNul, noteTypedFields } from '../notes.ts'
import { quoteShell as quote } from '../quote.ts'
import { encodeLonePercent, findHeader, type FormPart, type Header, type HttpRequest, type Writing } from '../request.ts'
import { joinCommand } from './curl.ts'

/** HTTPie. */
export function toHttpie(request: HttpRequest): Writing {
  const { method, url, headers, body, isFollowing, isInsecure, proxy, timeoutMs, output } = request
  const isUntyped = body !== undefined && body.kind !== 'form' && findHeader(headers, 'content-type') === undefined
  const items = [
    ...headers.map(toItem),
    ...(isUntyped ? ['Content-Type:'] : []),
    ...(body?.kind === 'form' ? body.parts.map(toPart) : []),
  ]
  const words = [
    `http --ignore-stdin${body?.kind === 'form' ? ' --multipart' : ''}`,
    ...(isFollowing ? ['--follow'] : []),
    ...(isInsecure ? ['--verify=no'] : []),
    ...(proxy ? [`--proxy=http:${quote(proxy)} --proxy=https:${quote(proxy)}`] : []),
    ...(timeoutMs ? [`--timeout=${timeoutMs / 1000}`] : []),
    ...(output === undefined ? [] : [output ? `--download --output=${quote(output)}` : '--download']),
    ...(body?.kind === 'text' ? [`--raw=${quote(body.text)}`] : []),
    `${quote(method)} ${quote(encodeLonePercent(url))}`,
    ...(items.some((item) => /^'?-/.test(item)) ? ['--'] : []),
    ...items,
    ...(body?.kind === 'file' ? [`@${quote(body.path)}`] : []),
  ]
  return {
    code: joinCommand(words),
    notes: [
      ...noteItems(request),
      ...noteCapitals(request),
      ...noteTypedFields(request),
      ...noteNul(request),
      ...noteMissing(request, ['trusted']),
    ],
  }
}

const toItem = ({ name, value }: Header) => quote(value === '' ? `${name};` : `${name}:${escapeStart(value)}`)

/** Behind the mark these would make another kind of item. */
const escapeStart = (value: string) => value.replace(/^[=@]/, String.raw`\$&`)

function toPart({ name, value = '', path, fileName, type }: FormPart): string {
  const key = name.replaceAll(/[:=@;]/g, String.raw`\$&`)
  if (path === undefined) return quote(`${key}=${escapeStart(value)}`)
  if (fileName === undefined) return quote(`${key}=@${path}`)
  return quote(`${key}@${path}${type ? `;type=${type}` : ''}`)
}

function noteItems({ headers, body }: HttpRequest): Text[] {
  const parts = body?.kind === 'form' ? body.parts : []
  const items = [...headers, ...parts.map(({ name, value = '' }) => ({ name, value }))]
  const spoilt = items.filter((item) => /\\[:;=@]/.test(`${item.name} ${item.value}`)).map(({ name }) => name)
  const isRenamed = parts.some(({ path, fileName }) => fileName !== undefined && toBaseName(path) !== fileName)
  return [
    ...(spoilt.length > 0
      ? [
          {
            en: `HTTPie drops a backslash before : ; = @ in ${spoilt.join(', ')}`,
            zh: `HTTPie 会去掉 ${spoilt.join('、')} 中 : ; = @ 之前的反斜杠`,
          },
        ]
      : []),
    ...(isRenamed ? [{ en: 'other names of files are left out', zh: '未转换另取的文件名' }] : []),
  ]
}

const toBaseName = (path = '') => path.replace(/^.*\//s, '')
