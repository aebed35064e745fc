import { countOf } from '@octet/core/counted.ts'
import type { TlsReport } from '@octet/core/probe/tls.ts'
import { toCheck, type Check } from '../check.ts'
import { findCertificateProblem } from './problems.ts'

type Facts = Pick<
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
  sent: { readonly isOrdered: boolean; readonly hasRoot: boolean } | undefined
}

const SOON_DAYS = 14
const SSL3_SPOKEN = {
  en: 'SSL 3.0 is offered, which anyone on the path can decrypt (POODLE, RFC 7568)',
  zh: '支持 SSL 3.0，途中任何人都可能解密（POODLE，RFC 7568）',
}

/**
 * A grade at a glance. T: nobody can trust the certificate. F: revoked, unsafe ciphers, key exchange, keys or signatures, SSL 3.0, or nothing newer than TLS 1.1. C: TLS 1.0 or
 * 1.1 still spoken. B: no TLS 1.3, ciphers without forward secrecy, or a short prime. A: none of these. What has not been asked yet does not count.
 */
export function gradeTls(facts: Facts, chain: ChainFacts): Pick<TlsReport, 'grade' | 'checks'> {
  const checks = [...toChecks(facts, chain), ...toChainChecks(facts, chain)]
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

/** Mail servers look for no public authority where a TLSA record fits (RFC 7672 §3.1). */
function isVouchedFor({ startTls }: Facts, { dns }: ChainFacts): boolean {
  return startTls === 'smtp' && dns.some(({ id, verdict }) => id === 'dane' && verdict === 'good')
}

function toChecks(facts: Facts, chain: ChainFacts): Check[] {
  const { certificates, ciphers, groups, isTrusted, problem, versions } = facts
  const { isNamed, asksForCertificate, primeBits } = chain
  const leaf = certificates[0]!
  const offered = (version: string) => versions.find((one) => one.version === version)?.isOffered
  const old = ['TLSv1.1', 'TLSv1', 'SSLv3'].filter(offered)
  const isOnlyOld = old.length > 0 && ['TLSv1.3', 'TLSv1.2'].every((version) => offered(version) === false)
  const weak = ciphers.filter(({ verdict }) => verdict === 'bad').map(({ name }) => name)
  const dated = ciphers.filter(({ verdict }) => verdict === 'notice').length
  const checks = [
    isTrusted
      ? toCheck('trust', 'good', 'the certificate is trusted and matches the name', '证书可信且与域名相符')
      : isVouchedFor(facts, chain)
        ? VOUCHED_FOR
        : toTrustRow(problem ?? '', isNamed, certificates),
    ...(!isNamed && isOpenSslProblem(problem) ? [toNameRow('name', leaf.names)] : []),
    leaf.daysLeft < 0
      ? toCheck(
          'expiry',
          'bad',
          leaf.daysLeft === -1 ? 'expired within the last day' : `expired ${countOf(-leaf.daysLeft - 1, 'day')} ago`,
          leaf.daysLeft === -1 ? '过期不足一天' : `已过期 ${-leaf.daysLeft - 1} 天`,
        )
      : toCheck(
          'expiry',
          leaf.daysLeft < SOON_DAYS ? 'notice' : 'good',
          `valid for another ${countOf(leaf.daysLeft, 'day')}`,
          `还有 ${leaf.daysLeft} 天到期`,
        ),
    toCheck('key', isWeakKey(leaf.key) ? 'bad' : 'good', `key: ${leaf.key}`, `密钥：${leaf.key}`),
    ...(chain.isUsable ? [] : [UNUSABLE]),
    ...toSignatureChecks(certificates),
    ...toLifetimeChecks(leaf, isTrusted),
  ]
  if (asksForCertificate)
    checks.push(
      toCheck(
        'client-certificate',
        'notice',
        'the server asks for a client certificate; what it does with one was not checked',
        '服务器要求客户端证书；未检查出示证书后的行为',
      ),
    )
  if (offered('TLSv1.3') !== null)
    checks.push(
      offered('TLSv1.3')
        ? toCheck('tls13', 'good', 'TLS 1.3 is supported', '支持 TLS 1.3')
        : toCheck('tls13', 'notice', 'no TLS 1.3', '不支持 TLS 1.3'),
    )
  if (offered('TLSv1') !== null || offered('TLSv1.1') !== null)
    checks.push(
      isOnlyOld
        ? toCheck(
            'old-versions',
            'bad',
            `nothing newer than ${old[0]} is supported: browsers do not connect (RFC 8996)`,
            `最高只支持 ${old[0]}，浏览器会拒绝连接（RFC 8996）`,
          )
        : offered('SSLv3')
          ? toCheck('old-versions', 'bad', SSL3_SPOKEN.en, SSL3_SPOKEN.zh)
          : old.length > 0
            ? toCheck(
                'old-versions',
                'notice',
                `${old.join(' and ')} should be switched off (RFC 8996)`,
                `应停用 ${old.join('、')}（RFC 8996）`,
              )
            : toCheck('old-versions', 'good', 'TLS 1.0 and 1.1 are off', '已停用 TLS 1.0 与 1.1'),
    )
  if (ciphers.length > 0) {
    if (weak.length > 0)
      checks.push(toCheck('ciphers', 'bad', `unsafe ciphers: ${weak.join(', ')}`, `不安全的密码套件：${weak.join('、')}`))
    else if (dated > 0)
      checks.push(
        toCheck(
          'ciphers',
          'notice',
          `${dated} of ${ciphers.length} TLS 1.2 ciphers lack forward secrecy or an AEAD`,
          `${ciphers.length} 个 TLS 1.2 套件中有 ${dated} 个缺少前向保密或 AEAD`,
        ),
      )
    else
      checks.push(
        toCheck(
          'ciphers',
          'good',
          'all TLS 1.2 ciphers have forward secrecy and an AEAD',
          '所有 TLS 1.2 套件均具备前向保密与 AEAD',
        ),
      )
  }
  return [
    ...checks,
    ...toOrderCheck(chain),
    ...toRenegotiationCheck(chain, offered('TLSv1.3')),
    ...toExchangeChecks(groups, primeBits),
  ]
}

/** Both are in use: where all ciphers are good, the client knows best which one is fast for it. */
function toOrderCheck({ hasOrder }: ChainFacts): Check[] {
  if (hasOrder === undefined) return []
  return [
    hasOrder
      ? toCheck('cipher-order', 'good', 'the server chooses by its own order of ciphers', '服务器按自身偏好顺序选择密码套件')
      : toCheck(
          'cipher-order',
          'good',
          'the client’s order of ciphers decides; the server has none',
          '按客户端的偏好顺序选择密码套件，服务器未设顺序',
        ),
  ]
}

/** Nothing is renegotiated in TLS 1.3, by which newer clients come. */
function toRenegotiationCheck({ isRenegotiationSafe }: ChainFacts, hasTls13: boolean | null | undefined): Check[] {
  if (isRenegotiationSafe !== false) return []
  return [
    toCheck(
      'renegotiation',
      hasTls13 ? 'notice' : 'bad',
      'the server does not know secure renegotiation (RFC 5746): browsers connect, OpenSSL 3 and what is built on it (curl, Python, PHP) refuse',
      '服务器不支持安全重协商（RFC 5746）：浏览器可以连接，OpenSSL 3 及基于它的程序（curl、Python、PHP）会拒绝',
    ),
  ]
}

/** Primes below 1024 bits are broken, below 2048 too short (RFC 9325 §4.1); elliptic curves fall to quantum computers. */
function toExchangeChecks(groups: Facts['groups'], primeBits: number | undefined): Check[] {
  const checks: Check[] = []
  if (primeBits !== undefined && primeBits < 2048)
    checks.push(
      toCheck(
        'prime',
        primeBits < 1024 ? 'bad' : 'notice',
        `keys are exchanged with a prime of ${primeBits} bits; it should have 2048 (RFC 9325)`,
        `DHE 密钥交换的素数仅 ${primeBits} 位，应不少于 2048 位（RFC 9325）`,
      ),
    )
  const safe = groups.find(({ isPostQuantum }) => isPostQuantum)
  if (groups.length > 0)
    checks.push(
      safe
        ? toCheck('post-quantum', 'good', `post-quantum key exchange: ${safe.name}`, `支持后量子密钥交换：${safe.name}`)
        : toCheck(
            'post-quantum',
            'notice',
            'no post-quantum key exchange: what is recorded today may be read one day',
            '不支持后量子密钥交换：今天被录下的流量日后可能被解密',
          ),
    )
  return checks
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

function toLifetimeChecks({ validFrom, validTo, isSelfIssued }: Facts['certificates'][number], isTrusted: boolean): Check[] {
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

const UNUSABLE = toCheck(
  'usage',
  'bad',
  'the certificate does not let its key sign (key usage without digitalSignature), as all but static RSA need: Chrome and Firefox refuse it',
  '证书未允许密钥用于签名（密钥用途缺少 digitalSignature），而除静态 RSA 外都需要签名：Chrome 与 Firefox 会拒绝',
)

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

/** Revocation, transparency and the order of the certificates. */
function toChainChecks(
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
  if (sent)
    checks.push(
      !sent.isOrdered
        ? toCheck('chain', 'notice', 'the certificates are not sent in the order of their issuers', '证书未按签发顺序发送')
        : sent.hasRoot
          ? toCheck('chain', 'notice', 'the root is sent along, which no client needs', '多余地发送了根证书，客户端并不需要')
          : toCheck('chain', 'good', 'the certificates are sent in order', '证书按签发顺序发送'),
    )
  return checks
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

/** Curves below 224 bits, by OpenSSL's names (NIST SP 800-131A). */
const WEAK_CURVES = /^EC (secp1\d\d[kr]\d|prime192v\d|sect1\d\d[kr]\d|sect2[01]\d[kr]\d|brainpoolP1\d\d[rt]1)$/

export function isWeakKey(key: string): boolean {
  const bits = /^(RSA|DSA)\S* (\d+)$/.exec(key)?.[2]
  return WEAK_CURVES.test(key) || (bits !== undefined && Number(bits) < 2048)
}
