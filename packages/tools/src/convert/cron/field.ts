import type { Text } from '@octet/core/text.ts'
import type { CronDialect, CronFieldName } from './dialect.ts'
import { CronFault } from './fault.ts'

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const

type Rule = Text & { readonly min: number; readonly max: number; readonly names?: readonly string[] }

const RULES: Readonly<Record<CronFieldName, Rule>> = {
  second: { en: 'second', zh: '秒', min: 0, max: 59 },
  minute: { en: 'minute', zh: '分', min: 0, max: 59 },
  hour: { en: 'hour', zh: '时', min: 0, max: 23 },
  day: { en: 'day of month', zh: '日', min: 1, max: 31 },
  month: { en: 'month', zh: '月', min: 1, max: 12, names: MONTHS },
  weekday: { en: 'day of week', zh: '周', min: 0, max: 7, names: WEEKDAYS },
  year: { en: 'year', zh: '年', min: 1970, max: 2199 },
}

/** Sunday is 1 and Saturday 7 for Quartz and AWS. */
const findRule = (name: CronFieldName, dialect: CronDialect): Rule =>
  name === 'weekday' && dialect !== 'unix' ? { ...RULES.weekday, min: 1 } : RULES[name]

/** What a field asks for, beside plain numbers; Sunday is 0. */
export type CronField = {
  readonly isAny: boolean
  readonly values: ReadonlySet<number>
  /** `L`, `LW`, `15W` of days of the month; `5L`, `1#2` of days of the week. */
  readonly marks: readonly string[]
  /** `L-3`, `L-3W`: so many days before the last. */
  readonly beforeLast?: { readonly days: number; readonly isWorkday: boolean }
}

type Place = { readonly name: CronFieldName; readonly rule: Rule; readonly dialect: CronDialect; readonly part: string }

/** Reads one field. Throws {@link CronFault}, which names the field, the part and what was expected. */
export function parseField(text: string, name: CronFieldName, dialect: CronDialect): CronField {
  const rule = findRule(name, dialect)
  if (text === '*' || text === '?') {
    if (text === '?' && name !== 'day' && name !== 'weekday') throw fault(rule, WRONG_QUESTION)
    return { isAny: true, values: new Set(), marks: [] }
  }
  const parts = text.toUpperCase().split(',')
  const beforeLast = name === 'day' ? parseBeforeLast(text, rule) : undefined
  if (beforeLast) return { isAny: false, values: new Set(), marks: [], beforeLast }
  const values = new Set<number>()
  const marks: string[] = []
  for (const part of parts) {
    const place = { name, rule, dialect, part }
    const mark = parseMark(place, parts.length)
    if (mark !== undefined) marks.push(mark)
    else for (const value of parseRange(place)) values.add(toCommon(value, place))
  }
  return { isAny: false, values, marks }
}

const WRONG_QUESTION: Text = { en: '? may stand only for a day; write *', zh: '? 只能用于“日”或“周”，此处请写 *' }

/** The number that all dialects share: Sunday is 0. */
const toCommon = (value: number, { name, dialect }: Place): number =>
  name === 'weekday' ? (dialect === 'unix' ? value % 7 : value - 1) : value

function parseBeforeLast(text: string, rule: Rule): CronField['beforeLast'] {
  const [, days, workday] = /^L-(\d+)(W?)$/i.exec(text) ?? []
  if (days === undefined) {
    if (/L-\d/i.test(text))
      throw fault(rule, { en: `${shorten(text)}: L-n must stand alone`, zh: `${shorten(text)}：L-n 须单独书写` })
    return undefined
  }
  if (Number(days) > 30) throw fault(rule, { en: `L-0 to L-30, not ${text}`, zh: `应为 L-0 至 L-30，而非 ${text}` })
  return { days: Number(days), isWorkday: workday !== '' }
}

