import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { DerValue } from '../../lib/der.ts'
import { readForm, refuseKey } from '../../lib/keys/found-key.ts'
import type { Key } from '../../lib/keys/key.ts'
import { readDerKey } from '../../lib/keys/read-der.ts'
import { listPem } from '../../lib/pem.ts'
import { splitRequest } from '../../lib/x509/signed-parts.ts'
import { isSignedBy, splitSigned } from '../../lib/x509/verify.ts'

/** What a request asks to be certified. */
export type WantedCertificate = {
  readonly key: Key
  /** The name as it was written. */
  readonly subject: Uint8Array
  readonly extensions: readonly DerValue[]
}

/** Reads a request (RFC 2986) and checks that who made it has the key. Throws `bad_input`, `unsupported_value`. */
export function readRequest(text: string): WantedCertificate {
  const block = listPem(text, 'request').find(({ label }) => /^(?:NEW )?CERTIFICATE REQUEST$/.test(label))
  if (!block)
    throw new AppError('bad_input', { field: 'request', expected: A_REQUEST, got: { en: 'no such block', zh: '没有这样的块' } })
  return readForm(block.label, () => {
    const { subject, extensions, whole } = splitRequest(block.der)
    const { key } = readDerKey(whole, block.label)
    const isOwn = isSignedBy(whole, splitSigned(whole))
    if (isOwn === false) throw refuseKey(block.label, NOT_OWN)
    if (isOwn === undefined) throw refuseKey(block.label, UNKNOWN)
    return { key, subject: subject.raw, extensions }
  })
}

const A_REQUEST: Text = {
  en: 'a request as PEM (-----BEGIN CERTIFICATE REQUEST-----)',
  zh: 'PEM 格式的证书请求（-----BEGIN CERTIFICATE REQUEST-----）',
}
const NOT_OWN: Text = {
  en: 'its signature does not hold: it was changed, or made without the key in it',
  zh: '其签名无效：内容被改动，或并非由其中的密钥签名',
}
const UNKNOWN: Text = { en: 'its signature is of a kind that is not read here', zh: '其签名算法不受支持' }
