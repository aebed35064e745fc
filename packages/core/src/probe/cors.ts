import * as z from 'zod'
import { verdictSchema } from './http.ts'
import type { Limits } from './limits.ts'

const text = z.object({ en: z.string(), zh: z.string() })
const line = (en: string, zh: string) => z.string().meta({ label: { en, zh } })
const seconds = (en: string, zh: string) => z.number().meta({ label: { en, zh }, unit: 's' })
const headers = z.array(z.object({ name: line('Header', '标头'), value: line('Value', '值') }))

/** Methods that pages ask with; only the first two are ever sent, for the others what browsers ask before them. */
export const CORS_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type CorsMethod = (typeof CORS_METHODS)[number]

const stepSchema = z.object({
  kind: z.enum(['preflight', 'request', 'trial']).meta({
    label: { en: 'Step', zh: '步骤' },
    options: {
      preflight: { en: 'preflight', zh: '预检' },
      request: { en: 'request', zh: '正式请求' },
      trial: { en: 'another origin', zh: '换来源试探' },
    },
  }),
  method: line('Method', '方法'),
  url: line('URL', 'URL'),
  origin: line('Origin', 'Origin'),
  status: z.number().meta({ label: { en: 'Status', zh: '状态码' } }),
  meaning: line('Meaning', '含义'),
  address: z
    .string()
    .nullable()
    .meta({ label: { en: 'Address', zh: '地址' } }),
  tookMs: z.number().meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
  passes: z.boolean().meta({ label: { en: 'Passes', zh: '通过' } }),
  sent: headers.meta({ label: { en: 'Sent', zh: '发出的标头' } }),
  /** Of the answer those that CORS goes by. */
  headers: headers.meta({ label: { en: 'Answered', zh: '返回的标头' } }),
})
export type CorsStep = z.infer<typeof stepSchema>

/** Whether a browser lets a page of another origin read an answer (Fetch standard §4.9–4.10). */
export const corsReportSchema = z.object({
  verdict: z.enum(['allowed', 'blocked', 'undecided']).meta({
    label: { en: 'Verdict', zh: '结论' },
    options: {
      allowed: { en: 'the page may read the answer', zh: '页面可以读取' },
      blocked: { en: 'blocked by the browser', zh: '被浏览器拦截' },
      undecided: { en: 'up to the answer itself, which was not asked for', zh: '取决于未发送的正式请求' },
    },
  }),
  reason: text.meta({ label: { en: 'Why', zh: '原因' } }),
  url: line('Final URL', '最终 URL'),
  origin: line('Origin', '来源'),
  method: line('Method', '方法'),
  withCredentials: z.boolean().meta({ label: { en: 'With credentials', zh: '携带凭据' } }),
  preflight: z
    .object({
      why: text.meta({ label: { en: 'Why', zh: '原因' } }),
      /** Seconds that each keeps the answer for; none where it does not pass. */
      kept: z
        .object({
          chrome: seconds('Chrome, Edge', 'Chrome、Edge'),
          firefox: seconds('Firefox', 'Firefox'),
          safari: seconds('Safari', 'Safari'),
        })
        .nullable()
        .meta({ label: { en: 'Kept for', zh: '缓存时长' } }),
    })
    .nullable()
    .meta({ label: { en: 'Preflight', zh: '预检' } }),
  checks: z.array(z.object({ id: z.string(), verdict: verdictSchema, text })).meta({ label: { en: 'Checks', zh: '检查' } }),
  /** What was left out, and what that leaves open. */
  notes: z.array(text).meta({ label: { en: 'Notes', zh: '提示' } }),
  steps: z.array(stepSchema).meta({ label: { en: 'Requests', zh: '请求过程' } }),
  headers: z
    .array(
      z.object({
        name: line('Header', '标头'),
        value: line('Value', '值'),
        isReadable: z.boolean().meta({ label: { en: 'Readable by the page', zh: '页面可读' } }),
      }),
    )
    .meta({ label: { en: 'Headers of the answer', zh: '响应头' }, widget: 'table' }),
})
export type CorsReport = z.infer<typeof corsReportSchema>

export type CorsWish = Limits & {
  /** `https://example.com`, or `null`, as browsers write it. */
  readonly origin: string
  readonly method?: CorsMethod | undefined
  /** What the page's script sets. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Whether cookies go along (`credentials: 'include'`). None are sent from here. */
  readonly withCredentials?: boolean | undefined
  readonly family?: 4 | 6 | undefined
  /** The address that is asked for the first host, in place of what DNS says. */
  readonly connectTo?: string | undefined
}

export type CorsProbe = {
  /**
   * Asks as a browser would for a page of another origin. Throws `bad_input`, `refused_target`, `timed_out`, `target_failed`,
   * `unavailable`, `too_large` where no answer came at all.
   */
  report(url: string, wish: CorsWish): Promise<CorsReport>
}
