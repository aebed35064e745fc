import * as z from 'zod'
import type { Limits } from './limits.ts'

const text = z.object({ en: z.string(), zh: z.string() })

/** Why an answer of a list is not what it says, or says little. */
const PROBLEMS = {
  public_resolver: { en: 'it does not answer large or public resolvers', zh: '不应答大型或公共解析器' },
  too_many: { en: 'it counts too many questions from our resolver', zh: '本站解析器的查询次数超过其限额' },
  mistyped: { en: 'it does not know the zone that was asked', zh: '名单不认识所查区域' },
  refused: { en: 'it refuses our resolver', zh: '拒绝本站解析器' },
  not_a_code: {
    en: 'the answer is not a list code: the zone is for sale, or the resolver rewrites answers',
    zh: '应答并非名单代码：区域已停放，或解析器改写了应答',
  },
  lists_everything: { en: 'it lists everything, even what no list may', zh: '把一切都列入，连不可能被列入的也算' },
  no_test_entry: {
    en: 'it does not know its own test entry, so silence proves nothing',
    zh: '连自身的测试条目都不返回，未列入不能说明问题',
  },
  untested: { en: 'it has no test entry: silence proves little', zh: '没有测试条目，未列入只能参考' },
} as const

/** Which block lists know an address or a domain. */
export const blockListReportSchema = z.object({
  target: z.string().meta({ label: { en: 'Asked for', zh: '查询对象' } }),
  listed: z.number().meta({ label: { en: 'Listed', zh: '命中' } }),
  clean: z.number().meta({ label: { en: 'Not listed', zh: '未列入' } }),
  unanswered: z
    .number()
    .describe('Lists that refused, kept silent, or failed their own test')
    .meta({ label: { en: 'Could not be asked', zh: '无法查询' } }),
  lists: z
    .array(
      z.object({
        zone: z.string().meta({ label: { en: 'List', zh: '名单' } }),
        name: z.string().meta({ label: { en: 'Name', zh: '名称' } }),
        state: z
          .enum(['waiting', 'clean', 'listed', 'noted', 'refused', 'broken', 'failed'])
          .describe('`broken`: fails its own test points (RFC 5782 §5), so that it says nothing of the target')
          .meta({
            label: { en: 'State', zh: '状态' },
            options: {
              waiting: { en: 'waiting', zh: '等待中' },
              clean: { en: 'not listed', zh: '未列入' },
              listed: { en: 'listed', zh: '已列入' },
              noted: { en: 'noted, no accusation', zh: '仅作说明，并非指控' },
              refused: { en: 'the list does not answer our resolver', zh: '名单拒绝本站解析器' },
              broken: { en: 'not answering properly', zh: '应答不正常' },
              failed: { en: 'no answer', zh: '无应答' },
            },
          }),
        problem: z
          .enum([
            'public_resolver',
            'too_many',
            'mistyped',
            'refused',
            'not_a_code',
            'lists_everything',
            'no_test_entry',
            'untested',
          ])
          .nullable()
          .meta({ label: { en: 'Why', zh: '说明' }, options: PROBLEMS }),
        codes: z.array(z.string()).meta({ label: { en: 'Codes', zh: '返回码' } }),
        meanings: z
          .array(text)
          .describe('What the codes stand for, where the list says')
          .meta({ label: { en: 'Meaning', zh: '含义' } }),
        reason: z
          .string()
          .nullable()
          .meta({ label: { en: 'Reason', zh: '原因' } }),
        impact: z.enum(['high', 'medium', 'low', 'info']).meta({
          label: { en: 'Weight', zh: '影响' },
          options: {
            high: { en: 'many mail servers heed it', zh: '众多邮件服务器采用' },
            medium: { en: 'some mail servers heed it', zh: '部分邮件服务器采用' },
            low: { en: 'few mail servers heed it', zh: '少数邮件服务器采用' },
            info: { en: 'tells, does not accuse', zh: '只提供信息' },
          },
        }),
        ms: z
          .number()
          .nullable()
          .meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
        homepage: z.string().meta({ label: { en: 'Page', zh: '主页' } }),
        removal: z
          .string()
          .describe('Where the list says why, and how to be taken off')
          .meta({ label: { en: 'Removal', zh: '移除' } }),
      }),
    )
    .meta({ label: { en: 'Lists', zh: '名单' }, widget: 'table' }),
  isComplete: z.boolean().meta({ widget: 'hidden' }),
})
export type BlockListReport = z.infer<typeof blockListReportSchema>
export type BlockListProblem = keyof typeof PROBLEMS

export type BlockListProbe = {
  /** Asks every list about an address, or the domain lists about a domain. */
  check(target: string, options?: Limits): AsyncIterable<BlockListReport>
}
