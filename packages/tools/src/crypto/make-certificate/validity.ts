import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

/** From the first second to the last that a certificate holds; `isCut` where its authority ends before. */
export type Validity = { readonly notBefore: Date; readonly notAfter: Date; readonly isCut: boolean }

const DAY_MS = 86_400_000
const [USUAL_DAYS, AUTHORITY_DAYS] = [365, 3650]

export const toDays = (days: number | undefined, isAuthority: boolean): number =>
  days ?? (isAuthority ? AUTHORITY_DAYS : USUAL_DAYS)

type Wanted = {
  /** RFC 3339, or a day; empty for now. */
  readonly from: string
  readonly days: number
  readonly now: Date
  /** The end of the authority that issues, which no certificate of its own outlives. */
  readonly end?: Date | undefined
}

/** Throws `bad_input` where the beginning is no moment of this age, or after the end of the authority. */
export function toValidity({ from, days, now, end }: Wanted): Validity {
  const notBefore = from.trim() === '' ? now : readMoment(from.trim())
  notBefore.setUTCMilliseconds(0)
  if (end && notBefore >= end)
    throw new AppError('bad_input', {
      field: 'from',
      expected: { en: `a moment before the authority ends, ${toMomentText(end)}`, zh: `早于 CA 到期时间 ${toMomentText(end)}` },
      got: toMomentText(notBefore),
    })
  // Both ends count (RFC 5280 §4.1.2.5).
  const notAfter = new Date(notBefore.getTime() + days * DAY_MS - 1000)
  const isCut = end !== undefined && end < notAfter
  return { notBefore, notAfter: isCut ? end : notAfter, isCut }
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?)?$/
/** Two digits of a year that a certificate has are not of before. */
const FIRST_YEAR = 1950

function readMoment(text: string): Date {
  const [, day = '', time = '00:00', zone = 'Z'] = MOMENT.exec(text) ?? []
  const moment = new Date(`${day}T${time}${zone}`)
  const isDay = new Date(`${day}T00:00Z`).toString() !== 'Invalid Date' && new Date(`${day}T00:00Z`).toISOString().startsWith(day)
  if (!isDay || Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < FIRST_YEAR)
    throw new AppError('bad_input', { field: 'from', expected: A_MOMENT, got: text })
  return moment
}

const A_MOMENT: Text = {
  en: 'a day such as 2026-01-31, or a moment such as 2026-01-31T12:00:00Z',
  zh: '日期（如 2026-01-31）或时间（如 2026-01-31T12:00:00Z）',
}

/** A moment in UTC to the second. */
export const toMomentText = (moment: Date): string => moment.toISOString().replace(/\.\d+/, '')
