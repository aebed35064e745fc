import type { Text } from '@octet/core/text.ts'
import { noteTypedFields } from '../notes.ts'
import { quotePhp as quote } from '../quote.ts'
import { findHeader, type Body, type FormPart, type HttpRequest, type Writing } from '../request.ts'

/** PHP with its curl extension. */
export function toPhp(request: HttpRequest): Writing {
  const { method, url, headers, body, isFollowing, isTrusting, isInsecure, isCompressed, proxy, timeoutMs, output } = request
  const isUntyped = body !== undefined && body.kind !== 'form' && findHeader(headers, 'content-type') === undefined
  const shown = [...headers.map(toHeader), ...(isUntyped ? [quote('Content-Type:')] : [])]
  const options = [
    toMethod(method, body),
    ...(shown.length > 0 ? [`CURLOPT_HTTPHEADER => [\n${shown.map((header) => `        ${header},\n`).join('')}    ]`] : []),
    ...(body ? [`CURLOPT_POSTFIELDS => ${toBody(body)}`] : []),
    'CURLOPT_RETURNTRANSFER => true',
    ...(isFollowing ? ['CURLOPT_FOLLOWLOCATION => true'] : []),
    ...(isFollowing && isTrusting ? ['CURLOPT_UNRESTRICTED_AUTH => true'] : []),
    ...(isInsecure ? ['CURLOPT_SSL_VERIFYPEER => false', 'CURLOPT_SSL_VERIFYHOST => 0'] : []),
    ...(isCompressed ? ['CURLOPT_ENCODING => ""'] : []),
    ...(proxy ? [`CURLOPT_PROXY => ${quote(proxy)}`] : []),
    ...(timeoutMs ? [`CURLOPT_TIMEOUT_MS => ${timeoutMs}`] : []),
  ]
  const lines = [
    '<?php',
    `$curl = curl_init(${quote(url)});`,
    'curl_setopt_array($curl, [',
    ...options.map((option) => `    ${option},`),
    ']);',
    '$answer = curl_exec($curl);',
    'if ($answer === false) throw new RuntimeException(curl_error($curl));',
    output
      ? `file_put_contents(${quote(output)}, $answer);`
      : 'echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\\n", $answer;',
  ]
  return {
    code: `${lines.join('\n')}\n`,
    notes: [...(body?.kind === 'form' ? noteForm(body.parts) : []), ...noteTypedFields(request)],
  }
}

/** A custom request would stay what it is on every redirect, where a POST goes on as GET. */
function toMethod(method: string, body: Body | undefined): string {
  if (method === 'HEAD') return 'CURLOPT_NOBODY => true'
  return method === 'POST' && body ? 'CURLOPT_POST => true' : `CURLOPT_CUSTOMREQUEST => ${quote(method)}`
}

const toHeader = ({ name, value }: { name: string; value: string }) => quote(value === '' ? `${name};` : `${name}: ${value}`)

function toBody(body: Body): string {
  if (body.kind === 'text') return quote(body.text)
  if (body.kind === 'file') return `file_get_contents(${quote(body.path)})`
  return `[\n${body.parts.map((part) => `        ${quote(part.name)} => ${toPart(part)},\n`).join('')}    ]`
}

function toPart({ value = '', path, fileName, type }: FormPart): string {
  const typed = type ?? 'application/octet-stream'
  if (fileName === undefined) return path === undefined ? quote(value) : `file_get_contents(${quote(path)})`
  return path === undefined
    ? `new CURLStringFile(${quote(value)}, ${quote(fileName)}, ${quote(typed)})`
    : `new CURLFile(${quote(path)}, ${quote(typed)}, ${quote(fileName)})`
}

function noteForm(parts: readonly FormPart[]): Text[] {
  const names = parts.map(({ name }) => name)
  const doubles = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].join(', ')
  return doubles
    ? [{ en: `of fields with the same name only the last is sent: ${doubles}`, zh: `同名字段只发送最后一个：${doubles}` }]
    : []
}
