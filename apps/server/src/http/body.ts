import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { counted } from '@octet/core/counted.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { parseJson } from '@octet/core/parse-json.ts'
import { toJsonFault } from '../domain/json-fault.ts'
import { hasLost, notUtf8, toBodyText } from './body-text.ts'
import { MAX_FIELDS, readMultipart } from './read-multipart.ts'

/** Fields of a request, from any of the body types. The map has no prototype, so no name is special. */
export type Fields = Record<string, unknown>

/**
 * Adds the readers for multipart (SPEC §7), urlencoded and JSON bodies. Each gives an object of fields. An object of JSON is
 * read under text/plain as well, the type that `fetch` gives to a text when the caller names none.
 *
 * Pages of other sites can send text/plain, like a form, without asking first (a CORS-safelisted type, Fetch §2.2.2). They
 * gain nothing by it: what authorises a call is a token or a key in a header, which no browser adds by itself and no other
 * site knows; the cookie alone authorises none (`authorise`).
 */
export function addBodyReaders(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const addReader = (type: string, parse: (text: string, type: string | undefined) => unknown) =>
    app.addContentTypeParser(type, { parseAs: 'buffer' }, ({ headers }, bytes, done) =>
      settle(done, () => parse(toBodyText(bytes as Buffer, headers['content-type']), headers['content-type'])),
    )
  addReader('application/json', parseBody)
  addReader('application/x-www-form-urlencoded', parseForm)
  addReader('text/plain', parsePlain)
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Readable) => {
    const limitBytes = request.routeOptions.bodyLimit ?? 262_144
    return toFields(await readMultipart(payload, { headers: request.headers, limitBytes }))
  })
}

/** Query or form parameters as fields. A name that comes twice is refused unless it ends in `[]` or is allowed to repeat by the form. */
function toFields(pairs: Iterable<[string, string | Blob]>): Fields {
  const fields: Fields = Object.create(null)
  let count = 0
  for (const [name, value] of pairs) {
    if (++count > MAX_FIELDS) throw tooManyFields()
    addField(fields, name, value)
  }
  return fields
}

/** Fields of a form. An object of JSON, which `curl -d` sends as a form, is read as what it is. */
function parseForm(text: string): unknown {
  if (IS_OBJECT.test(text)) return parseBody(text)
  refuseManyPairs(text)
  const pairs = [...new URLSearchParams(text)]
  if (pairs.some((pair) => hasLost(pair.join(''), text))) throw notUtf8()
  return toFields(pairs)
}

/** Counted before they are read: for some hundred thousand pairs `URLSearchParams` takes seconds, for a few millions minutes. */
function refuseManyPairs(text: string): void {
  let pairs = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) if (++pairs > MAX_PAIRS) throw tooManyFields()
}

const tooManyFields = (): AppError =>
  new AppError('too_large', { field: 'form', limit: counted(MAX_FIELDS, 'fields'), got: { en: 'more', zh: '更多' } })

/** Fields of a plain text: an object of JSON, or nothing at all. Any other text is none of a call with fields. */
function parsePlain(text: string, type = 'text/plain'): unknown {
  if (text.trim() !== '' && !IS_OBJECT.test(text)) throw new AppError('unsupported_body', { reason: `Content-Type: ${type}` })
  return parseBody(text)
}

/** Empty pairs, as between two `&`, are none, so that somewhat more may come than there are fields. */
const MAX_PAIRS = MAX_FIELDS * 10
const IS_OBJECT = /^\s*\{.*\}\s*$/s

/** The fields of a body that has been read; none of an empty one. Throws `bad_input` for JSON that is no object. */
export function toBodyFields(body: unknown): Fields {
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body as Fields
  throw new AppError('bad_input', {
    field: 'body',
    expected: { en: 'an object of fields', zh: '由字段组成的对象' },
    got: JSON.stringify(body).slice(0, 80),
  })
}

/** The query of a URL as fields. Never throws, for it runs inside the router; {@link checkQuery} refuses later. */
export function parseQuery(text: string): Fields {
  const fields: Fields = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) fields[name] = name in fields ? [fields[name], value] : value
  return fields
}

/** Refuses a parameter that comes twice, which is ambiguous, and names that mean something to the language. */
export function checkQuery(fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    refuseSpecialName(name)
    if (Array.isArray(value))
      throw new AppError('bad_input', {
        field: name,
        expected: { en: 'one value', zh: '一个值' },
        got: { en: 'two', zh: '两个' },
      })
  }
}

function addField(fields: Fields, rawName: string, value: string | Blob): void {
  const name = rawName.endsWith('[]') ? rawName.slice(0, -2) : rawName
  refuseSpecialName(name)
  const before = fields[name]
  if (before === undefined) fields[name] = rawName === name ? value : [value]
  else fields[name] = Array.isArray(before) ? [...before, value] : [before, value]
}

function refuseSpecialName(name: string): void {
  if (/^(__proto__|constructor|prototype)$|\[/.test(name))
    throw new AppError('bad_input', {
      field: 'form',
      expected: { en: 'a plain field name', zh: '普通字段名' },
      got: name.slice(0, 40),
    })
}

function parseBody(marked: string): unknown {
  const text = marked.replace(/^\ufeff/, '') // Windows begins files with it
  if (text.trim() === '') return Object.create(null)
  try {
    const value = parseJson(text, { field: 'body' })
    refusePrototypes(value)
    return value
  } catch (cause) {
    throw isAppError(cause) ? cause : toJsonFault(text, cause)
  }
}

/** Looked for in the whole value: a reviver of `JSON.parse` would take a hundred times as long. */
function refusePrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Object.hasOwn(value, '__proto__'))
    throw new AppError('bad_input', {
      field: 'body',
      expected: { en: 'plain field names', zh: '普通字段名' },
      got: '__proto__',
    })
  for (const part of Array.isArray(value) ? value : Object.values(value)) refusePrototypes(part)
}

/** Packed bodies are not unpacked (a small one may hold gigabytes), and are told so before anything is read of them. */
export function refusePacked(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return
  const reason = {
    en: `Content-Encoding: ${encoding} – send the body unpacked`,
    zh: `Content-Encoding: ${encoding}，请发送未压缩的内容`,
  }
  throw new AppError('unsupported_body', { reason })
}

function settle(done: (error: Error | null, value?: unknown) => void, make: () => unknown): void {
  try {
    done(null, make())
  } catch (error) {
    done(error as Error)
  }
}
