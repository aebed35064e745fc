import { createMemoryHistory, isNotFound, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Envelope } from '@octet/core/envelope.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { PRODUCT_NAME } from '@octet/core/product-name.ts'
import { LANGS, type Lang } from '@octet/core/text.ts'
import built from 'virtual:octet/built'
import { App } from './app.tsx'
import { toPlace, toolRows } from './catalogue.ts'
import { START_SCRIPT, THEME_SCRIPT, toDocument } from './document.ts'
import { toHead } from './head.ts'
import { splitPath, toLocalPath, trimPath } from './locale.ts'
import { listOfflinePaths, localTools } from './offline/offline-paths.ts'
import { renderShell } from './offline/shell.ts'
import { readPath, type NotFoundData } from './layout/not-found.tsx'
import { findNearPlaces } from './near-places.ts'
import { EMPTY_CONTEXT, type DataState, type NearPlaces, type PageContext } from './page-context.ts'
import { importPage, pagePaths } from './page-files.ts'
import { pagePlaces, toolPlaces } from './palette/searchable.ts'
import { toPolicy } from './policy.ts'
import { createSiteRouter, findRouteData, type RouteData, type SiteRouter } from './router.tsx'
import { parseSearch } from './search-words.ts'
import { readQueryInput, toQueryWords } from './tool/query.ts'
import { isReady } from './tool/form.ts'
import { toFields } from './tool/schema.ts'

/** What the server gives for one page. */
export type RenderContext = {
  readonly self?: IpRecord | null
  readonly loggedIn: boolean
  readonly dataState: DataState
  readonly nonce?: string
  /** Public origin of the site, for canonical links; the request's own where missing. */
  readonly origin?: string
  /** What the operator calls the product; its own name where missing. */
  readonly brand?: string
  /** Runs a tool for a page whose input is in the query, so that the page is complete without scripts. */
  readonly runTool?: (id: string, input: Readonly<Record<string, unknown>>) => Promise<Envelope<unknown>>
}

