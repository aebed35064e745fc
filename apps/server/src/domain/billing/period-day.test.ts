import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPeriodDay } from './period-day.ts'

const day = (date: string) => new Date(`${date}T10:00:00Z`)
/** Orders as `from until`, the oldest first; gives the day of the last one. */
function find(...rows: string[]): number {
  const orders = rows.map((row, seq) => {
    const [from = '', until = ''] = row.split(' ')
    return { seq, covers_from: day(from), covers_until: day(until) }
  })
  return toPeriodDay(orders.at(-1)!, orders.toReversed())
}

for (const [name, expected, ...rows] of [
  ['the first period', 15, '2027-01-15 2027-02-15'],
  ['bought on the 31st, in February', 31, '2027-01-31 2027-02-28'],
  ['bought on the 31st, renewed in February', 31, '2027-01-31 2027-02-28', '2027-02-28 2027-03-31'],
  ['a year from a leap day, twice renewed', 29, '2028-02-29 2029-02-28', '2029-02-28 2030-02-28', '2030-02-28 2031-02-28'],
  ['an upgrade within the period begins none', 10, '2027-01-10 2027-02-10', '2027-01-30 2027-02-10'],
  ['renewed after an upgrade', 31, '2027-01-31 2027-02-28', '2027-02-05 2027-02-28', '2027-02-28 2027-03-31'],
  ['a year instead of a month begins anew', 20, '2027-01-31 2027-02-28', '2027-02-20 2028-02-20'],
  ['bought again after a gap', 5, '2027-01-31 2027-02-28', '2027-04-05 2027-05-05'],
] as const)
  test(`${name} → day ${expected}`, () => assert.equal(find(...rows), expected))
