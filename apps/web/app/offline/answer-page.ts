import { splitPath, toLocalPath, trimPath } from '../locale.ts'

/** What the build knows of pages and files for use without a network. */
export type OfflineBuild = {
  /** Changes with every build, so that browsers see a new worker. */
  readonly id: string
  /** Paths, without the language, of pages that work without the server. */
  readonly paths: readonly string[]
  /** Files those pages are made of; their names carry a hash of what is in them. */
  readonly assets: readonly string[]
}

/** What the service worker does with a request: a hashed file, a page, what another program shares, or nothing at all. */
export type Handling = 'file' | 'page' | 'share' | 'none'

/** Where the system sends what other programs share with the installed site (`share_target` of its manifest). */
const SHARE_PATH = '/share'

export const toShellPath = (lang: 'en' | 'zh'): string => `/_build/shell-${lang}.html`

/** Answers of the API and of accounts are never touched, nor what other sites show in a frame. */
const UNTOUCHED = /^(\/zh)?\/(v1|embed|account|admin|monitors)(\/|$)/

/** Tells what a request is. Only `GET` to this site is looked at, and what is shared with it. */
export function toHandling(request: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): Handling {
  const url = new URL(request.url)
  if (request.method === 'POST' && url.origin === origin && url.pathname === SHARE_PATH) return 'share'
  if (request.method !== 'GET' || url.origin !== origin || UNTOUCHED.test(url.pathname)) return 'none'
  if (url.pathname.startsWith('/assets/')) return 'file'
  // A path that ends in a digit after a dot is the page of an address.
  return request.mode === 'navigate' && !/\.[a-z]\w*$/i.test(url.pathname) ? 'page' : 'none'
}

/** Where to go when the server cannot be reached: the empty page that draws this one, or the page that lists what works. */
export function toFallback(url: URL, paths: ReadonlySet<string>): { readonly shell: string } | { readonly redirect: string } {
  const tidy = trimPath(url.pathname)
  if (tidy !== url.pathname) return { redirect: Object.assign(new URL(url), { pathname: tidy }).href }
  const { lang, path } = splitPath(url.pathname)
  if (paths.has(path)) return { shell: toShellPath(lang) }
  return { redirect: `${toLocalPath('/offline', lang)}?wanted=${encodeURIComponent(url.pathname + url.search)}` }
}
