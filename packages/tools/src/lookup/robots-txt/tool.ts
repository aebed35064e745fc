import { AppError } from '@octet/core/errors.ts'
import type { ProbeCapability } from '@octet/core/probe.ts'
import { MAX_ROBOTS_BYTES, RobotsFile } from '@octet/core/robots/robots-file.ts'
import type { Lang } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { familyField, toFamily } from '../../lib/family-field.ts'
import { notesField } from '../../lib/notes-field.ts'
import { createPacer } from '../../lib/pacer.ts'
import { TARGET_ERRORS } from '../../lib/target.ts'
import { judge, type Row, type Source } from './judge.ts'
import { readAgents } from './read-agents.ts'
import { readPaths, type Asked } from './read-paths.ts'
import { WORDS } from './words.ts'

const MOST_ROWS = 2_000
const MOST_SITEMAPS = 100
/** Characters of a fetched file that are shown. */
const MAX_SHOWN = 100_000
const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

export default defineTool({
  id: 'robots-txt',
  route: '/lookup/robots-txt',
  group: 'lookup',
  rank: 12,
  icon: 'Robot',
  title: { en: 'robots.txt tester', zh: 'robots.txt 检测' },
  summary: {
    en: 'Whether crawlers may fetch your pages, which rule decides, and what is wrong with the file',
    zh: '检测爬虫能否抓取指定页面、由哪条规则决定，并检查文件中的问题',
  },
  about: {
    en: 'Rules are read as RFC 9309 says: a crawler reads all groups of its name, or those of “*” where there are none; among the rules that fit, the longest decides, and of two of one length the one that allows. * stands for any characters, $ at the end for the end; other characters are compared after percent-encoding. Only the first 500 KiB count.\n\nA robots.txt is for one scheme, host and port. A pasted text is judged in your browser, and nothing is sent; without one, this server fetches the file of the first URL, following up to ten redirects. A site without a file (4xx) forbids nothing; one that fails (5xx) or cannot be reached forbids everything.\n\nSome fall-backs are those that owners of crawlers document: Googlebot-Image reads the group of Googlebot, AdsBot-Google passes “*” over. Whether a crawler obeys is up to the crawler.',
    zh: '规则按 RFC 9309 解读：爬虫读取所有以其名称开头的分组，没有时读取“*”分组；匹配的规则中最长者生效，长度相同则允许优先。* 代表任意字符，末尾的 $ 代表结尾，其余字符在百分号编码后比较。只有前 500 KiB 有效。\n\n一份 robots.txt 只适用于一个协议、主机与端口。粘贴了文本时直接在您的浏览器中判断，不发送任何内容；否则由本站服务器抓取第一个网址所属站点的文件，最多跟随十次重定向。没有文件（4xx）即无任何禁止；服务器出错（5xx）或无法访问则视为全部禁止。\n\n部分回退规则以爬虫所有者的说明为准：Googlebot-Image 会读取 Googlebot 分组，AdsBot-Google 不理会“*”。爬虫是否遵守，取决于其自身。',
  },
  keywords: [
    'robots.txt',
    'robots tester',
    'robots checker',
    'rfc 9309',
    'disallow',
    'user-agent',
    'crawl',
    '爬虫规则',
    '爬虫协议',
    '抓取',
  ],
  needs: ['probe'],
  aloneWith: 'robots',
  errors: TARGET_ERRORS,
  cost: ({ robots }) => (robots.trim() === '' ? 2 : 1),
  input: z.object({
    urls: z
      .string()
      .min(1)
      .max(200_000)
      .meta({
        label: { en: 'URLs or paths, one per line', zh: '网址或路径，每行一个' },
        widget: 'text',
        placeholder: { en: 'https://example.com/private/', zh: 'https://example.com/private/' },
        main: true,
      }),
    agents: z
      .string()
      .max(10_000)
      .default('Googlebot')
      .meta({
        label: { en: 'Crawlers', zh: '爬虫' },
        help: {
          en: 'Names as they stand in robots.txt or whole User-Agent headers, with commas or line ends between.',
          zh: 'robots.txt 中的名称或完整的 User-Agent，以逗号或换行分隔。',
        },
      }),
    robots: z
      .string()
      .max(2_000_000)
      .default('')
      .meta({
        label: { en: 'robots.txt', zh: 'robots.txt' },
        help: { en: 'Empty: it is fetched from the site of the first URL.', zh: '留空则从第一个网址的站点抓取。' },
        widget: 'code',
      }),
    family: familyField,
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    rows: z
      .array(
        z.object({
          agent: shown('Crawler', '爬虫'),
          url: shown('Page', '页面'),
          verdict: z.enum(['allowed', 'disallowed', 'elsewhere']).meta({
            label: { en: 'Verdict', zh: '结论' },
            options: {
              allowed: { en: 'allowed', zh: '允许' },
              disallowed: { en: 'disallowed', zh: '禁止' },
              elsewhere: { en: 'another site', zh: '其他站点' },
            },
          }),
          why: shown('Decided by', '依据'),
          group: shown('Group', '分组'),
          beaten: shown('Rules that fit, too', '其他匹配的规则'),
        }),
      )
      .meta({ label: { en: 'Verdicts', zh: '结论' }, widget: 'table' }),
    url: z
      .string()
      .optional()
      .meta({ label: { en: 'Fetched from', zh: '来源' } }),
    status: z
      .number()
      .optional()
      .meta({ label: { en: 'Status', zh: '状态码' } }),
    remarks: z
      .array(z.object({ line: z.number().meta({ label: { en: 'Line', zh: '行' } }), remark: shown('Remark', '说明') }))
      .optional()
      .meta({ label: { en: 'Lines with problems', zh: '有问题的行' }, widget: 'table' }),
    sitemaps: z
      .array(z.string())
      .optional()
      .meta({ label: { en: 'Sitemaps', zh: '站点地图' } }),
    notes: notesField,
    file: z
      .string()
      .optional()
      .meta({ label: { en: 'robots.txt', zh: 'robots.txt' }, widget: 'code' }),
  }),
  examples: [
    {
      name: { en: 'The longest rule decides', zh: '最长的规则生效' },
      input: {
        urls: '/shop/\n/shop/cart?id=1\n/shop/cart/help.html',
        agents: 'Googlebot, GPTBot',
        robots:
          'User-agent: *\nDisallow: /shop/cart\nAllow: /*.html$\nAllow: /shop/cart/help\n\nUser-agent: GPTBot\nDisallow: /\n',
      },
      output: {
        text: 'allowed     Googlebot  /shop/  no rule of the group fits\ndisallowed  Googlebot  /shop/cart?id=1  line 2: Disallow: /shop/cart\nallowed     Googlebot  /shop/cart/help.html  line 4: Allow: /shop/cart/help\ndisallowed  GPTBot  /shop/  line 7: Disallow: /\ndisallowed  GPTBot  /shop/cart?id=1  line 7: Disallow: /\ndisallowed  GPTBot  /shop/cart/help.html  line 7: Disallow: /',
        rows: [
          {
            agent: 'Googlebot',
            url: '/shop/',
            verdict: 'allowed',
            why: 'no rule of the group fits',
            group: '* (line 1)',
            beaten: '',
          },
          {
            agent: 'Googlebot',
            url: '/shop/cart?id=1',
            verdict: 'disallowed',
            why: 'line 2: Disallow: /shop/cart',
            group: '* (line 1)',
            beaten: '',
          },
          {
            agent: 'Googlebot',
            url: '/shop/cart/help.html',
            verdict: 'allowed',
            why: 'line 4: Allow: /shop/cart/help',
            group: '* (line 1)',
            beaten: 'line 2: Disallow: /shop/cart\nline 3: Allow: /*.html$',
          },
          {
            agent: 'GPTBot',
            url: '/shop/',
            verdict: 'disallowed',
            why: 'line 7: Disallow: /',
            group: 'gptbot (line 6)',
            beaten: '',
          },
          {
            agent: 'GPTBot',
            url: '/shop/cart?id=1',
            verdict: 'disallowed',
            why: 'line 7: Disallow: /',
            group: 'gptbot (line 6)',
            beaten: '',
          },
          {
            agent: 'GPTBot',
            url: '/shop/cart/help.html',
            verdict: 'disallowed',
            why: 'line 7: Disallow: /',
            group: 'gptbot (line 6)',
            beaten: '',
          },
        ],
        notes: [],
      },
    },
    {
      name: { en: 'A file with mistakes', zh: '有错误的文件' },
      input: {
        urls: '/private/',
        agents: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
        robots:
          'Disallow: /tmp/\nUseragent: *\nUser-agent: bingbot\nDisallow: private/\nSitemap: https://example.com/sitemap.xml\n',
      },
      output: {
        text: 'allowed  bingbot  /private/  no rule of the group fits',
        rows: [
          {
            agent: 'bingbot',
            url: '/private/',
            verdict: 'allowed',
            why: 'no rule of the group fits',
            group: 'bingbot (line 3)',
            beaten: '',
          },
        ],
        remarks: [
          { line: 1, remark: 'stands before the first User-agent line, so that no crawler minds it' },
          { line: 2, remark: '“Useragent” is passed over by many crawlers; write User-agent' },
          { line: 4, remark: '“private/” begins with neither / nor *, so that it fits no path' },
        ],
        sitemaps: ['https://example.com/sitemap.xml'],
        notes: [],
      },
    },
    {
      name: { en: 'Of a site', zh: '检测站点' },
      input: { urls: 'https://www.wikipedia.org/w/index.php', agents: 'Googlebot, GPTBot, Baiduspider' },
    },
  ],
  async run({ urls, agents, robots, family }, { probe, signal, lang }) {
    const pages = readPaths(urls)
    const crawlers = readAgents(agents)
    if (pages.length * crawlers.length > MOST_ROWS)
      throw new AppError('too_large', { field: 'urls', limit: MOST_ROWS, got: pages.length * crawlers.length })
    const read =
      robots.trim() === '' ? await fetchFile(pages[0], { probe, lang, signal, ...toFamily(family) }) : readPasted(robots, lang)
    const rows = await judge(crawlers, pages, { source: read.source, lang, breathe: createPacer(signal) })
    const { file } = read.source
    const remarks = read.isPage
      ? []
      : (file?.remarks.map((each) => ({ line: each.line, remark: WORDS[lang].remark(each) })) ?? [])
    const sitemaps = file?.sitemaps.slice(0, MOST_SITEMAPS) ?? []
    return {
      text: toLines(rows, lang),
      rows,
      ...read.about,
      ...(remarks.length > 0 ? { remarks } : {}),
      ...(sitemaps.length > 0 ? { sitemaps } : {}),
      notes: [...read.notes, ...toDelays(crawlers, file, lang)],
    }
  },
})

