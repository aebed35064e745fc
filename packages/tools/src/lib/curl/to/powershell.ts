import type { Text } from '@octet/core/text.ts'
import { noteForeignHeaders, noteMissing, noteNul, noteProxyUser } from '../notes.ts'
import { quotePowerShell as quote } from '../quote.ts'
import { findHeader, mergeHeaders, type FormPart, type HttpRequest, type Writing } from '../request.ts'

const METHODS = /^(?:GET|HEAD|POST|PUT|DELETE|TRACE|OPTIONS|MERGE|PATCH)$/
/** Headers that have a parameter of their own. */
const OWN = /^(?:content-type|user-agent)$/i

/** PowerShell 7 with Invoke-WebRequest. */
export function toPowerShell(request: HttpRequest): Writing {
  const { method, url, headers, body, isFollowing, isInsecure, proxy, timeoutMs, output } = request
  const merged = mergeHeaders(headers)
  const shown = merged.filter(({ name }) => !OWN.test(name))
  const type = findHeader(merged, 'content-type')
  const agent = findHeader(merged, 'user-agent')
  const words = [
    `Invoke-WebRequest -Uri ${quote(url)}`,
    METHODS.test(method) ? `-Method ${method}` : `-CustomMethod ${quote(method)}`,
    ...(shown.length > 0 ? ['-Headers $headers -SkipHeaderValidation'] : []),
    ...(type === undefined ? [] : [`-ContentType ${quote(type)}`]),
    ...(agent === undefined ? [] : [`-UserAgent ${quote(agent)}`]),
    ...(body?.kind === 'text' ? [`-Body ([Text.Encoding]::UTF8.GetBytes(${quote(body.text)}))`] : []),
    ...(body?.kind === 'file' ? [`-InFile ${quote(body.path)}`] : []),
    ...(body?.kind === 'form' ? ['-Form $form'] : []),
    ...(isFollowing ? [] : ['-MaximumRedirection 0']),
    '-SkipHttpErrorCheck',
    ...(isInsecure ? ['-SkipCertificateCheck'] : []),
    ...(proxy ? [`-Proxy ${quote(proxy)}`] : []),
    ...(timeoutMs ? [`-TimeoutSec ${Math.ceil(timeoutMs / 1000)}`] : []),
    ...(output ? [`-OutFile ${quote(output)}`] : []),
  ]
  const tables = [
    ...(shown.length > 0
      ? [
          toTable(
            'headers',
            shown.map(({ name, value }) => [name, quote(value)]),
          ),
        ]
      : []),
    ...(body?.kind === 'form'
      ? [
          toTable(
            'form',
            body.parts.map((part) => [part.name, toPart(part)]),
          ),
        ]
      : []),
  ]
  return {
    code: `${tables.join('')}${words.join(' `\n  ')}\n`,
    notes: [
      ...noteForm(body?.kind === 'form' ? body.parts : []),
      ...noteForeignHeaders(request),
      ...noteNul(request),
      ...noteProxyUser(request),
      ...noteMissing(request, output === '' ? ['output', 'trusted'] : ['trusted']),
    ],
  }
}

const toTable = (name: string, rows: readonly (readonly [string, string])[]) =>
  `$${name} = @{\n${rows.map(([key, value]) => `  ${quote(key)} = ${value}\n`).join('')}}\n`

function toPart({ value = '', path, fileName }: FormPart): string {
  if (path === undefined) return quote(value)
  return fileName === undefined ? `(Get-Content -Raw -LiteralPath ${quote(path)})` : `Get-Item -LiteralPath ${quote(path)}`
}

function noteForm(parts: readonly FormPart[]): Text[] {
  const names = parts.map(({ name }) => name)
  const isRepeated = new Set(names).size < names.length
  const isTyped = parts.some(({ type, path, fileName }) => type || (fileName !== undefined && !path?.endsWith(fileName)))
  return [
    ...(isRepeated
      ? [
          {
            en: 'a table takes each name once: write repeated fields as a list',
            zh: '哈希表中每个名称只能出现一次：重复字段请写成列表',
          },
        ]
      : []),
    ...(isTyped ? [{ en: 'types and other names of files are left out', zh: '未转换文件的类型与另取的文件名' }] : []),
  ]
}
