import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toBytes, type Bytes } from '../bytes.ts'
import { DER, listDer } from '../der.ts'
import { listPem } from '../pem.ts'
import { parseBase64 } from '../radix-text.ts'

/** Bytes and the word behind BEGIN; no word where they came without one. */
export type Block = { readonly label: string; readonly der: Bytes }

/** Words behind BEGIN (RFC 7468 §5.1, §6.1, §10) of what stores hold. */
export const LABELS = { key: 'PRIVATE KEY', certificate: 'CERTIFICATE', list: 'X509 CRL' } as const

/** Blocks of a PEM text, or one block of bare base64 or DER. Throws `unsupported_value`, `bad_input`. */
export function listBlocks(text: string, der: Bytes | undefined): Block[] {
  if (der) {
    // A sequence of 128 bytes and more. OpenSSL writes words before a block of PEM.
    const isDer = der[0] === 0x30 && (der[1] ?? 0) >= 0x80
    return isDer ? listSequences(der) : listBlocks(new TextDecoder().decode(der), undefined)
  }
  const blocks = listPem(text, 'text')
  if (blocks.length) return blocks
  const bare = text.trim()
  if (!bare || bare.includes('-----'))
    throw refuse(
      { en: 'it has no complete “-----BEGIN … -----END …” block', zh: '其中没有完整的“-----BEGIN … -----END …”块' },
      bare,
    )
  if (isOtherText(bare))
    throw refuse(
      {
        en: 'expected lines from “-----BEGIN …” to “-----END …”, or the base64 between them',
        zh: '应为从“-----BEGIN …”到“-----END …”的内容，或其间的 Base64',
      },
      bare,
    )
  return [{ label: '', der: parseBase64(bare, 'text') }]
}

/** A word or a sentence, which may look like base64; that of a sequence begins with an M. */
export const isOtherText = (text: string): boolean => text.length < 64 && !/^M[A-P]/.test(text)

/** Files of DER may have been written one behind the other. Bytes behind them that are no sequence are left out later. */
function listSequences(der: Bytes): Block[] {
  try {
    const values = listDer(der)
    if (values.every(({ tag }) => tag === DER.sequence)) return values.map(({ raw }) => ({ label: '', der: toBytes(raw) }))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return [{ label: '', der }]
}

/** The error for something that is not decoded here. */
export function refuse(reason: Text, got: string): AppError {
  return new AppError('unsupported_value', { got: got.slice(0, 40), reason })
}

/** The error for bytes that are nothing of X.509, or not all of it. */
export function toUnreadable(cause: unknown): AppError {
  const reason = {
    en: 'the bytes are not a certificate, a request or a revocation list; part of them may be missing',
    zh: '这些字节不是证书、证书请求或吊销列表，内容可能不完整',
  }
  return new AppError('unsupported_value', { got: 'DER', reason }, { cause })
}
