import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { KEPT_SECONDS } from '../../domain/availability/availability.ts'
import { PARTS } from '../../domain/availability/part.ts'
import { EXTENTS } from '../../domain/availability/report.ts'

const perCent = z
  .number()
  .nullable()
  .describe(
    joinText({ en: 'Per cent, rounded down; null where nothing was measured', zh: '百分比，向下取整；没有测量时为 null' }),
  )
const seconds = z.number()

export default defineEndpoint({
  method: 'GET',
  path: '/v1/status',
  auth: 'none',
  title: { en: 'Measured availability', zh: '实测可用性' },
  summary: {
    en: 'How often the parts of this service worked, by day (UTC, the newest last) and over 1, 7, 30 and 90 days, and when they did not. Checked from within every 15 seconds: what is broken between a caller and the server is not seen.',
    zh: '本服务各部分按日（UTC，最新的在最后）以及最近 1、7、30、90 天的可用性，和出现异常的时段。由服务内部每 15 秒检查一次，因此看不到调用者与服务器之间的网络故障。',
  },
  input: z.object({}),
  output: z.object({
    since: z
      .string()
      .nullable()
      .describe(
        joinText({ en: 'First moment that is known of; null where nothing is kept', zh: '有记录的起始时间；没有记录时为 null' }),
      ),
    until: z.string().nullable(),
    every_seconds: seconds,
    history: z.enum(EXTENTS).describe(
      joinText({
        en: 'whole: up to now; while the database of accounts is away, partial: up to `until`, or missing; none: this server keeps no history. What the states say is seen now in each case.',
        zh: 'whole：截至目前；账户数据库不可用时，partial：截至 `until`，或 missing：缺失；none：本服务器不保存历史。各部分的 state 均为当前情况。',
      }),
    ),
    parts: z.array(
      z.object({
        id: z.enum(PARTS).describe(
          joinText({
            en: 'lookup: addresses are looked up; accounts: the database takes what is written; measurements: there is a monitoring point',
            zh: 'lookup：可查询地址；accounts：账户数据库可写入；measurements：有可用的监测点',
          }),
        ),
        state: z.enum(['up', 'failing', 'unchecked', 'unknown']),
        availability: z.array(z.object({ days: z.number(), per_cent: perCent, measured_seconds: seconds })),
        days: z.array(
          z.object({
            day: z.string(),
            per_cent: perCent,
            up_seconds: seconds,
            failing_seconds: seconds,
            stopped_seconds: seconds.describe(
              joinText({ en: 'No server ran, or none that could write it down', zh: '没有服务器在运行，或无法记录' }),
            ),
          }),
        ),
      }),
    ),
    incidents: z
      .array(
        z.object({
          part: z
            .enum(PARTS)
            .nullable()
            .describe(joinText({ en: 'Null for all of them', zh: '为 null 表示全部' })),
          state: z.enum(['failing', 'stopped']),
          from: z.string(),
          to: z
            .string()
            .nullable()
            .describe(joinText({ en: 'Null while it goes on', zh: '仍在持续时为 null' })),
          seconds,
        }),
      )
      .describe(joinText({ en: 'The last 20, the newest first', zh: '最近 20 次，最新的在前' })),
  }),
  errors: [],
  cacheSeconds: KEPT_SECONDS,
  handle: ({ services }) => services.availability.read(),
})
