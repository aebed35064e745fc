import { isIP } from 'node:net'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toCheck, type Check } from './check.ts'
import type { Guard } from './guard/guard.ts'
import { isWithoutRoute, type Missed } from './guard/race.ts'
import { toUnreachable } from './unreachable.ts'

const TIMEOUT_MS = 2000

type Reached = {
  /** All addresses of the name that was asked for. */
  readonly addresses: readonly string[]
  /** The one that answered. */
  readonly address: string
  readonly port: number
  /** What was tried before it. */
  readonly missed: readonly Missed[]
}
type Limits = { readonly signal?: AbortSignal | undefined; readonly timeoutMs: number }

/** The time a connection took, or why there is none. */
export type OtherFamily = { readonly address: string; readonly ms: number; readonly error?: Error }

/**
 * How the first address of the other IP version takes a connection to a server that answered; undefined where it has none, or this
 * machine has not that version. One that has only been slower is tried once more, with more patience.
 */
export async function tryOtherFamily(reached: Reached, guard: Guard, limits: Limits): Promise<OtherFamily | undefined> {
  const failed = reached.missed.find(({ error }) => error !== undefined)
  if (failed) return isWithoutRoute(failed.error) ? undefined : { ...failed, error: failed.error! }
  const address = reached.addresses.find((one) => isIP(one) !== isIP(reached.address) && guard.hasFamily(one))
  if (address === undefined) return undefined
  const started = performance.now()
  const toMs = () => Math.round(performance.now() - started)
  try {
    const timeoutMs = Math.min(TIMEOUT_MS, limits.timeoutMs)
    const socket = await guard.connect({ host: address, port: reached.port, signal: limits.signal, timeoutMs })
    socket.destroy()
    return { address, ms: toMs() }
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    if (limits.signal?.aborted) throw new AppError('cancelled', {}, { cause: error })
    return isWithoutRoute(error) ? undefined : { address, ms: toMs(), error: error as Error }
  }
}

/** What is told of an IP version by which a server cannot be reached, though it can by the other. */
export function checkOtherFamily(other: OtherFamily | undefined): Check[] {
  if (!other?.error) return []
  const working = isIP(other.address) === 6 ? 'IPv4' : 'IPv6'
  const { en, zh } = toFamilyProblem(other)
  return [
    toCheck(
      'family',
      'bad',
      `${en}. The answer came over ${working}, to which browsers change after a while`,
      `${zh}。结果取自 ${working}，浏览器也要等待片刻才会切换`,
    ),
  ]
}

/** Why there is no connection by an IP version, for one that failed. */
export function toFamilyProblem(other: OtherFamily): Text {
  const version = isIP(other.address) === 6 ? 'IPv6' : 'IPv4'
  const { en, zh } = toReason(other)
  return { en: `no connection over ${version}: ${en}`, zh: `无法通过 ${version} 连接：${zh}` }
}

function toReason({ address, ms, error }: OtherFamily): Text {
  const known = error && toUnreachable(error, address)
  const reason = known instanceof AppError && known.key === 'target_failed' ? known.details['reason'] : undefined
  if (isText(reason)) return reason
  return { en: `${address} did not answer within ${ms} ms`, zh: `${address} 在 ${ms} 毫秒内没有应答` }
}

const isText = (value: unknown): value is Text => typeof value === 'object' && value !== null && 'en' in value && 'zh' in value
