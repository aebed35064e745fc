import * as z from 'zod'

/** Pages of a list of the back office, from 0. */
export const pageField = z.number().int().min(0).max(10_000).default(0)

/** What a list of the back office is searched by; all of it without words. */
export const wordsField = z.string().trim().max(254).default('')

/** A row as it is sent: times as text (ISO 8601, UTC). */
export function toTimes(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
}
