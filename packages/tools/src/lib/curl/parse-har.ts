import { AppError } from '@octet/core/errors.ts'
import * as z from 'zod'
import { parseJsonTree } from '../json/tree.ts'
import { toAbsolute } from './address.ts'
import type { Body, FormPart, Reading } from './request.ts'

const pair = z.object({ name: z.string(), value: z.string() })
const request = z.object({
  method: z.string().regex(/^\S+$/),
  url: z.string(),
  headers: z.array(pair).default([]),
  postData: z
    .object({
      mimeType: z.string().default(''),
      text: z.string().optional(),
      params: z.array(pair.partial().extend({ fileName: z.string().optional(), contentType: z.string().optional() })).optional(),
    })
    .optional(),
})
const entry = z.union([
  z.object({ log: z.object({ entries: z.array(z.object({ request })).min(1) }) }),
  z.object({ request }),
  request,
])

type HarRequest = z.output<typeof request>

/** Reads an entry of an HTTP Archive, or the first of a whole one. Throws `syntax_error`, `unsupported_value`. */
export function parseHar(text: string): Reading {
  parseJsonTree(text)
  const parsed = entry.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new AppError('unsupported_value', {
      got: 'JSON',
      reason: { en: 'expected a HAR entry with method and url', zh: '应为含 method 与 url 的 HAR 条目' },
    })
  const { data } = parsed
  const entries = 'log' in data ? data.log.entries : ['request' in data ? data : { request: data }]
  const count = entries.length
  return {
    request: toRequest(entries[0]!.request),
    notes: count > 1 ? [{ en: `of ${count} entries the first is converted`, zh: `共 ${count} 个条目，只转换第一个` }] : [],
  }
}

function toRequest({ method, url, headers, postData }: HarRequest) {
  const body = postData && toBody(postData)
  const isForm = body?.kind === 'form'
  const isOwn = (name: string) =>
    name.startsWith(':') || /^(?:host|content-length)$/i.test(name) || (isForm && /^content-type$/i.test(name))
  return { method, url: toAbsolute(url), headers: headers.filter(({ name }) => !isOwn(name)), ...(body ? { body } : {}) }
}

function toBody({ mimeType, text, params }: NonNullable<HarRequest['postData']>): Body | undefined {
  if (text) return { kind: 'text', text }
  if (!params) return undefined
  if (!/^multipart\//i.test(mimeType))
    return { kind: 'text', text: new URLSearchParams(params.map(({ name = '', value = '' }) => [name, value])).toString() }
  return {
    kind: 'form',
    parts: params.map(({ name = '', value, fileName, contentType }): FormPart => {
      const typed = contentType ? { type: contentType } : {}
      return fileName === undefined || value
        ? { name, value: value ?? '', ...typed }
        : { name, path: fileName, fileName, ...typed }
    }),
  }
}
