import * as z from 'zod'
import type { Limits } from './limits.ts'

const text = z.object({ en: z.string(), zh: z.string() })
const ms = (en: string, zh: string) => z.number().nullable().meta({ label: { en, zh }, unit: 'ms' })

const VERDICTS = {
  good: { en: 'good', zh: '良好' },
  notice: { en: 'could be better', zh: '可改进' },
  bad: { en: 'bad', zh: '有问题' },
} as const
export const verdictSchema = z.enum(['good', 'notice', 'bad']).meta({ label: { en: 'Verdict', zh: '结论' }, options: VERDICTS })

const hop = z.object({
  url: z.string().meta({ label: { en: 'URL', zh: 'URL' } }),
  status: z.number().meta({ label: { en: 'Status', zh: '状态码' } }),
  meaning: z.string().meta({ label: { en: 'Meaning', zh: '含义' } }),
  address: z
    .string()
    .nullable()
    .meta({ label: { en: 'Address', zh: '地址' } }),
  location: z
    .string()
    .nullable()
    .meta({ label: { en: 'Redirects to', zh: '跳转到' } }),
  headers: z.array(z.object({ name: z.string(), value: z.string() })).meta({ label: { en: 'Headers', zh: '响应头' } }),
  timing: z.object({
    resolvedMs: ms('Name resolved', '解析'),
    connectedMs: ms('Connected', '连接'),
    securedMs: ms('TLS agreed', 'TLS'),
    firstByteMs: ms('First byte', '首字节'),
    endMs: ms('End', '结束'),
  }),
  tls: z.object({ protocol: z.string(), cipher: z.string(), isTrusted: z.boolean(), problem: z.string().nullable() }).nullable(),
})

/** Every answer on the way to a page, and what its headers promise. */
export const httpReportSchema = z.object({
  hops: z.array(hop).meta({ label: { en: 'Redirect chain', zh: '跳转链' } }),
  url: z.string().meta({ label: { en: 'Final URL', zh: '最终 URL' } }),
  status: z.number().meta({ label: { en: 'Status', zh: '状态码' } }),
  grade: z.enum(['A', 'B', 'C', 'D', 'F']).meta({
    label: { en: 'Quick grade', zh: '快速评级' },
    options: {
      A: { en: 'A: all protections are in place', zh: 'A：防护齐全' },
      B: { en: 'B: one protection is missing', zh: 'B：缺少一项防护' },
      C: { en: 'C: two or three are missing', zh: 'C：缺少两三项防护' },
      D: { en: 'D: hardly protected', zh: 'D：几乎没有防护' },
      F: { en: 'F: no trusted TLS', zh: 'F：没有可信的 TLS' },
    },
  }),
  totalMs: z.number().meta({ label: { en: 'Total', zh: '总耗时' }, unit: 'ms' }),
  sizeBytes: z.number().meta({ label: { en: 'Decoded body', zh: '解压后大小' }, unit: 'bytes' }),
  isCut: z.boolean(),
  checks: z.array(z.object({ id: z.string(), verdict: verdictSchema, text })).meta({ label: { en: 'Checks', zh: '检查' } }),
  curl: z.string().meta({ label: { en: 'curl equivalent', zh: '等价 curl 命令' }, widget: 'code' }),
})
export type HttpReport = z.infer<typeof httpReportSchema>

export type HttpProbe = {
  /** Throws `bad_input`, `refused_target`, `timed_out`, `target_failed`, `unavailable`, `too_large`. */
  report(
    url: string,
    options?: Limits & {
      readonly method?: 'GET' | 'HEAD' | undefined
      readonly family?: 4 | 6 | undefined
      /** The address that is asked for the first host, in place of what DNS says. */
      readonly connectTo?: string | undefined
      /**
       * Whether the answers so far are a result when a redirect cannot be followed or a body does not end in time. For those who
       * judge whether a page is there, that is a failure.
       */
      readonly keepsWhatCame?: boolean | undefined
      /** Whether two more connections find out if HTTP/2 is offered, and if the other IP version works, too. */
      readonly asksMore?: boolean | undefined
    },
  ): Promise<HttpReport>
}
