import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { measurementTypes } from '@octet/core/probe/measurement.ts'
import { joinText } from '@octet/core/text.ts'

const perCent = z
  .number()
  .nullable()
  .describe(
    joinText({ en: 'Good runs, per cent, rounded down; null without runs', zh: '正常运行的百分比，向下取整；没有运行时为 null' }),
  )
const verdict = z.enum(['good', 'bad', 'unknown'])

export default defineEndpoint({
  method: 'GET',
  path: '/v1/shown-monitors/:id',
  auth: 'none',
  title: { en: 'A monitor that is shown', zh: '公开的监控' },
  summary: {
    en: 'State, availability by day (UTC, the newest last), the last runs and the last changes of a monitor that its owner shows to whoever has this id.',
    zh: '由其所有者公开的监控：状态、每日可用性（UTC，最新的在最后）、最近的运行与状态变化。',
  },
  input: z.object({ id: z.string().min(1).max(40) }),
  output: z.object({
    title: z.string(),
    measures: z
      .object({ type: z.enum([...measurementTypes, 'domain']), targets: z.array(z.string()), every_minutes: z.number() })
      .nullable()
      .describe(joinText({ en: 'Null where the owner does not say it', zh: '所有者未公开时为 null' })),
    state: z.enum(['unknown', 'good', 'bad', 'paused', 'maintenance']),
    state_since: z.string(),
    maintenance_until: z
      .string()
      .nullable()
      .describe(joinText({ en: 'When the maintenance ends that is under way', zh: '进行中的维护何时结束' })),
    availability: z.array(z.object({ days: z.number(), per_cent: perCent, runs: z.number() })),
    days: z.array(
      z.object({
        day: z.string(),
        per_cent: perCent,
        good: z.number(),
        bad: z.number(),
        maintenance: z
          .number()
          .describe(joinText({ en: 'Runs during maintenance, which count as neither', zh: '维护期间的运行，两者均不计入' })),
      }),
    ),
    runs: z
      .array(
        z.object({
          at: z.string(),
          kind: verdict,
          ms: z
            .number()
            .nullable()
            .describe(joinText({ en: 'Median of the points', zh: '各监测点的中位数' })),
          in_maintenance: z.boolean(),
        }),
      )
      .describe(joinText({ en: 'The last 30, the newest first', zh: '最近 30 次，最新的在前' })),
    events: z
      .array(z.object({ kind: z.enum(['good', 'bad']), at: z.string() }))
      .describe(joinText({ en: 'When it turned bad and good again, the newest first', zh: '异常与恢复的时间，最新的在前' })),
  }),
  errors: ['no_such', 'unavailable'],
  handle: ({ input, services }) => services.points.monitors.getShown(input.id),
})
