import type { Text } from '@octet/core/text.ts'
import { createFigures } from '../time/han-figures.ts'
import { CHINESE_WEEK, CHINESE_WEEKDAYS, ENGLISH_WEEKDAY, toWeekday } from '../time/weekday-words.ts'
import { CronFault } from './fault.ts'
import { shorten } from './field.ts'
import { Schedule, type Unit } from './schedule.ts'

/** A schedule in words as the expression for it, and what that leaves open. */
export type FromWords = { readonly expression: string; readonly notes: readonly Text[] }

const MAX_CHARS = 200
const FIELD = /^(?:[\d*?/,LW#-]+|(?:[a-z]{3}[-,#\dL]?)+)$/i
/** Nicknames, calls of AWS and settings of the zone are read elsewhere. */
const OTHERS = /^(?:[@*]|(?:cron|rate)\(|(?:cron_)?tz=)/
const SIGNS =
  /(?<![a-z])(?:every|each|daily|nightly|hourly|weekly|monthly|quarterly|yearly|annually|weekdays?|weekends?|noon|midnight|once|twice|months?|days?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|at \d+|on the)(?![a-z])|\d\s*[ap]\.?m(?![a-z])/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']
const TO = String.raw`(?:-|~|–|—|到|至|to|through|thru|until|till)`
const AND = String.raw`(?:[,、;]|和|及|与|and|&|or|或)+`

/** An expression for a schedule in words, English or Chinese; undefined where the text is none. Throws {@link CronFault}. */
export function readWords(text: string): FromWords | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  const parts = plain.split(/\s+/)
  const isWords = SIGNS.test(plain) || /\p{sc=Han}/u.test(plain)
  const isExpression = parts.length > 4 && parts.slice(0, 5).every((part) => FIELD.test(part))
  if (!isWords || isExpression || OTHERS.test(plain) || /\*/.test(parts.slice(0, 5).join(''))) return undefined
  if (plain.length > MAX_CHARS) throw toUnknown(text)
  const schedule = new Schedule()
  let rest = toMarked(plain)
  while (rest !== '') {
    const taken = takeOne(rest, schedule)
    if (taken === 0) throw toUnknown(toShown(rest))
    rest = rest.slice(taken)
  }
  return schedule.write()
}

const toUnknown = (rest: string): CronFault =>
  new CronFault({
    en: `or words such as “every 15 minutes”, “daily at 3:30”, “every weekday at 9am”, “first of every month”; not understood: “${shorten(rest)}”`,
    zh: `或“每5分钟”“每天8点”“每周一上午9点”“工作日 18:30”“每月1号”之类的说法；无法理解“${shorten(rest)}”`,
  })

/** A text as it came from one in which days and months are marked. */
const toShown = (marked: string): string =>
  marked
    .replaceAll(/\{(\d)\}/g, (_all, day: string) => `周${CHINESE_WEEKDAYS[Number(day) - 1]}`)
    .replaceAll(/<(\d+)>/g, '$1月')
    .trim()

const toFigures = createFigures('[个月日号点时分秒天小周刻季次]')
const WEEKDAY_LIST = new RegExp(
  String.raw`${CHINESE_WEEK}[${CHINESE_WEEKDAYS}](?:\s*(?:[、,和及与]|到|至|-|~)?\s*(?:${CHINESE_WEEK})?[${CHINESE_WEEKDAYS}](?![十点时分号个天]))*`,
  'g',
)
const ENGLISH_DAY = new RegExp(String.raw`(?<![a-z])(${ENGLISH_WEEKDAY})s?(?![a-z])\.?`, 'g')
const ENGLISH_MONTH = new RegExp(String.raw`(?<![a-z])(${MONTH})(?![a-z])\.?`, 'g')

/** The text with days of the week as {1} to {7}, months as <1> to <12>, and numbers in figures. */
function toMarked(plain: string): string {
  const named = plain
    .replaceAll(WEEKDAY_LIST, (list) =>
      list
        .replaceAll(new RegExp(CHINESE_WEEK, 'g'), '')
        .replaceAll(/[一二三四五六日天]/g, (day) => `{${toWeekday(day)}}`)
        .replaceAll(/\}\s*\{/g, '},{'),
    )
    .replaceAll(ENGLISH_DAY, (_all, day: string) => `{${toWeekday(day)}}`)
    .replaceAll(ENGLISH_MONTH, (_all, month: string) => `<${MONTHS.indexOf(month.slice(0, 3)) + 1}>`)
    .replaceAll(/(?<![a-z])(?:half an hour|half hour)(?![a-z])|半个?(?:小时|钟头)/g, '30分钟')
    .replaceAll(/(?<![a-z])(?:a |an )?quarter (?:of an )?hour(?![a-z])|[一1]刻钟/g, '15分钟')
    .replaceAll(new RegExp(`(?<![a-z])(?:${NUMBERS.join('|')})(?![a-z])`, 'g'), (word) => String(NUMBERS.indexOf(word) + 1))
    .replaceAll(/([ap])\.m\.?/g, '$1m')
  return toFigures(named).replaceAll(/(?<!每隔?)(?<!\d)(1[0-2]|[1-9])月(?!底|末)/g, '<$1>')
}

const UNITS: readonly (readonly [RegExp, Unit])[] = [
  [/^(?:s|secs?|seconds?|秒钟?)$/, 'second'],
  [/^(?:m|mins?|minutes?|分钟?)$/, 'minute'],
  [/^(?:h|hrs?|hours?|小时|钟头)$/, 'hour'],
  [/^(?:d|days?|mornings?|evenings?|nights?|天|日|早|晚)$/, 'day'],
  [/^(?:w|weeks?|周|星期|礼拜)$/, 'week'],
  [/^(?:months?|月)$/, 'month'],
  [/^(?:quarters?|季度?)$/, 'quarter'],
  [/^(?:years?|年)$/, 'year'],
]
const UNIT =
  '(?:(?:secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|weeks?|months?|quarters?|years?|[smhdw])(?![a-z])|秒钟?|分钟?|小时|钟头|天|日|周|星期|礼拜|月|季度?|年)'
const ADVERBS: Readonly<Record<string, Unit>> = {
  hourly: 'hour',
  daily: 'day',
  nightly: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  annually: 'year',
}

type Rule = readonly [pattern: RegExp, take: (found: readonly (string | undefined)[], schedule: Schedule) => void]
const rule = (pattern: string, take: Rule[1]): Rule => [new RegExp(`^(?:${pattern})`), take]

const TIME = String.raw`(?:(凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|夜里|夜间|半夜|早|晚)\s*)?(\d{1,2})(?:[:点时]\s*(?:(半)|([13])刻|(\d{1,2})分?(?!钟|\d))?(?::00)?(?:整|钟)?|(?=\s*(?:am|pm|o'clock)))\s*(am|pm|o'clock)?`
const BARE = String.raw`(\d{1,2})(?![\d:]|\s*[ap]m)`
const FROM = String.raw`(?:from|在|从)?\s*`

/** What may stand in a schedule, the longer before what it begins with. */
const RULES: readonly Rule[] = [
  // Between two times of day.
  rule(
    `(?:${FROM}${TIME}\\s*${TO}|(?:between|在)\\s*${TIME}\\s*(?:and|和))\\s*${TIME}(?:\\s*(?:之间|期间))?`,
    (found, schedule) => {
      const from = toTime(found.slice(found[2] === undefined ? 7 : 1, found[2] === undefined ? 13 : 7), schedule)
      schedule.setWindow(from, toTime(found.slice(13, 19), schedule))
    },
  ),
  rule(`(?:from|between)\\s+${BARE}\\s*(?:${TO}|and)\\s*(?:${TIME}|${BARE})`, ([, from, ...to], schedule) => {
    const end = to[6] === undefined ? toTime(to.slice(0, 6), schedule) : { hour: Number(to[6]), minute: 0 }
    const isSameHalf = to[5] === 'pm' && Number(from) < 12 && Number(from) + 12 < end.hour
    schedule.setWindow({ hour: Number(from) + (isSameHalf && Number(from) < 7 ? 12 : 0), minute: 0 }, end)
  }),
  // Every so many.
  rule(`(?:每?隔|every other)\\s*(?:1|一)?\\s*个?(天|日|周|小时|月|day|week|hour|month)`, ([, unit], schedule) =>
    schedule.setStep(2, toUnit(unit!)),
  ),
  rule(`(?:每隔?|every|each|once (?:a|an|per))\\s*(\\d{1,5})?\\s*个?\\s*(${UNIT})`, ([, count, unit], schedule) =>
    schedule.setStep(Number(count ?? 1), toUnit(unit!)),
  ),
  rule(`(\\d{1,5})\\s*个?\\s*(${UNIT})(?:运行|执行)?一?1?次`, ([, count, unit], schedule) =>
    schedule.setStep(Number(count), toUnit(unit!)),
  ),
  rule(`(${Object.keys(ADVERBS).join('|')})(?![a-z])`, ([, word], schedule) => schedule.setStep(1, ADVERBS[word!]!)),
  rule(`(?:every\\s+|each\\s+)?(morning|evening|night|afternoon)s?(?=\\s+at)`, ([, part], schedule) => {
    schedule.setStep(1, 'day')
    schedule.period = { morning: '上午', evening: '晚上', night: '晚上', afternoon: '下午' }[part!]!
  }),
  // Days of the week.
  rule(
    `(?:每个?|every\\s+|each\\s+)?(?:weekdays?|workdays?|business days?|working days?|工作日)(?![a-z])`,
    (_found, schedule) => {
      schedule.addWeekdays([1, 2, 3, 4, 5])
      schedule.noteHolidays()
    },
  ),
  rule(`(?:每个?|every\\s+|each\\s+)?(?:weekends?|周末|双休日)(?![a-z])`, (_found, schedule) => schedule.addWeekdays([6, 7])),
  rule(
    `(?:第|每月第)?(?:([1-5])个?(?:st|nd|rd|th)?|(${ORDINALS.join('|')})|(last|最后1?个?))\\s*\\{(\\d)\\}`,
    ([, figure, word, _last, day], schedule) =>
      schedule.setNthWeekday(Number(day), figure ? Number(figure) : word ? ORDINALS.indexOf(word) + 1 : 'last'),
  ),
  rule(`\\{(\\d)\\}\\s*${TO}\\s*\\{(\\d)\\}`, ([, from, to], schedule) =>
    schedule.addWeekdays(toRange(Number(from), Number(to), 7)),
  ),
  rule(`\\{(\\d)\\}`, ([, day], schedule) => schedule.addWeekdays([Number(day)])),
  // Days of the month.
  rule(`(?:the\\s+)?last day|最后[一1]?[天日]|月底|月末|end of(?= (?:the|each|every) month)`, (_found, schedule) =>
    schedule.setLastDay(),
  ),
  rule(`月初|(?:the\\s+)?(?:first day|beginning|start)(?= of)`, (_found, schedule) => schedule.addDays([1])),
  rule(`<(\\d+)>\\s*${TO}\\s*<(\\d+)>`, ([, from, to], schedule) => schedule.addMonths(toRange(Number(from), Number(to), 12))),
  rule(`<(\\d+)>\\s*(\\d{1,2})(?:st|nd|rd|th|[号日])?(?!\\d|:|点|时|\\s*[ap]m)`, ([, month, day], schedule) => {
    schedule.addMonths([Number(month)])
    schedule.addDays([Number(day)])
  }),
  rule(`<(\\d+)>`, ([, month], schedule) => schedule.addMonths([Number(month)])),
  rule(`(\\d{1,2})(?:st|nd|rd|th|[号日])?\\s*${TO}\\s*(\\d{1,2})(?:st|nd|rd|th|[号日])`, ([, from, to], schedule) =>
    schedule.addDays(toRange(Number(from), Number(to), 31)),
  ),
  rule(`((?:\\d{1,2}(?:st|nd|rd|th|[号日])?\\s*${AND}\\s*)*)(\\d{1,2})(?:st|nd|rd|th|[号日])`, ([, list, day], schedule) =>
    schedule.addDays([...list!.matchAll(/\d+/g), [day!]].map(([item]) => Number(item))),
  ),
  rule(`(\\d{1,2})(?=\\s+(?:of\\s+)?<)`, ([, day], schedule) => schedule.addDays([Number(day)])),
  rule(`(${ORDINALS.join('|')})(?![a-z])`, ([, word], schedule) => schedule.addDays([ORDINALS.indexOf(word!) + 1])),
  // Times of day.
  rule(TIME, (found, schedule) => schedule.addTime(toTime(found.slice(1), schedule))),
  rule(`(?:at\\s+)?(?:noon|midday)(?![a-z])|正午|中午`, (_found, schedule) => schedule.addTime({ hour: 12, minute: 0 })),
  rule(`(?:at\\s+)?midnight(?![a-z])|午夜|半夜|零点|0点`, (_found, schedule) => schedule.addTime({ hour: 0, minute: 0 })),
  rule(
    `(?:at\\s+)?(?:minute\\s+)(\\d{1,2})|(?:at\\s+)?(\\d{1,2}) (?:minutes? )?past(?: the hour)?|第?(\\d{1,2})分钟?`,
    (found, schedule) => schedule.addMinute(Number(found[1] ?? found[2] ?? found[3])),
  ),
  rule(`at\\s+${BARE}`, ([, hour], schedule) => schedule.addTime(toTime([undefined, hour], schedule))),
  // Words that change nothing.
  rule(
    String.raw`\s+|[,，、。.;&+]|(?:run|start|at|on|in|the|of|and|a|from|then|once|every|each|during|day|month)(?![a-z])|请|在|于|的|和|及|与|或|都|各|每个?|定时|自动|开始|执行|运行|一次|1次`,
    () => {},
  ),
]

/** How many characters of the beginning were understood. */
function takeOne(rest: string, schedule: Schedule): number {
  for (const [pattern, take] of RULES) {
    const found = pattern.exec(rest)
    if (!found) continue
    take(found, schedule)
    return found[0].length
  }
  return 0
}

const toUnit = (word: string): Unit => UNITS.find(([pattern]) => pattern.test(word))![1]

/** The numbers from one to another, beyond the end from the beginning. */
function toRange(from: number, to: number, size: number): number[] {
  const length = ((to - from + size) % size) + 1
  return Array.from({ length }, (_none, index) => ((from - 1 + index) % size) + 1)
}

/** The time of the groups of {@link TIME}; a part of the day goes on for what follows it. */
function toTime(
  [period, hourText = '0', half, quarters, minuteText, meridiem]: readonly (string | undefined)[],
  schedule: Schedule,
): { readonly hour: number; readonly minute: number } {
  const written = Number(hourText)
  const minute = half ? 30 : quarters ? Number(quarters) * 15 : Number(minuteText ?? 0)
  if (meridiem === 'am' || meridiem === 'pm') {
    if (written > 12 || written === 0) throw toUnknown(`${hourText} ${meridiem}`)
    return { hour: (written % 12) + (meridiem === 'pm' ? 12 : 0), minute }
  }
  if (period !== undefined) schedule.period = period
  const hour = toHour(written, schedule.period)
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) throw toUnknown(`${hourText}:${minuteText ?? '00'}`)
  return { hour: hour % 24, minute }
}

function toHour(written: number, period: string | undefined): number {
  if (period === undefined || written > 12) return written
  if (/^[凌清早上]/.test(period)) return period === '凌晨' && written === 12 ? 0 : written
  if (period === '中午') return written < 4 ? written + 12 : written
  if (/^下午|^傍晚/.test(period)) return (written % 12) + 12
  return written === 12 ? 0 : written < 5 && /^[半夜]/.test(period) ? written : written + 12
}