function parseMark(place: Place, partCount: number): string | undefined {
  if (!/[LW#]/.test(place.part.replaceAll(/JUL|WED/g, ''))) return undefined
  if (place.name === 'day') return parseDayMark(place, partCount)
  if (place.name === 'weekday') return parseWeekdayMark(place)
  throw fault(place.rule, {
    en: `${shorten(place.part)}: L, W and # are for days only`,
    zh: `${shorten(place.part)}：L、W、# 只能用于“日”和“周”`,
  })
}

function parseDayMark({ rule, part }: Place, partCount: number): string {
  if (part === 'L') return 'L'
  if (part.includes('W') && partCount > 1)
    throw fault(rule, { en: `${shorten(part)} must stand alone`, zh: `${shorten(part)} 须单独书写` })
  if (part === 'LW' || part === 'WL') return 'LW'
  const [, day] = /^(\d+)W$/.exec(part) ?? []
  if (day === undefined)
    throw fault(rule, { en: `L, LW, L-3 or 15W, not ${shorten(part)}`, zh: `应为 L、LW、L-3 或 15W，而非 ${shorten(part)}` })
  return `${checkValue(day, rule)}W`
}

function parseWeekdayMark(place: Place): string {
  const { rule, dialect, part } = place
  if (part === 'L') {
    if (dialect !== 'unix') return '6'
    throw fault(rule, {
      en: 'L alone is Saturday in Quartz only; write 6 or 6L',
      zh: '单独的 L 仅在 Quartz 中表示周六，请写 6 或 6L',
    })
  }
  const [, day = '', mark = ''] = /^(\d|[A-Z]{3})(L|#L|#\d+)$/.exec(part) ?? []
  if (day === '')
    throw fault(rule, { en: `a form such as 5L or 1#2, not ${shorten(part)}`, zh: `应为 5L、1#2 之类，而非 ${shorten(part)}` })
  const weekday = toCommon(checkValue(day, rule), place)
  if (mark.endsWith('L')) return `${weekday}L`
  const nth = Number(mark.slice(1))
  if (nth < 1 || nth > 5) throw fault(rule, { en: `# takes 1–5, not ${nth}`, zh: `# 后应为 1–5，而非 ${nth}` })
  return `${weekday}#${nth}`
}

function parseRange(place: Place): number[] {
  const { rule, part } = place
  const [, whole = '', stepText] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? []
  const [, first = '', last] = /^([A-Z\d]+|\*)(?:-([A-Z\d]+))?$/.exec(whole) ?? []
  if (first === '' || (first === '*' && last !== undefined)) throw notUnderstood(part, rule)
  const step = stepText === undefined ? 1 : Number(stepText)
  if (step < 1 || step > rule.max)
    throw fault(rule, { en: `step 1–${rule.max}, not ${step}`, zh: `步长应为 1–${rule.max}，而非 ${step}` })
  const from = first === '*' ? rule.min : checkValue(first, rule)
  const to =
    last !== undefined ? checkValue(last, rule) : first === '*' || stepText !== undefined ? Math.max(from, findLast(place)) : from
  if (from > to) return parseWrapped(place, { from, to, step })
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)
}

/** The last value that `*` and `n/step` reach: 7 is Sunday again where that is 0. */
const findLast = ({ name, rule, dialect }: Place): number => (name === 'weekday' && dialect === 'unix' ? 6 : rule.max)

/** Quartz and AWS go on from the end of the range at its start; cron refuses. */
function parseWrapped(place: Place, { from, to, step }: { from: number; to: number; step: number }): number[] {
  const { name, rule, dialect, part } = place
  if (dialect !== 'unix' && name !== 'year') {
    const length = rule.max - rule.min + 1
    return Array.from(
      { length: Math.floor((to + length - from) / step) + 1 },
      (_, index) => ((from + index * step - rule.min) % length) + rule.min,
    )
  }
  const last = findLast(place)
  const toShort = (first: number, end: number) => (first === end ? `${first}` : `${first}-${end}`)
  const fix = name === 'weekday' && to === 0 ? `${from}-7` : `${toShort(from, last)},${toShort(rule.min, to)}`
  throw fault(rule, { en: `${part} runs backwards, write ${fix}`, zh: `${part} 前大后小，请写 ${fix}` })
}

function checkValue(word: string, rule: Rule): number {
  const named = rule.names?.indexOf(word) ?? -1
  // Names begin at 1 for months, and at the number of Sunday for days of the week.
  if (named >= 0) return named + rule.min
  if (!/^\d+$/.test(word)) throw notUnderstood(word, rule)
  const value = Number(word)
  if (value >= rule.min && value <= rule.max) return value
  const range = `${rule.min}–${rule.max}`
  throw fault(rule, { en: `${range}, not ${value}`, zh: `应为 ${range}，而非 ${value}` })
}

function notUnderstood(part: string, rule: Rule): CronFault {
  if (/^H(\W|$)/.test(part))
    return fault(rule, {
      en: 'H is chosen by Jenkins from the job name and cannot be computed',
      zh: 'H 由 Jenkins 按任务名取值，无法推算',
    })
  if (part.includes('~'))
    return fault(rule, {
      en: `${shorten(part)}: cronie and OpenBSD choose at random within ~, which cannot be computed`,
      zh: `${shorten(part)}：~ 表示由 cronie、OpenBSD 在范围内随机取值，无法推算`,
    })
  const names = rule.names ? [`, ${rule.names[0]}–${rule.names.at(-1)}`, `、${rule.names[0]}–${rule.names.at(-1)}`] : ['', '']
  const range = `${rule.min}–${rule.max}`
  return fault(rule, {
    en: `*, ${range}${names[0]}, a list, a range or a step, not “${shorten(part)}”`,
    zh: `应为 *、${range}${names[1]}，或其列表、区间、步长，而非“${shorten(part)}”`,
  })
}

/** A part that is none may be a whole text. */
export const shorten = (part: string): string => (part.length > 40 ? `${part.slice(0, 40)}…` : part)

const fault = (rule: Rule, reason: Text): CronFault =>
  new CronFault({ en: `${rule.en}: ${reason.en}`, zh: `“${rule.zh}”：${reason.zh}` })
