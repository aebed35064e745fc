import { toHex } from '../../lib/bytes.ts'
import type { Key } from '../../lib/keys/key.ts'
import type { RsaInput } from './rsa-input.ts'

/**
 * The `openssl` command that does the same with keys in private.pem and public.pem; nothing where OpenSSL has none:
 * for blocks of a long text and for signatures of ECDSA as two numbers.
 */
export function findCommand(key: Key, input: RsaInput): string | undefined {
  const { action, split, ecForm } = input
  if (action === 'encrypt') return split ? undefined : encrypt(input)
  if (action === 'decrypt') return decrypt(input)
  if (key.type === 'ec' && action === 'sign' && ecForm === 'raw') return undefined
  return action === 'sign' ? sign(key, input) : verify(key, input)
}

/** Text and Base64 are files of text here, all else is bytes. */
const toPlainFile = ({ file, textFormat }: RsaInput): string => (file || textFormat !== 'text' ? 'plain.bin' : 'plain.txt')

const TO_BASE64 = '| openssl base64 -A'

/** What goes to a file: Base64 through a pipe, bytes as they are. */
const toOutput = ({ format }: RsaInput, name: string): string => (format === 'hex' ? `-out ${name}` : TO_BASE64)

function encrypt(input: RsaInput): string {
  const words = ['openssl pkeyutl -encrypt -pubin -inkey public.pem', ...toPaddingWords(input), `-in ${toPlainFile(input)}`]
  return [...words, toOutput(input, 'cipher.bin')].join(' ')
}

function decrypt(input: RsaInput): string {
  const isHex = !input.file && /^[0-9a-f\s]+$/i.test(input.text)
  const words = ['openssl pkeyutl -decrypt -inkey private.pem', ...toPaddingWords(input)].join(' ')
  return input.file || isHex ? `${words} -in cipher.bin` : `openssl base64 -d -A -in cipher.b64 | ${words}`
}

function toPaddingWords({ padding, hash, mgfHash, label }: RsaInput): string[] {
  if (padding === 'pkcs1') return ['-pkeyopt rsa_padding_mode:pkcs1']
  return [
    '-pkeyopt rsa_padding_mode:oaep',
    `-pkeyopt rsa_oaep_md:${hash}`,
    `-pkeyopt rsa_mgf1_md:${mgfHash === 'same' ? hash : mgfHash}`,
    ...(label ? [`-pkeyopt rsa_oaep_label:${toHex(new TextEncoder().encode(label))}`] : []),
  ]
}

function sign(key: Key, input: RsaInput): string {
  const output = toOutput(input, 'signature.bin')
  if (key.type === 'okp') return `openssl pkeyutl -sign -rawin -inkey private.pem -in ${toPlainFile(input)} ${output}`
  const words = [`openssl dgst -${input.hash} -sign private.pem`, ...toSigningWords(key, input)]
  // The file to be signed stands last.
  return input.format === 'hex'
    ? [...words, output, toPlainFile(input)].join(' ')
    : [...words, toPlainFile(input), output].join(' ')
}

function verify(key: Key, input: RsaInput): string {
  const isHex = /^[0-9a-f\s]+$/i.test(input.signature)
  const before = isHex ? '' : 'openssl base64 -d -A -in signature.b64 -out signature.bin && '
  if (key.type === 'okp')
    return `${before}openssl pkeyutl -verify -rawin -pubin -inkey public.pem -sigfile signature.bin -in ${toPlainFile(input)}`
  const words = [`openssl dgst -${input.hash} -verify public.pem`, ...toSigningWords(key, input), '-signature signature.bin']
  return `${before}${[...words, toPlainFile(input)].join(' ')}`
}

/** Lengths of salt as OpenSSL names them; it finds the length of a signature by itself. */
const SALTS = { hash: 'digest', max: 'max', none: '0' } as const

function toSigningWords(key: Key, { action, scheme, hash, mgfHash, saltLength }: RsaInput): string[] {
  if (key.type !== 'rsa' || scheme === 'pkcs1') return []
  return [
    '-sigopt rsa_padding_mode:pss',
    `-sigopt rsa_pss_saltlen:${action === 'verify' ? 'auto' : SALTS[saltLength]}`,
    `-sigopt rsa_mgf1_md:${mgfHash === 'same' ? hash : mgfHash}`,
  ]
}
