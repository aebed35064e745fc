/** Formats that are written. */
export const FORMATS = ['pem', 'pkcs12', 'pkcs7', 'der', 'jks'] as const
export type Format = (typeof FORMATS)[number]

export type ConvertInput = {
  text: string
  file?: Blob | undefined
  keyFile?: Blob | undefined
  chainFile?: Blob | undefined
  passphrase: string
  to: Format
  newPassphrase: string
  name: string
  lock: 'modern' | 'old'
  hasRoot: boolean
}
