import { HASH_ALGORITHMS, nameOf } from '../../lib/openpgp/algorithms.ts'
import { listBlocks } from '../../lib/openpgp/armor.ts'
import { readPackets, TAG } from '../../lib/openpgp/packets.ts'
import { readSignature, type Signature } from '../../lib/openpgp/signature-packet.ts'
import { bad, notice, type Problem } from './problem.ts'

export type SignedBy = { readonly keyId: string; readonly signedAt?: string; readonly hash: string }

const MOST_SIGNATURES = 10
/** Sums that nobody should rely on any more (RFC 9580 §9.5). */
const BROKEN_HASHES = [1, 2, 3]

/** Who says to have signed a text in the clear; whether that holds, only the public key can tell. */
export async function readSigners(text: string): Promise<{ signers: SignedBy[]; problems: Problem[] }> {
  const signatures = await readAll(text)
  if (signatures.length === 0)
    return { signers: [], problems: [bad('2.3', 'The signature cannot be read as one of OpenPGP', '无法按 OpenPGP 读取签名')] }
  const weak = signatures.find(({ hash }) => BROKEN_HASHES.includes(hash))
  const name = weak && nameOf(HASH_ALGORITHMS, weak.hash)
  return {
    signers: signatures.slice(0, MOST_SIGNATURES).map(({ keyId, fingerprint, createdAt, hash }) => ({
      keyId: fingerprint ?? keyId ?? '?',
      ...(createdAt && { signedAt: createdAt.toISOString() }),
      hash: nameOf(HASH_ALGORITHMS, hash),
    })),
    problems: weak
      ? [
          notice(
            '2.3',
            `The signature is over a sum by ${name}, which can be forged; sign with SHA-256 or better`,
            `签名基于可伪造的 ${name} 摘要，请改用 SHA-256 或更强的算法`,
          ),
        ]
      : [],
  }
}

async function readAll(text: string): Promise<Signature[]> {
  try {
    const blocks = listBlocks(text, 'file').filter(({ cleartext }) => cleartext)
    const packets = await Promise.all(blocks.map(({ bytes }) => readPackets(bytes)))
    return packets.flat().flatMap(({ tag, body }) => (tag === TAG.signature ? [readSignature(body)] : []))
  } catch {
    return [] // whatever is wrong with it, it is no signature
  }
}
