import { decodeText } from './charset.ts'

const HEAD_BYTES = 65_536
/** A field of a header, or the line before a mail of a mailbox. */
const FIELD = /^(?:from |[\w-]+:)/i
const SIGNED = /^content-type:[ \t]*(?:multipart\/signed|application\/(?:x-)?pkcs7-)/im
const IN_PARTS = /^content-type:[ \t]*(?:multipart\/|application\/(?:x-)?pkcs7-)/im

/** Whether bytes begin as a mail that is signed (RFC 8551 §3.5), or as a part of one. */
export const isSignedMail = (bytes: Uint8Array): boolean => hasField(bytes, SIGNED)

/** Whether bytes begin as a mail of parts, one of which may be signed. */
export const isMailOfParts = (bytes: Uint8Array): boolean => hasField(bytes, IN_PARTS)

function hasField(bytes: Uint8Array, field: RegExp): boolean {
  const head = decodeText(bytes.subarray(0, HEAD_BYTES), 'latin1').trimStart()
  return FIELD.test(head) && field.test(head)
}
