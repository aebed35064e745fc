import type { Lang, Text } from '@octet/core/text.ts'
import type { Words } from '../account/form-errors.ts'
import { withLabel } from '../account/with-label.ts'
import { toDayTimes, toLocale } from '../day-words.ts'
import { maintenanceText as words } from '../text/maintenance.ts'

/** A row of `GET /v1/maintenance`. */
export type WindowRow = {
  readonly id: string
  readonly name: string
  /** Null for all. */
  readonly monitors: readonly string[] | null
  readonly time_zone: string
  readonly once: { readonly from: string; readonly until: string } | null
  readonly weekly: { readonly weekdays: readonly number[]; readonly from: string; readonly until: string } | null
  readonly is_under_way: boolean
  readonly from: string | null
  readonly until: string | null
}

/** A window as it is typed. */
export type WindowDraft = {
  readonly name: string
  readonly kind: 'once' | 'weekly'
  /** Local times, `2026-12-01T02:00`. */
  readonly onceFrom: string
  readonly onceUntil: string
  readonly weekdays: readonly number[]
  readonly weeklyFrom: string
  readonly weeklyUntil: string
  readonly zone: string
  readonly isForAll: boolean
  readonly monitors: readonly string[]
}

/** ISO 8601: 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

const EMPTY: Omit<WindowDraft, 'zone'> = {
  name: '',
  kind: 'weekly',
  onceFrom: '',
  onceUntil: '',
  weekdays: [7],
  weeklyFrom: '02:00',
  weeklyUntil: '04:00',
  isForAll: true,
  monitors: [],
}

/** A new window in the zone of who types it. */
export const toNewDraft = (zone: string): WindowDraft => ({ ...EMPTY, zone })

/** A window as it would be typed. */
export function toWindowDraft({ name, monitors, time_zone: zone, once, weekly }: WindowRow): WindowDraft {
  return {
    ...EMPTY,
    name,
    kind: once ? 'once' : 'weekly',
    ...(once && { onceFrom: once.from, onceUntil: once.until }),
    ...(weekly && { weekdays: weekly.weekdays, weeklyFrom: weekly.from, weeklyUntil: weekly.until }),
    zone,
    isForAll: monitors === null,
    monitors: monitors ?? [],
  }
}

/** The body of `POST /v1/maintenance` and of its changes. */
export function toWindowBody(draft: WindowDraft): Record<string, unknown> {
  const { kind, weekdays } = draft
  return {
    name: draft.name.trim(),
    monitors: draft.isForAll ? null : draft.monitors,
    time_zone: draft.zone,
    [kind]:
      kind === 'once'
        ? { from: toMinute(draft.onceFrom), until: toMinute(draft.onceUntil) }
        : { weekdays: weekdays.toSorted((a, b) => a - b), from: draft.weeklyFrom, until: draft.weeklyUntil },
  }
}

/** Some browsers give seconds. */
const toMinute = (time: string): string => time.slice(0, 16)

export type WindowErrors = Readonly<Partial<Record<'name' | 'from' | 'until' | 'weekdays' | 'zone' | 'monitors' | 'form', Words>>>

/** What is wrong before anything is sent. */
export function findWindowErrors(draft: WindowDraft): WindowErrors {
  const [from, until] = draft.kind === 'once' ? [draft.onceFrom, draft.onceUntil] : [draft.weeklyFrom, draft.weeklyUntil]
  const isBackwards = draft.kind === 'once' ? until <= from : until === from
  return {
    ...(draft.name.trim() === '' && { name: words.nameMissing }),
    ...(from === '' && { from: words.timeMissing }),
    ...(until === ''
      ? { until: words.timeMissing }
      : from !== '' && isBackwards && { until: draft.kind === 'once' ? words.endsEarly : words.sameTime }),
    ...(draft.kind === 'weekly' && draft.weekdays.length === 0 && { weekdays: words.dayMissing }),
    ...(!draft.isForAll && draft.monitors.length === 0 && { monitors: words.monitorMissing }),
  }
}

const FIELDS: Readonly<Record<string, readonly [field: keyof WindowErrors, label: Text]>> = {
  name: ['name', words.name],
  from: ['from', words.from],
  until: ['until', words.until],
  weekdays: ['weekdays', words.weekdays],
  time_zone: ['zone', words.zone],
  monitors: ['monitors', words.covers],
}

/** The words of a failure of the server, at the field they are about and with its label. */
export function toWindowErrors(
  failure: { readonly field: string; readonly msg: string },
  t: (text: Text) => string,
): WindowErrors {
  const part = failure.field.split('.').findLast((one) => Object.hasOwn(FIELDS, one))
  if (part === undefined) return { form: failure.msg }
  const [field, label] = FIELDS[part]!
  return { [field]: withLabel(failure, t(label)) }
}

/** The short name of a weekday: “Mon”, “周一”. */
export const toWeekday = (day: number, lang: Lang): string =>
  // 2024 began on a Monday
  new Intl.DateTimeFormat(toLocale(lang), { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** When a window is, in words of its own zone. */
export function toTimes(
  { once, weekly, time_zone: zone }: WindowRow,
  lang: Lang,
): readonly [text: Text, values: Record<string, string>] {
  // As if it were UTC: a local time stays as it is, whatever the zone of the reader.
  if (once) return [words.onceTimes, { time: toDayTimes(`${once.from}Z`, `${once.until}Z`, lang, 'UTC'), zone }]
  const { weekdays = [], from = '', until = '' } = weekly ?? {}
  const days = weekdays.map((day) => toWeekday(day, lang)).join(lang === 'zh' ? '、' : ', ')
  return [words.times, { days, from, until, zone }]
}
