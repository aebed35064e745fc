import { sha256 } from '@noble/hashes/sha2.js'
import { AppError } from '@octet/core/errors.ts'
import type { BaseHost } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import { toHex, type Bytes } from '../../lib/bytes.ts'
import { writeJks } from '../../lib/keys/jks.ts'
import { toKeyName } from '../../lib/keys/key.ts'
import { lockPkcs8 } from '../../lib/keys/lock-pkcs8.ts'
import { writePkcs8 } from '../../lib/keys/write-der.ts'
import { writePkcs12, type NamedEntry } from '../../lib/keys/write-pkcs12.ts'
import { toPem } from '../../lib/pem.ts'
import { toBase64 } from '../../lib/radix-text.ts'
import { refuseLoneSurrogate } from '../../lib/text-place.ts'
import { LABELS } from '../../lib/x509/blocks.ts'
import { findCommonName, toNameText } from '../../lib/x509/name-text.ts'
import { writeBundle } from '../../lib/x509/write-bundle.ts'
import { choose, type Chosen } from './choose.ts'
import type { ConvertInput } from './input.ts'
import { listNotes } from './notes.ts'
import { readParts, type FoundCertificate } from './read-parts.ts'
import type { Role } from './roles.ts'
import { findCommand, findSetup } from './setup.ts'

export type CertificateRow = {
  role: Role
  subject: string
  issuer: string
  notAfter: string
  publicKey?: string
  sha256: string
}
export type ConvertOutput = {
  text: string
  hasKey: boolean
  certificates: CertificateRow[]
  notes: string[]
  file?: File
  fullchain?: string
  certificate?: string
  chain?: string
  privateKey?: string
  setup?: string
  command?: string
}

/**
 * Writes certificates and their private key in another format.
 * Throws `bad_input`, `unsupported_value`, `wrong_passphrase`, `too_large`.
 */
export async function convertCertificate(input: ConvertInput, host: BaseHost): Promise<ConvertOutput> {
  refuseLoneSurrogate(input.newPassphrase, 'newPassphrase')
  refuseLoneSurrogate(input.name, 'name')
  const parts = await readParts(input)
  const found = choose(parts, input.keyFile ? 'keyFile' : input.file ? 'file' : 'text')
  const isRootLeftOut = !input.hasRoot && found.own !== undefined && found.chain.length > 1 && found.chain.at(-1)!.isRoot
  const chosen = isRootLeftOut ? { ...found, chain: found.chain.slice(0, -1) } : found
  const notes = listNotes({ input, chosen, others: parts.others, isRootLeftOut, now: host.now() })
  const setup = findSetup(input, chosen)
  const command = findCommand(input, chosen)
  return {
    hasKey: chosen.key !== undefined,
    certificates: chosen.chain.map((one) => toRow(one, chosen)),
    notes: notes.map((note) => note[host.lang]),
    ...(await write(input, chosen, host)),
    ...(setup !== undefined && { setup }),
    ...(command !== undefined && { command }),
  }
}

function toRow(one: FoundCertificate, { own }: Chosen): CertificateRow {
  const role = one === own ? 'own' : one.isRoot ? 'root' : one.isAuthority ? 'authority' : 'other'
  return {
    role,
    subject: toNameText(one.subject),
    issuer: toNameText(one.issuer),
    notAfter: one.notAfter,
    ...(one.key && { publicKey: toKeyName(one.key) }),
    sha256: toHex(sha256(one.der), ':').toUpperCase(),
  }
}

type Written = Pick<ConvertOutput, 'text' | 'file' | 'fullchain' | 'certificate' | 'chain' | 'privateKey'>

