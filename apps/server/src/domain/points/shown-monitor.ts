import { findSilence } from './silent.ts'
import type { MonitorRequest } from './monitor.ts'
import type { ShownRow } from '../../storage/queries/monitors.ts'

export const SHOWN_DAYS = 90
const WINDOW_DAYS = [7, 30, SHOWN_DAYS] as const
const DAY_MS = 86_400_000

export type ShownMonitor = ReturnType<typeof toShownMonitor>

/** What others see of a monitor: nothing of its owner, of points, of where messages go; what it measures only where it says so. */
export function toShownMonitor(row: ShownRow, maintenanceEnd: Date | null) {
  const { shown_title: title, shows_target: showsTarget, request, is_active: isActive, days, events } = row
  return {
    title: title ?? '',
    measures: showsTarget ? { type: request.type, targets: toTargets(request), every_minutes: row.every_minutes } : null,
    state: toShownState(row, maintenanceEnd),
    state_since: row.state_since.toISOString(),
    maintenance_until: isActive ? (maintenanceEnd?.toISOString() ?? null) : null,
    availability: WINDOW_DAYS.map((length) => {
      const first = toDay(row.today, length - 1)
      const within = days.filter(({ day }) => day >= first)
      return { days: length, per_cent: toPerCent(within), runs: sum(within, 'good') + sum(within, 'bad') }
    }),
    days: Array.from({ length: SHOWN_DAYS }, (_, index) => {
      const day = toDay(row.today, SHOWN_DAYS - 1 - index)
      const found = days.find((one) => one.day === day)
      return {
        day,
        per_cent: toPerCent(found ? [found] : []),
        good: found?.good ?? 0,
        bad: found?.bad ?? 0,
        maintenance: found?.maintenance ?? 0,
      }
    }),
    runs: row.recent_runs.map(({ at, kind, ms, inMaintenance = false }) => ({
      at: new Date(at).toISOString(),
      kind,
      ms,
      in_maintenance: inMaintenance,
    })),
    events: events.map(({ kind, created_at: at }) => ({ kind, at: new Date(at).toISOString() })),
  }
}

function toShownState(row: ShownRow, maintenanceEnd: Date | null) {
  if (!row.is_active) return 'paused' as const
  if (maintenanceEnd !== null) return 'maintenance' as const
  return findSilence(row) === null ? row.state : ('unknown' as const)
}

/** What is measured, one or several. */
export const toTargets = ({ target, targets }: MonitorRequest): string[] => targets ?? (target === undefined ? [] : [target])

/** The day so many days before another. */
const toDay = (day: string, before: number): string => new Date(Date.parse(day) - before * DAY_MS).toISOString().slice(0, 10)

type Sums = { readonly good: number; readonly bad: number }

const sum = (days: readonly Sums[], kind: keyof Sums): number => days.reduce((total, day) => total + day[kind], 0)

/** Rounded down, so that 100 says that no run was bad; null where no run could judge. */
function toPerCent(days: readonly Sums[]): number | null {
  const [good, bad] = [sum(days, 'good'), sum(days, 'bad')]
  return good + bad === 0 ? null : Math.floor((good / (good + bad)) * 100_000) / 1_000
}
