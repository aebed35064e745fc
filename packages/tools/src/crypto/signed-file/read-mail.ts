import { AppError } from '@octet/core/errors.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { decodeText } from '../../lib/charset.ts'
import { parseBase64 } from '../../lib/radix-text.ts'

/** What is signed of a mail (RFC 8551 §3.5), nothing where it is in the signature; and the signature. */
export type SignedMail = { readonly content?: Bytes; readonly cms: Bytes }

const MAX_DEPTH = 8

/** Finds what is signed of a mail. Throws `unsupported_value` where nothing is, or not with S/MIME; `bad_input`. */
export function readSignedMail(bytes: Bytes): SignedMail {
  const found = findSigned(decodeText(bytes, 'latin1').replace(/^\s+/, ''), 0)
  if (found) return found
  throw new AppError('unsupported_value', {
    got: { en: 'a mail', zh: '邮件' },
    reason: { en: 'it has no signature of S/MIME', zh: '其中没有 S/MIME 签名' },
  })
}

function findSigned(part: string, depth: number): SignedMail | undefined {
  const { head, body } = split(part)
  const type = /^content-type:[ \t]*([^;\s]+)(.*)$/im.exec(head)
  const [, name = '', parameters = ''] = type ?? []
  const [, quoted, bare = ''] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(parameters) ?? []
  if (/^application\/(?:x-)?pkcs7-mime$/i.test(name)) return { cms: readBody(head, body) }
  const parts = /^multipart\//i.test(name) ? splitParts(body, quoted ?? bare) : []
  if (/^multipart\/signed$/i.test(name) && parts.length >= 2) return readPair(parts)
  if (depth === MAX_DEPTH) return undefined
  for (const one of parts) {
    const found = findSigned(one, depth + 1)
    if (found) return found
  }
  return undefined
}

function readPair([signed = '', signature = '']: readonly string[]): SignedMail {
  const { head, body } = split(signature)
  if (/^content-type:[ \t]*application\/pgp-signature/im.test(head))
    throw new AppError('unsupported_value', {
      got: { en: 'a mail', zh: '邮件' },
      reason: { en: 'it is signed with OpenPGP; S/MIME is supported', zh: '它使用 OpenPGP 签名，目前支持 S/MIME' },
    })
  // Lines end as they were sent (RFC 8551 §3.1.1), whatever the file made of them.
  return { content: toLatin1Bytes(signed.replaceAll(/\r?\n/g, '\r\n')), cms: readBody(head, body) }
}

function readBody(head: string, body: string): Bytes {
  return /^content-transfer-encoding:[ \t]*(?:binary|8bit|7bit)/im.test(head) ? toLatin1Bytes(body) : parseBase64(body, 'file')
}

/** The parts between the lines of a boundary (RFC 2046 §5.1.1); the line break before such a line belongs to it. */
function splitParts(body: string, boundary: string): string[] {
  const parts: string[] = []
  let start: number | undefined
  for (const { 0: line, index } of boundary ? body.matchAll(/^--[^\n]*$/gm) : []) {
    const mark = line.trimEnd()
    if (mark !== `--${boundary}` && mark !== `--${boundary}--`) continue
    if (start !== undefined) parts.push(body.slice(start, Math.max(start, index)).replace(/\r?\n$/, ''))
    if (mark.length > boundary.length + 2) return parts
    start = index + line.length + 1
  }
  // A file that was cut off has no last line.
  return start === undefined ? parts : [...parts, body.slice(start)]
}

/** The fields before the first empty line, each in one line, and what stands behind it. */
function split(part: string): { head: string; body: string } {
  const [whole] = /^(?:[^\r\n]+\r?\n)*/.exec(part) ?? ['']
  return { head: unfold(whole), body: part.slice(whole.length).replace(/^\r?\n/, '') }
}

const unfold = (head: string): string => head.replaceAll(/\r?\n[ \t]+/g, ' ')
const toLatin1Bytes = (text: string): Bytes => Uint8Array.from(text, (char) => char.charCodeAt(0))
