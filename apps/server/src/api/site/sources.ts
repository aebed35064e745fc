import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { readStatus, type SourceStatus } from '@octet/data/status.ts'
import { readLastUpdate } from '@octet/data/update-report.ts'

const text = z.object({ en: z.string(), zh: z.string() })
const DAY_MS = 86_400_000
/** The files are read once for all who ask within so long. */
const KEPT_MS = 10_000
let kept: { readonly folder: string; readonly untilMs: number; readonly status: Promise<SourceStatus[]> } | undefined

export default defineEndpoint({
  method: 'GET',
  path: '/v1/data/sources',
  auth: 'none',
  title: { en: 'Freshness of the sources', zh: '数据源新鲜度' },
  summary: {
    en: 'Every source of the address data with the age of its data, its rows, when it was last asked and why the last attempt failed; and what the last update came to.',
    zh: '每个数据源的数据日期与天数、行数、最近检查时间及失败原因，以及最近一次更新的结果。',
  },
  input: z.object({}),
  output: z.object({
    last_update: z
      .object({
        started_at: z.string(),
        ended_at: z.string(),
        build: z
          .string()
          .nullable()
          .describe(joinText({ en: 'The new build; null when nothing had changed', zh: '新构建；没有变化时为 null' })),
        error: z.string().nullable(),
        updated: z.number(),
        unchanged: z.number(),
        refused: z.number(),
        unreachable: z.number(),
      })
      .nullable(),
    sources: z.array(
      z.object({
        id: z.string(),
        title: text,
        licence: z.string(),
        is_optional: z.boolean(),
        cadence: z
          .enum(['daily', 'weekly', 'monthly'])
          .nullable()
          .describe(joinText({ en: 'Null for what comes with the program', zh: '随程序提供的数据源为 null' })),
        date: z.string().nullable(),
        age_days: z.number().nullable(),
        rows: z
          .number()
          .nullable()
          .describe(joinText({ en: 'Null when it is not in the published build', zh: '不在已发布的构建中时为 null' })),
        fetched_at: z.string().nullable(),
        checked_at: z.string().nullable(),
        last_error: z.object({ at: z.string(), reason: z.string() }).nullable(),
      }),
    ),
  }),
  errors: [],
  async handle({ services }) {
    const folder = services.config.varFolder
    if (kept?.folder !== folder || kept.untilMs < Date.now())
      kept = { folder, untilMs: Date.now() + KEPT_MS, status: readStatus(folder) }
    const [last, status] = await Promise.all([readLastUpdate(folder), kept.status])
    const count = (wanted: string) => last?.sources.filter(({ outcome }) => outcome === wanted).length ?? 0
    return {
      last_update: last
        ? {
            started_at: last.startedAt,
            ended_at: last.endedAt,
            build: last.build,
            error: last.error,
            updated: count('updated'),
            unchanged: count('unchanged'),
            refused: count('refused'),
            unreachable: count('unreachable'),
          }
        : null,
      sources: status.map((source) => ({
        id: source.id,
        title: source.title,
        licence: source.licence,
        is_optional: source.isOptional,
        cadence: source.cadence,
        date: source.date,
        age_days: source.date === null ? null : Math.max(0, Math.floor((Date.now() - Date.parse(source.date)) / DAY_MS)),
        rows: source.rows,
        fetched_at: source.fetchedAt,
        checked_at: source.checkedAt,
        last_error: source.lastError,
      })),
    }
  },
})
