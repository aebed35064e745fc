import { AppError, isAppError, toFailureWords } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { toReverseName } from '@octet/core/ip/reverse-name.ts'
import type { DnsAnswer } from '@octet/core/probe/dns.ts'
import type { Limits } from '@octet/core/probe/limits.ts'

/** PTR names; whether one leads back, null without names or where that could not be asked; and why not. */
export type Confirmed = { names: string[]; isConfirmed: boolean | null; problem: string | null }

/** PTR names of an address, and whether one of them has the address again. What cannot be asked is neither: the reason is told. */
export async function confirm(
  address: string,
  { probe, signal, lang }: Host<'probe'>,
  { timeoutMs }: Pick<Limits, 'timeoutMs'> = {},
): Promise<Confirmed> {
  const ask = async (name: string, type: string) => refuseFailure(await probe.dns.query({ name, type, signal, timeoutMs }))
  let names: string[] = []
  try {
    const reverse = await ask(toReverseName(findAddress(address)!), 'PTR')
    names = reverse.answers.filter(({ type }) => type === 'PTR').map(({ data }) => data.replace(/\.$/, ''))
    if (names.length === 0) return { names, isConfirmed: null, problem: null }
    const type = address.includes(':') ? 'AAAA' : 'A'
    const forward = await Promise.allSettled(names.slice(0, 4).map((name) => ask(name, type)))
    const isConfirmed = forward.some(
      (one) => one.status === 'fulfilled' && one.value.answers.some(({ data }) => data === address),
    )
    const failure = forward.find((one) => one.status === 'rejected')
    if (!isConfirmed && failure) throw failure.reason
    return { names, isConfirmed, problem: null }
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return { names, isConfirmed: null, problem: toFailureWords(error, lang) }
  }
}

/** NOERROR and NXDOMAIN tell of the name; other codes tell that it could not be asked for. */
export function refuseFailure(answer: DnsAnswer): DnsAnswer {
  const { rcode } = answer
  if (rcode === 'NOERROR' || rcode === 'NXDOMAIN') return answer
  throw new AppError('target_failed', { reason: { en: `our resolver answered ${rcode}`, zh: `本站解析器返回 ${rcode}` } })
}
