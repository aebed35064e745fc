import type { Bytes } from '../../lib/bytes.ts'
import { decodeText } from '../../lib/charset.ts'
import { isSignedPair, PGP_SIGNATURE, readPart, toSentBytes } from '../../lib/mail-parts.ts'
import { listBlocks, type Block } from '../../lib/openpgp/armor.ts'

const MAX_DEPTH = 8

/** The signature of a mail with what it is over (RFC 3156 §5); undefined where the bytes are no mail that is signed so. */
export function readSignedMail(bytes: Bytes, field: string): Block | undefined {
  return findSigned(decodeText(bytes, 'latin1').trimStart(), { field, depth: 0 })
}

function findSigned(part: string, { field, depth }: { field: string; depth: number }): Block | undefined {
  const { type, parts } = readPart(part)
  const [signed = '', signature = ''] = parts
  const sealed = readPart(signature)
  if (isSignedPair({ type, parts }) && sealed.type.toLowerCase() === PGP_SIGNATURE) {
    const [block] = listBlocks(sealed.body, field)
    return block && { ...block, cleartext: toSentBytes(signed) }
  }
  if (depth === MAX_DEPTH) return undefined
  for (const one of parts) {
    const found = findSigned(one, { field, depth: depth + 1 })
    if (found) return found
  }
  return undefined
}
