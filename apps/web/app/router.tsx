import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  useLoaderData,
  useSearch,
  type AnyRoute,
  type LocationRewrite,
  type RouterHistory,
} from '@tanstack/react-router'
import type { Lang } from '@octet/core/text.ts'
import type { ToolCard } from '@octet/tools/catalogue.ts'
import { arrived } from './arrived.ts'
import { findToolAt } from './catalogue.ts'
import { splitPath, toLocalPath } from './locale.ts'
import { runMiddleware } from './middleware.ts'
import { NotFound } from './layout/not-found.tsx'
import { PageFailure } from './layout/page-failure.tsx'
import { Shell } from './layout/shell.tsx'
import type { Page } from './page.ts'
import { parseSearch, stringifySearch } from './search-words.ts'
import { loadTool } from './tool/load-tool.ts'
import { ToolPage } from './tool/tool-page.tsx'
import { useVisit } from './tool/use-visit.ts'
import type { ViewModule } from './tool/view.ts'
import { pageModules } from './page-files.ts'
import { toPagePath } from './page-path.ts'

export type RouterContext = { isLoggedIn(): boolean }

/** What a route hands to the frame around it. */
export type RouteData = {
  readonly layout: 'default' | 'simple'
  readonly hasSidebar: boolean
  readonly page?: Page<unknown>
  readonly data?: unknown
  readonly card?: ToolCard
  readonly view?: ViewModule | undefined
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: PageFailure,
})

const pageRoutes = Object.entries(pageModules).map(([file, importPage]) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: toPagePath(file),
    loader: async ({ context, params, location, preload }): Promise<RouteData> => {
      const { default: page } = await arrived(importPage())
      runMiddleware(page.middleware ?? [], { path: location.pathname, isLoggedIn: context.isLoggedIn(), isAhead: preload })
      if ((await page.isValid?.(params)) === false) throw notFound({ data: { isInvalid: true } })
      return { layout: page.layout ?? 'default', hasSidebar: page.hasSidebar ?? false, page, data: await page.load?.(params) }
    },
    component: FilePage,
  }),
)

/** Every tool page: the tool is found by the path, so a tool added to the folder tree appears without a line here. */
const toolRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  loader: async ({ params }): Promise<RouteData> => {
    const row = findToolAt(`/${params._splat ?? ''}`)
    const tool = row && (await loadTool(row.id))
    if (!tool) throw notFound()
    return { layout: row.layout, hasSidebar: true, ...tool }
  },
  component: CataloguePage,
})

/** On the way to or from the 404 page there is none for a moment. */
const NO_DATA: RouteData = { layout: 'default', hasSidebar: false }
const useRouteData = (): RouteData => (useLoaderData({ strict: false }) as RouteData | undefined) ?? NO_DATA

function FilePage() {
  const { layout, hasSidebar, page, data } = useRouteData()
  const search = useSearch({ strict: false }) as Readonly<Record<string, string>>
  if (!page) return null
  return (
    <Shell layout={layout} hasSidebar={hasSidebar} isEmbedded={page.isEmbedded ?? false}>
      <page.Component data={data} search={search} />
    </Shell>
  )
}

function CataloguePage() {
  const { layout, hasSidebar, card, view } = useRouteData()
  const visit = useVisit(card?.id)
  if (!card) return null
  return (
    <Shell layout={layout} hasSidebar={hasSidebar}>
      <ToolPage key={`${card.id} ${visit}`} card={card} view={view} />
    </Shell>
  )
}

type SiteRouterOptions = RouterContext & { readonly readLang: () => Lang; readonly history?: RouterHistory }

/** The router of one visit. The server makes one per request, the browser one per page load. */
export function createSiteRouter({ readLang, isLoggedIn, history }: SiteRouterOptions) {
  const routes: AnyRoute[] = [...pageRoutes, toolRoute]
  return createRouter({
    routeTree: rootRoute.addChildren(routes),
    rewrite: toRewrite(readLang),
    context: { isLoggedIn },
    defaultPreload: 'intent',
    defaultStaleTime: Infinity,
    scrollRestoration: typeof document !== 'undefined',
    trailingSlash: 'never',
    parseSearch,
    stringifySearch,
    ...(history ? { history } : {}),
  })
}

/** The language is the beginning of the address and no part of the router's paths. */
function toRewrite(readLang: () => Lang): LocationRewrite {
  return {
    input: ({ url }) => Object.assign(url, { pathname: splitPath(url.pathname).path }),
    output: ({ url }) => Object.assign(url, { pathname: toLocalPath(url.pathname, readLang()) }),
  }
}

export type SiteRouter = ReturnType<typeof createSiteRouter>

/** What the page on show was loaded with; undefined where none was found. */
export function findRouteData(router: SiteRouter): RouteData | undefined {
  return router.state.matches.at(-1)?.loaderData as RouteData | undefined
}
