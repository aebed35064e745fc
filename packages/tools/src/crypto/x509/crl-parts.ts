import { DER, listParts, needDer, readFirst, type DerValue } from '../../lib/der.ts'
import type { Block } from '../../lib/x509/blocks.ts'

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
const EXTENSIONS = 0xa0

export type CrlParts = {
  /** The bytes from the first to the last. */
  readonly whole: Uint8Array
  /** What stands before the entries. */
  readonly head: readonly DerValue[]
  readonly thisUpdate: DerValue
  readonly nextUpdate: DerValue | undefined
  readonly extensions: readonly DerValue[]
  readonly entries: readonly DerValue[]
  readonly issuer: DerValue
  readonly signed: DerValue
  readonly algorithm: DerValue
  readonly bits: DerValue
}

/** The parts of a list (RFC 5280 §5.1). Throws a RangeError where they are not whole. */
export function splitCrl(der: Uint8Array): CrlParts {
  const whole = needDer(readFirst(der), DER.sequence)
  const [signed, algorithm, bits] = listParts(whole)
  const parts = listParts(needDer(signed, DER.sequence))
  const firstTime = parts.findIndex(({ tag }) => TIMES.has(tag))
  const lastTime = parts.findLastIndex(({ tag }) => TIMES.has(tag))
  const thisUpdate = parts[firstTime]
  if (!thisUpdate) throw new RangeError('expected a time')
  const entries = parts[lastTime + 1]?.tag === DER.sequence ? parts[lastTime + 1] : undefined
  const tail = parts.slice(lastTime + (entries ? 2 : 1))
  return {
    whole: whole.raw,
    head: parts.slice(0, lastTime + 1),
    thisUpdate,
    nextUpdate: lastTime > firstTime ? parts[lastTime] : undefined,
    extensions: tail
      .filter(({ tag }) => tag === EXTENSIONS)
      .flatMap(listParts)
      .flatMap(listParts),
    entries: entries ? listParts(entries) : [],
    issuer: needDer(parts[firstTime - 1], DER.sequence),
    signed: needDer(signed, DER.sequence),
    algorithm: needDer(algorithm, DER.sequence),
    bits: needDer(bits, DER.bits),
  }
}
