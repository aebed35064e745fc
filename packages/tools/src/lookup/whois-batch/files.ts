import { quoteCsv, toHarmless } from '@octet/core/csv-cell.ts'
import type { Expiry } from '../whois/calendar.ts'
import type { RegistrationRow } from './rows.ts'

const COLUMNS = [
  'name',
  'unicode',
  'state',
  'registrar',
  'created',
  'expires',
  'daysLeft',
  'statuses',
  'nameServers',
  'isSigned',
  'source',
  'askedAt',
  'error',
] as const satisfies readonly (keyof RegistrationRow)[]

/** The rows as CSV (RFC 4180) under the names that programs know them by; lists are parted by blanks. */
export function toRegistrationCsv(rows: readonly RegistrationRow[]): string {
  const toCell = (value: RegistrationRow[keyof RegistrationRow]) =>
    value === null ? '' : quoteCsv(typeof value === 'number' ? String(value) : toHarmless([value].flat().join(' ')))
  return [COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((name) => toCell(row[name])).join(','))].join('\r\n')
}

/** The expiries of rows that have one ahead of them. */
export const toExpiries = (rows: readonly RegistrationRow[]): Expiry[] =>
  rows.flatMap(({ name, unicode, expires, daysLeft }) =>
    expires !== null && daysLeft !== null && daysLeft >= 0 ? { name: unicode ?? name, expires } : [],
  )
