import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { findCertificateProblem } from './tls/problems.ts'

/** What the operator's own resolver is called in messages; its address is not for visitors. */
export const OWN_RESOLVER: Text = { en: 'our resolver', zh: '本站解析器' }

/** System errors as answers a visitor can read; `who` is the other side. That the own resolver is away is this machine's fault. */
export function toUnreachable(error: Error, who: string | Text): Error {
  const code = 'code' in error ? String(error.code) : ''
  if (error.name === 'AppError' || error.name === 'DnsFormatError' || !code) return error
  const { en, zh } = typeof who === 'string' ? { en: who, zh: who } : who
  const words: Readonly<Record<string, Text>> = {
    ECONNREFUSED: { en: `${en} refuses the connection`, zh: `${zh} 拒绝连接` },
    EHOSTUNREACH: { en: `there is no route to ${en}`, zh: `没有到 ${zh} 的路由` },
    ENETUNREACH: { en: `this host has no route to the network of ${en}`, zh: `本机没有到 ${zh} 所在网络的路由` },
    ECONNRESET: { en: `${en} reset the connection`, zh: `${zh} 重置了连接` },
  }
  const problem = findCertificateProblem(code)
  const untrusted = problem && {
    en: `the certificate of ${en} is not trusted: ${problem.en}`,
    zh: `${zh} 的证书不受信任：${problem.zh}`,
  }
  return new AppError(
    code === 'ENETUNREACH' || who === OWN_RESOLVER ? 'unavailable' : 'target_failed',
    { reason: words[code] ?? untrusted ?? { en: `${en}: ${code}`, zh: `${zh}：${code}` } },
    { cause: error },
  )
}
