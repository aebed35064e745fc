import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'

const COUNT_MAX = 100

export default defineTool({
  id: 'cron',
  route: '/convert/cron',
  group: 'convert',
  rank: 60,
  icon: 'ClockPlay',
  title: { en: 'Cron expression', zh: 'Cron 表达式' },
  summary: {
    en: 'A cron expression in words, and its next runs in any time zone',
    zh: '把 Cron 表达式读成白话，并列出任意时区的后续执行时间',
  },
  about: {
    en: 'Five fields (minute, hour, day of month, month, day of week), six with seconds before them, seven with a year behind. L, W, # and @daily are understood. Where both days are given, either is enough, but both are needed if one of them begins with * (such as */2), as in Vixie cron. A time that the clock skips in spring runs at the first moment after it.',
    zh: '五段依次为分、时、日、月、周；六段在前面加秒，七段在后面加年。支持 L、W、# 与 @daily。同时写了“日”和“周”时，按 Vixie cron 满足其一即可；其中一段以 * 开头（如 */2）时须同时满足。夏令时跳过的时刻顺延到之后的第一刻。',
  },
  keywords: ['crontab', 'schedule', 'timer', 'job', 'quartz', '定时', '计划任务', '表达式', '调度'],
  input: z.object({
    text: z
      .string()
      .min(1)
      .max(200)
      .meta({
        label: { en: 'Expression', zh: '表达式' },
        main: true,
        placeholder: { en: '*/15 9-17 * * MON-FRI', zh: '*/15 9-17 * * MON-FRI' },
      }),
    zone: z
      .string()
      .max(60)
      .default('UTC')
      .meta({ label: { en: 'Time zone', zh: '时区' }, help: { en: 'A name such as Asia/Shanghai.', zh: '如 Asia/Shanghai。' } }),
    count: z
      .int()
      .min(1)
      .max(COUNT_MAX)
      .default(10)
      .meta({ label: { en: 'Runs to show', zh: '显示次数' } }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'In words', zh: '含义' }, main: true }),
    runs: z
      .array(
        z.object({
          local: z.string().meta({ label: { en: 'Local time', zh: '当地时间' } }),
          utc: z.string().meta({ label: { en: 'UTC', zh: 'UTC' } }),
        }),
      )
      .meta({ label: { en: 'Next runs', zh: '后续执行' }, widget: 'table' }),
  }),
  accepts: { cron: { text: '' } },
  examples: [
    {
      name: { en: 'office hours', zh: '工作时间' },
      input: { text: '*/30 9-17 * * MON-FRI', zone: 'Asia/Shanghai', count: 2 },
      output: {
        text: 'Every 30 minutes, between 09:00 and 17:59, Monday through Friday',
        runs: [
          { local: '2026-01-02 11:30:00', utc: '2026-01-02T03:30:00.000Z' },
          { local: '2026-01-02 12:00:00', utc: '2026-01-02T04:00:00.000Z' },
        ],
      },
    },
    {
      name: { en: 'last day of the month', zh: '每月最后一天' },
      input: { text: '0 0 L * *', count: 1 },
      output: {
        text: 'At 00:00, on the last day of the month',
        runs: [{ local: '2026-01-31 00:00:00', utc: '2026-01-31T00:00:00.000Z' }],
      },
    },
    {
      name: { en: 'a day that never comes', zh: '永不到来的日子' },
      input: { text: '0 0 30 2 *' },
      output: { text: 'At 00:00, on day 30 of the month, only in February', runs: [] },
    },
  ],
  async run({ text, zone, count }, { lang, now }) {
    const [{ Cron }, { default: library }] = await Promise.all([import('croner'), import('cronstrue/i18n.js')])
    // CommonJS: bundlers hand out the class itself, Node the module around it.
    const cronstrue = library.default ?? library
    const toLocal = createClock(zone)
    const expression = text.trim().replaceAll(/\s+/g, ' ')
    const domAndDow = needsBothDays(expression)
    const runs = attempt(() => new Cron(expression, { timezone: zone, paused: true, domAndDow }).nextRuns(count, now()))
    const words = attempt(() =>
      cronstrue.toString(expression, {
        locale: lang === 'zh' ? 'zh_CN' : 'en',
        use24HourTimeFormat: true,
        logicalAndDayFields: domAndDow,
      }),
    )
    return {
      text: lang === 'zh' ? toChineseSigns(words) : words,
      runs: runs.map((date) => ({ local: toLocal(date), utc: date.toISOString() })),
    }

    function attempt<T>(work: () => T): T {
      try {
        return work()
      } catch (error) {
        const reason = toReason(error)
        throw new AppError(
          'bad_input',
          {
            field: 'text',
            expected: { en: `a cron expression (${reason.en})`, zh: `Cron 表达式（${reason.zh}）` },
            got: text.slice(0, 80),
          },
          { cause: error },
        )
      }
    }
  },
})

/** crontab(5): the days are alternatives only if neither field begins with `*`; cron looks at the first character. */
function needsBothDays(expression: string): boolean {
  const fields = expression.split(' ')
  const at = fields.length > 5 ? 3 : 2
  return [fields[at], fields[at + 2]].some((field) => field?.startsWith('*'))
}

/** Fields with the numbers they take; the library counts days and months from 0. */
const FIELDS: Readonly<Record<string, Text & { range: string; first: number }>> = {
  second: { en: 'second', zh: '秒', range: '0–59', first: 0 },
  minute: { en: 'minute', zh: '分', range: '0–59', first: 0 },
  hour: { en: 'hour', zh: '时', range: '0–23', first: 0 },
  day: { en: 'day of month', zh: '日', range: '1–31', first: 1 },
  month: { en: 'month', zh: '月', range: '1–12', first: 1 },
  dayOfWeek: { en: 'day of week', zh: '周', range: '0–7', first: 0 },
}

function toReason(error: unknown): Text {
  const said = (error instanceof Error ? error.message : String(error)).replace(/^(?:CronPattern|Error): /, '')
  const [, name = '', value] = /^Invalid value for (\w+): (-?\d+)$/.exec(said) ?? []
  const field = FIELDS[name]
  if (!field) return { en: said, zh: said }
  const got = Number(value) + field.first
  return { en: `${field.en}: ${field.range}, not ${got}`, zh: `“${field.zh}”应为 ${field.range}，而非 ${got}` }
}

function createClock(zone: string): (date: Date) => string {
  try {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    return (date) => format.format(date)
  } catch (cause) {
    throw new AppError(
      'bad_input',
      { field: 'zone', expected: { en: 'a time zone such as Europe/Oslo', zh: '时区名，如 Asia/Shanghai' }, got: zone },
      { cause },
    )
  }
}

/** The library sets Chinese words with Western commas and spaces. */
const toChineseSigns = (words: string) =>
  words.replaceAll(/,\s*/g, '，').replaceAll(/(?<=\p{sc=Han})\s{2,}|\s{2,}(?=\p{sc=Han})/gu, ' ')
