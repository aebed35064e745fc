import { pageReportSchema } from '@octet/core/probe/page.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { familyField, toFamily } from '../../lib/family-field.ts'
import { TARGET_ERRORS } from '../../lib/target.ts'
import { urlField } from '../../lib/url-field.ts'

export default defineTool({
  id: 'link-preview',
  route: '/lookup/link-preview',
  group: 'lookup',
  rank: 11,
  icon: 'BrowserShare',
  title: { en: 'Link preview', zh: '链接预览' },
  summary: {
    en: 'How a page looks when it is shared or listed, and which crawlers may fetch it',
    zh: '查看网页在分享与搜索结果中的样子，以及允许哪些爬虫抓取',
  },
  about: {
    en: 'This server fetches the page without running its scripts, as most preview services do, and then its robots.txt, icon and picture; each address is checked like that of the page. Cards follow Open Graph, then the tags of X, then title and description; each service also has habits of its own.\n\nRules for crawlers are read as RFC 9309 says: the longest rule that fits decides. Whether a crawler obeys the rules is up to the crawler.',
    zh: '由本站服务器抓取页面，不执行脚本（多数预览服务也是如此），随后抓取 robots.txt、图标与配图，每次都经过同样的目标检查。卡片依次采用 Open Graph、X 标签、标题与描述；各平台另有自己的习惯。\n\n爬虫规则按 RFC 9309 解读：匹配的最长规则生效。爬虫是否遵守，取决于其自身。',
  },
  keywords: [
    'open graph',
    'og image',
    'og tags',
    'twitter card',
    'meta tags',
    'social preview',
    'crawler',
    'gptbot',
    'seo',
    'favicon',
    'canonical',
    'hreflang',
    'sitemap',
    'structured data',
    '分享卡片',
    '分享预览',
    '元标签',
    '爬虫',
    '收录',
    '网站图标',
    '标题描述',
  ],
  needs: ['probe'],
  errors: TARGET_ERRORS,
  accepts: { domain: {}, url: {} },
  cost: 4,
  input: z.object({
    url: urlField,
    withPictures: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'With pictures', zh: '附带图片' },
        help: { en: 'Pictures up to 400 kB come along as data: URLs.', zh: '400 kB 以内的图片以 data: 网址附带。' },
        advanced: true,
        pageDefault: true,
      }),
    family: familyField,
  }),
  output: pageReportSchema,
  examples: [
    { name: { en: 'A page', zh: '网页' }, input: { url: 'https://github.com/' } },
    { name: { en: 'Without scheme', zh: '省略协议' }, input: { url: 'www.wikipedia.org' } },
  ],
  run: ({ url, withPictures, family }, { probe, signal }) =>
    probe.page.report(url.trim(), { withPictures, ...toFamily(family), signal }),
})
