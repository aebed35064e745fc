import type { SshUse } from '@octet/core/probe/ssh.ts'
import type { Text } from '@octet/core/text.ts'
import type { Check } from '../check.ts'

export type Judged = { readonly verdict: Check['verdict']; readonly why: Text | null }

const GOOD: Judged = { verdict: 'good', why: null }
const notice = (en: string, zh: string): Judged => ({ verdict: 'notice', why: { en, zh } })
const bad = (en: string, zh: string): Judged => ({ verdict: 'bad', why: { en, zh } })

const SHA1 = bad('SHA-1 can be forged', 'SHA-1 可被伪造')
const NIST = notice('a curve of NIST, which is easily used wrongly', 'NIST 曲线，实现不当易出问题')
const CBC = bad('CBC gives plain text away here (CVE-2008-5161)', 'SSH 中的 CBC 会泄露明文（CVE-2008-5161）')
const UNKNOWN = notice('not known here', '未收录')

/** By use, the first pattern that fits (RFC 9142, RFC 8758, OpenSSH’s own defaults). */
const RULES: Readonly<Record<SshUse, readonly (readonly [RegExp, Judged])[]>> = {
  kex: [
    [/group1-sha1|rsa1024/, bad('1,024 bits are too few', '1024 位过短')],
    [/sha1(?:$|[-*])/, SHA1],
    [/^(?:mlkem|sntrup)/, GOOD],
    [/^(?:curve25519|curve448)-/, GOOD],
    [/^diffie-hellman-group1[5-8]-sha512$|group-exchange-sha256$/, GOOD],
    [/group14-sha256/, notice('2,048 bits: enough until about 2030', '2048 位，约可用至 2030 年')],
    [/nistp/, NIST],
    [/^gss-/, GOOD],
  ],
  hostKey: [
    [/^ssh-dss/, bad('DSA with 1,024 bits', '1024 位 DSA')],
    [/^ssh-rsa(?:$|-cert)/, bad('signs with SHA-1', '以 SHA-1 签名')],
    [/^(?:ssh-ed25519|ssh-ed448|rsa-sha2-|sk-)/, GOOD],
    [/nistp/, NIST],
  ],
  cipher: [
    [/^none$/, bad('nothing is encrypted', '不加密')],
    [/^(?:chacha20-poly1305|aes\d+-gcm|AEAD_AES_\d+_GCM)/, GOOD],
    [/^aes\d+-ctr$/, GOOD],
    [/arcfour|rc4/, bad('RC4 is broken', 'RC4 已被攻破')],
    [/3des|blowfish|cast128|idea|des-/, bad('blocks of 64 bits (Sweet32)', '64 位分组（Sweet32）')],
    [/cbc|rijndael/, CBC],
    [/-ctr$/, notice('rarely used', '较少使用')],
  ],
  mac: [
    [/^none$/, bad('nothing protects from changes', '无完整性保护')],
    [/md5|-96|ripemd/, bad('a broken or shortened hash', '哈希已被攻破或被截短')],
    [/^umac-64/, notice('64 bits are few', '64 位偏短')],
    [/sha1/, notice('SHA-1', 'SHA-1')],
    [/^(?:hmac-sha2-(?:256|512)|umac-128)-etm/, GOOD],
    [/^(?:AEAD_AES|hmac-sha2-|umac-128)/, notice('over the plain text: -etm is better', '对明文计算，-etm 更好')],
  ],
  compression: [
    [/^none$/, GOOD],
    [/^zlib@openssh\.com$/, GOOD],
    [/^zlib$/, notice('before the user is known', '在登录前即启用')],
  ],
}

/** Exchanges in which the server chooses the group (RFC 4419 §4). */
export const GROUP_EXCHANGE = /^diffie-hellman-group-exchange-/

/** Most bits of a group that can be broken, and of one that will soon be. */
const [BROKEN_BITS, SHORT_BITS] = [2_047, 3_071]

/** What an algorithm of SSH is worth today; in exchanges whose group the server chooses, its smallest counts. */
export function judgeAlgorithm(use: SshUse, name: string, smallestBits?: number): Judged {
  const judged = judgeName(use, name)
  if (!smallestBits || !GROUP_EXCHANGE.test(name) || judged.verdict === 'bad') return judged
  const inWords = smallestBits.toLocaleString('en')
  if (smallestBits <= BROKEN_BITS)
    return bad(`groups of ${inWords} bits, too few, are given`, `会选用 ${smallestBits} 位的群，过短`)
  if (smallestBits > SHORT_BITS) return judged
  return notice(`groups of ${inWords} bits are given: enough until about 2030`, `会选用 ${smallestBits} 位的群，约可用至 2030 年`)
}

function judgeName(use: SshUse, name: string): Judged {
  return RULES[use].find(([pattern]) => pattern.test(name))?.[1] ?? UNKNOWN
}

/** Words among the exchanges that name no algorithm (RFC 8308, OpenSSH’s strict exchange). */
export const isAlgorithm = (name: string): boolean => !/^(?:ext-info-|kex-strict-)/.test(name)
