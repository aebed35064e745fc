import * as z from 'zod'
import { AppError } from '@octet/core/errors.ts'
import { joinText } from '@octet/core/text.ts'
import type { MaintenanceSchedule } from '../domain/points/maintenance.ts'
import { monitorFields } from './monitor-fields.ts'

/** To the minute, without a zone of its own. */
const localTime = z.iso.datetime({ local: true, precision: -1 }).regex(/T\d\d:\d\d$/)
const timeOfDay = z.iso.time({ precision: -1 })

const once = z.strictObject({
  from: localTime.meta({ label: { en: 'Begins', zh: '开始' } }).describe('2026-12-01T02:00'),
  until: localTime.meta({ label: { en: 'Ends', zh: '结束' } }).describe('2026-12-01T04:00'),
})
const weekly = z.strictObject({
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .meta({ label: { en: 'Weekdays', zh: '星期' } })
    .describe(joinText({ en: '1 is Monday, 7 Sunday: the day on which it begins', zh: '1 为星期一，7 为星期日：开始当天' })),
  from: timeOfDay.meta({ label: { en: 'Begins', zh: '开始' } }).describe('22:00'),
  until: timeOfDay
    .meta({ label: { en: 'Ends', zh: '结束' } })
    .describe(joinText({ en: '06:00; one that is earlier is on the next day', zh: '06:00；早于开始时间时为次日' })),
})

const ONCE = joinText({ en: 'Local times; 31 days at most. This or `weekly`', zh: '当地时间，最长 31 天；与 `weekly` 二选一' })
const WEEKLY = joinText({ en: 'Every week, by local time. This or `once`', zh: '每周重复，按当地时间；与 `once` 二选一' })

export const maintenanceFields = {
  name: monitorFields.name,
  monitors: z
    .array(z.uuid())
    .min(1)
    .max(20)
    .nullable()
    .default(null)
    .meta({ label: { en: 'Monitors', zh: '监控' } })
    .describe(
      joinText({
        en: 'Their ids; null for all of the account, also later ones',
        zh: '其 ID；null 表示账户的全部监控，包括以后添加的',
      }),
    ),
  time_zone: z
    .string()
    .min(1)
    .max(60)
    .meta({ label: { en: 'Time zone', zh: '时区' } })
    .describe(
      joinText({
        en: 'IANA name, such as Europe/Berlin: its clocks are followed when they are put forward or back',
        zh: 'IANA 时区名，如 Asia/Shanghai；夏令时切换时跟随当地时钟',
      }),
    ),
  once: once
    .optional()
    .meta({ label: { en: 'Once', zh: '单次' } })
    .describe(ONCE),
  weekly: weekly
    .optional()
    .meta({ label: { en: 'Every week', zh: '每周' } })
    .describe(WEEKLY),
} as const

/** What can be changed; what is left out stays. */
export const maintenanceChanges = {
  ...maintenanceFields,
  name: maintenanceFields.name.optional(),
  monitors: maintenanceFields.monitors.unwrap().optional(),
  time_zone: maintenanceFields.time_zone.optional(),
} as const

const time = z.string().nullable()

export const maintenanceRow = z.object({
  id: z.string(),
  name: z.string(),
  monitors: z.array(z.string()).nullable(),
  time_zone: z.string(),
  once: once.nullable().describe(ONCE),
  weekly: weekly.nullable().describe(WEEKLY),
  is_under_way: z.boolean(),
  from: time.describe(
    joinText({
      en: 'When the one begins that is under way or comes next; null when none comes any more',
      zh: '进行中或下一次的开始时间；不再有时为 null',
    }),
  ),
  until: time.describe(joinText({ en: 'And when it ends', zh: '及其结束时间' })),
})

type Times = { readonly once?: z.output<typeof once> | undefined; readonly weekly?: z.output<typeof weekly> | undefined }

/** The schedule of a call; undefined where it says none. Throws `bad_input` for two. */
export function findSchedule({ once: single, weekly: repeated }: Times): MaintenanceSchedule | undefined {
  if (single && repeated)
    throw new AppError('bad_input', {
      field: 'weekly',
      expected: { en: '`once` or `weekly`', zh: '`once` 与 `weekly` 之一' },
      got: { en: 'both', zh: '两者' },
    })
  if (single) return { once: single }
  return repeated && { weekly: { ...repeated, weekdays: [...new Set(repeated.weekdays)].sort((a, b) => a - b) } }
}

/** The same, where there has to be one. Throws `bad_input`. */
export function getSchedule(times: Times): MaintenanceSchedule {
  const found = findSchedule(times)
  if (found) return found
  throw new AppError('bad_input', {
    field: 'once',
    expected: { en: '`once` or `weekly`', zh: '`once` 与 `weekly` 之一' },
    got: { en: 'neither', zh: '均未提交' },
  })
}
