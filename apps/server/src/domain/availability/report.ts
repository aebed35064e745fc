import type { History, Lapse } from '../../storage/queries/beats.ts'
import { CHECK_SECONDS, PARTS, type Part, type PartState } from './part.ts'

/** So many days are told one by one. */
export const DAYS = 90
const WINDOW_DAYS = [1, 7, 30, DAYS] as const
const DAY_MS = 86_400_000
const MOST_INCIDENTS = 20
/** What was written so long ago tells nothing about now. */
const CURRENT_MS = 4 * CHECK_SECONDS * 1_000
/** Lapses that are not longer are not written down. */
const SHORTEST_MS = 2_000

type Span = { readonly fromMs: number; readonly toMs: number }
type Measured = { readonly measuredMs: number; readonly failingMs: number; readonly stoppedMs: number }

/**
 * What there is of the history. `whole`: it has just been read; `partial`: while the database is away, what was read before;
 * `missing`: while it is away, nothing; `none`: this server has no database to keep it in.
 */
export const EXTENTS = ['whole', 'partial', 'missing', 'none'] as const

export type Report = ReturnType<typeof toReport>

type Facts = {
  readonly extent: (typeof EXTENTS)[number]
  readonly history: History | undefined
  /** What is seen at this moment, where the history does not tell it. */
  readonly now?: Readonly<Record<Part, PartState | 'unknown'>>
}

/** What there is to say about the parts of the service; where nothing has been measured, null. */
export function toReport({ extent, history, now }: Facts) {
  const known = history && toKnown(history)
  const isCurrent = history !== undefined && history.now.getTime() - history.until.getTime() < CURRENT_MS
  const toState = (part: Part) =>
    now?.[part] ?? (known && isCurrent ? (findLast(known, part) ?? ('up' as const)) : ('unknown' as const))
  return {
    since: known ? new Date(known.fromMs).toISOString() : null,
    until: known ? new Date(known.toMs).toISOString() : null,
    every_seconds: CHECK_SECONDS,
    history: extent,
    parts: PARTS.map((id) => ({
      id,
      state: toState(id),
      availability: WINDOW_DAYS.map((days) => {
        const measured = known && measure(known, id, { fromMs: known.toMs - days * DAY_MS, toMs: known.toMs })
        return { days, per_cent: toPerCent(measured), measured_seconds: toSeconds(measured?.measuredMs ?? 0) }
      }),
      days: known ? listDays(known, id) : [],
    })),
    incidents: known ? listIncidents(known, isCurrent) : [],
  }
}

type Known = Span & { readonly lapses: readonly Lapse[] }

function toKnown({ since, until, lapses, isCut }: History): Known {
  // Before the oldest that came along there may have been others.
  const fromMs = Math.max(since.getTime(), isCut ? (lapses.at(-1)?.ended_at.getTime() ?? 0) : 0)
  return { fromMs: Math.min(fromMs, until.getTime()), toMs: until.getTime(), lapses }
}

const isOf = (part: Part) => (lapse: Lapse) => lapse.part === null || lapse.part === part

/** What does not work at the end. */
function findLast({ toMs, lapses }: Known, part: Part): 'failing' | 'unchecked' | undefined {
  const last = lapses.find((lapse) => lapse.part === part && toMs - lapse.ended_at.getTime() <= SHORTEST_MS)
  return last?.state === 'stopped' ? undefined : last?.state
}

function listDays(known: Known, part: Part) {
  const last = Math.floor(known.toMs / DAY_MS) * DAY_MS
  return Array.from({ length: DAYS }, (_, index) => {
    const fromMs = last - (DAYS - 1 - index) * DAY_MS
    const measured = measure(known, part, { fromMs, toMs: fromMs + DAY_MS })
    const [failing, stopped] = [toSeconds(measured.failingMs), toSeconds(measured.stoppedMs)]
    return {
      day: new Date(fromMs).toISOString().slice(0, 10),
      per_cent: toPerCent(measured),
      up_seconds: Math.max(0, toSeconds(measured.measuredMs) - failing - stopped),
      failing_seconds: failing,
      stopped_seconds: stopped,
    }
  })
}

function listIncidents({ toMs, lapses }: Known, isCurrent: boolean) {
  return lapses
    .flatMap(({ part, state, began_at: from, ended_at: to }) => {
      if (state === 'unchecked') return []
      const isOpen = isCurrent && state === 'failing' && toMs - to.getTime() <= SHORTEST_MS
      const seconds = toSeconds(to.getTime() - from.getTime())
      return [{ part: part as Part | null, state, from: from.toISOString(), to: isOpen ? null : to.toISOString(), seconds }]
    })
    .sort((a, b) => b.from.localeCompare(a.from))
    .slice(0, MOST_INCIDENTS)
}

/** How a part did within a time, as far as it is known. */
function measure(known: Known, part: Part, { fromMs, toMs }: Span): Measured {
  const span = { fromMs: Math.max(fromMs, known.fromMs), toMs: Math.min(toMs, known.toMs) }
  const sums = { failing: 0, stopped: 0, unchecked: 0 }
  for (const lapse of known.lapses.filter(isOf(part))) sums[lapse.state] += toOverlapMs(lapse, span)
  const measuredMs = Math.max(0, span.toMs - span.fromMs - sums.unchecked)
  const stoppedMs = Math.min(sums.stopped, measuredMs)
  return { measuredMs, stoppedMs, failingMs: Math.min(sums.failing, measuredMs - stoppedMs) }
}

const toOverlapMs = ({ began_at: from, ended_at: to }: Lapse, span: Span): number =>
  Math.max(0, Math.min(to.getTime(), span.toMs) - Math.max(from.getTime(), span.fromMs))

/** Rounded down, so that 100 says that it never failed. */
function toPerCent(measured: Measured | undefined): number | null {
  if (!measured || measured.measuredMs < SHORTEST_MS) return null
  const { measuredMs, failingMs, stoppedMs } = measured
  return Math.floor(((measuredMs - failingMs - stoppedMs) / measuredMs) * 100_000) / 1_000
}

const toSeconds = (ms: number): number => Math.round(ms / 1_000)
