import * as z from 'zod'
import type { Limits } from './limits.ts'

/** Which block lists know an address or a domain. */
export const blockListReportSchema = z.object({
  target: z.string().meta({ label: { en: 'Asked for', zh: '查询对象' } }),
  listed: z.number().meta({ label: { en: 'Listed', zh: '命中' } }),
  lists: z
    .array(
      z.object({
        zone: z.string().meta({ label: { en: 'List', zh: '名单' } }),
        name: z.string().meta({ label: { en: 'Name', zh: '名称' } }),
        state: z.enum(['waiting', 'clean', 'listed', 'refused', 'failed']).meta({
          label: { en: 'State', zh: '状态' },
          options: {
            waiting: { en: 'waiting', zh: '等待中' },
            clean: { en: 'not listed', zh: '未列入' },
            listed: { en: 'listed', zh: '已列入' },
            refused: { en: 'the list does not answer our resolver', zh: '名单拒绝本站解析器' },
            failed: { en: 'no answer', zh: '无应答' },
          },
        }),
        codes: z.array(z.string()).meta({ label: { en: 'Codes', zh: '返回码' } }),
        reason: z
          .string()
          .nullable()
          .meta({ label: { en: 'Reason', zh: '原因' } }),
        ms: z
          .number()
          .nullable()
          .meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
        homepage: z.string().meta({ label: { en: 'Page', zh: '主页' } }),
      }),
    )
    .meta({ label: { en: 'Lists', zh: '名单' }, widget: 'table' }),
  isComplete: z.boolean().meta({ widget: 'hidden' }),
})
export type BlockListReport = z.infer<typeof blockListReportSchema>

export type BlockListProbe = {
  /** Asks every list about an address, or the domain lists about a domain. */
  check(target: string, options?: Limits): AsyncIterable<BlockListReport>
}
