import { isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { Filing, IcpProbe, IcpProvider, IcpResult } from '@octet/core/probe/icp.ts'
import type { Text } from '@octet/core/text.ts'
import { mergeArrivals } from '../arrivals.ts'
import type { Guard } from '../guard/guard.ts'
import type { Fetcher } from '../http/fetch.ts'
import { AnswerCache } from '../answer-cache.ts'
import { decodeHtml, readHtml } from '../http/html-text.ts'
import { parseFilings, type FoundFiling } from './parse-filings.ts'

export type IcpProbeOptions = {
  readonly guard: Guard
  readonly fetcher: Fetcher
  readonly provider?: IcpProvider | undefined
  readonly now?: (() => Date) | undefined
}

type Page = IcpResult['pages'][number]

const OFFICIAL_URL = 'https://beian.miit.gov.cn/#/Integrated/recordQuery'
const PAGE_MS = 6000
const PROVIDER_MS = 8000
/** A filing changes rarely; a page without one may get it any day. */
const FOUND_CACHE_MS = 86_400_000
const CACHE_MS = 3_600_000
const MAX_CACHED = 2000
/** Who wants a fresh answer gets one that is no older. */
const FRESH_MS = 60_000

const NOT_FILED: Text = {
  en: 'The page shows no filing number. That does not mean that the site is not filed: ask the official query.',
  zh: '页面上没有备案号，但这不代表网站未备案，请以官方查询为准。',
}
const toRefused = (status: number): Text => ({
  en: `The site answers HTTP ${status} instead of showing its page; many turn away programs. Ask the official query.`,
  zh: `网站返回 HTTP ${status}，未显示页面；不少网站会拒绝程序访问。请以官方查询为准。`,
})
const WRONG_LINK: Text = {
  en: 'A number leads elsewhere than to the authority’s site.',
  zh: '备案号的链接没有指向主管部门网站。',
}

/** Reads a site's own statement of its filing, on up to four front pages. */
export function createIcpProbe({ guard, fetcher, provider, now = () => new Date() }: IcpProbeOptions): IcpProbe {
  const cache = new AnswerCache<IcpResult>({
    lifetimeMs: FOUND_CACHE_MS,
    limit: MAX_CACHED,
    toLifetimeMs: ({ outcome }) => (outcome === 'found' ? FOUND_CACHE_MS : CACHE_MS),
  })

  const read = async (
    url: string,
    { signal, timeoutMs = PAGE_MS }: { signal?: AbortSignal | undefined; timeoutMs?: number | undefined },
  ): Promise<{ page: Page; filings: FoundFiling[] }> => {
    const base: Page = { url, finalUrl: null, status: null, title: null, found: 0, problem: null }
    try {
      const fetched = await fetcher.fetch(url, {
        headers: { accept: 'text/html', 'accept-language': 'zh-CN,zh;q=0.9' },
        signal,
        timeoutMs,
      })
      const html = readHtml(decodeHtml(fetched.body, fetcher.header(fetched, 'content-type')))
      const filings = parseFilings(html)
      return {
        page: { ...base, finalUrl: fetched.url, status: fetched.status, title: html.title, found: filings.length },
        filings,
      }
    } catch (error) {
      if (!isAppError(error) || error.key === 'cancelled') throw error
      return { page: { ...base, problem: { en: toErrorMessage(error, 'en'), zh: toErrorMessage(error, 'zh') } }, filings: [] }
    }
  }

  return {
    async *find(domain, { signal, timeoutMs, isFresh = false } = {}) {
      const name = guard.checkName(domain)
      if (isFresh) cache.forget(name, { atLeastMs: FRESH_MS })
      const kept = cache.find(name)
      if (kept) return yield await kept
      const askedAt = now().toISOString()
      const hosts = name.startsWith('www.') ? [name, name.slice('www.'.length)] : [name, `www.${name}`]
      const urls = hosts.flatMap((host) => [`https://${host}/`, `http://${host}/`])
      const pages: Page[] = []
      const filings = new Map<string, Filing>()
      const record = provider ? askProvider(provider, name, signal) : null
      for await (const { page, filings: found } of mergeArrivals(
        urls.map((url) => () => read(url, { signal, timeoutMs: Math.min(timeoutMs ?? PAGE_MS, PAGE_MS) })),
        urls.length,
      )) {
        pages.push(page)
        for (const filing of found) filings.set(filing.number, combine(filings.get(filing.number), filing, page.url))
        if (pages.length < urls.length) yield toResult({ domain: name, askedAt, pages, filings, record: null, isComplete: false })
      }
      const result = toResult({ domain: name, askedAt, pages, filings, record: await record, isComplete: true })
      // a site that was not reached may be back in a moment
      if (result.outcome !== 'not-reached') void cache.get(name, async () => result)
      yield result
    },
  }
}

/** The operator's source may hang or fail; what the site itself says is shown all the same. */
async function askProvider(provider: IcpProvider, domain: string, signal: AbortSignal | undefined): Promise<IcpResult['record']> {
  const limit = AbortSignal.timeout(PROVIDER_MS)
  const never = new Promise<null>((resolve) => limit.addEventListener('abort', () => resolve(null), { once: true }))
  const asked = provider(domain, { signal: signal ? AbortSignal.any([signal, limit]) : limit }).catch(() => null)
  return Promise.race([asked, never])
}

function combine(known: Filing | undefined, found: FoundFiling, url: string): Filing {
  if (!known) return { ...found, pages: [url] }
  return {
    ...known,
    link: known.link ?? found.link,
    isLinkRight: known.isLinkRight ?? found.isLinkRight,
    pages: [...known.pages, url],
  }
}

type Parts = Pick<IcpResult, 'domain' | 'askedAt' | 'record' | 'isComplete'> & {
  readonly pages: readonly Page[]
  readonly filings: ReadonlyMap<string, Filing>
}

function toResult({ domain, askedAt, pages, filings, record, isComplete }: Parts): IcpResult {
  const isReached = pages.some(({ status }) => status !== null && status < 400)
  const refusal = isReached ? undefined : pages.find(({ status }) => status !== null)?.status
  const outcome = filings.size > 0 ? 'found' : isReached ? 'not-on-page' : 'not-reached'
  const list = [...filings.values()]
  const notes = [
    ...(outcome === 'not-on-page' && isComplete ? [NOT_FILED] : []),
    ...(outcome === 'not-reached' && isComplete && refusal ? [toRefused(refusal)] : []),
    ...(list.some(({ isLinkRight }) => isLinkRight === false) ? [WRONG_LINK] : []),
  ]
  return { domain, outcome, filings: list, pages: [...pages], record, officialUrl: OFFICIAL_URL, notes, askedAt, isComplete }
}
