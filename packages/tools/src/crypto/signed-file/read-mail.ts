import { AppError } from '@octet/core/errors.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { decodeText } from '../../lib/charset.ts'
import { isSignedPair, PGP_SIGNATURE, readPart, toLatin1Bytes, toSentBytes } from '../../lib/mail-parts.ts'
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
  const { head, body, type, parts } = readPart(part)
  if (/^application\/(?:x-)?pkcs7-mime$/i.test(type)) return { cms: readBody(head, body) }
  if (isSignedPair({ type, parts })) return readPair(parts)
  if (depth === MAX_DEPTH) return undefined
  for (const one of parts) {
    const found = findSigned(one, depth + 1)
    if (found) return found
  }
  return undefined
}

function readPair([signed = '', signature = '']: readonly string[]): SignedMail {
  const { head, body, type } = readPart(signature)
  if (type.toLowerCase() === PGP_SIGNATURE)
    throw new AppError('unsupported_value', {
      got: { en: 'a mail', zh: '邮件' },
      reason: {
        en: 'it is signed with OpenPGP, which “OpenPGP keys and signatures” checks; here it is S/MIME',
        zh: '它使用 OpenPGP 签名，请用“OpenPGP（PGP）密钥与签名”验证；此处支持 S/MIME',
      },
    })
  return { content: toSentBytes(signed), cms: readBody(head, body) }
}

function readBody(head: string, body: string): Bytes {
  return /^content-transfer-encoding:[ \t]*(?:binary|8bit|7bit)/im.test(head) ? toLatin1Bytes(body) : parseBase64(body, 'file')
}
