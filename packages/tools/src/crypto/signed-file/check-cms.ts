import { isAppError } from '@octet/core/errors.ts'
import { equalBytes } from '../../lib/bytes.ts'
import { toTimeText } from '../../lib/asn1-time.ts'
import { orderChain, readChainCertificate, type ChainCertificate } from '../../lib/x509/chain.ts'
import { splitSigned } from '../../lib/x509/verify.ts'
import { checkSigner, isSigned, type Checked, type Subject } from './check-signer.ts'
import { readTimestamp, type Timestamp } from './read-timestamp.ts'
import { readSigner, type SignedData, type Signer } from './signed-data.ts'
import { MAX_SIGNATURES } from './words.ts'

/** A signature that was checked, with when it was made and who issued its certificate. */
export type CheckedSignature = Checked & {
  /** As the signer says (RFC 5652 §11.3). */
  readonly time?: string
  readonly timestamp?: Timestamp
  /** The certificate and those above it. */
  readonly chain: readonly ChainCertificate[]
  /** Whether one of them was not signed by the next, or by one that may sign none. */
  readonly isBroken: boolean
}

const SIGNING_TIME = '1.2.840.113549.1.9.5'
const COUNTER_SIGNATURE = '1.2.840.113549.1.9.6'
/** Time stamps beside a signature: of RFC 3161 Appendix A, and Microsoft’s place for the same. */
const TIMESTAMPS = ['1.2.840.113549.1.9.16.2.14', '1.3.6.1.4.1.311.3.3.1']
const DATA = '1.2.840.113549.1.7.1'

/** Checks every signature of signed data over a content; more certificates may have been given. Throws a RangeError. */
export async function checkCms(
  { signers, certificates: own }: SignedData,
  subject: Subject,
  given: readonly Uint8Array[],
): Promise<CheckedSignature[]> {
  const certificates = [...own, ...given]
  const checked: CheckedSignature[] = []
  for (const signer of signers.slice(0, MAX_SIGNATURES)) {
    const outcome = await checkSigner(signer, subject, certificates)
    const time = signer.signed?.values.get(SIGNING_TIME)
    const timestamp = await findTimestamp(signer, certificates)
    checked.push({
      ...outcome,
      ...(time && { time: toTimeText(time) }),
      ...(timestamp && { timestamp }),
      ...(await findChain(outcome.certificate, certificates)),
    })
  }
  return checked
}

/** The certificate and those above it, and whether each was signed by the next (RFC 5280 §6.1.3). */
export async function findChain(
  first: ChainCertificate | undefined,
  certificates: readonly Uint8Array[],
): Promise<Pick<CheckedSignature, 'chain' | 'isBroken'>> {
  if (!first) return { chain: [], isBroken: false }
  const chain = orderChain(first, certificates.flatMap(tryReadCertificate))
  for (const [i, one] of chain.entries()) {
    const by = chain[i + 1]
    if (!by) break
    const isAuthority = by.isAuthority || by.isRoot
    if (!isAuthority || (await isSigned(by.der, by.key, splitSigned(one.der))) === false) return { chain, isBroken: true }
  }
  return { chain, isBroken: false }
}

/** One of a kind that is not read is left out. */
function tryReadCertificate(der: Uint8Array): ChainCertificate[] {
  try {
    return [readChainCertificate(der)]
  } catch (error) {
    if (isAppError(error)) return []
    throw error
  }
}

/** The time that another than the signer put beside a signature. */
async function findTimestamp(
  { unsigned, signature }: Signer,
  certificates: readonly Uint8Array[],
): Promise<Timestamp | undefined> {
  const token = TIMESTAMPS.map((oid) => unsigned.get(oid)).find(Boolean)
  if (token) return readTimestamp(token.raw, signature, certificates)
  const counter = unsigned.get(COUNTER_SIGNATURE)
  if (!counter) return undefined
  const signer = readSigner(counter)
  const time = signer.signed?.values.get(SIGNING_TIME)
  const checked = await checkSigner(signer, { contentType: DATA, content: signature }, certificates)
  return time && { ...checked, time: toTimeText(time) }
}

/** Whether a chain leads to one of some certificates. */
export const leadsTo = (chain: readonly ChainCertificate[], trusted: readonly Uint8Array[]): boolean =>
  chain.some(({ der }) => trusted.some((one) => equalBytes(one, der)))
