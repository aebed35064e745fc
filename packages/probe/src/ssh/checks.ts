import type { SshUse } from '@octet/core/probe/ssh.ts'
import { toCheck, type Check } from '../check.ts'
import type { HostKey } from './host-key.ts'
import type { Judged } from './judge.ts'
import type { Offer } from './kex-init.ts'

type Facts = {
  readonly version: string
  readonly offer: Offer
  readonly algorithms: readonly (Judged & { readonly use: SshUse; readonly name: string })[]
  readonly keys: readonly (HostKey & { readonly isProven: boolean })[]
  /** Not all keys could be asked for. */
  readonly isCutShort: boolean
}

/** What there is to say of an SSH server, the worst first. */
export function listChecks({ version, offer, algorithms, keys, isCutShort }: Facts): Check[] {
  const weak = algorithms.filter(({ verdict }) => verdict === 'bad').map(({ name }) => name)
  const checks: Check[] = [checkTerrapin(offer), ...keys.flatMap(checkKey)]
  if (version.startsWith('SSH-1.99'))
    checks.push(toCheck('ssh-1', 'bad', 'version 1 of SSH is offered, too, which is broken', '同时支持已被攻破的 SSH 1'))
  checks.push(
    weak.length > 0
      ? toCheck('weak', 'bad', `weak algorithms are offered: ${weak.join(', ')}`, `提供了弱算法：${weak.join('、')}`)
      : toCheck('weak', 'good', 'no weak algorithm is offered', '未提供弱算法'),
    offer.kex.some((name) => /^(?:mlkem|sntrup)/.test(name))
      ? toCheck('post-quantum', 'good', 'the key exchange withstands quantum computers', '支持后量子密钥交换')
      : toCheck('post-quantum', 'notice', 'no key exchange withstands quantum computers', '未支持后量子密钥交换'),
  )
  if (isCutShort) checks.push(toCheck('cut-short', 'notice', 'not every host key could be asked for', '部分主机密钥未能取得'))
  const rank = { bad: 0, notice: 1, good: 2 }
  return checks.toSorted((a, b) => rank[a.verdict] - rank[b.verdict])
}

/** A prefix of the session can be cut off unseen (CVE-2023-48795) with these ciphers, unless both sides count strictly. */
function checkTerrapin({ kex, cipher, mac }: Offer): Check {
  const isOpen =
    cipher.includes('chacha20-poly1305@openssh.com') ||
    (cipher.some((name) => name.endsWith('-cbc')) && mac.some((name) => name.includes('-etm@')))
  return isOpen && !kex.includes('kex-strict-s-v00@openssh.com')
    ? toCheck(
        'terrapin',
        'bad',
        'open to Terrapin (CVE-2023-48795): update the server',
        '存在 Terrapin 漏洞（CVE-2023-48795），请更新服务器',
      )
    : toCheck('terrapin', 'good', 'not open to Terrapin (CVE-2023-48795)', '不受 Terrapin（CVE-2023-48795）影响')
}

const LEAST_BITS = 2_048
const GOOD_BITS = 3_072

function checkKey({ type, bits, isProven }: Facts['keys'][number]): Check[] {
  const checks: Check[] = []
  if (!isProven && type !== 'ssh-dss')
    checks.push(toCheck('unproven', 'bad', `the server did not sign with its ${type} key`, `服务器未能用其 ${type} 密钥签名`))
  if (type === 'ssh-rsa' && bits < GOOD_BITS) {
    const isShort = bits < LEAST_BITS
    const zh = `RSA 主机密钥 ${bits} 位，${isShort ? '过短' : '建议至少 3072 位'}`
    checks.push(
      isShort
        ? toCheck('rsa-bits', 'bad', `the RSA host key has ${bits} bits: too few`, zh)
        : toCheck('rsa-bits', 'notice', `the RSA host key has ${bits} bits; 3,072 are better`, zh),
    )
  }
  return checks
}
