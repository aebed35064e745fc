import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { parseBase64 } from '../../lib/radix-text.ts'

/** Blocks of a PEM text, or one block of bare base64 or DER. Throws `bad_input`. */
export function listBlocks(text: string, der: Bytes | undefined): { label: string; der: Bytes }[] {
  if (der) {
    const isText = der[0] === 0x2d || der[0] === 0x4d
    return isText ? listBlocks(new TextDecoder().decode(der), undefined) : [{ label: '', der }]
  }
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g)]
  if (blocks.length) return blocks.map(([, label = '', body = '']) => ({ label, der: parseBase64(body, 'text') }))
  const bare = text.trim()
  if (!bare || bare.includes('-----'))
    throw refuse({ en: 'it has no whole “-----BEGIN … -----END …” block', zh: '其中没有完整的“-----BEGIN … -----END …”块' }, bare)
  return [{ label: '', der: parseBase64(bare, 'text') }]
}

/** The error for something that is not decoded here. */
export function refuse(reason: Text, got: string): AppError {
  return new AppError('unsupported_value', { got: got.slice(0, 40), reason })
}
