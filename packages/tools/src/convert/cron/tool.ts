import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { isCutByPercent, splitCommand } from './command.ts'
import { CRON_DIALECTS } from './dialect.ts'
import { parseExpression, type CronExpression } from './expression.ts'
import { CronFault } from './fault.ts'
import { readWords } from './from-words.ts'
import { toSchedules } from './schedules.ts'
import { toCalendars } from './systemd.ts'
import { isAmbiguousZone, toZoneName } from '../time/zone-name.ts'
import { toWords } from './words.ts'
import { splitZone } from './zone.ts'

const COUNT_MAX = 100

export default defineTool({
  id: 'cron',
  route: '/convert/cron',
  group: 'convert',
  rank: 60,
  icon: 'ClockPlay',
  title: { en: 'Cron expression', zh: 'Cron 表达式' },
  summary: {
    en: 'A cron expression explained, or made from words; its next runs in any time zone, and a systemd timer',
    zh: '把 Cron 表达式读成白话，或把“每天8点”写成表达式，列出任意时区的后续执行时间，并转成 systemd 定时器',
  },
  about: {
    en: 'Five fields (minute, hour, day of month, month, day of week), six with seconds first, seven with a year at the end. L, W, # and @daily are understood; the command of a crontab line is shown separately. Words such as “every weekday at 9am”, “every 15 minutes” or “first of every month” become an expression.\n\nCRON_TZ=Asia/Tokyo or TZ=… in front of the fields sets the time zone, as in robfig/cron; Kubernetes wants the zone in spec.timeZone instead. A ? in one of the day fields is read as Quartz or AWS EventBridge, where Sunday is 1 and Saturday 7; Spring also writes ? but counts like cron: choose it by hand.\n\nIf both day fields are given, either is enough, but both must match if one of them begins with * (such as */2), as in Vixie cron. A time that the clock skips in spring runs at the first moment after it. The systemd timer has the same times, but leaves out what the clock skips.',
    zh: '五段依次为分、时、日、月、周；六段在前面加秒，七段在后面加年。支持 L、W、# 与 @daily；crontab 整行中的命令会单独列出。“每天8点”“工作日 18:30”“每5分钟”之类的说法会写成表达式。\n\n各段之前可用 CRON_TZ=Asia/Tokyo 或 TZ=… 指定时区（robfig/cron 的写法）；Kubernetes 则须写在 spec.timeZone 中。“日”或“周”写作 ? 时，按 Quartz 或 AWS EventBridge 解读，周日为 1、周六为 7；Spring 也用 ?，但编号同 cron，请手动选择。\n\n同时写了“日”和“周”时，按 Vixie cron 满足其一即可；其中一段以 * 开头（如 */2）时须同时满足。夏令时跳过的时刻顺延到之后的第一刻。systemd 定时器的时间相同，但不补执行夏令时跳过的时刻。',
  },
  keywords: [
    'crontab',
    'schedule',
    'timer',
    'job',
    'quartz',
    '定时',
    '计划任务',
    '表达式',
    '调度',
    '定时任务',
    'cron generator',
    'words to cron',
    '文字转 cron',
    'systemd timer',
    'oncalendar',
  ],
  input: z.object({
    text: z
      .string()
      .min(1)
      .max(2000)
      .meta({
        label: { en: 'Expression or words', zh: '表达式或文字描述' },
        main: true,
        placeholder: { en: '*/15 9-17 * * MON-FRI', zh: '*/15 9-17 * * MON-FRI' },
      }),
    dialect: z
      .enum(['auto', 'unix', 'quartz', 'aws'])
      .default('auto')
      .meta({
        label: { en: 'Read as', zh: '按何种写法' },
        options: { auto: { en: 'Automatic', zh: '自动' }, ...CRON_DIALECTS },
        widget: 'select',
      }),
    zone: z
      .string()
      .max(60)
      .default('UTC')
      .meta({
        label: { en: 'Time zone', zh: '时区' },
        help: {
          en: 'A name such as Asia/Shanghai; CRON_TZ= in the expression goes before it.',
          zh: '如 Asia/Shanghai；表达式中的 CRON_TZ= 优先。',
        },
      }),
    count: z
      .int()
      .min(1)
      .max(COUNT_MAX)
      .default(10)
      .meta({ label: { en: 'Runs to show', zh: '显示次数' } }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'In words', zh: '含义' }, main: true }),
    expression: z
      .string()
      .optional()
      .meta({
        label: { en: 'Expression', zh: '表达式' },
        help: { en: 'Where words were given.', zh: '仅在输入为文字描述时给出。' },
      }),
    dialect: z.enum(['unix', 'quartz', 'aws']).meta({ label: { en: 'Read as', zh: '所用写法' }, options: CRON_DIALECTS }),
    zone: z
      .string()
      .optional()
      .meta({
        label: { en: 'Time zone', zh: '时区' },
        help: { en: 'Where the expression names one.', zh: '仅在表达式指定时区时给出。' },
      }),
    command: z
      .string()
      .optional()
      .meta({
        label: { en: 'Command', zh: '命令' },
        help: { en: 'In /etc/crontab its first word is the user.', zh: '在 /etc/crontab 中，第一个词是用户名。' },
      }),
    note: z
      .string()
      .optional()
      .meta({ label: { en: 'Note', zh: '提示' } }),
    systemd: z
      .string()
      .optional()
      .meta({
        label: { en: 'As a systemd timer', zh: 'systemd 定时器' },
        help: {
          en: 'For the section [Timer]; several lines run at any of their times.',
          zh: '写入 [Timer] 一节；多行时任一时间到达即执行。',
        },
        widget: 'code',
        language: 'ini',
      }),
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
      name: { en: 'Office hours', zh: '工作时间' },
      input: { text: '*/30 9-17 * * MON-FRI', zone: 'Asia/Shanghai', count: 2 },
      output: {
        text: 'Every 30 minutes, between 09:00 and 17:59, Monday through Friday',
        dialect: 'unix',
        systemd: 'OnCalendar=Mon..Fri *-*-* 09..17:00,30:00 Asia/Shanghai',
        runs: [
          { local: '2026-01-02 11:30:00', utc: '2026-01-02T03:30:00.000Z' },
          { local: '2026-01-02 12:00:00', utc: '2026-01-02T04:00:00.000Z' },
        ],
      },
    },
    {
      name: { en: 'Words', zh: '文字描述' },
      input: { text: 'every weekday at 9am', count: 1 },
      output: {
        text: 'At 09:00, Monday through Friday',
        expression: '0 9 * * 1-5',
        dialect: 'unix',
        note: 'cron knows no public holidays: Monday through Friday',
        systemd: 'OnCalendar=Mon..Fri *-*-* 09:00:00 UTC',
        runs: [{ local: '2026-01-02 09:00:00', utc: '2026-01-02T09:00:00.000Z' }],
      },
    },
    {
      name: { en: 'Chinese words', zh: '中文描述' },
      input: { text: '每周一上午9点', count: 1 },
      output: {
        text: 'At 09:00, only on Monday',
        expression: '0 9 * * 1',
        dialect: 'unix',
        systemd: 'OnCalendar=Mon *-*-* 09:00:00 UTC',
        runs: [{ local: '2026-01-05 09:00:00', utc: '2026-01-05T09:00:00.000Z' }],
      },
    },
    {
      name: { en: 'Last day of the month', zh: '每月最后一天' },
      input: { text: '0 0 L * *', count: 1 },
      output: {
        text: 'At 00:00, on the last day of the month',
        dialect: 'unix',
        note: 'L, W and # are extensions; the crontab of Linux and macOS does not take them',
        systemd: 'OnCalendar=*-*~01 00:00:00 UTC',
        runs: [{ local: '2026-01-31 00:00:00', utc: '2026-01-31T00:00:00.000Z' }],
      },
    },
    {
      name: { en: 'A line of a crontab', zh: 'crontab 中的一行' },
      input: { text: '30 2 * * 0 /usr/bin/backup --all', count: 1 },
      output: {
        text: 'At 02:30, only on Sunday',
        dialect: 'unix',
        command: '/usr/bin/backup --all',
        systemd: 'OnCalendar=Sun *-*-* 02:30:00 UTC',
        runs: [{ local: '2026-01-04 02:30:00', utc: '2026-01-04T02:30:00.000Z' }],
      },
    },
    {
      name: { en: 'A day that never comes', zh: '永不到来的日子' },
      input: { text: '0 0 30 2 *' },
      output: {
        text: 'At 00:00, on day 30 of the month, only in February',
        dialect: 'unix',
        note: 'no time from now on matches, so that it never runs',
        runs: [],
      },
    },
    {
      name: { en: 'Quartz: the last Friday', zh: 'Quartz：每月最后一个周五' },
      input: { text: '0 15 10 ? * 6L', count: 1 },
      output: {
        text: 'At 10:15, on the last Friday of the month',
        dialect: 'quartz',
        systemd: 'OnCalendar=Fri *-*~07/1 10:15:00 UTC',
        runs: [{ local: '2026-01-30 10:15:00', utc: '2026-01-30T10:15:00.000Z' }],
      },
    },
  ],
  async run({ text, dialect, zone: place, count }, { lang, now }) {
    const { zone: named, rest } = splitZone(text)
    const zone = toZoneName(named ?? place)
    const { Cron } = await import('croner')
    const toLocal = createClock(zone, named === undefined ? 'zone' : 'text')
    const isCrontab = dialect === 'auto' || dialect === 'unix'
    const words = isCrontab ? explain(rest, () => readWords(rest)) : undefined
    const { command, expression: written } = isCrontab && !words ? splitCommand(rest) : { expression: rest }
    const expression = explain(written, () =>
      parseExpression(words?.expression ?? written, dialect === 'auto' ? undefined : dialect),
    )
    const calendars = toCalendars(expression, zone)
    const options = { timezone: zone, paused: true, domAndDow: expression.needsBothDays }
    const runs = toSchedules(expression)
      .flatMap((pattern) => new Cron(pattern, options).nextRuns(count, now()))
      .sort((a, b) => a.getTime() - b.getTime())
      .slice(0, count)
    const notes = [
      ...(words?.notes ?? []),
      ...listExtensions(expression),
      ...(named !== undefined && zone !== toZoneName(place) ? [toNamed(zone, place)] : []),
      ...(command !== undefined && isCutByPercent(command) ? [PERCENT] : []),
      ...(runs.length === 0 ? [NEVER] : []),
    ]
    return {
      text: await toWords(expression, lang),
      ...(words && { expression: words.expression }),
      dialect: expression.dialect,
      ...(named !== undefined && { zone }),
      ...(command !== undefined && { command }),
      ...(notes.length > 0 && { note: notes.map((note) => note[lang]).join(lang === 'zh' ? '；' : '; ') }),
      ...(calendars && runs.length > 0 && { systemd: calendars.map((calendar) => `OnCalendar=${calendar}`).join('\n') }),
      runs: runs.map((date) => ({ local: toLocal(date), utc: date.toISOString() })),
    }
  },
})

