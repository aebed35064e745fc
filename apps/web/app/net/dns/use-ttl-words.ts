import { useText } from '../../lang.tsx'
import { dnsText as words } from '../../text/net-dns.ts'

const UNITS = [
  [86_400, words.days],
  [3600, words.hours],
  [60, words.minutes],
] as const

/** A TTL in the largest unit that divides it: 3600 → `1 h`, 90 → `90 s`. */
export function useTtlWords(): (seconds: number) => string {
  const t = useText()
  return (seconds) => {
    const [size, text] = UNITS.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, words.seconds]
    return t(text, { count: seconds / size })
  }
}
