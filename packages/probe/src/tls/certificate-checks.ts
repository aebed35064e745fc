import { countOf } from '@octet/core/counted.ts'
import { toCheck, type Check } from '../check.ts'
import type { ChainFacts, Facts } from './facts.ts'
import { findCertificateProblem } from './problems.ts'

type Certificate = Facts['certificates'][number]

/** What the server's own certificate says: who vouches for it, for which names, for how long, with which key. */
export function toCertificateChecks(facts: Facts, chain: ChainFacts): Check[] {
  const { certificates, isTrusted, problem } = facts
  const leaf = certificates[0]!
  return [
    toTrustCheck(facts, chain),
    ...(!chain.isNamed && isOpenSslProblem(problem) ? [toNameRow('name', leaf.names)] : []),
    toExpiryCheck(leaf),
    toCheck('key', isWeakKey(leaf.key) ? 'bad' : 'good', `key: ${leaf.key}`, `密钥：${leaf.key}`),
    ...(chain.isUsable ? [] : [UNUSABLE]),
    ...toSignatureChecks(certificates),
    ...toLifetimeChecks(leaf, isTrusted),
  ]
}

/** Mail servers look for no public authority where a TLSA record fits (RFC 7672 §3.1). */
export function isVouchedFor({ startTls }: Facts, { dns }: ChainFacts): boolean {
  return startTls === 'smtp' && dns.some(({ id, verdict }) => id === 'dane' && verdict === 'good')
}

function toTrustCheck(facts: Facts, chain: ChainFacts): Check {
  if (facts.isTrusted) return toCheck('trust', 'good', 'the certificate is trusted and matches the name', '证书可信且与域名相符')
  return isVouchedFor(facts, chain) ? VOUCHED_FOR : toTrustRow(facts.problem ?? '', chain.isNamed, facts.certificates)
}

const VOUCHED_FOR = toCheck(
  'trust',
  'notice',
  'no public authority vouches for it, but a TLSA record does, which is enough for mail (RFC 7672)',
  '没有公共 CA 为其担保，但 TLSA 记录与之相符，对邮件已足够（RFC 7672）',
)

/** OpenSSL's reasons are codes; a name that does not fit is Node's sentence. */
function isOpenSslProblem(problem: string | null): boolean {
  return /^[A-Z_]+$/.test(problem ?? '')
}

const MAX_SHOWN_NAMES = 5

function toNameRow(id: string, names: readonly string[]): Check {
  if (names.length === 0)
    return toCheck(
      id,
      'bad',
      'the certificate names no host (no subjectAltName); browsers do not read its CN',
      '证书未列出任何域名（没有 subjectAltName），浏览器不读取 CN',
    )
  const shown = names.slice(0, MAX_SHOWN_NAMES)
  const more = names.length > shown.length ? ' …' : ''
  return toCheck(
    id,
    'bad',
    `the certificate is for other names: ${shown.join(', ')}${more}`,
    `证书属于其他域名：${shown.join('、')}${more}`,
  )
}

function toTrustRow(problem: string, isNamed: boolean, certificates: Facts['certificates']): Check {
  const [leaf, ...above] = certificates
  if (!isNamed && !isOpenSslProblem(problem)) return toNameRow('trust', leaf!.names)
  const expired = problem === 'CERT_HAS_EXPIRED' && leaf!.daysLeft >= 0 && above.find(({ daysLeft }) => daysLeft < 0)
  if (expired) {
    const [name, day] = [expired.subject, expired.validTo.slice(0, 10)]
    return toCheck(
      'trust',
      'bad',
      `not trusted: “${name}”, which the server sends to vouch for it, expired on ${day}; send the one that replaces it`,
      `不受信任：服务器发送的上级证书“${name}”已于 ${day} 过期，请换用替代它的证书`,
    )
  }
  const { en, zh } = findCertificateProblem(problem) ?? { en: problem, zh: problem }
  return toCheck('trust', 'bad', `not trusted: ${en}`, `不受信任：${zh}`)
}

const SOON_DAYS = 14

function toExpiryCheck({ daysLeft }: Certificate): Check {
  if (daysLeft === -1) return toCheck('expiry', 'bad', 'expired within the last day', '过期不足一天')
  if (daysLeft < 0) return toCheck('expiry', 'bad', `expired ${countOf(-daysLeft - 1, 'day')} ago`, `已过期 ${-daysLeft - 1} 天`)
  const verdict = daysLeft < SOON_DAYS ? 'notice' : 'good'
  return toCheck('expiry', verdict, `valid for another ${countOf(daysLeft, 'day')}`, `还有 ${daysLeft} 天到期`)
}

/** Curves below 224 bits, by OpenSSL's names (NIST SP 800-131A). */
const WEAK_CURVES = /^EC (secp1\d\d[kr]\d|prime192v\d|sect1\d\d[kr]\d|sect2[01]\d[kr]\d|brainpoolP1\d\d[rt]1)$/

export function isWeakKey(key: string): boolean {
  const bits = /^(RSA|DSA)\S* (\d+)$/.exec(key)?.[2]
  return WEAK_CURVES.test(key) || (bits !== undefined && Number(bits) < 2048)
}

const UNUSABLE = toCheck(
  'usage',
  'bad',
  'the certificate does not let its key sign (key usage without digitalSignature), as all but static RSA need: Chrome and Firefox refuse it',
  '证书未允许密钥用于签名（密钥用途缺少 digitalSignature），而除静态 RSA 外都需要签名：Chrome 与 Firefox 会拒绝',
)

/** Digests that can be forged (RFC 9155). */
export const isForgeable = (signature: string): boolean => /sha-?1(?!\d)|md[245]/i.test(signature)

/** Nobody looks at the signature of a root. */
function toSignatureChecks(certificates: Facts['certificates']): Check[] {
  const weak = certificates.filter(({ isSelfIssued, signature }) => !isSelfIssued && isForgeable(signature))
  if (weak.length === 0) return []
  const list = [...new Set(weak.map(({ signature }) => signature))]
  return [
    toCheck(
      'signature',
      'bad',
      `signed by a digest that can be forged: ${list.join(', ')}`,
      `签名使用了可被伪造的摘要算法：${list.join('、')}`,
    ),
  ]
}

/**
 * Days that certificates of public authorities may live, by when they were issued (CA/Browser Forum Baseline Requirements §6.3.2);
 * own authorities may give more.
 */
const LIFETIMES: readonly (readonly [since: string, days: number])[] = [
  ['2029-03-15', 47],
  ['2027-03-15', 100],
  ['2026-03-15', 200],
  ['2020-09-01', 398],
]

function toLifetimeChecks({ validFrom, validTo, isSelfIssued }: Certificate, isTrusted: boolean): Check[] {
  const days = Math.round((Date.parse(validTo) - Date.parse(validFrom)) / 86_400_000)
  const [since, limit] = LIFETIMES.find(([from]) => validFrom >= from) ?? []
  if (!isTrusted || isSelfIssued || limit === undefined || days <= limit) return []
  return [
    toCheck(
      'lifetime',
      'notice',
      `made for ${days} days; public authorities may give ${limit} at most since ${since}`,
      `有效期共 ${days} 天；自 ${since} 起，公共 CA 的证书最长 ${limit} 天`,
    ),
  ]
}
