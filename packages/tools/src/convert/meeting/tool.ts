import { AppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { notesField } from '../../lib/notes-field.ts'
import type { Temporal, Zoned } from '../time/temporal.ts'
import { intersect, judgeHour, listWork, suggest, type Span } from './plan.ts'
import { readPlaces, toHours, writeHours, type Place } from './read-places.ts'

const HOUR_MS = 3_600_000
/** A change of the clocks within so many days is told: a meeting that repeats moves for some. */
const DAYS_AHEAD = 21
const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

const slotSchema = z.object({
  from: shown('Begins', '开始'),
  minutes: z.number().meta({ label: { en: 'Length', zh: '时长' }, unit: 'min' }),
  times: shown('Local times', '各地时间'),
  utc: shown('UTC', 'UTC'),
})

export default defineTool({
  id: 'meeting',
  route: '/convert/meeting',
  group: 'convert',
  rank: 45,
  icon: 'CalendarClock',
  title: { en: 'Meeting planner and world clock', zh: '时区会议安排' },
  summary: {
    en: 'The hours of several cities side by side, and when everybody’s working hours meet',
    zh: '多个城市的时间并排对照，找出共同的工作时间',
  },
  about: {
    en: 'The day is that of the first place; each row is an hour of it, by the clock of every place. Time zones are those of the IANA database that your browser has, daylight saving time included: on days when the clocks change a place has 23 or 25 hours.\n\nWhere the working hours never meet, the times are shown that cost least: those that are outside of somebody’s work, and first of all those at night (22:00 to 7:00), count against them. Saturday and Sunday are free unless you say otherwise.\n\nCities may have hours of their own behind them (London 8:30-17), and may be written in English or Chinese, as zone (Asia/Tokyo) or as offset (UTC+8).',
    zh: '以第一个地点的日期为准，每行一小时，列出各地的当地时间。时区采用浏览器自带的 IANA 数据库，已计入夏令时：调整时钟的当天，一天有 23 或 25 小时。\n\n如果工作时间没有交集，则列出代价最小的时间：落在某人工作时间之外会扣分，夜间（22:00 至 7:00）扣分最多。未另行选择时，周六与周日不工作。\n\n城市后可以写各自的工作时间（伦敦 8:30-17）；城市可用中文或英文，也可写时区名（Asia/Tokyo）或偏移（UTC+8）。',
  },
  keywords: ['meeting', 'world clock', 'time difference', 'overlap', 'schedule', 'dst', '会议', '时差', '世界时钟', '夏令时'],
  input: z.object({
    places: z
      .string()
      .max(2_000)
      .meta({
        label: { en: 'Cities or time zones', zh: '城市或时区' },
        help: {
          en: 'With commas or one per line; working hours may follow: London 8:30-17',
          zh: '以逗号或换行分隔，可附工作时间：伦敦 8:30-17',
        },
        placeholder: { en: 'Shanghai, London, New York', zh: '上海, 伦敦, 纽约' },
        widget: 'text',
        main: true,
      }),
    date: z
      .string()
      .max(40)
      .default('')
      .meta({
        label: { en: 'Date', zh: '日期' },
        help: { en: 'At the first place; empty for today.', zh: '以第一个地点为准，留空表示今天。' },
        placeholder: { en: '2026-03-09', zh: '2026-03-09' },
      }),
    start: z
      .string()
      .max(10)
      .default('9:00')
      .meta({ label: { en: 'Work begins', zh: '上班' } }),
    end: z
      .string()
      .max(10)
      .default('18:00')
      .meta({ label: { en: 'Work ends', zh: '下班' } }),
    minutes: z
      .int()
      .min(15)
      .max(720)
      .default(60)
      .meta({ label: { en: 'Length of the meeting', zh: '会议时长' }, unit: 'min' }),
    weekends: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Saturday and Sunday are working days', zh: '周六、周日也工作' } }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    date: shown('Date', '日期'),
    isCommon: z.boolean().meta({ label: { en: 'Working hours meet', zh: '有共同工作时间' } }),
    slots: z.array(slotSchema).meta({ label: { en: 'Times', zh: '时间' }, widget: 'table' }),
    places: z
      .array(
        z.object({
          name: shown('Place', '地点'),
          zone: shown('Time zone', '时区'),
          offset: shown('UTC offset', 'UTC 偏移'),
          difference: shown('From the first place', '与第一个地点相差'),
          hours: shown('Working hours', '工作时间'),
        }),
      )
      .meta({ label: { en: 'Places', zh: '地点' }, widget: 'table' }),
    hours: z
      .array(
        z.object({
          utc: shown('UTC', 'UTC'),
          cells: z.array(
            z.object({
              time: shown('Time', '时间'),
              /** Days from that of the first place. */
              days: z.int().meta({ label: { en: 'Days later', zh: '相差天数' } }),
              state: z.enum(['work', 'part', 'awake', 'night']).meta({
                label: { en: 'State', zh: '状态' },
                options: {
                  work: { en: 'working hours', zh: '工作时间' },
                  part: { en: 'partly working hours', zh: '部分工作时间' },
                  awake: { en: 'awake', zh: '非工作时间' },
                  night: { en: 'night', zh: '夜间' },
                },
              }),
            }),
          ),
        }),
      )
      .meta({ label: { en: 'Hours', zh: '逐小时对照' } }),
    notes: notesField,
  }),
  examples: [
    {
      name: { en: 'Shanghai and London', zh: '上海与伦敦' },
      input: { places: 'Shanghai, London', date: '2026-07-01' },
    },
    {
      name: { en: 'Three continents', zh: '三大洲' },
      input: { places: 'Shanghai, London, New York', date: '2026-03-09', minutes: 30 },
    },
    {
      name: { en: 'Hours of one’s own, between two changes of clocks', zh: '各自的工作时间，欧美调钟之间的一周' },
      input: { places: 'Berlin 8-16:30\nKolkata 11-20\nSan Francisco 7-15', date: '2026-10-26' },
    },
  ],
  async run({ places: text, date, start, end, minutes, weekends }, { now, lang }) {
    const { Temporal: temporal } = (await import('temporal-polyfill')) as { Temporal: Temporal }
    const places = readPlaces(text, toHours({ field: 'start', start, end }), temporal)
    const today = temporal.Instant.fromEpochMilliseconds(now().getTime()).toZonedDateTimeISO(places[0]!.zone)
    const first = toDay(date, today, temporal)
    const day: Span = { from: first.epochMilliseconds, to: first.add({ days: 1 }).startOfDay().epochMilliseconds }
    const noon = first.add({ hours: 12 })
    const choices = { temporal, withWeekends: weekends }
    const people = places.map((place) => ({ ...place, work: listWork(place, first, choices) }))
    const common = intersect([[day], ...people.map(({ work }) => work)]).filter(({ from, to }) => to - from >= minutes * 60_000)
    const isCommon = common.length > 0
    const spans = isCommon ? common : suggest(people, { day, minutes, temporal })
    const slots = spans.map((span) => writeSlot(span, { places, temporal }))
    return {
      text: slots.map(({ times }) => times).join('\n'),
      date: writeDay(first, lang),
      isCommon,
      slots,
      places: people.map(({ name, zone, hours }) => {
        const { offset, offsetNanoseconds } = noon.withTimeZone(zone)
        const difference = writeDifference((offsetNanoseconds - noon.offsetNanoseconds) / 60e9)
        return { name, zone, offset, difference, hours: writeHours(hours) }
      }),
      hours: listHours(people, { day, first, temporal }),
      notes: [...(isCommon ? [] : [NO_COMMON[lang]]), ...toChanges(places, first, lang)],
    }
  },
})

const NO_COMMON = {
  en: 'The working hours do not meet long enough that day; these times cost least',
  zh: '当天没有足够长的共同工作时间，以下时间代价最小',
} as const satisfies Record<Lang, string>

/** The start of a day at the first place. Throws `bad_input`. */
function toDay(date: string, today: Zoned, temporal: Temporal): Zoned {
  const written = date.normalize('NFKC').trim()
  const plain = written.replaceAll(/[/.年月]/g, '-').replace(/日$/, '')
  const [, year, month = '', day = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain) ?? []
  if (written === '') return today.startOfDay()
  try {
    if (year !== undefined)
      return temporal.PlainDate.from(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`).toZonedDateTime(
        today.timeZoneId,
      )
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new AppError('bad_input', {
    field: 'date',
    expected: { en: 'a date that exists, such as 2026-03-09', zh: '存在的日期，如 2026-03-09' },
    got: date,
  })
}

type Where = { readonly places: readonly Place[]; readonly temporal: Temporal }

function writeSlot({ from, to }: Span, { places, temporal }: Where) {
  const at = (moment: number, zone: string) => temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
  const first = at(from, places[0]!.zone)
  const times = places.map(({ name, zone }) => {
    const [start, end] = [at(from, zone), at(to, zone)]
    return `${name} ${writeClock(start)}–${writeClock(end)}${writeShift(toDays(first, start))}`
  })
  return {
    from: `${first.toPlainDate().toString()} ${writeClock(first)}`,
    minutes: (to - from) / 60_000,
    times: times.join(' · '),
    utc: new Date(from).toISOString().replace(/:\d\d\.\d+Z$/, 'Z'),
  }
}

const writeClock = (time: Zoned): string => time.toPlainTime().toString().slice(0, 5)
/** Whole days between the dates of two clocks. */
const toDays = (first: Zoned, other: Zoned): number => first.toPlainDate().until(other.toPlainDate()).days
const writeShift = (days: number): string => (days === 0 ? '' : ` (${days > 0 ? '+' : '−'}${Math.abs(days)})`)

function writeDay(day: Zoned, lang: Lang): string {
  const weekday = new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { weekday: 'long', timeZone: day.timeZoneId })
  return `${day.toPlainDate().toString()} ${weekday.format(new Date(day.epochMilliseconds))}`
}

/** `+5:30`, of minutes. */
function writeDifference(minutes: number): string {
  const size = Math.abs(minutes)
  const sign = minutes === 0 ? '±' : minutes > 0 ? '+' : '−'
  return `${sign}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`
}

type DayContext = { readonly day: Span; readonly first: Zoned; readonly temporal: Temporal }

function listHours(people: readonly (Place & { work: readonly Span[] })[], { day, first, temporal }: DayContext) {
  const rows = []
  for (let at = day.from; at < day.to; at += HOUR_MS) {
    const moment = temporal.Instant.fromEpochMilliseconds(at)
    const cells = people.map(({ zone, work }) => {
      const local = moment.toZonedDateTimeISO(zone)
      return { time: writeClock(local), days: toDays(first, local), state: judgeHour(local, work) }
    })
    rows.push({ utc: new Date(at).toISOString().replace(/:\d\d\.\d+Z$/, 'Z'), cells })
  }
  return rows
}

/** Changes of clocks soon behind the day, each zone once. */
function toChanges(places: readonly Place[], first: Zoned, lang: Lang): string[] {
  const zones = [...new Set(places.map(({ zone }) => zone))]
  return zones.flatMap((zone) => {
    const local = first.withTimeZone(zone)
    const change = local.getTimeZoneTransition('next')
    if (!change || first.add({ days: DAYS_AHEAD }).epochMilliseconds < change.epochMilliseconds) return []
    const day = change.toPlainDate().toString()
    const [before, after] = [local.offset, change.offset]
    return [
      lang === 'zh'
        ? `${zone} 将于 ${day} 调整时钟（${before} → ${after}）`
        : `The clocks of ${zone} change on ${day} (${before} → ${after})`,
    ]
  })
}
