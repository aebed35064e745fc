import { noteNul } from '../notes.ts'
import { quoteShell as quote } from '../quote.ts'
import { findHeader, type Body, type FormPart, type Header, type HttpRequest, type Writing } from '../request.ts'

/** The words of a command, each on a line of its own. */
export const joinCommand = (words: readonly string[]): string => `${words.join(' \\\n  ')}\n`

/** curl in a POSIX shell. */
export function toCurl(request: HttpRequest): Writing {
  const { method, url, headers, body, isFollowing, isTrusting, isInsecure, isCompressed, proxy, timeoutMs, output } = request
  const usual = body ? 'POST' : 'GET'
  const words = [
    `curl${/[{}[\]]/.test(url) ? ' --globoff' : ''} ${quote(url)}`,
    ...(method === 'HEAD' ? ['--head'] : method === usual ? [] : [`--request ${quote(method)}`]),
    ...headers.map(toHeader),
    ...(body && body.kind !== 'form' && findHeader(headers, 'content-type') === undefined ? ["--header 'Content-Type:'"] : []),
    ...(body ? toBody(body) : []),
    ...(isFollowing ? [isTrusting ? '--location-trusted' : '--location'] : []),
    ...(isInsecure ? ['--insecure'] : []),
    ...(isCompressed ? ['--compressed'] : []),
    ...(proxy ? [`--proxy ${quote(proxy)}`] : []),
    ...(timeoutMs ? [`--max-time ${timeoutMs / 1000}`] : []),
    ...(output === undefined ? [] : [output ? `--output ${quote(output)}` : '--remote-name']),
  ]
  return { code: joinCommand(words), notes: noteNul(request) }
}

const toHeader = ({ name, value }: Header) => `--header ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`

function toBody(body: Body): string[] {
  if (body.kind === 'text') return [`--data-raw ${quote(body.text)}`]
  if (body.kind === 'file') return [`--data-binary ${quote(`@${body.path}`)}`]
  return body.parts.map(toPart)
}

function toPart({ name, value = '', path, fileName, type }: FormPart): string {
  if (path === undefined && !type && fileName === undefined) return `--form-string ${quote(`${name}=${value}`)}`
  const content = path === undefined ? quoteInner(value) : `${fileName === undefined ? '<' : '@'}${quoteInner(path)}`
  const named = fileName === undefined ? '' : `;filename=${quoteInner(fileName)}`
  return `--form ${quote(`${name}=${content}${type ? `;type=${type}` : ''}${named}`)}`
}

const quoteInner = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
