import type { ByteFormat, ShownFormat } from '../../lib/byte-text.ts'
import type { HashName } from '../../lib/signatures/hashes.ts'
import type { EcForm } from '../../lib/signatures/sign-curve.ts'
import type { SaltLength } from '../../lib/signatures/sign-rsa.ts'

/** What is to be done with which key. */
export type RsaInput = {
  action: 'encrypt' | 'decrypt' | 'sign' | 'verify'
  text: string
  file?: Blob | undefined
  key: string
  passphrase: string
  signature: string
  padding: 'oaep' | 'pkcs1'
  scheme: 'pss' | 'pkcs1'
  hash: HashName
  mgfHash: 'same' | HashName
  label: string
  saltLength: SaltLength
  ecForm: EcForm
  split: boolean
  textFormat: ByteFormat
  format: 'base64' | 'hex'
  shown: ShownFormat
}
