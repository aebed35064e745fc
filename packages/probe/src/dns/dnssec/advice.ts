import type { DnssecLink } from '@octet/core/probe/dns.ts'
import { toCheck, type Check } from '../../check.ts'
import { toTypeName } from '../types.ts'
import type { RrSet, Signature } from './rrset.ts'

/** A signature that held, and what it is over. */
export type Held = Pick<Signature, 'inception' | 'expiration'> & { readonly set: Pick<RrSet, 'name' | 'type'> }

const DAY_SECONDS = 86_400
/** Signers renew with more left than this: BIND at a quarter, others before. */
const SPENT = 0.8
const SHOWN = 4

/** What is valid today and will not be for long, or is not good practice. */
export function toAdvice(links: readonly DnssecLink[], held: readonly Held[], now: Date): Check[] {
  return [...checkExpiry(held, now), ...checkSha1(links), ...checkKeys(links), ...checkStrays(links)]
}

function checkExpiry(held: readonly Held[], now: Date): Check[] {
  const seconds = now.getTime() / 1000
  const ending = held.filter(({ inception, expiration }) => {
    const left = expiration - seconds
    return left < 3 * DAY_SECONDS && left < (1 - SPENT) * (expiration - inception)
  })
  const [first] = ending.toSorted((a, b) => a.expiration - b.expiration)
  if (!first) return []
  const at = new Date(first.expiration * 1000).toISOString().slice(0, 16).replace('T', ' ')
  const what = `${toTypeName(first.set.type)} ${first.set.name}`
  return [
    toCheck(
      'expiry',
      'notice',
      `the signature over ${what} ends on ${at} UTC and has not been renewed: is the signer still running?`,
      `${what} 的签名将于 ${at}（UTC）到期，至今未续签：请确认签名程序仍在运行`,
    ),
  ]
}

/** Resolvers are giving SHA-1 up, after which such a zone is unsigned to them (RFC 9905). */
function checkSha1(links: readonly DnssecLink[]): Check[] {
  const isSha1 = (algorithm: string) => algorithm.startsWith('RSASHA1')
  const bySignature = links.filter(({ keys }) => keys.some(({ signs, algorithm }) => signs && isSha1(algorithm)))
  const byDigest = links.filter(({ ds }) => ds.length > 0 && ds.every(({ digestType }) => digestType === 'SHA-1'))
  const checks: Check[] = []
  if (bySignature.length > 0)
    checks.push(
      toCheck(
        'sha1-signature',
        'notice',
        `signed with SHA-1, which resolvers are giving up; the zone is then unsigned to them (RFC 9905): ${list(bySignature)}`,
        `使用 SHA-1 签名，解析器正在弃用，届时等同未签名（RFC 9905）：${list(bySignature)}`,
      ),
    )
  if (byDigest.length > 0)
    checks.push(
      toCheck(
        'sha1-digest',
        'notice',
        `the zone above gives a DS of SHA-1 alone, which resolvers are giving up: ${list(byDigest)}`,
        `上级区的 DS 仅使用 SHA-1 摘要，解析器正在弃用：${list(byDigest)}`,
      ),
    )
  return checks
}

function checkKeys(links: readonly DnssecLink[]): Check[] {
  const isShort = ({ algorithm, bits }: DnssecLink['keys'][number]) =>
    algorithm.startsWith('RSA') && bits !== null && bits <= 1024
  const short = links.filter(({ keys }) => keys.some(isShort))
  if (short.length === 0) return []
  return [
    toCheck('short-key', 'notice', `RSA keys of 1024 bits or less: ${list(short)}`, `RSA 密钥不超过 1024 位：${list(short)}`),
  ]
}

/** Left behind by a change of keys, or put there before the key: the zone breaks where the other DS goes first. */
function checkStrays(links: readonly DnssecLink[]): Check[] {
  const strays = links
    .filter(({ state }) => state === 'secure')
    .flatMap(({ zone, ds }) => ds.filter(({ matches }) => !matches).map(({ keyTag }) => `${zone} ${keyTag}`))
  if (strays.length === 0) return []
  const shown = [...new Set(strays)].slice(0, SHOWN).join(', ')
  return [toCheck('stray-ds', 'notice', `a DS that fits no key of its zone: ${shown}`, `DS 与所在区的密钥均不匹配：${shown}`)]
}

const list = (links: readonly DnssecLink[]): string => [...new Set(links.map(({ zone }) => zone))].slice(0, SHOWN).join(', ')
