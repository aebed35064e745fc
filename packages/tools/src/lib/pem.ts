import type { Bytes } from './bytes.ts'
import { parseBase64, toBase64 } from './radix-text.ts'

/** One block of PEM (RFC 7468): the word behind BEGIN, its bytes, and headers such as old keys have (RFC 1421 §4.6). */
export type PemBlock = { readonly label: string; readonly der: Bytes; readonly headers: ReadonlyMap<string, string> }

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----((?:(?!-----)[^])*)-----END \1-----/g

/** The whole blocks of a text, in their order; words around them are left out. Throws `bad_input` for what is no base64. */
export function listPem(text: string, field: string): PemBlock[] {
  return [...text.matchAll(BLOCK)].map(([, label = '', body = '']) => {
    const { headers, content } = splitHeaders(body)
    return { label, headers, der: parseBase64(content, field) }
  })
}

/** A text without its blocks. */
export function withoutPem(text: string): string {
  return text.replaceAll(BLOCK, '\n')
}

/** Headers end with an empty line. */
function splitHeaders(body: string): { headers: ReadonlyMap<string, string>; content: string } {
  const lines = body.trimStart().split(/\r?\n/)
  const end = lines[0]?.includes(':') ? lines.findIndex((line) => line.trim() === '') : -1
  if (end < 0) return { headers: new Map(), content: body }
  const entries = lines.slice(0, end).map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
  })
  return { headers: new Map(entries), content: lines.slice(end).join('\n') }
}

/** Bytes as a block; lines have 64 characters (RFC 7468 §2) but for OpenSSH, which takes 70. */
export function toPem(label: string, der: Uint8Array, columns = 64): string {
  const lines = toBase64(der).match(new RegExp(`.{1,${columns}}`, 'g')) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
