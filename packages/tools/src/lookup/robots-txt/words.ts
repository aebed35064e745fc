import type { RobotsRemark } from '@octet/core/robots/robots-file.ts'
import type { Lang } from '@octet/core/text.ts'

/** Fields of robots.txt files that some crawlers read though RFC 9309 has none of them. */
const OF_SOME = /^(?:host|clean-param|request-rate|visit-time|content-signal|content-usage|noindex|nofollow)$/i
/** What people write for the names of fields. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  [/^user[ _]?agents?$/i, 'User-agent'],
  [/^d[iy]s+al+ow[a-z]?$|^disalow$/i, 'Disallow'],
  [/^al+owe?d?$/i, 'Allow'],
  [/^site[ _-]?maps?$/i, 'Sitemap'],
  [/^crawl[ _]?delay$/i, 'Crawl-delay'],
]

type Words = {
  readonly allowed: string
  readonly disallowed: string
  readonly elsewhere: string
  readonly itself: string
  readonly noGroup: string
  readonly readsItsOwn: string
  readonly noRule: string
  readonly rule: (line: number, text: string) => string
  readonly group: (name: string, lines: readonly number[]) => string
  readonly noFile: (status: number) => string
  readonly failing: (status: number) => string
  readonly unreachable: (problem: string) => string
  readonly remark: (remark: RobotsRemark) => string
  readonly cut: string
  readonly page: string
  readonly tooMany: string
  readonly delay: (agent: string, seconds: string) => string
}

export const WORDS: Readonly<Record<Lang, Words>> = {
  en: {
    allowed: 'allowed',
    disallowed: 'disallowed',
    elsewhere: 'belongs to another site, which has a robots.txt of its own',
    itself: 'robots.txt itself may always be fetched',
    noGroup: 'no group of the file is for this crawler',
    readsItsOwn: 'this crawler minds only groups of its own name, not “*”',
    noRule: 'no rule of the group fits',
    rule: (line, text) => `line ${line}: ${text}`,
    group: (name, lines) => `${name} (${lines.length > 1 ? 'lines' : 'line'} ${lines.join(', ')})`,
    noFile: (status) => `the site has no robots.txt (${status}): nothing is forbidden`,
    failing: (status) => `the server fails (${status}): everything is forbidden for the time being`,
    unreachable: (problem) => `robots.txt cannot be reached, so everything is forbidden: ${problem}`,
    remark: ({ kind, name }) => {
      if (kind === 'orphan') return 'stands before the first User-agent line, so that no crawler minds it'
      if (kind === 'lost') return `“${name}” begins with neither / nor *, so that it fits no path`
      if (kind === 'no-colon') return 'has no colon and is passed over'
      const meant = findMeant(name)
      if (meant) return `“${name}” is passed over by many crawlers; write ${meant}`
      return OF_SOME.test(name)
        ? `“${name}” is not in RFC 9309; only some crawlers read it, or none any more`
        : `“${name}” is a field that crawlers do not know`
    },
    cut: 'Crawlers need not read beyond 500 KiB; what comes after that was passed over',
    page: 'An HTML page came in place of a robots.txt, so that there are no rules',
    tooMany:
      'Crawlers such as Googlebot take 429 for a server that fails, though RFC 9309 counts it among the files that are not there',
    delay: (agent, seconds) =>
      `Crawl-delay asks ${agent} to wait ${seconds} s between fetches; it is not in RFC 9309, and Googlebot passes it over`,
  },
  zh: {
    allowed: '允许',
    disallowed: '禁止',
    elsewhere: '属于另一站点，由该站点自己的 robots.txt 决定',
    itself: 'robots.txt 本身始终可以抓取',
    noGroup: '文件中没有适用于该爬虫的分组',
    readsItsOwn: '该爬虫只遵守以其名称开头的分组，不理会“*”',
    noRule: '分组中没有匹配的规则',
    rule: (line, text) => `第 ${line} 行：${text}`,
    group: (name, lines) => `${name}（第 ${lines.join('、')} 行）`,
    noFile: (status) => `站点没有 robots.txt（${status}）：没有任何禁止`,
    failing: (status) => `服务器出错（${status}）：暂时视为全部禁止`,
    unreachable: (problem) => `无法访问 robots.txt，视为全部禁止：${problem}`,
    remark: ({ kind, name }) => {
      if (kind === 'orphan') return '位于第一个 User-agent 行之前，任何爬虫都不会遵守'
      if (kind === 'lost') return `“${name}”既不以 / 也不以 * 开头，不匹配任何路径`
      if (kind === 'no-colon') return '缺少冒号，会被忽略'
      const meant = findMeant(name)
      if (meant) return `许多爬虫会忽略“${name}”，请写作 ${meant}`
      return OF_SOME.test(name) ? `“${name}”不在 RFC 9309 之内，只有部分爬虫读取，或已不再读取` : `“${name}”是爬虫不认识的字段`
    },
    cut: '爬虫只需读取前 500 KiB，其后的内容已忽略',
    page: '返回的是 HTML 网页而非 robots.txt，因此没有任何规则',
    tooMany: 'RFC 9309 把 429 视为没有该文件，但 Googlebot 等爬虫把它视为服务器出错',
    delay: (agent, seconds) => `Crawl-delay 要求 ${agent} 每次抓取间隔 ${seconds} 秒；RFC 9309 没有此字段，Googlebot 会忽略`,
  },
}

const findMeant = (name: string): string | undefined => MEANT.find(([pattern]) => pattern.test(name))?.[1]
