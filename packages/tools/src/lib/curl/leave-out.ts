import type { Text } from '@octet/core/text.ts'
import type { Body, FormPart, Header, HttpRequest, Reading } from './request.ts'

/** A name (RFC 9110 §5.6.2); curl would read a file for one that begins with `@`. */
export const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/
/** What ends a line, or a word of a program. */
const BREAK = /[\r\n\0]/
const MAX_SHOWN = 60

const isSendable = ({ name, value }: Header): boolean => TOKEN.test(name) && !BREAK.test(value)
/** Behind a comma curl would read the path of another file. */
const isTyped = ({ type = '' }: FormPart): boolean => !/[,\r\n\0]/.test(type)

/** A request without what no client may send as it was written, which is told: a HAR can hold anything. */
export function leaveOut({ request, notes }: Reading): Reading {
  const { headers, body } = request
  const parts = body?.kind === 'form' ? body.parts : []
  const bad = headers.filter((header) => !isSendable(header)).map(({ name }) => name)
  const untyped = parts.filter((part) => !isTyped(part)).map(({ name }) => name)
  if (bad.length + untyped.length === 0) return { request, notes }
  const rest: HttpRequest = { ...request, headers: headers.filter(isSendable), ...(body && { body: withTypes(body) }) }
  return {
    request: rest,
    notes: [...notes, ...(bad.length > 0 ? [toHeaderNote(bad)] : []), ...(untyped.length > 0 ? [toTypeNote(untyped)] : [])],
  }
}

function withTypes(body: Body): Body {
  if (body.kind !== 'form') return body
  const parts = body.parts.map((part): FormPart => {
    const { type: _, ...untyped } = part
    return isTyped(part) ? part : untyped
  })
  return { ...body, parts }
}

const toList = (names: readonly string[], mark: string): string =>
  names.map((name) => JSON.stringify(name.slice(0, MAX_SHOWN)).slice(1, -1)).join(mark)

const toHeaderNote = (names: readonly string[]): Text => ({
  en: `headers with characters that none may have are left out: ${toList(names, ', ')}`,
  zh: `含不允许的字符，未转换的请求头：${toList(names, '、')}`,
})

const toTypeNote = (names: readonly string[]): Text => ({
  en: `types that are none are left out, of the fields ${toList(names, ', ')}`,
  zh: `内容类型无效，未转换，所属字段：${toList(names, '、')}`,
})
