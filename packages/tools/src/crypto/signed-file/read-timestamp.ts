import { equalBytes } from '../../lib/bytes.ts'
import { DER, listParts, needDer, readFirst, toOid } from '../../lib/der.ts'
import { toTimeText } from '../../lib/asn1-time.ts'
import { checkSigner, findDigest, type Checked } from './check-signer.ts'
import { isCms } from '../../lib/is-cms.ts'
import { readSignedData } from './signed-data.ts'

/** A time stamp (RFC 3161 §2.4.2): when something existed, and whether the signature of who says so holds. */
export type Timestamp = Checked & { readonly time: string }

const CONTENT = '1.2.840.113549.1.9.16.1.4'

/**
 * Reads the time stamp of some bytes and checks it; more certificates may stand beside it. Nothing for what is none.
 * Throws a RangeError where the bytes end too early.
 */
export async function readTimestamp(
  token: Uint8Array,
  stamped: Uint8Array | undefined,
  more: readonly Uint8Array[] = [],
): Promise<Timestamp | undefined> {
  const data = readSignedData(token)
  const [signer] = data?.signers ?? []
  if (!signer || data?.contentType !== CONTENT || !data.content) return undefined
  const [, , imprint, , time] = listParts(needDer(readFirst(data.content), DER.sequence))
  const [algorithm, digest] = listParts(needDer(imprint, DER.sequence))
  const oid = toOid(needDer(listParts(needDer(algorithm, DER.sequence))[0], DER.oid))
  const certificates = [...data.certificates, ...more]
  const checked = await checkSigner(signer, { contentType: CONTENT, content: data.content }, certificates)
  const said = { ...checked, time: toTimeText(needDer(time, GENERALIZED_TIME)) }
  if (checked.state !== 'valid' || !stamped) return stamped ? said : { ...said, state: 'missing' }
  const own = await findDigest(oid, stamped)
  if (!own) return { ...said, state: 'unsupported' }
  return equalBytes(own, needDer(digest, DER.octets).content) ? said : { ...said, state: 'altered' }
}

const GENERALIZED_TIME = 0x18

/** The token of an answer of an authority (RFC 3161 §2.4.2), which has a status before it; nothing for other bytes. */
export function findToken(answer: Uint8Array): Uint8Array | undefined {
  try {
    const [status, token] = listParts(needDer(readFirst(answer), DER.sequence))
    const [code] = listParts(needDer(status, DER.sequence))
    return code?.tag === DER.integer && token && isCms(token.raw) ? token.raw : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
