import type { CrawlerPurpose } from '@octet/core/probe/crawler-purposes.ts'

/** A crawler by the product token that its owner documents for robots.txt. */
export type KnownCrawler = { readonly name: string; readonly owner: string; readonly purpose: CrawlerPurpose }

const list = (purpose: CrawlerPurpose, names: Readonly<Record<string, string>>): KnownCrawler[] =>
  Object.entries(names).map(([name, owner]) => ({ name, owner, purpose }))

/** Those that most visitors come from, that models learn from, and that make previews. */
export const CRAWLERS: readonly KnownCrawler[] = [
  ...list('search', {
    Googlebot: 'Google',
    Bingbot: 'Microsoft',
    Baiduspider: 'Baidu',
    'Sogou web spider': 'Sogou',
    '360Spider': 'Qihoo 360',
    YisouSpider: 'Shenma',
    YandexBot: 'Yandex',
    DuckDuckBot: 'DuckDuckGo',
    Applebot: 'Apple',
    Yeti: 'Naver',
  }),
  ...list('ai', {
    GPTBot: 'OpenAI',
    'OAI-SearchBot': 'OpenAI',
    ClaudeBot: 'Anthropic',
    'Google-Extended': 'Google',
    'Applebot-Extended': 'Apple',
    'Meta-ExternalAgent': 'Meta',
    PerplexityBot: 'Perplexity',
    Bytespider: 'ByteDance',
    Amazonbot: 'Amazon',
    CCBot: 'Common Crawl',
  }),
  ...list('preview', {
    facebookexternalhit: 'Meta',
    Twitterbot: 'X',
    LinkedInBot: 'LinkedIn',
    'Slackbot-LinkExpanding': 'Slack',
    Discordbot: 'Discord',
    TelegramBot: 'Telegram',
    WhatsApp: 'Meta',
  }),
]
