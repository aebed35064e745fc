import * as z from 'zod'
import type { Limits } from './limits.ts'

const text = z.object({ en: z.string(), zh: z.string() })

const filing = z.object({
  kind: z.enum(['icp', 'police', 'telecom']).meta({
    label: { en: 'Kind', zh: '类型' },
    options: {
      icp: { en: 'ICP filing', zh: 'ICP 备案' },
      police: { en: 'police filing', zh: '公安备案' },
      telecom: { en: 'telecom licence', zh: '电信业务许可证' },
    },
  }),
  number: z.string().meta({ label: { en: 'Number', zh: '号码' } }),
  province: text.nullable().meta({ label: { en: 'Province', zh: '省份' } }),
  link: z
    .string()
    .nullable()
    .meta({ label: { en: 'Link', zh: '链接' } }),
  /** Whether the link goes to the authority's own site, as the rules ask. */
  isLinkRight: z
    .boolean()
    .nullable()
    .meta({ label: { en: 'Link correct', zh: '链接正确' } }),
  pages: z.array(z.string()).meta({ label: { en: 'Seen on', zh: '出现页面' } }),
})
export type Filing = z.infer<typeof filing>

/** What a site itself says of its filing. */
export const icpResultSchema = z.object({
  domain: z.string().meta({ label: { en: 'Domain', zh: '域名' } }),
  outcome: z.enum(['found', 'not-on-page', 'not-reached']).meta({
    label: { en: 'Outcome', zh: '结果' },
    options: {
      found: { en: 'found on the page', zh: '页面上找到备案信息' },
      'not-on-page': { en: 'no filing on the page (it may still be filed)', zh: '页面上没有备案信息（不代表未备案）' },
      'not-reached': { en: 'the site was not reached', zh: '未能访问该网站' },
    },
  }),
  filings: z.array(filing).meta({ label: { en: 'Filings', zh: '备案' }, widget: 'table' }),
  pages: z
    .array(
      z.object({
        url: z.string().meta({ label: { en: 'Page', zh: '页面' } }),
        finalUrl: z
          .string()
          .nullable()
          .meta({ label: { en: 'After redirects', zh: '跳转后的网址' } }),
        status: z
          .number()
          .nullable()
          .meta({ label: { en: 'Status', zh: '状态码' } }),
        title: z
          .string()
          .nullable()
          .meta({ label: { en: 'Title', zh: '标题' } }),
        found: z.number().meta({ label: { en: 'Found', zh: '找到' } }),
        problem: text.nullable().meta({ label: { en: 'Problem', zh: '问题' } }),
      }),
    )
    .meta({ label: { en: 'Pages read', zh: '读取的页面' } }),
  record: z
    .object({
      source: z.string(),
      number: z.string().nullable(),
      holder: z.string().nullable(),
      holderType: z.string().nullable(),
      date: z.string().nullable(),
    })
    .nullable()
    .meta({ label: { en: 'Record of the operator’s provider', zh: '备案数据源记录' } }),
  officialUrl: z.string().meta({ label: { en: 'Official query', zh: '官方查询' } }),
  notes: z.array(text).meta({ label: { en: 'Notes', zh: '说明' } }),
  askedAt: z.string().meta({ label: { en: 'Read at', zh: '读取时间' } }),
  isComplete: z.boolean().meta({ widget: 'hidden' }),
})
export type IcpResult = z.infer<typeof icpResultSchema>

/** An operator's own source of filing records. */
export type IcpProvider = (
  domain: string,
  limits: { signal: AbortSignal | undefined },
) => Promise<NonNullable<IcpResult['record']> | null>

export type IcpProbe = {
  /**
   * Reads the front pages of a domain, with and without `www`, by http and https. What they said in the last day is not read
   * again, unless the answer has to be fresh: no older than a minute.
   */
  find(domain: string, options?: Limits & { readonly isFresh?: boolean | undefined }): AsyncIterable<IcpResult>
}
