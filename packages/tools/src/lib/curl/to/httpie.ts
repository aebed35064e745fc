import { noteNul } from '../notes.ts'
import { quoteShell as quote } from '../quote.ts'
import type { FormPart, Header, HttpRequest, Writing } from '../request.ts'
import { joinCommand } from './curl.ts'

/** HTTPie. */
export function toHttpie(request: HttpRequest): Writing {
  const { method, url, headers, body, isFollowing, isInsecure, proxy, timeoutMs, output } = request
  const words = [
    `http --ignore-stdin${body?.kind === 'form' ? ' --multipart' : ''}`,
    ...(isFollowing ? ['--follow'] : []),
    ...(isInsecure ? ['--verify=no'] : []),
    ...(proxy ? [`--proxy=http:${quote(proxy)} --proxy=https:${quote(proxy)}`] : []),
    ...(timeoutMs ? [`--timeout=${timeoutMs / 1000}`] : []),
    ...(output === undefined ? [] : [output ? `--download --output=${quote(output)}` : '--download']),
    ...(body?.kind === 'text' ? [`--raw=${quote(body.text)}`] : []),
    `${quote(method)} ${quote(url)}`,
    ...headers.map(toItem),
    ...(body?.kind === 'form' ? body.parts.map(toPart) : []),
    ...(body?.kind === 'file' ? [`@${quote(body.path)}`] : []),
  ]
  return { code: joinCommand(words), notes: noteNul(request) }
}

const toItem = ({ name, value }: Header) => quote(value === '' ? `${name};` : `${name}:${value}`)

function toPart({ name, value = '', path, fileName, type }: FormPart): string {
  const key = name.replaceAll(/[\\:=@;]/g, String.raw`\$&`)
  // Behind `=` these would make another kind of field.
  if (path === undefined) return quote(`${key}=${value.replace(/^[=@]/, String.raw`\$&`)}`)
  if (fileName === undefined) return quote(`${key}=@${path}`)
  return quote(`${key}@${path}${type ? `;type=${type}` : ''}${path.endsWith(fileName) ? '' : `;filename=${fileName}`}`)
}
