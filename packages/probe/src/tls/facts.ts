import type { TlsReport } from '@octet/core/probe/tls.ts'
import type { Check } from '../check.ts'
import type { SentChain } from './sent-chain.ts'

/** What a report shows, and is judged by. */
export type Facts = Pick<
  TlsReport,
  | 'startTls'
  | 'certificates'
  | 'ciphers'
  | 'isTrusted'
  | 'problem'
  | 'versions'
  | 'keyExchange'
  | 'groups'
  | 'hasStapledOcsp'
  | 'ocsp'
  | 'scts'
>

/** What is judged but not shown by itself. */
export type ChainFacts = {
  readonly mustStaple: boolean
  /** Whether the certificate's key may be used as it is. */
  readonly isUsable: boolean
  /** Whether the certificate is for the name that was asked for. */
  readonly isNamed: boolean
  asksForCertificate: boolean
  /** Whether the time was over before all ciphers, suites and groups had been asked for. */
  isCutShort: boolean
  /** Whether the server knows secure renegotiation; undefined where it speaks TLS 1.3 alone. */
  isRenegotiationSafe: boolean | undefined
  /** Whether it goes by its own order of ciphers; undefined where that cannot be told. */
  hasOrder: boolean | undefined
  /** The shortest prime that keys are exchanged with; undefined where none is. */
  primeBits: number | undefined
  readonly now: Date
  /** What the web server promises of HTTPS; undefined where there is none. */
  hsts: Check | undefined
  /** What DNS says of certificates: whether this one fits (DANE), and who may issue (CAA). */
  dns: readonly Check[]
  /** What is said of a certificate for other clients, and of one that is missing. */
  other: readonly Check[]
  /** How the certificates were sent; undefined while that is not known. */
  sent: SentChain | undefined
}
