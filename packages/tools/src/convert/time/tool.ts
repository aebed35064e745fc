import { counted } from '@octet/core/counted.ts'
import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { addDuration, toBetween } from './duration.ts'
import { COUNTED, writeCount, type CountedFormat } from './formats.ts'
import { findLunarDay } from './lunar-date.ts'
import { findLunar } from './lunar.ts'
import { INPUT_FORMATS, isZone, joinWords, readRewritten, readTime, toToday, type ReadOptions, type ReadTime } from './read.ts'
import type { Temporal } from './temporal.ts'
import { toCalendarFacts, toFormatRows, toIso, toRelative, toSnippets, toZoneRow } from './write.ts'
import { toZoneName } from './zone-name.ts'

const MAX_LINES = 10_000
const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })
const FORMAT_WORDS: Readonly<Record<string, { en: string; zh: string }>> = {
  auto: { en: 'Detect', zh: '自动识别' },
  iso: { en: 'Date and time', zh: '日期时间' },
  gps: { en: 'GPS seconds', zh: 'GPS 秒' },
  twitter: { en: 'Snowflake (Twitter)', zh: 'Snowflake（Twitter）' },
  discord: { en: 'Snowflake (Discord)', zh: 'Snowflake（Discord）' },
}

export default defineTool({
  id: 'time',
  route: '/convert/shijian',
  group: 'convert',
  rank: 30,
  icon: 'Clock',
  title: { en: 'Time and timestamp converter', zh: '时间戳转换' },
  summary: {
    en: 'Unix time, ISO 8601, HTTP, SQL, Excel, FILETIME, GPS, ids; time zones, durations, Chinese calendar',
    zh: 'Unix 时间戳、ISO 8601、HTTP、SQL、Excel、FILETIME、GPS、各类 ID 时间互转，含时区、时长与农历',
  },
  about: {
    en: 'The unit of a number (seconds, milliseconds, microseconds, nanoseconds) is judged by its size and shown; choose one to override it. 8 or 14 digits that spell a date of 1900–2099 are read as that date.\n\nDates are also read as logs, code and certificates write them: in quotes, after a field name, as /Date(…)/, in ASN.1 and EXIF, or relative, such as “3 days ago”. Dates of the Chinese calendar (农历八月十五), its festivals and solar terms, with or without a year, become Gregorian ones. A time without a zone is taken in the chosen zone; if the clock skips or repeats it, both choices are shown.\n\nExact to the nanosecond, before 1970 and after 2038. GPS time counts leap seconds up to the latest, at the end of 2016. Dates before 15 October 1582 are Gregorian, as in ISO 8601. Business days are Monday to Friday; holidays are not considered.',
    zh: '纯数字按位数识别为秒、毫秒、微秒或纳秒并显示结果，可手动指定；8 位或 14 位数字若恰为 1900–2099 年的日期，则按日期读取。\n\n也能读取日志、代码与证书中的写法：带引号或字段名、/Date(…)/、ASN.1、EXIF，以及“3天前”等相对时间。农历日期（农历八月十五）、传统节日与节气可带年份，换算为公历。没有时区的时间按所选时区理解；若因夏令时被跳过或重复，会列出两种可能。\n\n精确到纳秒，支持 1970 年以前和 2038 年以后。GPS 时间计入闰秒，最近一次在 2016 年末。1582 年 10 月 15 日以前的日期按 ISO 8601 沿用公历推算。工作日指周一至周五，不含节假日安排。',
  },
  keywords: [
    'current time',
    '当前时间',
    'unix timestamp',
    'epoch',
    'time zone',
    'iso 8601',
    'filetime',
    'excel date',
    'snowflake',
    '时间戳',
    '时区',
    '农历',
    'lunar calendar',
    'chinese calendar',
    '农历转公历',
    '公历转农历',
    '节气',
    '日期计算',
    '倒计时',
    '工作日',
    'timestamp to date',
    'date to timestamp',
    'days between dates',
    'date calculator',
    '北京时间',
    '现在时间',
    '日期',
    'time diff',
    '时间差',
    'week number',
    'date difference',
    'days between',
    '万年历',
    '第几周',
  ],
  input: z.object({
    mode: z
      .enum(['convert', 'between', 'add'])
      .default('convert')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: {
          convert: { en: 'Convert', zh: '转换' },
          between: { en: 'Time between', zh: '时间间隔' },
          add: { en: 'Add or subtract', zh: '加减时间' },
        },
      }),
    text: z
      .string()
      .default('')
      .meta({
        label: { en: 'Time, or one per line', zh: '时间，可每行一个' },
        help: { en: 'Empty means now', zh: '留空表示当前时间' },
        widget: 'text',
        main: true,
        placeholder: {
          en: '1700000000 · 2026-01-02T03:04:05Z · now · tomorrow 9:00',
          zh: '1700000000 · 2026-01-02 03:04:05 · 现在 · 明天 9:00',
        },
      }),
    other: z
      .string()
      .max(100)
      .default('')
      .meta({
        label: { en: 'Until', zh: '到' },
        help: { en: 'Empty means now', zh: '留空表示当前时间' },
        when: { mode: ['between'] },
      }),
    duration: z
      .string()
      .max(100)
      .default('1d')
      .meta({
        label: { en: 'Duration', zh: '时长' },
        placeholder: { en: '1mo 2d 3h, -90m, P1Y, 5 business days', zh: '1个月 2天 3小时、-90m、P1Y、5个工作日' },
        when: { mode: ['add'] },
      }),
    format: z
      .enum(INPUT_FORMATS)
      .default('auto')
      .meta({
        label: { en: 'Input is', zh: '输入格式' },
        options: Object.fromEntries(INPUT_FORMATS.map((id) => [id, FORMAT_WORDS[id] ?? COUNTED[id as CountedFormat].name])),
      }),
    zone: z
      .string()
      .max(60)
      .default('UTC')
      .meta({
        label: { en: 'Time zone', zh: '时区' },
        placeholder: { en: 'Asia/Shanghai, +08:00', zh: 'Asia/Shanghai、+08:00' },
      }),
    zones: z
      .string()
      .max(1000)
      .default('UTC, Asia/Shanghai, Asia/Tokyo, Europe/London, America/New_York, America/Los_Angeles')
      .meta({ label: { en: 'Show also in', zh: '同时显示' }, when: { mode: ['convert', 'add'] }, advanced: true }),
    disambiguation: z
      .enum(['compatible', 'earlier', 'later', 'reject'])
      .default('compatible')
      .meta({
        label: { en: 'Local time skipped or repeated', zh: '当地时间被跳过或重复时' },
        advanced: true,
        options: {
          compatible: { en: 'As clocks do', zh: '按时钟惯例' },
          earlier: { en: 'Earlier', zh: '取较早' },
          later: { en: 'Later', zh: '取较晚' },
          reject: { en: 'Error', zh: '报错' },
        },
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    readAs: shown('Read as', '输入识别为').optional(),
    warning: shown('Note', '提示').optional(),
    relative: shown('From now', '相对现在').optional(),
    formats: z
      .array(z.object({ id: z.string().meta({ widget: 'hidden' }), name: shown('Format', '格式'), value: shown('Value', '值') }))
      .optional()
      .meta({ label: { en: 'All formats', zh: '全部格式' }, widget: 'table' }),
    zones: z
      .array(
        z.object({
          zone: shown('Zone', '时区'),
          local: shown('Local time', '当地时间'),
          offset: shown('Offset', '偏移'),
          date: shown('ISO 8601', 'ISO 8601'),
        }),
      )
      .optional()
      .meta({ label: { en: 'Time zones', zh: '各地时间' }, widget: 'table' }),
    calendar: z
      .object({
        weekday: shown('Weekday', '星期'),
        week: shown('ISO week', 'ISO 周'),
        dayOfYear: z.int().meta({ label: { en: 'Day of the year', zh: '年内第几天' } }),
        daysLeft: z.int().meta({ label: { en: 'Days left in the year', zh: '年内剩余天数' } }),
        quarter: z.int().meta({ label: { en: 'Quarter', zh: '季度' } }),
        isLeapYear: z.boolean().meta({ label: { en: 'Leap year', zh: '闰年' } }),
        daysInMonth: z.int().meta({ label: { en: 'Days in the month', zh: '本月天数' } }),
        hoursInDay: z.number().meta({ label: { en: 'Hours in the day', zh: '当日小时数' } }),
      })
      .optional()
      .meta({ label: { en: 'Calendar', zh: '日历' } }),
    lunar: z
      .object({
        date: shown('Lunar date', '农历'),
        ganzhi: shown('Stems and branches', '干支'),
        zodiac: shown('Zodiac', '生肖'),
        solarTerm: shown('Solar term', '节气'),
        festivals: shown('Festivals', '节日'),
      })
      .optional()
      .meta({ label: { en: 'Chinese calendar', zh: '农历' } }),
    between: z
      .object({
        iso: shown('Calendar units', '年月日时分秒'),
        days: z.int().meta({ label: { en: 'Days', zh: '天数' } }),
        weeks: shown('Weeks and days', '周与天'),
        hours: shown('Hours', '小时'),
        minutes: shown('Minutes', '分钟'),
        seconds: shown('Seconds', '秒'),
        businessDays: z.int().meta({ label: { en: 'Monday to Friday', zh: '工作日（周一至周五）' } }),
      })
      .optional()
      .meta({ label: { en: 'Between', zh: '间隔' } }),
    snippets: z
      .array(z.object({ language: shown('Language', '语言'), code: shown('Code', '代码') }))
      .optional()
      .meta({ label: { en: 'In code', zh: '代码' }, widget: 'table' }),
    rows: z
      .array(
        z.object({
          input: shown('Input', '输入'),
          local: shown('Local time', '当地时间'),
          unix: shown('Unix seconds', 'Unix 秒'),
          note: shown('Read as', '识别为'),
        }),
      )
      .optional()
      .meta({ label: { en: 'Line by line', zh: '逐行结果' }, widget: 'table' }),
  }),
  accepts: { timestamp: { text: '' }, 'iso-date': { text: '' }, 'uuid-time': { text: '' }, 'sortable-id': { text: '' } },
  // All formats of a moment are many: time.test.ts compares them.
  examples: [
    { name: { en: 'Unix time', zh: 'Unix 时间戳' }, input: { text: '1700000000', zone: 'Asia/Shanghai' } },
    {
      name: { en: 'Local time to Unix time', zh: '当地时间转时间戳' },
      input: { text: '2026-01-02 03:04:05', zone: 'Asia/Shanghai' },
    },
    {
      name: { en: 'A time the clock skips', zh: '被夏令时跳过的时刻' },
      input: { text: '2026-03-08T02:30:00', zone: 'America/New_York' },
    },
    {
      name: { en: 'Between two days', zh: '两日间隔' },
      input: { mode: 'between', text: '2026-01-02', other: '2026-03-01' },
      output: {
        text: 'P1M27D',
        between: {
          iso: 'P1M27D',
          days: 58,
          weeks: '8 × 7 + 2',
          hours: '1392',
          minutes: '83520',
          seconds: '5011200',
          businessDays: 40,
        },
      },
    },
    { name: { en: 'A month later', zh: '一个月之后' }, input: { mode: 'add', text: '2026-01-31', duration: '1mo' } },
    {
      name: { en: 'Five working days later', zh: '五个工作日之后' },
      input: { mode: 'add', text: '2026-01-02', duration: '5 business days' },
    },
    { name: { en: 'Mid-Autumn Festival', zh: '中秋节是哪天' }, input: { text: '2027年中秋节', zone: 'Asia/Shanghai' } },
    { name: { en: 'Time in a UUIDv7', zh: 'UUIDv7 中的时间' }, input: { text: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f' } },
  ],
  async run({ mode, text, other, duration, zones, ...options }, host) {
    const { Temporal: temporal } = (await import('temporal-polyfill')) as { Temporal: Temporal }
    const zone = readZone(temporal, options.zone, 'zone')
    const choices: ReadOptions = { ...options, zone, now: host.now() }
    const lines = splitLines(text)
      .map((line) => line.trim())
      .filter(Boolean)
    if (mode === 'convert' && lines.length > 1) return convertLines(temporal, lines, choices, host.lang)
    const read = await readAny(temporal, text, choices)
    const { time, warning } = read
    if (mode === 'between') {
      const until = await readAny(temporal, other, choices)
      const between = toBetween(time, until.time)
      const warnings = [...new Set([warning, until.warning].flatMap((words) => words?.[host.lang] ?? []))]
      return { text: between.iso, ...(warnings.length > 0 ? { warning: warnings.join(' ') } : {}), between }
    }
    const moved = mode === 'add' ? addDuration(temporal, time, duration) : { time }
    const shownTime = moved.time
    const warnings = [warning, moved.warning].flatMap((words) => words?.[host.lang] ?? [])
    const lunar = await findLunar(shownTime)
    const names = zones
      .split(/[\s,;，；、]+/)
      .filter(Boolean)
      .map((name) => readZone(temporal, name, 'zones'))
    return {
      text: toIso(shownTime),
      readAs: toReadWords(read, host.lang),
      ...(warnings.length > 0 ? { warning: warnings.join(' ') } : {}),
      relative: toRelative(shownTime, host.now().getTime(), host.lang),
      formats: toFormatRows(shownTime, host.lang),
      zones: names.map((name) => toZoneRow(shownTime, name, host.lang)),
      calendar: toCalendarFacts(shownTime, host.lang),
      ...(lunar ? { lunar } : {}),
      snippets: toSnippets(shownTime),
    }
  },
})

/** Reads a moment that may be written in the Chinese calendar. Throws `bad_input`. */
async function readAny(temporal: Temporal, text: string, choices: ReadOptions): Promise<ReadTime> {
  const day = await findLunarDay(text, toToday(temporal, choices, text))
  if (day === undefined) return readTime(temporal, text, choices)
  const read = readRewritten(temporal, { text: day.text, given: text }, choices)
  return { ...read, format: 'lunar', ...(day.warning && { warning: joinWords(day.warning, read.warning) }) }
}

async function convertLines(temporal: Temporal, lines: readonly string[], choices: ReadOptions, lang: 'zh' | 'en') {
  if (lines.length > MAX_LINES)
    throw new AppError('too_large', { field: 'text', limit: counted(MAX_LINES, 'lines'), got: lines.length })
  const rows = await Promise.all(
    lines.map(async (input) => {
      try {
        const read = await readAny(temporal, input, choices)
        const unix = writeCount(read.time.epochNanoseconds, 's')
        const local = toIso(read.time)
        return { input, local, unix, note: read.warning?.[lang] ?? toReadWords(read, lang) }
      } catch (error) {
        if (!isAppError(error)) throw error
        return { input, local: '', unix: '', note: toErrorMessage(error, lang) }
      }
    }),
  )
  return { text: rows.map(({ local }) => local).join('\n'), rows }
}

/** The zone that a text names. Throws `bad_input`. */
function readZone(temporal: Temporal, text: string, field: string): string {
  const zone = toZoneName(text)
  if (isZone(temporal, zone)) return zone
  const expected = {
    en: 'a time zone, a large city or an offset, e.g. Asia/Shanghai, Tokyo or +08:00',
    zh: '时区名、大城市或偏移，如 Asia/Shanghai、东京、+08:00',
  }
  throw new AppError('bad_input', { field, expected, got: text })
}

function toReadWords({ format, count }: ReadTime, lang: 'zh' | 'en'): string {
  const word = toFormatWord(format, lang)
  if (count === undefined) return word
  return lang === 'zh' ? `${word}（${count}）` : `${word} (${count})`
}

function toFormatWord(format: string, lang: 'zh' | 'en'): string {
  if (format === 'now') return { en: 'now', zh: '当前时间' }[lang]
  if (format === 'day') return { en: 'day in words', zh: '日期词' }[lang]
  if (format === 'lunar') return { en: 'Chinese calendar', zh: '农历' }[lang]
  if (format === 'away') return { en: 'distance from now', zh: '与现在的间隔' }[lang]
  const words = FORMAT_WORDS[format] ?? (Object.hasOwn(COUNTED, format) ? COUNTED[format as CountedFormat].name : undefined)
  return words?.[lang] ?? format
}
