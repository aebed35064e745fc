import type { TlsReport } from '@octet/core/probe/tls.ts'

type Facts = Pick<TlsReport, 'certificates' | 'ciphers' | 'isTrusted' | 'problem' | 'versions' | 'keyExchange' | 'hasStapledOcsp'>
type Check = TlsReport['checks'][number]

const SOON_DAYS = 14

/**
 * A grade at a glance. T: nobody can trust the certificate. F: unsafe ciphers or keys. C: TLS 1.0 or 1.1 still spoken.
 * B: no TLS 1.3, or ciphers without forward secrecy. A: none of these. What has not been asked yet does not count.
 */
export function gradeTls(facts: Facts): Pick<TlsReport, 'grade' | 'checks'> {
  const checks = toChecks(facts)
  const isBad = (id: string) => checks.some((check) => check.id === id && check.verdict === 'bad')
  const isNoticed = (id: string) => checks.some((check) => check.id === id && check.verdict !== 'good')
  const grade = !facts.isTrusted
    ? 'T'
    : isBad('ciphers') || isBad('key')
      ? 'F'
      : isNoticed('old-versions')
        ? 'C'
        : isNoticed('tls13') || isNoticed('ciphers')
          ? 'B'
          : 'A'
  return { grade, checks }
}

function toChecks({ certificates, ciphers, isTrusted, problem, versions, hasStapledOcsp }: Facts): Check[] {
  const leaf = certificates[0]!
  const offered = (version: string) => versions.find((one) => one.version === version)?.isOffered
  const old = ['TLSv1.1', 'TLSv1'].filter(offered)
  const weak = ciphers.filter(({ verdict }) => verdict === 'bad').map(({ name }) => name)
  const dated = ciphers.filter(({ verdict }) => verdict === 'notice').length
  const checks = [
    isTrusted
      ? row('trust', 'good', 'the certificate is trusted and fits the name', '证书可信且与域名相符')
      : row('trust', 'bad', `not trusted: ${problem}`, `不受信任：${problem}`),
    leaf.daysLeft < 0
      ? row('expiry', 'bad', `expired ${-leaf.daysLeft} days ago`, `已过期 ${-leaf.daysLeft} 天`)
      : row(
          'expiry',
          leaf.daysLeft < SOON_DAYS ? 'notice' : 'good',
          `valid for another ${leaf.daysLeft} days`,
          `还有 ${leaf.daysLeft} 天到期`,
        ),
    row('key', isWeakKey(leaf.key) ? 'bad' : 'good', `key: ${leaf.key}`, `密钥：${leaf.key}`),
    hasStapledOcsp
      ? row('ocsp', 'good', 'an OCSP answer is stapled', '已装订 OCSP 应答')
      : row('ocsp', 'good', 'no OCSP answer is stapled (authorities are ending OCSP)', '未装订 OCSP 应答（各 CA 正在停用 OCSP）'),
  ]
  if (offered('TLSv1.3') !== null)
    checks.push(
      offered('TLSv1.3')
        ? row('tls13', 'good', 'TLS 1.3 is spoken', '支持 TLS 1.3')
        : row('tls13', 'notice', 'no TLS 1.3', '不支持 TLS 1.3'),
    )
  if (offered('TLSv1') !== null || offered('TLSv1.1') !== null)
    checks.push(
      old.length > 0
        ? row(
            'old-versions',
            'notice',
            `${old.join(' and ')} should be switched off (RFC 8996)`,
            `应停用 ${old.join('、')}（RFC 8996）`,
          )
        : row('old-versions', 'good', 'TLS 1.0 and 1.1 are off', '已停用 TLS 1.0 与 1.1'),
    )
  if (ciphers.length > 0) {
    if (weak.length > 0)
      checks.push(row('ciphers', 'bad', `unsafe ciphers: ${weak.join(', ')}`, `不安全的密码套件：${weak.join('、')}`))
    else if (dated > 0)
      checks.push(
        row(
          'ciphers',
          'notice',
          `${dated} of ${ciphers.length} TLS 1.2 ciphers lack forward secrecy or an AEAD`,
          `${ciphers.length} 个 TLS 1.2 套件中有 ${dated} 个缺少前向保密或 AEAD`,
        ),
      )
    else
      checks.push(
        row('ciphers', 'good', 'all TLS 1.2 ciphers have forward secrecy and an AEAD', '所有 TLS 1.2 套件均具备前向保密与 AEAD'),
      )
  }
  return checks
}

function isWeakKey(key: string): boolean {
  const bits = /^(RSA|DSA)\S* (\d+)$/.exec(key)?.[2]
  return bits !== undefined && Number(bits) < 2048
}

function row(id: string, verdict: Check['verdict'], en: string, zh: string): Check {
  return { id, verdict, text: { en, zh } }
}