async function write(input: ConvertInput, chosen: Chosen, host: BaseHost): Promise<Written> {
  const ders = chosen.chain.map(({ der }) => der)
  switch (input.to) {
    case 'pem':
      return writePem(input, chosen, host)
    case 'der':
      return writeOne(ders, chosen)
    case 'pkcs7': {
      const der = writeBundle(ders)
      return { text: toPem('PKCS7', der), file: toFile(der, 'certificates.p7b') }
    }
    case 'pkcs12': {
      const passphrase = new TextEncoder().encode(input.newPassphrase)
      const certificates = nameEntries(input, chosen)
      const key = chosen.key && writePkcs8(chosen.key.key)
      const der = await writePkcs12({ key, certificates }, { way: input.lock, passphrase, random: host.random })
      return { text: toBase64(der), file: toFile(der, 'certificate.p12') }
    }
    case 'jks': {
      const passphrase = needJavaPassphrase(input.newPassphrase)
      const key = chosen.key && writePkcs8(chosen.key.key)
      const certificates = nameEntries(input, chosen)
      const bytes = writeJks({ key, certificates }, { passphrase, now: host.now(), random: host.random })
      return { text: toBase64(bytes), file: toFile(bytes, 'keystore.jks') }
    }
  }
}

async function writePem({ newPassphrase }: ConvertInput, { own, key, chain }: Chosen, { random }: BaseHost): Promise<Written> {
  const [first = '', ...above] = chain.map(({ der }) => toPem(LABELS.certificate, der))
  const privateKey = key && (await writePrivate(writePkcs8(key.key), newPassphrase, random))
  const fullchain = [first, ...above].join('')
  return {
    text: `${fullchain}${privateKey ?? ''}`,
    ...(own && above.length === 0 ? { certificate: first } : { fullchain }),
    ...(own && above.length > 0 && { certificate: first, chain: above.join('') }),
    ...(privateKey !== undefined && { privateKey }),
  }
}

async function writePrivate(der: Bytes, newPassphrase: string, random: BaseHost['random']): Promise<string> {
  if (newPassphrase === '') return toPem(LABELS.key, der)
  const passphrase = new TextEncoder().encode(newPassphrase)
  return toPem('ENCRYPTED PRIVATE KEY', await lockPkcs8(der, { passphrase, random }))
}

function writeOne([first, ...more]: readonly Uint8Array[], { own }: Chosen): Written {
  if (!first || (!own && more.length > 0))
    throw new AppError('bad_input', {
      field: 'to',
      expected: { en: 'one certificate: this format holds no more', zh: '一个证书：此格式只能存放一个' },
      got: String(more.length + 1),
    })
  return { text: toPem(LABELS.certificate, first), file: toFile(first, 'certificate.cer') }
}

const toFile = (bytes: Uint8Array, name: string): File =>
  new File([Uint8Array.from(bytes)], name, { type: 'application/octet-stream' })

/**
 * What stores show entries by. With a key it is one entry, whose name the first certificate has; in a store of what to trust
 * each certificate has one of its own.
 */
function nameEntries({ name }: ConvertInput, { key, chain }: Chosen): NamedEntry[] {
  const seen = new Set<string>()
  return chain.map((one, i) => {
    const found = (i === 0 && name.trim()) || one.name || findCommonName(one.subject) || toNameText(one.subject) || String(i + 1)
    const isTaken = seen.has(found.toLowerCase())
    const unique = isTaken ? `${found} ${i + 1}` : found
    seen.add(unique.toLowerCase())
    return { der: one.der, ...((i === 0 || !key) && { name: unique }) }
  })
}

/** Java's own tool takes no shorter one. */
const MIN_JAVA_PASSPHRASE = 6
const SIX: Text = { en: 'a passphrase of six characters or more', zh: '至少 6 个字符的口令' }

function needJavaPassphrase(passphrase: string): string {
  if (passphrase.length >= MIN_JAVA_PASSPHRASE) return passphrase
  const got: Text = passphrase === '' ? { en: 'nothing', zh: '空' } : { en: 'a shorter one', zh: '更短的口令' }
  throw new AppError('bad_input', { field: 'newPassphrase', expected: SIX, got })
}
