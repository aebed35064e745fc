import type { Text } from '@octet/core/text.ts'

const MINUTE_MS = 60_000
const HOUR = 60
const DAY = 24 * HOUR

/** How long something lasted, and how much of that was maintenance: `2 h 5 min (1 h of it maintenance)`. */
export function toLastingApart(ms: number, maintenanceMs: number): Text {
  const [all, maintenance] = [toLasting(ms), toLasting(maintenanceMs)]
  if (maintenanceMs < MINUTE_MS / 2) return all
  return { en: `${all.en} (${maintenance.en} of it maintenance)`, zh: `${all.zh}（其中维护 ${maintenance.zh}）` }
}

/** How long something lasted, in its two largest units, of minutes at the least: `2 h 5 min`. */
export function toLasting(ms: number): Text {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  const [days, hours] = [Math.floor(minutes / DAY), Math.floor((minutes % DAY) / HOUR)]
  const parts: readonly (readonly [count: number, en: string, zh: string])[] = [
    [days, 'd', '天'],
    [hours, 'h', '小时'],
    [days > 0 ? 0 : minutes % HOUR, 'min', '分钟'],
  ]
  const shown = parts.filter(([count]) => count > 0)
  return {
    en: shown.map(([count, en]) => `${count} ${en}`).join(' '),
    zh: shown.map(([count, , zh]) => `${count} ${zh}`).join(' '),
  }
}
