import * as z from 'zod'
import { CRAWLER_PURPOSES } from './crawler-purposes.ts'
import { verdictSchema } from './http.ts'
import type { Limits } from './limits.ts'

const text = z.object({ en: z.string(), zh: z.string() })
const line = (en: string, zh: string) => z.string().nullable().meta({ label: { en, zh } })

/** A picture that a page names, as far as it could be fetched. */
const pictureSchema = z.object({
  url: z.string().meta({ label: { en: 'URL', zh: 'URL' } }),
  type: line('Type', '类型'),
  width: z
    .number()
    .nullable()
    .meta({ label: { en: 'Width', zh: '宽' }, unit: 'px' }),
  height: z
    .number()
    .nullable()
    .meta({ label: { en: 'Height', zh: '高' }, unit: 'px' }),
  sizeBytes: z
    .number()
    .nullable()
    .meta({ label: { en: 'Size', zh: '大小' }, unit: 'bytes' }),
  problem: text.nullable().meta({ label: { en: 'Problem', zh: '问题' } }),
  data: z
    .string()
    .nullable()
    .meta({ label: { en: 'Picture', zh: '图片' }, widget: 'image' }),
})
export type PagePicture = z.infer<typeof pictureSchema>

const crawlerSchema = z.object({
  /** The product token that it answers to in a robots.txt. */
  name: z.string().meta({ label: { en: 'Crawler', zh: '爬虫' } }),
  owner: z.string().meta({ label: { en: 'Of', zh: '所属' } }),
  purpose: z.enum(['search', 'ai', 'preview']).meta({ label: { en: 'Purpose', zh: '用途' }, options: CRAWLER_PURPOSES }),
  isAllowed: z
    .boolean()
    .nullable()
    .meta({ label: { en: 'May fetch', zh: '允许抓取' } }),
  rule: z
    .object({ line: z.number(), text: z.string() })
    .nullable()
    .meta({ label: { en: 'Rule', zh: '规则' } }),
})

/** What a page says of itself to those who share, list and crawl it. */
export const pageReportSchema = z.object({
  url: z.string().meta({ label: { en: 'Final URL', zh: '最终 URL' } }),
  status: z.number().meta({ label: { en: 'Status', zh: '状态码' } }),
  title: line('Title', '标题'),
  description: line('Description', '描述'),
  language: line('Language', '语言'),
  charset: line('Encoding', '编码'),
  canonical: line('Canonical URL', '规范网址'),
  card: z
    .object({
      title: line('Title', '标题'),
      description: line('Description', '描述'),
      site: z.string().meta({ label: { en: 'Site', zh: '站点' } }),
      isLarge: z.boolean().meta({ label: { en: 'Large picture', zh: '大图' } }),
      picture: pictureSchema.nullable().meta({ label: { en: 'Picture', zh: '配图' } }),
    })
    .meta({ label: { en: 'Card', zh: '卡片' } }),
  icon: pictureSchema.nullable().meta({ label: { en: 'Icon', zh: '图标' } }),
  robots: z
    .object({
      url: z.string().meta({ label: { en: 'URL', zh: 'URL' } }),
      status: z
        .number()
        .nullable()
        .meta({ label: { en: 'Status', zh: '状态码' } }),
      /** Of `<meta name=robots>` and `X-Robots-Tag`. */
      directives: z.array(z.string()).meta({ label: { en: 'Directives of the page', zh: '页面指令' } }),
      crawlers: z.array(crawlerSchema).meta({ label: { en: 'Crawlers', zh: '爬虫' } }),
      sitemaps: z.array(z.string()).meta({ label: { en: 'Sitemaps', zh: '站点地图' } }),
    })
    .meta({ label: { en: 'robots.txt', zh: 'robots.txt' } }),
  tags: z.array(z.object({ name: z.string(), value: z.string() })).meta({ label: { en: 'Meta tags', zh: '元标签' } }),
  alternates: z
    .array(z.object({ language: z.string(), url: z.string() }))
    .meta({ label: { en: 'Other languages', zh: '其他语言版本' } }),
  feeds: z.array(z.object({ title: z.string(), url: z.string() })).meta({ label: { en: 'Feeds', zh: '订阅源' } }),
  structured: z.array(z.string()).meta({ label: { en: 'Structured data', zh: '结构化数据' } }),
  checks: z.array(z.object({ id: z.string(), verdict: verdictSchema, text })).meta({ label: { en: 'Checks', zh: '检查' } }),
})
export type PageReport = z.infer<typeof pageReportSchema>

/** The robots.txt of a site as it was fetched. */
export type FetchedRobots = {
  /** Where it came from, redirects followed. */
  readonly url: string
  /** None where no answer came; then `problem` says why. */
  readonly status: number | null
  /** Of an answer with 2xx, at most the 500 KiB that crawlers read (RFC 9309 §2.5). */
  readonly text: string | null
  /** Whether there was more. */
  readonly isCut: boolean
  readonly problem: z.infer<typeof text> | null
}

/** A place where a security.txt may be, as it answered. */
export type SecurityTxtPlace = {
  readonly asked: string
  /** Where it came from, redirects followed. */
  readonly url: string
  /** The addresses that redirects led to. */
  readonly redirects: readonly string[]
  /** None where no answer came; then `problem` says why. */
  readonly status: number | null
  /** `Content-Type` as it is written. */
  readonly type: string | null
  /** Of an answer with 2xx. */
  readonly text: string | null
  readonly isUtf8: boolean
  readonly isCut: boolean
  /** Whether all of the way was HTTPS with certificates that are trusted. */
  readonly isTrusted: boolean
  readonly problem: z.infer<typeof text> | null
}

export type PageProbe = {
  /** Fetches the security.txt of a site from `/.well-known/` and from the older place, in this order. Throws as `robots` does. */
  securityTxt(url: string, options?: Limits & { readonly family?: 4 | 6 | undefined }): Promise<readonly SecurityTxtPlace[]>
  /** Fetches the robots.txt of the site that a URL belongs to. Throws `bad_input`, `bad_domain`, `name_not_found`, `refused_target`; what the site does wrong is its `problem`. */
  robots(url: string, options?: Limits & { readonly family?: 4 | 6 | undefined }): Promise<FetchedRobots>
  /**
   * Fetches a page, its robots.txt, its icon and the picture it is shared with. Throws `bad_input`, `refused_target`,
   * `timed_out`, `target_failed`, `unavailable`, `too_large`; what goes wrong beside the page itself stands in the report.
   */
  report(
    url: string,
    options?: Limits & {
      readonly family?: 4 | 6 | undefined
      /** Whether pictures come along, as `data:` URLs. */
      readonly withPictures?: boolean | undefined
    },
  ): Promise<PageReport>
}
