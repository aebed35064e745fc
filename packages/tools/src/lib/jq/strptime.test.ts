import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTime } from './strptime.ts'

const read = (text: string, format: string) => {
  const { time, end } = parseTime(text, format) ?? {}
  if (!time) return undefined
  const { year, month, day, hour, minute, second } = time
  return `${new Date(Date.UTC(year, month, day, hour, minute, second)).toISOString().slice(0, 19)}${text.slice(end)}`
}

for (const [text, format, outcome] of [
  ['2015-03-05T23:51:47Z', '%Y-%m-%dT%H:%M:%SZ', '2015-03-05T23:51:47'],
  ['Thu, 05 Mar 2015 23:51:47 GMT', '%a, %d %b %Y %H:%M:%S %Z', '2015-03-05T23:51:47'],
  ['2015-03-05T23:51:47+01:00', '%FT%T%z', '2015-03-05T23:51:47'],
  [' 1 june 1978', '%e %b %Y', '1978-06-01T00:00:00'],
  ['Thu Mar  5 23:51:47 2015', '%c', '2015-03-05T23:51:47'],
  ['76 183', '%y %j', '1976-07-01T00:00:00'],
  ['68 1', '%y %j', '2068-01-01T00:00:00'],
  ['1955 51 5', '%Y %U %w', '1955-12-23T00:00:00'],
  ['2056 08 4', '%Y %W %u', '2056-02-24T00:00:00'],
  ['2053-W11-4', '%G-W%V-%u', '2053-03-13T00:00:00'],
  ['2021-W01-1', '%G-W%V-%u', '2021-01-04T00:00:00'],
  ['463775591', '%s', '1984-09-11T18:33:11'],
  ['20240229', '%Y%m%d', '2024-02-29T00:00:00'],
  ['2024-02-30', '%F', '2024-03-01T00:00:00'],
  ['1899', '%C%y', '1899-01-01T00:00:00'],
  ['07:05 pm', '%I:%M %p', '1970-01-01T19:05:00'],
  ['100%', '%j%%', '1970-04-10T00:00:00'],
  ['2024-01-01 x', '%F', '2024-01-01T00:00:00 x'],
  ['2024-13-01', '%F', undefined],
  ['24:00', '%R', undefined],
  ['2024', '%Y-%m', undefined],
  ['x', '%Q', undefined],
  ['999999999999999', '%s', undefined],
] as const)
  test(`strptime: “${text}” by ${format}`, () => assert.equal(read(text, format), outcome))
