import { quoteShell } from '../../lib/curl/quote.ts'
import { toOpensslName, type AlternativeName } from './alternative-names.ts'
import type { Key } from '../../lib/keys/key.ts'
import type { HashName } from '../../lib/signatures/hashes.ts'
import { makesAuthority, type CertificateInput } from './input.ts'
import { listSubject, type Subject } from './subject.ts'
import { toDays } from './validity.ts'

type Wanted = {
  readonly key: Key
  readonly names: readonly AlternativeName[]
  readonly subject: Subject
  /** Of the signature on what comes out; nothing where the key has its own. */
  readonly hash: HashName | undefined
}

const NEW_KEYS = {
  p256: 'ec -pkeyopt ec_paramgen_curve:P-256',
  p384: 'ec -pkeyopt ec_paramgen_curve:P-384',
  p521: 'ec -pkeyopt ec_paramgen_curve:P-521',
  ed25519: 'ed25519',
  ed448: 'ed448',
  rsa2048: 'rsa:2048',
  rsa3072: 'rsa:3072',
  rsa4096: 'rsa:4096',
} as const
type Made = keyof typeof NEW_KEYS

const PURPOSES: Readonly<Record<CertificateInput['purpose'], string>> = {
  server: 'serverAuth',
  client: 'clientAuth',
  both: 'serverAuth,clientAuth',
  email: 'emailProtection',
  code: 'codeSigning',
  any: '',
}

/**
 * The `openssl` command that makes the same, with the files private.pem, and ca.pem and ca-key.pem of the authority; nothing
 * where the command has no word for it: it takes no moment to begin at.
 */
export function findCommand(input: CertificateInput, wanted: Wanted): string | undefined {
  if (input.from.trim() !== '' && input.action !== 'request') return undefined
  const isRequest = input.action === 'request'
  if (input.action !== 'issue') return toRequestCommand(input, wanted, isRequest)
  const request = toRequestCommand(input, { ...wanted, hash: undefined }, true)
  const days = toDays(input.days, input.isAuthority)
  const words = [
    '-CA ca.pem -CAkey ca-key.pem -CAcreateserial',
    `-days ${days}`,
    '-copy_extensions copyall',
    ...toHashWords(wanted),
  ]
  return `${request} &&\n${toLines(['openssl x509 -req -in request.csr', ...words, '-out certificate.pem'])}`
}

function toRequestCommand(input: CertificateInput, wanted: Wanted, isRequest: boolean): string {
  const { subject } = wanted
  const kind = input.kind === 'own' ? undefined : NEW_KEYS[input.kind as Made]
  const newKey = kind
    ? [`-newkey ${kind}`, ...(input.newPassphrase ? [] : ['-nodes']), '-keyout private.pem']
    : ['-key private.pem']
  const path = listSubject(subject).map(({ name, value }) => `/${name}=${value.replaceAll(/[\\/+]/g, String.raw`\$&`)}`)
  const words = [
    ...(isRequest ? [] : ['-x509', `-days ${toDays(input.days, makesAuthority(input))}`]),
    ...newKey,
    ...toHashWords(wanted),
    `-utf8 -subj ${quoteShell(path.join('') || '/')}`,
    ...listExtensions(input, wanted).map((text) => `-addext ${quoteShell(text)}`),
    isRequest ? '-out request.csr' : '-out certificate.pem',
  ]
  return toLines(['openssl req -new', ...words])
}

/** A word a line, as it is read best. */
const toLines = (words: readonly string[]): string => words.join(' \\\n  ')

const toHashWords = ({ hash }: Wanted): string[] => (hash === undefined ? [] : [`-${hash}`])

function listExtensions(input: CertificateInput, { key, names }: Wanted): string[] {
  const alternative = names.length > 0 ? [`subjectAltName=${names.map(toOpensslName).join(',')}`] : []
  if (makesAuthority(input)) {
    const depth = input.isAuthority ? ',pathlen:0' : ''
    return [`basicConstraints=critical,CA:TRUE${depth}`, 'keyUsage=critical,digitalSignature,keyCertSign,cRLSign', ...alternative]
  }
  const wraps = key.type === 'rsa' ? ',keyEncipherment' : ''
  const purpose = PURPOSES[input.purpose]
  return [
    'basicConstraints=critical,CA:FALSE',
    `keyUsage=critical,digitalSignature${wraps}`,
    ...(purpose ? [`extendedKeyUsage=${purpose}`] : []),
    ...alternative,
  ]
}
