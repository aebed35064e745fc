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
/** 20260102, which as a number would be none that anybody writes; see `findCompactDate`. */
const COMPACT_DAY = /^20[0-4]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/
/** ISO 8601 without marks, and weeks. */
const BASIC =
  /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d{2}(?:\d{2})?)?$/i
const WEEK = /^\d{4}-?W(?:0[1-9]|[1-4]\d|5[0-3])(?:-?[1-7])?$/
const ACCESS_LOG = /^\[?\d{1,2}\/(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\/\d{4}:\d{2}:\d{2}:\d{2}(?: [+-]\d{4})?\]?$/i
/** 11/25/2026, 25/11/2026 and 25.11.2026; where both could be the month, the tool asks which. */
const YEAR_LAST = /^(?:0?[1-9]|[12]\d|3[01])([/.])(?:0?[1-9]|[12]\d|3[01])\1\d{4}(?:,? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?)?$/i
/** date(1), asctime(3) and `Date` of JavaScript. */
const WEEKDAY_FIRST =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]* (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* {1,2}\d{1,2} (?:\d{1,2}:\d{2}(?::\d{2})?(?: [ap]m)?(?: [A-Z]{2,5}| [+-]\d{4})? \d{4}|\d{4} \d{2}:\d{2}:\d{2}\b.{0,60})$/i
/** A day by its name, as one says it. */
const SAID =
  /^(?:(?:next|last|this) (?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:at )?\d{1,2}(?::\d{2})?(?: ?[ap]m)?)?|(?:下下|下|上上|上|这|本)个?(?:周|星期|礼拜)[一二三四五六日天](?: ?(?:上午|中午|下午|早上|晚上)? ?\d{1,2}[点:：时].{0,10})?)$/i
const CHINESE = /^\d{4}年(?:0?[1-9]|1[0-2])月(?:0?[1-9]|[12]\d|3[01])日/
/** Of the Chinese calendar, and festivals that are in it or go by it. */
const LUNAR =
  /^(?:[\d〇零一二三四五六七八九]{4}年?)?(?:春节|元宵节?|端午节?|七夕|中秋节?|重阳节?|除夕|清明节?|冬至|(?:农历|阴历)?闰?[正冬腊\d一二三四五六七八九十]{1,2}月[初廿二三十][一二三四五六七八九十]?)$/

const SURE = [HTTP, SLASHED, CHINESE, LUNAR, MONTH_FIRST, COMPACT, BASIC, WEEK, ACCESS_LOG, YEAR_LAST, WEEKDAY_FIRST, SAID]

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
    '20260102T030405Z',
    '2026-W01-5',
    '02/Jan/2026:03:04:05 +0000',
    '1/22/2026',
    '22.1.2026',
    '20260102',
    'Fri Jan  2 03:04:05 UTC 2026',
    'Fri Jan 02 2026 03:04:05 GMT+0800 (China Standard Time)',
    'next friday 3pm',
    '下周五上午10点',
    '2027年中秋节',
    '农历八月十五',
    '二〇二六年闰六月初一',
  ],
  counterExamples: [
    '2026-13-02',
    '2026-01-32',
    '2026',
    '2026-01-02T25:00:00Z',
    '20261302030405',
    '20261302',
    '1/2/3',
    '32.1.2026',
    '2026-W54',
    'next friday we meet',
    '下周五开会',
    '中秋节快乐',
    '八月份',
  ],
  detect(sample) {
    const match = ISO.exec(sample)
    if (match) {
      const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0))
      const isReal = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 24 && minute < 60 && second <= 60
      return isReal ? { score: 0.97 } : undefined
    }
    if (COMPACT_DAY.test(sample)) return { score: 0.7 }
    return SURE.some((pattern) => pattern.test(sample)) ? { score: 0.93 } : undefined
  },
})
