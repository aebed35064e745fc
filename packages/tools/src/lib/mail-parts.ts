import type { Bytes } from './bytes.ts'

/** What a part of a mail has as its type when it is a signature of OpenPGP (RFC 3156 §5). */
export const PGP_SIGNATURE = 'application/pgp-signature'

/** A mail or a part of one: its fields, each in one line, what stands behind them, its type, and its own parts. */
export type MailPart = {
  readonly head: string
  readonly body: string
  readonly type: string
  readonly parts: readonly string[]
}

/** Reads a mail or a part of one whose bytes are given as characters. */
export function readPart(part: string): MailPart {
  const { head, body } = split(part)
  const [, type = '', parameters = ''] = /^content-type:[ \t]*([^;\s]+)(.*)$/im.exec(head) ?? []
  const [, quoted, bare = ''] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(parameters) ?? []
  const parts = /^multipart\//i.test(type) ? splitParts(body, quoted ?? bare) : []
  return { head, body, type, parts }
}

/** Whether its parts are what is signed and the signature over it (RFC 1847 §2.1). */
export const isSignedPair = ({ type, parts }: Pick<MailPart, 'type' | 'parts'>): boolean =>
  /^multipart\/signed$/i.test(type) && parts.length >= 2

/** A part as it was signed: lines end as they were sent (RFC 8551 §3.1.1, RFC 3156 §5), whatever the file made of them. */
export const toSentBytes = (part: string): Bytes => toLatin1Bytes(part.replaceAll(/\r?\n/g, '\r\n'))

export const toLatin1Bytes = (text: string): Bytes => Uint8Array.from(text, (char) => char.charCodeAt(0))

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
