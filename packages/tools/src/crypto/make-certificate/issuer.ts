import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { refuseKey } from '../../lib/keys/found-key.ts'
import { isPrivate, toKeyName, type PrivateKey } from '../../lib/keys/key.ts'
import { readKeys } from '../../lib/keys/read-keys.ts'
import { listPem } from '../../lib/pem.ts'
import { toUnreadable } from '../../lib/x509/blocks.ts'
import { isSameKey, readChainCertificate } from '../../lib/x509/chain.ts'
import { toKeyId } from './extensions.ts'

/** An authority that issues: its certificate with the key of it, and those above it that came along. */
export type Issuer = {
  readonly der: Uint8Array
  readonly key: PrivateKey
  /** Its name, as the certificates that it issues have it. */
  readonly name: Uint8Array
  readonly keyId: Uint8Array
  /** How many authorities may stand between it and the last certificate; nothing where it does not say. */
  readonly pathLength: number | undefined
  readonly notBefore: Date
  readonly notAfter: Date
  readonly isRoot: boolean
  /** Certificates above it, which do not sign themselves. */
  readonly above: readonly Uint8Array[]
}

type Source = { readonly issuer: string; readonly issuerPassphrase: string }

/** Reads an authority from PEM with its certificate and its private key. Throws `bad_input`, `unsupported_value`, `wrong_passphrase`. */
export async function readIssuer({ issuer: text, issuerPassphrase: passphrase }: Source): Promise<Issuer> {
  const certificates = listPem(text, 'issuer').filter(({ label }) => /^(?:TRUSTED |X509 )?CERTIFICATE$/.test(label))
  if (certificates.length === 0) throw badIssuer(NO_CERTIFICATE)
  const key = (await readKeys({ text, passphrase, field: 'issuer' })).map((found) => found.key).find(isPrivate)
  if (!key) throw badIssuer(NO_KEY)
  const all = certificates.map(({ der }) => readChainCertificate(der))
  const own = all.find((one) => one.key && isSameKey(one.key, key))
  if (!own) throw badIssuer(NOT_TOGETHER)
  if (!own.isAuthority) throw refuseKey(toKeyName(key), NO_AUTHORITY)
  return {
    der: own.der,
    key,
    name: own.subject,
    keyId: own.subjectKey ?? toKeyId(key),
    pathLength: own.pathLength,
    notBefore: toMoment(own.notBefore),
    notAfter: toMoment(own.notAfter),
    isRoot: own.isRoot,
    above: all.filter((one) => one !== own && !one.isRoot).map(({ der }) => der),
  }
}

function toMoment(time: string): Date {
  const moment = new Date(time)
  if (Number.isNaN(moment.getTime())) throw toUnreadable(new RangeError(`expected a moment, got ${time}`))
  return moment
}

const badIssuer = ({ expected, got }: { expected: Text; got: Text }): AppError =>
  new AppError('bad_input', { field: 'issuer', expected, got })

const BOTH: Text = { en: 'the certificate of an authority and its private key, both as PEM', zh: 'CA 证书及其私钥，均为 PEM' }
const NO_CERTIFICATE = { expected: BOTH, got: { en: 'no certificate', zh: '没有证书' } }
const NO_KEY = { expected: BOTH, got: { en: 'no private key', zh: '没有私钥' } }
const NOT_TOGETHER = { expected: BOTH, got: { en: 'a key of none of the certificates', zh: '与证书均不匹配的私钥' } }
const NO_AUTHORITY: Text = {
  en: 'its certificate is not one of an authority (basicConstraints CA), so nobody would trust what it signs',
  zh: '其证书不是 CA 证书（basicConstraints 无 CA），签发的证书不会被信任',
}