type Read = {
  readonly source: Source
  readonly about: { url?: string; status?: number; file?: string }
  readonly isPage: boolean
  readonly notes: string[]
}

/** Of a pasted text as much counts as crawlers read. */
function readPasted(text: string, lang: Lang): Read {
  const bytes = new TextEncoder().encode(text)
  const isCut = bytes.length > MAX_ROBOTS_BYTES
  const read = isCut ? new TextDecoder().decode(bytes.subarray(0, MAX_ROBOTS_BYTES)) : text
  return {
    source: { file: new RobotsFile(read), origin: undefined, status: null, problem: null },
    about: {},
    isPage: isHtml(read),
    notes: [...(isCut ? [WORDS[lang].cut] : []), ...(isHtml(read) ? [WORDS[lang].page] : [])],
  }
}

type FetchContext = { probe: ProbeCapability; lang: Lang; signal: AbortSignal; family?: 4 | 6 }

async function fetchFile(page: Asked | undefined, { probe, lang, ...options }: FetchContext): Promise<Read> {
  if (page?.origin === undefined)
    throw new AppError('bad_input', {
      field: 'urls',
      expected: {
        en: 'a whole URL first, whose robots.txt is fetched, or a pasted robots.txt',
        zh: '首行为完整网址（用于抓取其 robots.txt），或粘贴 robots.txt 文本',
      },
      got: page?.written ?? '',
    })
  const { url, status, text, isCut, problem } = await probe.page.robots(page.origin, options)
  const isPage = text !== null && isHtml(text)
  const words = WORDS[lang]
  return {
    source: { file: text === null ? undefined : new RobotsFile(text), origin: page.origin, status, problem },
    about: { url, ...(status === null ? {} : { status }), ...(text === null ? {} : { file: text.slice(0, MAX_SHOWN) }) },
    isPage,
    notes: [...(isCut ? [words.cut] : []), ...(isPage ? [words.page] : []), ...(status === 429 ? [words.tooMany] : [])],
  }
}

const isHtml = (text: string): boolean => /^\s*<(!doctype|html|head|body|\?xml)/i.test(text)

function toLines(rows: readonly Row[], lang: Lang): string {
  const words = WORDS[lang]
  const verdicts = rows.map(({ verdict }) => (verdict === 'elsewhere' ? '–' : words[verdict]))
  const width = Math.max(0, ...verdicts.map((verdict) => verdict.length))
  return rows.map(({ agent, url, why }, index) => `${verdicts[index]!.padEnd(width)}  ${agent}  ${url}  ${why}`).join('\n')
}

function toDelays(crawlers: readonly string[], file: RobotsFile | undefined, lang: Lang): string[] {
  return crawlers.flatMap((agent) => {
    const delay = file?.findCrawlDelay(agent)
    return delay === undefined ? [] : [WORDS[lang].delay(agent, delay)]
  })
}
