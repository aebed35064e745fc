import { rootCertificates } from 'node:tls'
import { countOf } from '@octet/core/counted.ts'
import { isAppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toCheck, type Check } from '../check.ts'
import { describeCertificate } from './describe-certificate.ts'
import { isForgeable, isWeakKey } from './certificate-checks.ts'
import { findNameMismatch } from './name-mismatch.ts'
import { findCertificateProblem } from './problems.ts'
import type { Shake } from './key-exchange.ts'

type Asked = {
  readonly host: string
  /** The key of the certificate that is shown to all who can do both, such as `EC prime256v1`. */
  readonly key: string
  readonly fingerprint: string
  /** Trusted beside the public roots. */
  readonly ca: string | undefined
  readonly now: Date
}

/** Signatures that a client offers who knows only the one kind of key. */
const RSA_ONLY = 'RSA+SHA256:RSA+SHA384:RSA+SHA512:RSA-PSS+SHA256:RSA-PSS+SHA384:RSA-PSS+SHA512:RSA+SHA1'
const EC_ONLY = 'ECDSA+SHA256:ECDSA+SHA384:ECDSA+SHA512'

/**
 * Servers may hold a certificate of each kind of key, and show one by what the client can do: the one that few clients see is the
 * one that is forgotten. Nothing where there is no second one, or it could not be asked for.
 */
export async function checkOtherCertificate(shake: Shake, { host, key, fingerprint, ca, now }: Asked): Promise<Check[]> {
  const isElliptic = key.startsWith('EC ')
  if (!isElliptic && !key.startsWith('RSA')) return []
  try {
    const socket = await shake({
      sigalgs: isElliptic ? RSA_ONLY : EC_ONLY,
      ciphers: 'DEFAULT:@SECLEVEL=0',
      minVersion: 'TLSv1.2',
      checkServerIdentity: () => undefined,
      ...(ca && { ca: [...rootCertificates, ca] }),
    })
    const leaf = socket.getPeerCertificate(true)
    const { authorized, authorizationError } = socket
    socket.destroy()
    if (!leaf.raw || leaf.fingerprint256 === fingerprint) return []
    const { key: shown, daysLeft, signature, isSelfIssued } = describeCertificate(leaf.raw, now)
    const weakness = findWeakness({ key: shown, signature: isSelfIssued ? '' : signature })
    const isNamed = findNameMismatch(host, leaf) === undefined
    return [judge({ shown, daysLeft, isNamed, weakness, problem: authorized ? null : String(toCode(authorizationError)) })]
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    return []
  }
}

const toCode = (error: Error | string | undefined) =>
  error instanceof Error ? ('code' in error ? error.code : error.message) : error

type Found = {
  readonly shown: string
  readonly daysLeft: number
  readonly isNamed: boolean
  readonly weakness: Text | undefined
  readonly problem: string | null
}

/** What clients refuse in a certificate that is valid otherwise. */
function findWeakness({ key, signature }: { readonly key: string; readonly signature: string }): Text | undefined {
  if (isWeakKey(key)) return { en: 'its key is too short', zh: '密钥过短' }
  if (!isForgeable(signature)) return undefined
  return { en: `its signature can be forged (${signature})`, zh: `签名可被伪造（${signature}）` }
}

function judge({ shown, daysLeft, isNamed, weakness, problem }: Found): Check {
  const wrong =
    daysLeft < 0
      ? { en: 'expired', zh: '已过期' }
      : problem !== null
        ? (findCertificateProblem(problem) ?? { en: problem, zh: problem })
        : isNamed
          ? weakness
          : { en: 'it is for another name', zh: '证书不属于该域名' }
  if (wrong)
    return toCheck(
      'other-certificate',
      'bad',
      `a second certificate (${shown}), for clients that cannot use the first, is not valid: ${wrong.en}`,
      `为不支持首张证书的客户端准备的第二张证书（${shown}）无效：${wrong.zh}`,
    )
  return toCheck(
    'other-certificate',
    'good',
    `a second certificate (${shown}) for clients that cannot use the first, valid for another ${countOf(daysLeft, 'day')}`,
    `另有一张证书（${shown}）供不支持首张证书的客户端使用，还有 ${daysLeft} 天到期`,
  )
}
