import type { TlsReport } from '@octet/core/probe/tls.ts'
import { isVouchedFor, toCertificateChecks } from './certificate-checks.ts'
import { toChainChecks } from './chain-checks.ts'
import type { ChainFacts, Facts } from './facts.ts'
import { toSessionChecks } from './session-checks.ts'

/**
 * A grade at a glance. T: nobody can trust the certificate. F: revoked, unsafe ciphers, key exchange, keys or signatures, SSL 3.0, or nothing newer than TLS 1.1. C: TLS 1.0 or
 * 1.1 still spoken. B: no TLS 1.3, ciphers without forward secrecy, or a short prime. A: none of these. What has not been asked yet does not count.
 */
export function gradeTls(facts: Facts, chain: ChainFacts): Pick<TlsReport, 'grade' | 'checks'> {
  const checks = [...toCertificateChecks(facts, chain), ...toSessionChecks(facts, chain), ...toChainChecks(facts, chain)]
  const isBad = (id: string) => checks.some((check) => check.id === id && check.verdict === 'bad')
  const isNoticed = (id: string) => checks.some((check) => check.id === id && check.verdict !== 'good')
  const grade =
    !facts.isTrusted && !isVouchedFor(facts, chain)
      ? 'T'
      : ['ciphers', 'key', 'usage', 'old-versions', 'prime', 'signature', 'revocation'].some(isBad)
        ? 'F'
        : isNoticed('old-versions')
          ? 'C'
          : ['tls13', 'ciphers', 'prime'].some(isNoticed)
            ? 'B'
            : 'A'
  return { grade, checks }
}
