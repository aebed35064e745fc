import { isIP } from 'node:net'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toCheck, type Check } from './check.ts'
import { isWithoutRoute, type Missed } from './guard/race.ts'
import { toUnreachable } from './unreachable.ts'

/** What is told of the IP version by which a server could not be reached, when it could by the other; nothing of this machine's lack. */
export function checkMissed(missed: readonly Missed[]): Check[] {
  const [one] = missed.filter(({ error }) => !isWithoutRoute(error))
  if (!one) return []
  const [version, other] = isIP(one.address) === 6 ? ['IPv6', 'IPv4'] : ['IPv4', 'IPv6']
  const { en, zh } = toReason(one)
  return [
    toCheck(
      'family',
      one.error ? 'bad' : 'notice',
      `${version} does not work as ${other} does: ${en}. The answer came over ${other}, as it does in browsers`,
      `${version} 不如 ${other} 正常：${zh}。结果取自 ${other}，浏览器也会如此切换`,
    ),
  ]
}

function toReason({ address, ms, error }: Missed): Text {
  const known = error && toUnreachable(error, address)
  const reason = known instanceof AppError && known.key === 'target_failed' ? known.details['reason'] : undefined
  if (isText(reason)) return reason
  return { en: `${address} had not answered after ${ms} ms`, zh: `${address} 在 ${ms} 毫秒内没有应答` }
}

const isText = (value: unknown): value is Text => typeof value === 'object' && value !== null && 'en' in value && 'zh' in value
