import { splitLines } from '@octet/core/lines.ts'
import type { Bytes } from './bytes.ts'
import { parseBase64, toBase64 } from './radix-text.ts'

/** One block of PEM (RFC 7468): the word behind BEGIN, its bytes, and headers such as old keys have (RFC 1421 §4.6). */
export type PemBlock = { readonly label: string; readonly der: Bytes; readonly headers: ReadonlyMap<string, string> }

/** The whole blocks of a text, in their order; words around them are left out. Throws `bad_input` for what is no base64. */
export function listPem(text: string, field: string): PemBlock[] {
  return listRanges(text).map(({ label, start, end }) => {
    const { headers, content } = splitHeaders(text.slice(start, end))
    return { label, headers, der: parseBase64(content, field) }
  })
}

/** A text without its blocks, or without those of some words. */
export function withoutPem(text: string, isLeftOut: (label: string) => boolean = () => true): string {
  const ranges = listRanges(text).filter(({ label }) => isLeftOut(label))
  const starts = [0, ...ranges.map(({ after }) => after)]
  return starts.map((start, i) => text.slice(start, ranges[i]?.before)).join('\n')
}

const MARK = /-----(BEGIN|END) ([A-Z0-9# ]+)-----/g

/** Where blocks and what is in them begin and end. One pattern for a whole block has no room for one of some megabytes. */
function listRanges(text: string) {
  const marks = [...text.matchAll(MARK)]
  return marks.flatMap((mark, i) => {
    const [line, word, label = ''] = mark
    const end = marks[i + 1]
    if (word !== 'BEGIN' || end?.[1] !== 'END' || end[2] !== label) return []
    const start = mark.index + line.length
    const isWhole = !text.slice(start, end.index).includes('-----')
    return isWhole ? [{ label, before: mark.index, start, end: end.index, after: end.index + end[0].length }] : []
  })
}

/** Headers end with an empty line. */
function splitHeaders(body: string): { headers: ReadonlyMap<string, string>; content: string } {
  const lines = splitLines(body.trimStart())
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