const NEVER: Text = { en: 'no time from now on matches, so that it never runs', zh: '今后没有符合的时间，不会再执行' }
/** What schedulers in programs take and that of the system does not (crontab(5)). */
function listExtensions({ dialect, written }: CronExpression): Text[] {
  if (dialect !== 'unix') return []
  const parts = written.split(' ')
  const [day = '', , weekday = ''] = parts.slice(parts.length > 5 ? 3 : 2)
  return [...(parts.length > 5 ? [SECONDS] : []), ...(/[LW]/.test(day) || /L$|#/.test(weekday) ? [LAST_AND_NTH] : [])]
}

const SECONDS: Text = {
  en: 'a field of seconds is an extension; the crontab of Linux and macOS has none',
  zh: '秒字段属扩展写法，Linux 与 macOS 的 crontab 不支持',
}
const LAST_AND_NTH: Text = {
  en: 'L, W and # are extensions; the crontab of Linux and macOS does not take them',
  zh: 'L、W、# 属扩展写法，Linux 与 macOS 的 crontab 不支持',
}
const PERCENT: Text = {
  en: 'cron ends the command at the first % and gives what follows to it as its input; write \\% for the sign itself',
  zh: 'cron 会在第一个 % 处截断命令，其后内容作为标准输入；如需 % 本身，请写作 \\%',
}

/** That the zone is the one of the expression, where the field has another. */
const toNamed = (zone: string, place: string): Text => ({
  en: `the expression sets the time zone: ${zone}, not ${place}`,
  zh: `时区以表达式中的为准：${zone}，而非 ${place}`,
})

/** What was read of the text; its fault, if there is one, as the tool's. */
function explain<T>(text: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CronFault)) throw error
    const { en, zh } = error.reason
    const expected = { en: `a cron expression (${en})`, zh: `Cron 表达式（${zh}）` }
    throw new AppError('bad_input', { field: 'text', expected, got: text.slice(0, 80) }, { cause: error })
  }
}

function createClock(zone: string, field: 'zone' | 'text'): (date: Date) => string {
  try {
    if (isAmbiguousZone(zone)) throw new RangeError(zone)
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    return (date) => format.format(date)
  } catch (cause) {
    throw new AppError(
      'bad_input',
      {
        field,
        expected: {
          en: 'a time zone, a large city or an offset, e.g. Europe/Oslo, Tokyo or +08:00',
          zh: '时区名、大城市或偏移，如 Asia/Shanghai、东京、+08:00',
        },
        got: zone,
      },
      { cause },
    )
  }
}
