import { isAppError } from '@octet/core/errors.ts'
import type { PageProbe, PageReport } from '@octet/core/probe/page.ts'
import type { Fetcher } from '../http/fetch.ts'
import { decodeHtml } from '../http/html-text.ts'
import { toUrlText } from '../http/url.ts'
import { toProblem } from './beside.ts'
import { checkPage } from './check-page.ts'
import { fetchSecurityTxt } from './fetch-security-txt.ts'
import { findMeta, PICTURE_TAGS, readHead, type Head } from './read-head.ts'
import { readPicture } from './read-picture.ts'
import { fetchRobots, readRobots, toRobots } from './read-robots.ts'
import { listStructured } from './structured.ts'

/** Not the site's: another host or URL is to be asked for. */
const CALLERS_FAULTS = new Set(['bad_input', 'bad_domain', 'bad_address', 'name_not_found', 'refused_target', 'busy'])
const isCallers = (error: unknown): boolean => isAppError(error) && CALLERS_FAULTS.has(error.key)
const TOTAL_MS = 9_000
/** What goes with the page may take so long, so that a slow picture does not cost the answer. */
const BESIDE_MS = 4_000
const MAX_PAGE_BYTES = 1_500_000
const MAX_PICTURE_BYTES = 2_000_000
const MAX_ICON_BYTES = 200_000
const MOST_LISTED = 100
/** Meta tags that tell something to those who share, list or show the page. */
const SHOWN_TAGS =
  /^(og|article|book|profile|music|video|product|fb|al|twitter|weibo|dc|dcterms):?|^(description|keywords|author|robots|googlebot|bingbot|baiduspider|viewport|theme-color|color-scheme|generator|application-name|referrer|refresh|format-detection|apple-mobile-web-app-.*|.*verification|mobile-agent|applicable-device|renderer)$/

/** Reads what pages say of themselves to those who share, list and crawl them. */
export function createPageProbe({ fetcher }: { fetcher: Fetcher }): PageProbe {
  return {
    async robots(text, { signal, timeoutMs = TOTAL_MS, family } = {}) {
      const page = toUrlText(text)
      try {
        return { ...(await fetchRobots(page, { fetcher, signal, timeoutMs, family })), problem: null }
      } catch (error) {
        if (isCallers(error)) throw error
        return { url: new URL('/robots.txt', page).href, status: null, text: null, isCut: false, problem: toProblem(error) }
      }
    },

    securityTxt: (text, { signal, timeoutMs = TOTAL_MS, family } = {}) =>
      fetchSecurityTxt(toUrlText(text), { fetcher, signal, timeoutMs, family, isCallers }),

    async report(text, { signal, timeoutMs = TOTAL_MS, family, withPictures = false } = {}) {
      const started = performance.now()
      const fetched = await fetcher.fetch(toUrlText(text), {
        signal,
        timeoutMs,
        family,
        maxBytes: MAX_PAGE_BYTES,
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      })
      const left = Math.min(BESIDE_MS, Math.max(1, timeoutMs - (performance.now() - started)))
      const beside = { fetcher, signal, timeoutMs: left, family, withPictures }
      const type = fetcher.header(fetched, 'content-type')
      const isHtml = isHtmlType(type, fetched.body)
      const head = await readHead(isHtml ? decodeHtml(fetched.body, type) : '')
      const links = new Links(head, fetched.url)
      const alternates = links.find('alternate')
      const card = toCard(head, fetched.url)
      const icon = links.find('icon')[0]?.url ?? (isHtml ? new URL('/favicon.ico', fetched.url).href : undefined)
      const [picture, iconPicture, robotsFile] = await Promise.all([
        card.picture === undefined ? null : readPicture(links.resolve(card.picture), MAX_PICTURE_BYTES, beside),
        icon === undefined ? null : readPicture(icon, MAX_ICON_BYTES, beside),
        readRobots(fetched.url, beside),
      ])
      const report: Omit<PageReport, 'checks'> = {
        url: fetched.url,
        status: fetched.status,
        title: head.title,
        description: findMeta(head, ['description']) ?? null,
        language: head.language || null,
        charset: /charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(type ?? '')?.[1] ?? head.charset,
        canonical: links.find('canonical')[0]?.url ?? null,
        card: { ...card, picture },
        icon: iconPicture,
        robots: toRobots(fetched, head, { robotsFile, fetcher }),
        tags: head.metas.filter(({ name }) => SHOWN_TAGS.test(name)).slice(0, MOST_LISTED),
        alternates: alternates.filter(({ language }) => language !== '').map(({ language, url }) => ({ language, url })),
        feeds: alternates
          .filter(({ type }) => /^application\/(rss|atom|feed)\b/.test(type))
          .map(({ title, url }) => ({ title, url })),
        structured: listStructured(head),
      }
      return { ...report, checks: checkPage({ report, head, isHtml, robotsFile }) }
    },
  }
}

/** Nothing said is guessed, as browsers do (WHATWG MIME Sniffing §7.1). */
function isHtmlType(type: string | undefined, body: Uint8Array): boolean {
  if (type !== undefined && type.trim() !== '') return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type)
  return /<(!doctype html|html|head|title|meta|body)[\s>]/i.test(Buffer.from(body.subarray(0, 1_024)).toString('latin1'))
}

/** What a shared link shows: Open Graph first, then what X and search engines read. */
function toCard(head: Head, url: string) {
  const kind = findMeta(head, ['twitter:card'])
  return {
    title: findMeta(head, ['og:title', 'twitter:title']) ?? head.title,
    description: findMeta(head, ['og:description', 'twitter:description', 'description']) ?? null,
    site: findMeta(head, ['og:site_name', 'application-name']) ?? new URL(url).host,
    isLarge: kind === 'summary_large_image',
    picture: findMeta(head, PICTURE_TAGS),
  }
}

/** The addresses that a document names, whole. */
class Links {
  readonly #head: Head
  readonly #base: string

  constructor(head: Head, url: string) {
    this.#head = head
    this.#base = (head.base !== null && URL.parse(head.base, url)?.href) || url
  }

  resolve(href: string): string {
    return URL.parse(href, this.#base)?.href ?? href
  }

  find(rel: string) {
    return this.#head.links
      .filter((link) => link.rel.includes(rel) && link.href !== '')
      .slice(0, MOST_LISTED)
      .map((link) => ({ ...link, url: this.resolve(link.href) }))
  }
}
