import { berToDer } from '../ber.ts'
import { toBytes, toHex } from '../bytes.ts'
import { DER, listDer, listParts, needDer } from '../der.ts'
import { isPkcs12, openPkcs12 } from '../keys/pkcs12.ts'
import { LABELS, toUnreadable, type Block } from './blocks.ts'

/**
 * The content of a PKCS #7 bundle (RFC 2315 §9.1) or of a file of PKCS #12, one after the other; any other block as it is.
 * Throws `wrong_passphrase`, `bad_input`, `unsupported_value`.
 */
export async function unpackBlock(block: Block, passphrase: string): Promise<Block[]> {
  if (isPkcs12(block.der)) return openFile(block.der, passphrase)
  const isBundle = block.label
    ? /^(?:PKCS7|CMS|PKCS #7 SIGNED DATA)$/.test(block.label)
    : SIGNED_DATA.test(toHex(block.der.subarray(0, 20)))
  if (!isBundle) return [block]
  return readBundle(block.der)
}

async function openFile(der: Uint8Array, passphrase: string): Promise<Block[]> {
  const items = await openPkcs12(der, passphrase)
  return items.map((item) => ({ label: LABELS[item.kind], der: item.der }))
}

/** A sequence that begins with the object identifier of signed data. */
const SIGNED_DATA = /^308[0-4](?:[\da-f]{2}){0,4}?06092a864886f70d010702/
/** Tags of the certificates and of the revocation lists. */
const [CERTIFICATES, LISTS] = [0xa0, 0xa1]

/** The certificates and lists of a bundle; some programs write lengths of BER around them. */
function readBundle(der: Uint8Array): Block[] {
  try {
    return findContent(der) ?? listContent(berToDer(der))
  } catch (error) {
    throw error instanceof RangeError ? toUnreadable(error) : error
  }
}

function findContent(der: Uint8Array): Block[] | undefined {
  try {
    return listContent(der)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function listContent(der: Uint8Array): Block[] {
  const [, wrapped] = listParts(needDer(listDer(der)[0], DER.sequence))
  const [signed] = listParts(needDer(wrapped, CERTIFICATES))
  return listParts(needDer(signed, DER.sequence)).flatMap((part) => {
    const label = { [CERTIFICATES]: 'CERTIFICATE', [LISTS]: 'X509 CRL' }[part.tag]
    return label ? listParts(part).map(({ raw }) => ({ label, der: toBytes(raw) })) : []
  })
}
