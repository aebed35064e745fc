import type { Lang } from '@octet/core/text.ts'
import { toHead } from './head.ts'
import { findRouteData, type SiteRouter } from './router.tsx'

/** Keeps title, description and links of the document's head in step with the page on show. */
export function followHead(router: SiteRouter, lang: Lang): void {
  router.subscribe('onResolved', () => {
    const head = toHead({ lang, path: router.state.location.pathname, route: findRouteData(router), origin: location.origin })
    document.title = head.title
    setAttribute('meta[name="description"]', 'content', head.description)
    setAttribute('link[rel="canonical"]', 'href', head.canonical)
    for (const { lang, href } of head.alternates) setAttribute(`link[hreflang="${lang}"]`, 'href', href)
  })
}

function setAttribute(selector: string, name: string, value: string): void {
  document.querySelector(selector)?.setAttribute(name, value)
}
