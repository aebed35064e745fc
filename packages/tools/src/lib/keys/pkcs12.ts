import type { Text } from '@octet/core/text.ts'
import { DER, listDer, listParts, toInteger, toOid } from '../der.ts'

/** What to do with a file of PKCS #12, which holds certificates and a private key behind a passphrase. */
export const OPEN_PKCS12: Text = {
  en: 'this is a PKCS #12 file (.p12, .pfx), which is not read; turn it into PEM with: openssl pkcs12 -in file.p12 -nodes -out file.pem',
  zh: '这是 PKCS #12 文件（.p12、.pfx），暂不支持；可先执行 openssl pkcs12 -in file.p12 -nodes -out file.pem 转为 PEM',
}

/** Whether bytes are a file of PKCS #12: version 3, then data or signed data of PKCS #7 (RFC 7292 §4). */
export function isPkcs12(der: Uint8Array): boolean {
  try {
    const [version, content] = listDer(der).flatMap(listParts)
    const [kind] = content ? listParts(content) : []
    return version?.tag === DER.integer && toInteger(version) === 3n && kind?.tag === DER.oid && CONTENTS.has(toOid(kind))
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const CONTENTS = new Set(['1.2.840.113549.1.7.1', '1.2.840.113549.1.7.2'])
