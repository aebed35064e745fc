import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { parseExpressionAt, type Expression } from 'acorn'
import { syntaxError } from '../syntax-error.ts'
import { readCurlWords } from './parse-curl.ts'
import type { Reading } from './request.ts'

/** What only the browser has a use for. */
const SILENT = new Set([
  'mode',
  'cache',
  'referrerPolicy',
  'keepalive',
  'priority',
  'signal',
  'method',
  'headers',
  'body',
  'referrer',
  'redirect',
  'credentials',
])

/** Reads a call of `fetch`, as browsers copy it or as it is written by hand with constant values. Throws `syntax_error`, `unsupported_value`. */
export function parseFetch(text: string): Reading {
  const call = parse(text, text.indexOf('fetch'))
  const [urlNode, initNode] = call.type === 'CallExpression' ? call.arguments : []
  const url = urlNode ? toValue(urlNode as Expression, text) : undefined
  if (typeof url !== 'string')
    throw new AppError('unsupported_value', {
      got: text.slice(0, 40),
      reason: { en: 'the call has no URL', zh: '调用中没有 URL' },
    })
  const init = initNode ? toRecord(toValue(initNode as Expression, text)) : {}
  const words = [url]
  const notes: Text[] = []
  const headers = toRecord(init.headers)
  for (const [name, value] of Object.entries(headers))
    words.push('--header', value === '' ? `${name};` : `${name}: ${toText(value)}`)
  if (typeof init.referrer === 'string' && /^https?:/.test(init.referrer)) words.push('--referer', init.referrer)
  if (init.body !== undefined && init.body !== null) {
    const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
    const type = typeof init.body === 'object' ? 'application/x-www-form-urlencoded' : 'text/plain'
    if (!isTyped) words.push('--header', `Content-Type: ${type};charset=UTF-8`)
    words.push('--data-raw', toText(init.body))
  }
  const method = typeof init.method === 'string' ? init.method : 'GET'
  if (method.toUpperCase() === 'HEAD') words.push('--head')
  else if (method !== (words.includes('--data-raw') ? 'POST' : 'GET')) words.push('--request', method)
  if (init.redirect === undefined || init.redirect === 'follow') words.push('--location')
  if (init.credentials === 'include' && !Object.keys(headers).some((name) => name.toLowerCase() === 'cookie'))
    notes.push({ en: 'the cookies that the browser would send are not in the call', zh: '调用中不含浏览器会发送的 Cookie' })
  for (const name of Object.keys(init).filter((key) => !SILENT.has(key)))
    notes.push({ en: `${name} is left out`, zh: `未转换 ${name}` })
  return readCurlWords(words, notes)
}

function parse(text: string, at: number): Expression {
  try {
    return parseExpressionAt(text, at, { ecmaVersion: 'latest' })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const offset = (error as SyntaxError & { readonly pos?: number }).pos ?? at
    throw syntaxError({
      format: 'fetch',
      text,
      offset,
      reason: { en: 'expected a call such as fetch("https://…", {…})', zh: '应为 fetch("https://…", {…}) 形式的调用' },
    })
  }
}

/** The value of an expression that is constant: literals, objects, lists, `JSON.stringify` of such. */
function toValue(node: Expression, text: string): unknown {
  if (node.type === 'Literal' && !node.regex) return node.bigint ?? node.value
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]!.value.cooked
  if (node.type === 'UnaryExpression' && node.operator === '-') return -Number(toValue(node.argument, text))
  if (node.type === 'Identifier' && node.name === 'undefined') return undefined
  if (node.type === 'ArrayExpression') return node.elements.map((item) => (item ? toValue(item as Expression, text) : null))
  if (node.type === 'ObjectExpression')
    return Object.fromEntries(
      node.properties.map((property) => {
        if (property.type !== 'Property' || property.computed) throw toVariable(property, text)
        const name = property.key.type === 'Identifier' ? property.key.name : String(toValue(property.key as Expression, text))
        return [name, name === 'signal' ? undefined : toValue(property.value as Expression, text)]
      }),
    )
  const isJson = node.type === 'CallExpression' && text.slice(node.callee.start, node.callee.end) === 'JSON.stringify'
  if (isJson && node.arguments[0]) return JSON.stringify(toValue(node.arguments[0] as Expression, text))
  const isNew =
    node.type === 'NewExpression' && /^(?:Headers|URLSearchParams)$/.test(text.slice(node.callee.start, node.callee.end))
  if (isNew && node.arguments[0]) return toValue(node.arguments[0] as Expression, text)
  throw toVariable(node, text)
}

const toVariable = ({ start, end }: { readonly start: number; readonly end: number }, text: string) =>
  syntaxError({
    format: 'fetch',
    text,
    offset: start,
    reason: {
      en: `expected a constant value, not “${text.slice(start, Math.min(end, start + 40))}”`,
      zh: `此处应为常量，而非“${text.slice(start, Math.min(end, start + 40))}”`,
    },
  })

/** The names of an object, or of a list of pairs; other values have none. */
function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return {}
  return Array.isArray(value) ? Object.fromEntries(value.filter(Array.isArray)) : (value as Record<string, unknown>)
}

const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? new URLSearchParams(value as Record<string, string>).toString() : String(value)
