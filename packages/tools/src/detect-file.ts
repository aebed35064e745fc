import type { Text } from '@octet/core/text.ts'
import { toHex } from './lib/bytes.ts'
import { findSignature } from './lib/file-signature.ts'
import { isCms } from './lib/is-cms.ts'
import { isSignedMail } from './lib/is-signed-mail.ts'

/** Kinds of files that tools name in `files`, each with the tool that comes first; a text is of the kinds of what is in it. */
export const FILE_KINDS = {
  picture: { title: { en: 'Picture', zh: '图片' }, first: 'image-metadata' },
  pdf: { title: { en: 'PDF', zh: 'PDF' }, first: 'signed-file' },
  signed: { title: { en: 'Signature (CMS)', zh: '签名文件（CMS）' }, first: 'signed-file' },
  'signed-mail': { title: { en: 'Signed mail', zh: '已签名的邮件' }, first: 'signed-file' },
  certificate: { title: { en: 'Certificate or key store', zh: '证书或密钥库' }, first: 'x509' },
  program: { title: { en: 'Windows program', zh: 'Windows 程序' }, first: 'signed-file' },
  packed: { title: { en: 'Compressed data', zh: '压缩数据' }, first: 'compress' },
  packets: { title: { en: 'Captured packets', zh: '抓包文件' }, first: 'packet' },
  any: { title: { en: 'File', zh: '文件' }, first: 'mime' },
} as const satisfies Record<string, { title: Text; first: string }>
export type FileKind = keyof typeof FILE_KINDS

const PROGRAM = 'application/vnd.microsoft.portable-executable'
const PACKED = /^application\/(?:gzip|zstd|x-xz|x-bzip2|zlib)$/
/** libpcap in both orders of bytes and with nanoseconds, and the first block of pcapng (draft-ietf-opsawg-pcap, -pcapng). */
const PACKETS = /^(?:a1b2c3d4|d4c3b2a1|a1b23c4d|4d3cb2a1|0a0d0d0a)/
/** A store of Java (JKS). */
const STORE = /^feedfeed/
/** A sequence of DER that holds 128 bytes and more. */
const SEQUENCE = /^308[0-4]/

/** How many of a file's first bytes tell its kind. */
export const HEAD_BYTES = 4096

/** The kinds of a file by its first bytes, the one that says most first. */
export function detectFile(head: Uint8Array): FileKind[] {
  const kind = findKind(head)
  return kind ? [kind, 'any'] : ['any']
}

function findKind(head: Uint8Array): FileKind | undefined {
  const digits = toHex(head.subarray(0, 4))
  const mime = findSignature(head)?.mime ?? ''
  if (mime.startsWith('image/')) return 'picture'
  if (mime === 'application/pdf') return 'pdf'
  if (mime === PROGRAM) return 'program'
  if (PACKED.test(mime)) return 'packed'
  if (PACKETS.test(digits)) return 'packets'
  if (isSignedMail(head)) return 'signed-mail'
  if (isCms(head)) return 'signed'
  return STORE.test(digits) || SEQUENCE.test(digits) ? 'certificate' : undefined
}

/** Whether the first bytes of a file are text in UTF-8, as far as they go. */
export function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    // Bytes that are no UTF-8.
    return false
  }
}
