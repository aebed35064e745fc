import { refuse } from './fault.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }
const MAX = 4_294_967_295

/** Seconds of `3600`, `1h30m`, `2W`, as BIND and others read them; nothing for what is neither. */
export function findTtl(text: string): number | undefined {
  if (/^\d{1,10}$/.test(text)) return Number(text) <= MAX ? Number(text) : undefined
  if (!/^(?:\d{1,10}[smhdw])+$/i.test(text)) return undefined
  let seconds = 0
  for (const [, count, unit] of text.matchAll(/(\d+)([a-z])/gi)) seconds += Number(count) * UNITS[unit!.toLowerCase()]!
  return seconds <= MAX ? seconds : undefined
}

/** As {@link findTtl}; throws {@link ZoneFault} where it finds nothing. */
export function readTtl(text: string): number {
  return (
    findTtl(text) ??
    refuse(`“${text.slice(0, 60)}” is no time such as 3600 or 1h30m`, `“${text.slice(0, 60)}”不是时间（如 3600、1h30m）`)
  )
}
