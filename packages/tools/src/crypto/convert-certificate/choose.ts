import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toKeyName } from '../../lib/keys/key.ts'
import { isIssuedBy, isSameKey, orderChain } from '../../lib/x509/chain.ts'
import { toNameText } from '../../lib/x509/name-text.ts'
import type { FoundCertificate, Parts, PrivateFound } from './read-parts.ts'

/** What goes into the new file. */
export type Chosen = {
  /** The certificate that the rest is for; nothing where there are several of which none is above another, as in a list of authorities. */
  readonly own: FoundCertificate | undefined
  readonly key: PrivateFound | undefined
  /** From its own certificate up to the last one there is; all of them where there is no own. */
  readonly chain: readonly FoundCertificate[]
  /** Certificates that are not above it. */
  readonly leftOut: readonly FoundCertificate[]
  /** Keys of other certificates, or of none. */
  readonly leftOutKeys: readonly PrivateFound[]
}

/**
 * Finds the certificate that a private key belongs to, and those above it. Without a key it is the one that has issued none of
 * the others. Throws `bad_input` where there is no certificate, or none of the key; then it names the field that the key came by.
 */
export function choose({ certificates, keys }: Parts, keyField: string): Chosen {
  if (certificates.length === 0)
    throw new AppError('bad_input', { field: 'text', expected: CERTIFICATE, got: keys.length > 0 ? ONLY_KEY : NO_CERTIFICATE })
  const pairs = keys.flatMap((found) =>
    certificates.filter((one) => one.key && isSameKey(one.key, found.key)).map((own) => ({ own, found })),
  )
  if (keys.length > 0 && pairs.length === 0) throw refuseKeys(certificates, keys, keyField)
  // Where a CA's key lies beside that of a server, the server's is meant; where a certificate was renewed, the new one.
  const [pair] = pairs.toSorted(
    (a, b) => Number(a.own.isAuthority) - Number(b.own.isAuthority) || compare(b.own.notAfter, a.own.notAfter),
  )
  const leaves = pair ? [pair.own] : findLeaves(certificates)
  const [own] = leaves.length === 1 ? leaves : []
  const chain = own ? orderChain(own, certificates) : certificates
  return {
    own,
    key: pair?.found,
    chain,
    leftOut: certificates.filter((one) => !chain.includes(one)),
    leftOutKeys: keys.filter((key) => key !== pair?.found),
  }
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

/** Those that have issued none of the others. */
function findLeaves(certificates: readonly FoundCertificate[]): FoundCertificate[] {
  return certificates.filter((one) => !certificates.some((other) => other !== one && isIssuedBy(other, one)))
}

const CERTIFICATE: Text = { en: 'a certificate', zh: '证书' }
const ONLY_KEY: Text = { en: 'a private key alone', zh: '只有私钥' }
const NO_CERTIFICATE: Text = { en: 'none', zh: '没有证书' }

function refuseKeys([first]: readonly FoundCertificate[], [key]: readonly PrivateFound[], field: string): AppError {
  const name = first ? toNameText(first.subject) : ''
  const kind = first?.key ? toKeyName(first.key) : '?'
  const own = key ? toKeyName(key.key) : ''
  return new AppError('bad_input', {
    field,
    expected: { en: `the private key of the certificate (${name}, ${kind})`, zh: `该证书的私钥（${name}，${kind}）` },
    got: { en: `the key of another one (${own})`, zh: `另一证书的私钥（${own}）` },
  })
}
