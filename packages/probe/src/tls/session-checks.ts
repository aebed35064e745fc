import { toCheck, type Check } from '../check.ts'
import type { ChainFacts, Facts } from './facts.ts'
import { isAnonymous } from './list-ciphers.ts'

/** What a connection can be agreed on: versions, ciphers, key exchange. What has not been asked is not judged. */
export function toSessionChecks({ ciphers, groups, versions }: Facts, chain: ChainFacts): Check[] {
  const isOffered: IsOffered = (version) => versions.find((one) => one.version === version)?.isOffered
  return [
    ...(chain.asksForCertificate ? [ASKS_FOR_CERTIFICATE] : []),
    ...(chain.isCutShort ? [CUT_SHORT] : []),
    ...toNewestCheck(isOffered),
    ...toOldVersionsCheck(isOffered),
    ...toCiphersCheck(ciphers),
    ...toOrderCheck(chain),
    ...toRenegotiationCheck(chain, isOffered('TLSv1.3')),
    ...toExchangeChecks(groups, chain.primeBits),
  ]
}

/** Whether a version is offered; null or undefined where that is not known. */
type IsOffered = (version: Facts['versions'][number]['version']) => boolean | null | undefined

const ASKS_FOR_CERTIFICATE = toCheck(
  'client-certificate',
  'notice',
  'the server asks for a client certificate; what it does with one was not checked',
  '服务器要求客户端证书；未检查出示证书后的行为',
)

const CUT_SHORT = toCheck(
  'cut-short',
  'notice',
  'the server answers slowly: the time was over before everything had been asked, so that ciphers and groups may be missing here',
  '服务器响应缓慢：未能在时限内问完，此处列出的密码套件与密钥交换组可能不全',
)

function toNewestCheck(isOffered: IsOffered): Check[] {
  const newest = isOffered('TLSv1.3')
  if (newest === null) return []
  return [
    newest
      ? toCheck('tls13', 'good', 'TLS 1.3 is supported', '支持 TLS 1.3')
      : toCheck('tls13', 'notice', 'no TLS 1.3', '不支持 TLS 1.3'),
  ]
}

function toOldVersionsCheck(isOffered: IsOffered): Check[] {
  if (isOffered('TLSv1') === null && isOffered('TLSv1.1') === null) return []
  const [highest, ...lower] = (['TLSv1.1', 'TLSv1', 'SSLv3'] as const).filter(isOffered)
  if (highest === undefined) return [toCheck('old-versions', 'good', 'TLS 1.0 and 1.1 are off', '已停用 TLS 1.0 与 1.1')]
  if (isOffered('TLSv1.3') === false && isOffered('TLSv1.2') === false)
    return [
      toCheck(
        'old-versions',
        'bad',
        `nothing newer than ${highest} is supported: browsers do not connect (RFC 8996)`,
        `最高只支持 ${highest}，浏览器会拒绝连接（RFC 8996）`,
      ),
    ]
  if (isOffered('SSLv3')) return [SSL3_SPOKEN]
  const old = [highest, ...lower]
  return [
    toCheck(
      'old-versions',
      'notice',
      `${old.join(' and ')} should be switched off (RFC 8996)`,
      `应停用 ${old.join('、')}（RFC 8996）`,
    ),
  ]
}

const SSL3_SPOKEN = toCheck(
  'old-versions',
  'bad',
  'SSL 3.0 is offered, which anyone on the path can decrypt (POODLE, RFC 7568)',
  '支持 SSL 3.0，途中任何人都可能解密（POODLE，RFC 7568）',
)

function toCiphersCheck(ciphers: Facts['ciphers']): Check[] {
  if (ciphers.length === 0) return []
  const weak = ciphers.filter(({ verdict }) => verdict === 'bad').map(({ name }) => name)
  const dated = ciphers.filter(({ name, verdict }) => verdict === 'notice' && !isAnonymous(name)).length
  const anonymous = ciphers.some(({ name, verdict }) => verdict === 'notice' && isAnonymous(name)) ? [ANONYMOUS] : []
  if (weak.length > 0)
    return [toCheck('ciphers', 'bad', `unsafe ciphers: ${weak.join(', ')}`, `不安全的密码套件：${weak.join('、')}`)]
  if (dated > 0)
    return [
      toCheck(
        'ciphers',
        'notice',
        `${dated} of ${ciphers.length} TLS 1.2 ciphers lack forward secrecy or an AEAD`,
        `${ciphers.length} 个 TLS 1.2 套件中有 ${dated} 个缺少前向保密或 AEAD`,
      ),
      ...anonymous,
    ]
  return [
    ...anonymous,
    toCheck('ciphers', 'good', 'all TLS 1.2 ciphers have forward secrecy and an AEAD', '所有 TLS 1.2 套件均具备前向保密与 AEAD'),
  ]
}

const ANONYMOUS = toCheck(
  'anonymous-ciphers',
  'good',
  'anonymous ciphers are offered, as mail servers do to senders that check no certificate; those that check one do not use them',
  '提供匿名密码套件：邮件服务器常以此服务不校验证书的发件方，校验证书的发件方不会使用',
)

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
