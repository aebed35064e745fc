import { sha256 } from '@noble/hashes/sha2.js'
import type { BaseHost } from '@octet/core/host.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toBytes, toHex, type Bytes } from '../../lib/bytes.ts'
import { lockPkcs8 } from '../../lib/keys/lock-pkcs8.ts'
import { isPrivate, toKeyName, type Key, type PrivateKey } from '../../lib/keys/key.ts'
import { makeKey } from '../../lib/keys/make-key.ts'
import { readKeys } from '../../lib/keys/read-keys.ts'
import { writePkcs8, writeSpki } from '../../lib/keys/write-der.ts'
import { toPem } from '../../lib/pem.ts'
import { refuseLoneSurrogate } from '../../lib/text-place.ts'
import { findExtension, OIDS } from '../../lib/x509/extensions.ts'
import { toNameText } from '../../lib/x509/name-text.ts'
import {
  findAlternativeName,
  listNameTexts,
  readAlternativeNames,
  writeAlternativeNames,
  type AlternativeName,
} from './alternative-names.ts'
import { findCommand } from './command.ts'
import { listUses, toKeyId, writeExtension, writeIssuerKey, writeSubjectKey } from './extensions.ts'
import { makesAuthority, type CertificateInput } from './input.ts'
import { readIssuer, type Issuer } from './issuer.ts'
import { listNotes } from './notes.ts'
import { readRequest, type WantedCertificate } from './read-request.ts'
import { chooseHash, createSigner } from './signer.ts'
import { checkSubject, listSubject, MAX_COMMON_NAME, writeSubject, type Subject } from './subject.ts'
import { toDays, toMomentText, toValidity } from './validity.ts'
import { writeCertificate, writeRequest } from './write-certificate.ts'

export type CertificateOutput = {
  text: string
  subject?: string
  issuer?: string
  names?: string[]
  notBefore?: string
  notAfter?: string
  serial?: string
  publicKey?: string
  signature?: string
  sha256?: string
  notes: string[]
  certificate?: string
  privateKey?: string
  request?: string
  chain?: string
  command?: string
  progress?: number
}

/** Whom and what it is for, once it has been read. */
type Wanted = {
  readonly key: Key
  readonly subject: Uint8Array
  /** The value of the extension for its names; nothing where there are none. */
  readonly names: Uint8Array | undefined
}

/**
 * Makes what is asked for, telling how far the making of its key is.
 * Throws `bad_input`, `unsupported_value`, `wrong_passphrase`, `too_large`.
 */
export async function* runCertificate(input: CertificateInput, host: BaseHost): AsyncGenerator<CertificateOutput> {
  refuseLoneSurrogate(input.newPassphrase, 'newPassphrase')
  const typed = checkSubject(input)
  const names = readAlternativeNames(input.names)
  const issuer = input.action === 'issue' ? await readIssuer(input) : undefined
  if (issuer && input.request.trim() !== '') {
    const wanted = toWanted(readRequest(input.request), { typed, names })
    return yield certify(wanted, { input, host, issuer, key: issuer.key })
  }
  for await (const made of getKey(input, host))
    if (typeof made === 'number') yield { text: '', notes: [], progress: Math.round(made * 100) / 100 }
    else yield await makeFor(made, { input, host, issuer, typed, names })
}

/** A key that is made, or the one that was given. */
async function* getKey({ kind, key: text, passphrase }: CertificateInput, host: BaseHost): AsyncGenerator<number | PrivateKey> {
  if (kind !== 'own') return yield* makeKey(kind, host)
  const found = await readKeys({ text, passphrase, field: 'key' })
  const key = found.map((one) => one.key).find(isPrivate)
  if (!key)
    throw new AppError('bad_input', {
      field: 'key',
      expected: { en: 'a private key', zh: '私钥' },
      got: { en: `a public key (${toKeyName(found[0]!.key)})`, zh: `公钥（${toKeyName(found[0]!.key)}）` },
    })
  return yield key
}

type Context = { readonly input: CertificateInput; readonly host: BaseHost; readonly issuer: Issuer | undefined }
type Typed = { readonly typed: Subject; readonly names: readonly AlternativeName[] }

async function makeFor(key: PrivateKey, { input, host, issuer, typed, names }: Context & Typed): Promise<CertificateOutput> {
  const all = names.length > 0 || makesAuthority(input) ? names : findCommonNames(typed)
  const subject = nameSubject(typed, all, input)
  if (all.length === 0 && listSubject(subject).length === 0)
    throw new AppError('bad_input', { field: 'names', expected: SOMEBODY, got: { en: 'nothing', zh: '空值' } })
  const wanted = { key, subject: writeSubject(subject), names: all.length > 0 ? writeAlternativeNames(all) : undefined }
  const made =
    input.action === 'request'
      ? request(wanted, { input, host, key })
      : certify(wanted, { input, host, issuer, key: issuer?.key ?? key })
  const signing = issuer?.key ?? key
  const hash = signing.type === 'okp' ? undefined : chooseHash(signing, input.hash)
  const command = findCommand(input, { key, names: all, subject, hash })
  const privateKey = input.kind === 'own' ? undefined : await writePrivate(key, input, host)
  return {
    ...made,
    // Where only the text is seen, as on a terminal, a key that was made must not be lost.
    ...(privateKey !== undefined && { text: made.text + privateKey, privateKey }),
    ...(command !== undefined && { command }),
  }
}

const SOMEBODY: Text = { en: 'at least one name, or a common name', zh: '至少一个适用名称，或填写通用名' }

