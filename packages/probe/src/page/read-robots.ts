import type { AppError } from '@octet/core/errors.ts'
import type { PageReport } from '@octet/core/probe/page.ts'
import type { Fetched, Fetcher } from '../http/fetch.ts'
import { toProblem, type Beside } from './beside.ts'
import { CRAWLERS } from './crawlers.ts'
import type { Head } from './read-head.ts'
import { MAX_ROBOTS_BYTES, RobotsFile } from '@octet/core/robots/robots-file.ts'

const MOST_SITEMAPS = 100

/** The robots.txt of a site; without a file when there is none, or it could not be fetched. */
export type RobotsAnswer = {
  readonly url: string
  readonly status: number | null
  readonly file?: RobotsFile | undefined
  /** Whether what came is a page and no robots.txt. */
  readonly isPage?: boolean
  readonly problem?: AppError | undefined
}

/** Fetches the robots.txt of the site that a page is of, as text. Throws what the fetcher throws. */
export async function fetchRobots(page: string, { fetcher, signal, timeoutMs, family }: Omit<Beside, 'withPictures'>) {
  // As it is spelled, so that the fetcher may mind that.
  const asked = page.replace(/^([a-z]+:\/\/[^/?#\\]*).*$/is, '$1/robots.txt')
  const { url, status, body, isCut } = await fetcher.fetch(asked, { signal, timeoutMs, family, maxBytes: MAX_ROBOTS_BYTES })
  return { url, status, text: status < 200 || status >= 300 ? null : new TextDecoder().decode(body), isCut }
}

/** The same for a report on the page, as it is asked for rules. */
export async function readRobots(page: string, beside: Beside): Promise<RobotsAnswer> {
  const url = new URL('/robots.txt', page).href
  try {
    const { status, text } = await fetchRobots(page, beside)
    if (text === null) return { url, status }
    if (/^\s*<(!doctype|html|head|body|\?xml)/i.test(text)) return { url, status, isPage: true }
    return { url, status, file: new RobotsFile(text) }
  } catch (error) {
    toProblem(error)
    return { url, status: null, problem: error as AppError }
  }
}

type RobotsContext = { readonly robotsFile: RobotsAnswer; readonly fetcher: Fetcher }

/** What crawlers are told, by the file and by the page. */
export function toRobots(fetched: Fetched, head: Head, { robotsFile, fetcher }: RobotsContext): PageReport['robots'] {
  const { url, status, file } = robotsFile
  const { pathname, search } = new URL(fetched.url)
  const crawlers = CRAWLERS.map((crawler) => {
    const rule = file?.find(crawler.name, pathname + search)
    return {
      ...crawler,
      isAllowed: mayCrawl(robotsFile) ?? rule?.isAllow ?? true,
      rule: rule ? { line: rule.line, text: rule.text } : null,
    }
  })
  const said = [
    ...head.metas.filter(({ name }) => name === 'robots').map(({ value }) => value),
    fetcher.header(fetched, 'x-robots-tag'),
  ]
  return {
    url,
    status,
    directives: said
      .flatMap((value) => value?.split(',') ?? [])
      .map((value) => value.trim().slice(0, 200))
      .filter(Boolean),
    crawlers: status === null ? crawlers.map((crawler) => ({ ...crawler, isAllowed: null })) : crawlers,
    sitemaps: file?.sitemaps.slice(0, MOST_SITEMAPS) ?? [],
  }
}

/** A server that fails forbids everything for a while, one that has no file nothing (RFC 9309 §2.3.1); else the rules say. */
function mayCrawl({ status, file }: RobotsAnswer): boolean | undefined {
  if (file || status === null) return undefined
  return status < 500
}
