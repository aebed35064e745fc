import type { Text } from '@octet/core/text.ts'

/** A page that most people know, asked for to see whether it can be reached. */
export type Site = {
  readonly id: string
  readonly name: Text
  readonly region: 'china' | 'world'
  /** A small file on it. */
  readonly url: string
  /** Its host has addresses of this family only, so that reaching it shows that the family works. */
  readonly family?: 4 | 6
}

const site = (id: string, region: Site['region'], [zh, en]: readonly [string, string], url: string, family?: 4 | 6): Site => ({
  id,
  name: { zh, en },
  region,
  url,
  ...(family && { family }),
})

/** What `/networktest` asks for. The browser may connect to these hosts on that page and to no others. */
export const SITES: readonly Site[] = [
  site('baidu', 'china', ['百度', 'Baidu'], 'https://www.baidu.com/favicon.ico'),
  site('taobao', 'china', ['淘宝', 'Taobao'], 'https://www.taobao.com/favicon.ico'),
  site('qq', 'china', ['腾讯网', 'Tencent'], 'https://www.qq.com/favicon.ico'),
  site('bilibili', 'china', ['哔哩哔哩', 'Bilibili'], 'https://www.bilibili.com/favicon.ico'),
  site('zhihu', 'china', ['知乎', 'Zhihu'], 'https://www.zhihu.com/favicon.ico'),
  site('gitee', 'china', ['Gitee', 'Gitee'], 'https://gitee.com/favicon.ico'),
  site('google', 'world', ['谷歌', 'Google'], 'https://www.google.com/favicon.ico'),
  site('youtube', 'world', ['YouTube', 'YouTube'], 'https://www.youtube.com/favicon.ico'),
  site('github', 'world', ['GitHub', 'GitHub'], 'https://github.com/favicon.ico'),
  site('wikipedia', 'world', ['维基百科', 'Wikipedia'], 'https://www.wikipedia.org/favicon.ico'),
  site('cloudflare', 'world', ['Cloudflare', 'Cloudflare'], 'https://www.cloudflare.com/favicon.ico'),
  site('microsoft', 'world', ['微软', 'Microsoft'], 'https://www.microsoft.com/favicon.ico'),
  site('apple', 'world', ['苹果', 'Apple'], 'https://www.apple.com/favicon.ico'),
  site(
    'tuna-4',
    'china',
    ['清华镜像（仅 IPv4）', 'Tsinghua mirror (IPv4 only)'],
    'https://mirrors4.tuna.tsinghua.edu.cn/favicon.ico',
    4,
  ),
  site(
    'tuna-6',
    'china',
    ['清华镜像（仅 IPv6）', 'Tsinghua mirror (IPv6 only)'],
    'https://mirrors6.tuna.tsinghua.edu.cn/favicon.ico',
    6,
  ),
  site('google-4', 'world', ['谷歌（仅 IPv4）', 'Google (IPv4 only)'], 'https://ipv4.google.com/favicon.ico', 4),
  site('google-6', 'world', ['谷歌（仅 IPv6）', 'Google (IPv6 only)'], 'https://ipv6.google.com/favicon.ico', 6),
]
