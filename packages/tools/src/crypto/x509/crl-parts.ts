import { DER, listDer, listParts, needDer, type DerValue } from '../../lib/der.ts'
import type { Block } from './pem-blocks.ts'

/** Whether bytes are a revocation list: its times stand behind the issuer, not in a sequence of their own as in a certificate. */
export function isCrl({ label, der }: Block): boolean {
  if (label) return label === 'X509 CRL' || label === 'CRL'
  try {
    const { head } = splitCrl(der)
    return head.filter(({ tag }) => TIMES.has(tag)).length > 0
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Tags of the two kinds of times. */
const TIMES = new Set([0x17, 0x18])

export type CrlParts = {
  /** What stands before the entries and behind them. */
  readonly head: readonly DerValue[]
  readonly tail: readonly DerValue[]
  readonly entries: readonly DerValue[]
  readonly issuer: DerValue
  readonly signed: DerValue
  readonly algorithm: DerValue
  readonly bits: DerValue
}

/** The parts of a list (RFC 5280 §5.1). Throws a RangeError where they are not whole. */
export function splitCrl(der: Uint8Array): CrlParts {
  const [whole] = listDer(der)
  const [signed, algorithm, bits] = listParts(needDer(whole, DER.sequence))
  const parts = listParts(needDer(signed, DER.sequence))
  const lastTime = parts.findLastIndex(({ tag }) => TIMES.has(tag))
  const entries = parts[lastTime + 1]?.tag === DER.sequence ? parts[lastTime + 1] : undefined
  const firstTime = parts.findIndex(({ tag }) => TIMES.has(tag))
  return {
    head: parts.slice(0, lastTime + 1),
    tail: parts.slice(lastTime + (entries ? 2 : 1)),
    entries: entries ? listParts(entries) : [],
    issuer: needDer(parts[firstTime - 1], DER.sequence),
    signed: needDer(signed, DER.sequence),
    algorithm: needDer(algorithm, DER.sequence),
    bits: needDer(bits, DER.bits),
  }
}
