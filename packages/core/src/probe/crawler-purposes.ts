/** What crawlers read pages for. Apart from the schemas, which a page of the site need not load. */
export const CRAWLER_PURPOSES = {
  search: { en: 'Search engines', zh: '搜索引擎' },
  ai: { en: 'AI services', zh: 'AI 服务' },
  preview: { en: 'Link previews', zh: '链接预览' },
} as const
export type CrawlerPurpose = keyof typeof CRAWLER_PURPOSES
