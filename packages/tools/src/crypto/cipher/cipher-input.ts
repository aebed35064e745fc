import type { ByteFormat, ShownFormat } from '../../lib/byte-text.ts'
import type { Padding } from './padding.ts'
import type { KeySource } from './passphrase.ts'

/** Input of every cipher tool; a tool leaves out what its cipher does not have. */
export type CipherInput = {
  text: string
  file?: Blob | undefined
  direction: 'encrypt' | 'decrypt'
  keySource: KeySource
  key: string
  keyFormat: ByteFormat
  keyFile?: Blob | undefined
  keyFit: 'exact' | 'zero' | 'md5' | 'sha256'
  iterations: number
  salted: boolean
  salt: string
  iv: string
  ivFormat: ByteFormat
  ivPlace: 'apart' | 'first' | 'last'
  plainFormat: ShownFormat
  cipherFormat: 'auto' | 'base64' | 'base64url' | 'hex'
  padding?: Padding
  aad?: string
  aadFormat?: ByteFormat
  tag?: string
  tagPlace?: 'usual' | 'last' | 'first' | 'apart'
  tagBytes?: number
  code?: boolean
}
