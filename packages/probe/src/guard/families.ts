import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { AppError } from '@octet/core/errors.ts'

export type Family = 4 | 6
export type FindFamilies = () => readonly Family[]

/** Interfaces are read again after so long. */
const KEPT_MS = 10_000

/** The IP versions this machine can leave by: those of which an interface has an address for more than its own link. */
export function createFamilyFinder(readInterfaces: typeof networkInterfaces = networkInterfaces): FindFamilies {
  let known: readonly Family[] = []
  let untilMs = -Infinity
  return () => {
    if (performance.now() < untilMs) return known
    const rows = Object.values(readInterfaces()).flatMap((list) => list ?? [])
    const wide = rows.filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address))
    known = [...new Set(wide.map(({ address }) => isIP(address.replace(/%.*$/, '')) as Family))]
    untilMs = performance.now() + KEPT_MS
    return known
  }
}

/** Whether packets to an address can leave at all. A machine that is on no network is left to find out by itself. */
export function hasFamily(address: string, families: readonly Family[]): boolean {
  const isOwn = address === '::1' || address.startsWith('127.')
  return isOwn || families.length === 0 || families.includes(toFamily(address))
}

/** Packets to an IPv4-mapped address are IPv4. */
function toFamily(address: string): Family {
  return /^::ffff:/i.test(address) ? 4 : (isIP(address) as Family)
}

/** Said of an address that no packet can leave for. */
export function refuseFamily(address: string): AppError {
  const family = `IPv${toFamily(address)}`
  return new AppError('unavailable', {
    reason: {
      en: `this server has no ${family}, so it cannot reach ${address}`,
      zh: `本站服务器没有 ${family}，无法访问 ${address}`,
    },
  })
}
