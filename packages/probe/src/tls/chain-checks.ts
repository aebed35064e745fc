import { countOf } from '@octet/core/counted.ts'
import { toCheck, type Check } from '../check.ts'
import type { ChainFacts, Facts } from './facts.ts'
import type { SentChain } from './sent-chain.ts'

/** Revocation, transparency and the order of the certificates. */
export function toChainChecks(
  { certificates, ocsp, hasStapledOcsp, scts, isTrusted }: Facts,
  { mustStaple, sent, now, hsts, dns, other }: ChainFacts,
): Check[] {
  const checks = [...other, toStapleCheck(hasStapledOcsp, mustStaple)]
  if (ocsp) checks.push(toRevocationCheck(ocsp, now))
  if (hsts) checks.push(hsts)
  checks.push(...dns)
  // a certificate of an own authority is in no public log
  if (isTrusted && !certificates[0]!.isSelfIssued)
    checks.push(
      scts.length >= 2
        ? toCheck(
            'transparency',
            'good',
            `${scts.length} logs have promised to list it (RFC 6962)`,
            `已获 ${scts.length} 个证书透明度日志的承诺（RFC 6962）`,
          )
        : toCheck(
            'transparency',
            'notice',
            `promises of ${countOf(scts.length, 'log')} in the certificate; browsers require two`,
            `证书内含 ${scts.length} 个透明度日志承诺，浏览器要求至少两个`,
          ),
    )
  if (sent) checks.push(toSentCheck(sent))
  return checks
}

function toSentCheck({ fault, hasRoot }: SentChain): Check {
  switch (fault) {
    case 'twice':
      return toCheck('chain', 'notice', 'a certificate is sent twice', '同一证书被重复发送')
    case 'stray':
      return toCheck(
        'chain',
        'notice',
        'a certificate is sent along that does not belong to the chain',
        '发送了与证书链无关的证书',
      )
    case 'order':
      return toCheck('chain', 'notice', 'the certificates are not sent in the order of their issuers', '证书未按签发顺序发送')
    case null:
      return hasRoot
        ? toCheck('chain', 'notice', 'the root is sent along, which no client needs', '多余地发送了根证书，客户端并不需要')
        : toCheck('chain', 'good', 'the certificates are sent in order', '证书按签发顺序发送')
  }
}

function toStapleCheck(hasStapled: boolean, mustStaple: boolean): Check {
  if (hasStapled) return toCheck('ocsp', 'good', 'an OCSP answer is stapled', '已装订 OCSP 应答')
  return mustStaple
    ? toCheck(
        'ocsp',
        'bad',
        'the certificate requires a stapled OCSP answer (RFC 7633), but none came',
        '证书要求装订 OCSP 应答（RFC 7633），但未收到',
      )
    : toCheck(
        'ocsp',
        'good',
        'no OCSP answer is stapled (authorities are ending OCSP)',
        '未装订 OCSP 应答（各 CA 正在停用 OCSP）',
      )
}

function toRevocationCheck({ status, revokedAt, isVerified, nextUpdate }: NonNullable<Facts['ocsp']>, now: Date): Check {
  if (!isVerified)
    return toCheck(
      'revocation',
      'notice',
      'the OCSP answer is not signed by the issuer and does not count',
      'OCSP 应答的签名并非来自签发者，不予采信',
    )
  if (status === 'revoked')
    return toCheck('revocation', 'bad', `revoked on ${revokedAt?.slice(0, 10)}`, `已于 ${revokedAt?.slice(0, 10)} 吊销`)
  // a time beyond nextUpdate makes the answer unreliable (RFC 6960 §4.2.2.1)
  if (nextUpdate && Date.parse(nextUpdate) < now.getTime())
    return toCheck(
      'revocation',
      'notice',
      `the OCSP answer has been out of date since ${nextUpdate.slice(0, 10)} and does not count`,
      `OCSP 应答已于 ${nextUpdate.slice(0, 10)} 失效，不予采信`,
    )
  return status === 'good'
    ? toCheck('revocation', 'good', 'the authority says: not revoked', 'CA 确认未吊销')
    : toCheck('revocation', 'notice', 'the authority does not know the certificate', 'CA 不认识该证书')
}