/** A common name that is a name of a host is one of its names, as everybody who fills in only that expects. */
function findCommonNames({ commonName }: Subject): AlternativeName[] {
  const name = findAlternativeName(commonName)
  return name && name.kind !== 'URI' ? [name] : []
}

/** Gives the subject a common name where none was typed. */
function nameSubject(typed: Subject, names: readonly AlternativeName[], input: CertificateInput): Subject {
  if (typed.commonName !== '') return typed
  if (input.action === 'authority') return { ...typed, commonName: 'Private Root CA' }
  if (makesAuthority(input)) return { ...typed, commonName: 'Private Intermediate CA' }
  const first = names.find(({ kind, value }) => kind !== 'URI' && value.length <= MAX_COMMON_NAME)
  return first ? { ...typed, commonName: first.value } : typed
}

/** What a request asks for, where nothing else was typed. */
function toWanted(asked: WantedCertificate, { typed, names }: Typed): Wanted {
  const isTyped = listSubject(typed).length > 0
  return {
    key: asked.key,
    subject: isTyped ? writeSubject(typed) : asked.subject,
    names: names.length > 0 ? writeAlternativeNames(names) : findExtension(asked.extensions, OIDS.alternativeNames),
  }
}

async function writePrivate(key: PrivateKey, { newPassphrase }: CertificateInput, { random }: BaseHost): Promise<string> {
  if (newPassphrase === '') return toPem('PRIVATE KEY', writePkcs8(key))
  const passphrase = new TextEncoder().encode(newPassphrase)
  return toPem('ENCRYPTED PRIVATE KEY', await lockPkcs8(writePkcs8(key), { passphrase, random }))
}

/** A name must be critical where it is the only one (RFC 5280 §4.2.1.6). */
function listNameExtensions({ names, subject }: Wanted): Bytes[] {
  return names ? [writeExtension(OIDS.alternativeNames, toBytes(names), subject.length === EMPTY_NAME_BYTES)] : []
}

/** A sequence of nothing. */
const EMPTY_NAME_BYTES = 2

function listUsesOf({ key }: Wanted, input: CertificateInput): Bytes[] {
  const isAuthority = makesAuthority(input)
  return listUses(key, {
    isAuthority,
    purpose: input.purpose,
    pathLength: input.action === 'issue' && isAuthority ? 0 : undefined,
  })
}

type Signing = { readonly input: CertificateInput; readonly host: BaseHost; readonly key: PrivateKey }

function request(wanted: Wanted, { input, host, key }: Signing): CertificateOutput {
  const signer = createSigner(key, input.hash)
  const extensions = [...listUsesOf(wanted, input), ...listNameExtensions(wanted)]
  const der = writeRequest({ subject: wanted.subject, spki: writeSpki(key), extensions }, signer)
  const pem = toPem('CERTIFICATE REQUEST', der)
  const names = wanted.names ? listNameTexts(wanted.names) : []
  const notes = listNotes({ input, key, names, now: host.now() })
  return {
    text: pem,
    ...toFacts(wanted, names),
    signature: signer.name,
    notes: notes.map((note) => note[host.lang]),
    request: pem,
  }
}

function certify(wanted: Wanted, { input, host, issuer, key }: Signing & { issuer: Issuer | undefined }): CertificateOutput {
  const signer = createSigner(key, input.hash)
  const days = toDays(input.days, makesAuthority(input))
  const validity = toValidity({ from: input.from, days, now: host.now(), end: issuer?.notAfter })
  const keyId = toKeyId(wanted.key)
  const serial = makeSerial(host)
  const der = writeCertificate(
    {
      serial,
      issuer: issuer?.name ?? wanted.subject,
      subject: wanted.subject,
      ...validity,
      spki: writeSpki(wanted.key),
      extensions: [
        ...listUsesOf(wanted, input),
        writeSubjectKey(keyId),
        writeIssuerKey(issuer?.keyId ?? keyId),
        ...listNameExtensions(wanted),
      ],
    },
    signer,
  )
  const names = wanted.names ? listNameTexts(wanted.names) : []
  const certificate = toPem('CERTIFICATE', der)
  const above = issuer ? [...(issuer.isRoot ? [] : [issuer.der]), ...issuer.above] : []
  return {
    text: certificate,
    ...toFacts(wanted, names),
    issuer: toNameText(issuer?.name ?? wanted.subject),
    notBefore: toMomentText(validity.notBefore),
    notAfter: toMomentText(validity.notAfter),
    serial: serial.toString(16),
    signature: signer.name,
    sha256: toHex(sha256(der), ':').toUpperCase(),
    notes: listNotes({ input, key: wanted.key, names, now: host.now(), issuer, validity }).map((note) => note[host.lang]),
    certificate,
    ...(above.length > 0 && { chain: [der, ...above].map((one) => toPem('CERTIFICATE', one)).join('') }),
  }
}

function toFacts({ key, subject }: Wanted, names: string[]): Pick<CertificateOutput, 'subject' | 'names' | 'publicKey'> {
  return { subject: toNameText(subject), ...(names.length > 0 && { names }), publicKey: toKeyName(key) }
}

const SERIAL_BYTES = 16

/** A number that nobody can foretell, positive and as long each time (RFC 5280 §4.1.2.2; 64 random bits are asked of authorities). */
function makeSerial({ random }: BaseHost): bigint {
  const bytes = random(SERIAL_BYTES)
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return BigInt(`0x${toHex(bytes)}`)
}
