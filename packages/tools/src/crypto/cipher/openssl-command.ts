import { toHex } from '../../lib/bytes.ts'
import type { CipherInput } from './cipher-input.ts'
import type { CipherSpec } from './spec.ts'

type Parts = { spec: CipherSpec; input: CipherInput; key: Uint8Array; iv: Uint8Array; salt: Uint8Array | undefined }

/** The `openssl enc` command that does the same; nothing where OpenSSL has no such cipher, layout or padding. */
export function toCommand({ spec, input, key, iv, salt }: Parts): string | undefined {
  if (!spec.openssl || (spec.blockBytes && !['pkcs7', 'none', undefined].includes(input.padding))) return undefined
  if (input.keySource === 'scrypt' || input.keySource === 'argon2' || (input.keySource === 'key' && input.ivPlace !== 'apart'))
    return undefined
  const words = ['openssl enc', `-${spec.openssl}`, input.direction === 'decrypt' ? '-d' : '-e']
  if (input.keySource === 'key') words.push(`-K ${toHex(key)}`, ...(iv.length ? [`-iv ${toHex(iv)}`] : []))
  else words.push(...toPassphraseWords(input, salt))
  if (spec.blockBytes && input.padding === 'none') words.push('-nopad')
  if (/^(des-(cbc|ecb|cfb|ofb)|rc4|bf-|cast5-|idea-)/.test(spec.openssl)) words.push('-provider legacy -provider default')
  words.push(...toPlaces(input))
  return words.join(' ')
}

function toPassphraseWords({ keySource, key, keyFormat, iterations }: CipherInput, salt: Uint8Array | undefined): string[] {
  const digest = keySource === 'evp-md5' ? 'md5' : 'sha256'
  const passphrase = keyFormat === 'text' ? `-pass ${quote(`pass:${key}`)}` : '-pass file:passphrase.bin'
  return [
    passphrase,
    `-md ${digest}`,
    ...(keySource === 'pbkdf2' ? [`-pbkdf2 -iter ${iterations}`] : []),
    ...(salt ? [] : ['-nosalt']),
  ]
}

function toPlaces({ direction, cipherFormat, file }: CipherInput): string[] {
  const isText = !file && cipherFormat !== 'hex'
  const [plain, sealed] = file ? ['plain.bin', 'cipher.bin'] : ['plain.txt', isText ? 'cipher.b64' : 'cipher.bin']
  return [...(isText ? ['-a -A'] : []), direction === 'encrypt' ? `-in ${plain} -out ${sealed}` : `-in ${sealed} -out ${plain}`]
}

function quote(text: string): string {
  return /^[\w:./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