/** Renders the page of a request: status 200, 404 with its page, 500 with its page, or a redirect. */
export async function render(request: Request, context: RenderContext): Promise<Response> {
  const url = new URL(request.url)
  const { lang, path } = splitPath(url.pathname)
  const whole = toLocalPath(trimPath(path), lang)
  if (whole !== url.pathname) return redirectTo(whole + url.search, 308)
  const frame = path.startsWith('/embed/') ? readFrameWords(url, lang) : {}
  if (frame.redirect) return redirectTo(frame.redirect, 307)

  const history = createMemoryHistory({ initialEntries: [url.pathname + url.search] })
  const router = createSiteRouter({ readLang: () => lang, history, isLoggedIn: () => context.loggedIn })
  await router.load()
  const loaded = router._serverResult
  if (loaded?.type === 'redirect') return redirectTo(loaded.redirect.headers.get('location') ?? '/', 307)

  const status = loaded?.status ?? 500
  const route = status === 200 ? findRouteData(router) : undefined
  const near = status === 404 ? findNear(router) : undefined
  const page = { ...(await toPageContext(route, url, context)), ...(near && { near }) }
  const body = renderToString(
    <App lang={lang} page={page}>
      <RouterProvider router={router} />
    </App>,
  )
  const head = toHead({ lang, path, route, origin: page.origin, brand: page.brand })
  const html = toDocument({
    lang,
    head,
    body,
    page,
    modules: toModules(route, router.state.matches.at(-1) ?? { fullPath: path, params: {} }),
    built,
    nonce: context.nonce,
    theme: frame.theme,
  })
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** What an embedded page is told by its address: the language, which is another page, and the colours. */
function readFrameWords({ pathname, searchParams }: URL, lang: Lang): { redirect?: string; theme?: 'light' | 'dark' } {
  const words = new URLSearchParams(searchParams)
  const wanted = words.get('lang')
  words.delete('lang')
  const search = words.size > 0 ? `?${words}` : ''
  if ((wanted === 'zh' || wanted === 'en') && wanted !== lang)
    return { redirect: toLocalPath(splitPath(pathname).path, wanted) + search }
  const theme = words.get('theme')
  return theme === 'light' || theme === 'dark' ? { theme } : {}
}

/** To a path of this site: more than one slash at the beginning would name another host (RFC 3986 §4.2). */
const redirectTo = (path: string, status: number) =>
  new Response(null, { status, headers: { location: path.replace(/^[/\\]+/, '/') } })

async function toPageContext(route: RouteData | undefined, url: URL, context: RenderContext): Promise<PageContext> {
  const { self = null, loggedIn, dataState, brand = PRODUCT_NAME } = context
  const page = { ...EMPTY_CONTEXT, brand, origin: context.origin ?? url.origin, self, loggedIn, dataState }
  // What runs in the browser runs there alone: a password made here would have been seen on the way, and kept for a reload.
  if (!route?.card || !context.runTool || toPlace(route.card) !== 'server') return page
  const fields = toFields(route.card.input)
  const input = readQueryInput(fields, parseSearch(url.search))
  if (!url.search || !isReady(fields, input)) return page
  // The visitor's own record would weigh as much as the answer, and is asked for when it is wanted.
  return {
    ...page,
    self: null,
    answer: await context.runTool(route.card.id, input),
    answerFor: JSON.stringify(toQueryWords(fields, input, true)),
  }
}

/** What the 404 page names in place of the one that was asked for; undefined where nothing is called like it. */
function findNear(router: SiteRouter): NearPlaces | undefined {
  const path = router.state.location.pathname
  const refused = router.state.matches.some(
    ({ error }) => isNotFound(error) && (error.data as NotFoundData | undefined)?.isInvalid,
  )
  const found = findNearPlaces([...toolPlaces, ...pagePlaces], readPath(path), refused)
  if (found.length === 0) return undefined
  const places = found.map(({ id, route, title, note, summary }) => ({ id, route, title, note: summary.en ? summary : note }))
  return { path, places }
}

type PageMatch = { readonly fullPath: string; readonly params: { readonly id?: string } }

/** Source modules of a page, for preloading; `fullPath` is its path with the names of the places in it, `/asn/$asn`. */
function toModules(route: RouteData | undefined, { fullPath, params }: PageMatch): string[] {
  if (route?.card) return toToolModules(route.card.id)
  const page = `app/routes/${fullPath === '/' ? 'index' : fullPath.slice(1).replaceAll('/', '.')}.tsx`
  return fullPath === '/embed/$id' && params.id ? [page, ...toToolModules(params.id)] : [page]
}

const toToolModules = (id: string): string[] => [`card/${id}`, `app/views/${id}.tsx`]

/** Paths of every page that has no query and needs no login: what is made ahead of time and listed in the sitemap. */
export async function listPublicPaths(): Promise<string[]> {
  const pages = await Promise.all(pagePaths.map(async (path) => ({ path, page: await importPage(path) })))
  const open = pages.filter(({ path, page }) => !path.includes('$') && !page.isPrivate && !page.middleware?.length)
  return [...new Set([...open.map(({ path }) => path), ...toolRows.map(({ route }) => route)])]
}

/** What the service worker keeps: pages that work without the server, and the tools on them. */
export const offline = { paths: listOfflinePaths(), toolIds: localTools.map(({ id }) => id), renderShell }

/** Rules of every route, for the build's metadata file. */
export async function listRouteRules() {
  const pages = pagePaths.map(async (path) => {
    const { layout = 'default', middleware = [] } = await importPage(path)
    return [path, { layout, middleware }] as const
  })
  const tools = toolRows.map(({ route, layout, id }) => [route, { layout, middleware: [], tool: id }] as const)
  return Object.fromEntries([...tools, ...(await Promise.all(pages))])
}

/** The Content-Security-Policy of every page. */
export const policy = toPolicy({
  scripts: [THEME_SCRIPT, START_SCRIPT],
  styles: built ? [built.style, ...Object.values(built.inlined)] : [],
})

export const languages = LANGS
