import type { DetailedPeerCertificate } from 'node:tls'

/** Longer chains are attacks or accidents. */
const MAX_CHAIN = 8

/** A certificate and what it was issued by, as far as Node has linked them, in DER. */
export function toChain(leaf: DetailedPeerCertificate): Buffer[] {
  const chain: Buffer[] = []
  const seen = new Set<string>()
  for (
    let one: DetailedPeerCertificate | undefined = leaf;
    one?.raw && chain.length < MAX_CHAIN && !seen.has(one.fingerprint256);
    one = one.issuerCertificate
  ) {
    seen.add(one.fingerprint256)
    chain.push(one.raw)
  }
  return chain
}
