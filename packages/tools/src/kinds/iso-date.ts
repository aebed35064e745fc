import { defineKind } from '@octet/core/kind.ts'

const ISO =
  /^[+-]?\d{4,6}-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d{2}:?\d{2})?(?:\[[\w/+-]+\])?)?$/i
const HTTP =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?\d{1,2}[ -](?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*[ -]\d{2,4}(?: \d{2}:\d{2}(?::\d{2})?(?: (?:GMT|UTC|UT|[+-]\d{4}))?)?$/i
const SLASHED = /^\d{4}[/.](?:0?[1-9]|1[0-2])[/.](?:0?[1-9]|[12]\d|3[01])(?: \d{1,2}:\d{2}(?::\d{2})?)?$/
const MONTH_FIRST =
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}(?:,? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?)?$/i
/** 20260102030405: as milliseconds it would be the year 2600. */
const COMPACT = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/
const CHINESE = /^\d{4}年(?:0?[1-9]|1[0-2])月(?:0?[1-9]|[12]\d|3[01])日/

export default defineKind({
  id: 'iso-date',
  title: { en: 'Date and time', zh: '日期时间' },
  examples: [
    '2026-01-02',
    '2026-01-02T03:04:05Z',
    '2026-01-02 03:04:05',
    'Fri, 02 Jan 2026 03:04:05 GMT',
    '2026/1/2',
    '2026年1月2日',
    'Jan 2, 2026 3:04 PM',
    '20260102030405',
  ],
  counterExamples: ['2026-13-02', '2026-01-32', '2026', '2026-01-02T25:00:00Z', '20261302030405'],
  detect(sample) {
    const match = ISO.exec(sample)
    if (match) {
      const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0))
      const isReal = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 24 && minute < 60 && second <= 60
      return isReal ? { score: 0.97 } : undefined
    }
    return [HTTP, SLASHED, CHINESE, MONTH_FIRST, COMPACT].some((pattern) => pattern.test(sample)) ? { score: 0.93 } : undefined
  },
})
