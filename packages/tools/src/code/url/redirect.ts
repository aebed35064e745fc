import { findUrl } from '../../lib/find-url.ts'

/** Pages that only send a visitor on, with the parameters that say where: host, path, names. */
const REDIRECTS: readonly (readonly [host: RegExp, path: RegExp, names: readonly string[]])[] = [
  [/\.safelinks\.protection\.(?:outlook|office365)\.(?:com|us|cn)$/, /^\/?/, ['url']],
  [/^statics\.teams\.cdn\.(?:office|live)\.(?:net|com)$/, /safelinks/, ['url']],
  [/^(?:www\.)?google\.[a-z.]{2,6}$/, /^\/url$/, ['q', 'url']],
  [/^(?:www\.|m\.)?youtube\.com$/, /^\/redirect$/, ['q']],
  [/^(?:l|lm)\.(?:facebook|instagram|threads)\.(?:com|net)$/, /^\//, ['u']],
  [/^(?:www\.)?linkedin\.com$/, /^\/(?:redir\/redirect|safety\/go)/, ['url']],
  [/^out\.reddit\.com$/, /^\//, ['url']],
  [/^t\.umblr\.com$/, /^\/redirect/, ['z']],
  [/^(?:www\.)?vk\.com$/, /^\/away\.php$/, ['to']],
  [/^duckduckgo\.com$/, /^\/l\/?$/, ['uddg']],
  [/^steamcommunity\.com$/, /^\/linkfilter/, ['u', 'url']],
  [/^slack-redir\.net$/, /^\/link/, ['url']],
  [/^link\.(?:zhihu\.com|juejin\.cn|csdn\.net)$/, /^\//, ['target']],
  [/^(?:gitee\.com|sspai\.com|afdian\.com|xie\.infoq\.cn)$/, /^\/link/, ['target']],
  [/^(?:www\.)?jianshu\.com$/, /^\/go-wild/, ['url']],
  [/^(?:www\.)?oschina\.net$/, /^\/action\/GoToLink/, ['url']],
  [/^(?:www\.)?douban\.com$/, /^\/link2/, ['url']],
  [/^weibo\.cn$/, /^\/sinaurl/, ['u', 'toasturl']],
  [/^c\.pc\.qq\.com$/, /^\//, ['pfurl', 'url']],
  [/^docs\.qq\.com$/, /^\/scenario\/link/, ['url']],
  [/^cloud\.tencent\.com$/, /^\/developer\/tools\/blog-entry/, ['target']],
  [/^security\.feishu\.cn$/, /^\/link/, ['target']],
]

/** A redirect may lead to the next. */
const MAX_STEPS = 5

/** Where a link leads in the end, and the hosts that would have sent the visitor on; nothing is asked of them. */
export function followRedirects(url: URL): { url: URL; hosts: string[] } {
  const hosts: string[] = []
  let last = url
  while (hosts.length < MAX_STEPS) {
    const next = findTarget(last)
    if (!next) break
    hosts.push(last.hostname)
    last = next
  }
  return { url: last, hosts }
}

function findTarget(url: URL): URL | undefined {
  const found = REDIRECTS.find(([host, path]) => host.test(url.hostname) && path.test(url.pathname))
  const texts = found ? found[2].map((name) => url.searchParams.get(name)) : [findProofpoint(url)]
  return texts.map((text) => (text ? findUrl(text.trim()) : undefined)).find((to) => to && /^https?:$/.test(to.protocol))
}

/** Proofpoint's own spelling: in v2 `-3A` and `_` stand for `%3A` and `/`, in v3 the address is between two `__`. */
function findProofpoint(url: URL): string | undefined {
  if (!/^urldefense(?:\.proofpoint)?\.(?:com|us)$/.test(url.hostname)) return undefined
  const coded = url.pathname.startsWith('/v2/') ? url.searchParams.get('u') : undefined
  if (coded) return decodeHex(coded.replaceAll('_', '/'))
  const plain = /^\/v3\/__(https?:\/[^*]+?)__;/.exec(url.pathname + url.search)?.[1]
  return plain?.replace(/^(https?:\/)(?!\/)/, '$1/')
}

/** Texts that are no percent-encoding after all lead nowhere. */
function decodeHex(coded: string): string | undefined {
  try {
    return decodeURIComponent(coded.replaceAll(/-(?=[\dA-F]{2})/gi, '%'))
  } catch {
    return undefined
  }
}
