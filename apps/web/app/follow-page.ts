import { toHead } from './head.ts'
import { splitPath, toHtmlLang } from './locale.ts'
import { readPageLang } from './page-lang.ts'
import { findRouteData, type SiteRouter } from './router.tsx'

/**
 * Keeps language, title, description and links of the document in step with the page on show. Gives what writes the head, for
 * a page that comes without its own.
 */
export function followHead(router: SiteRouter, brand: string): () => void {
  const write = () => {
    const path = router.state.location.pathname
    const head = toHead({ lang: readPageLang(), path, route: findRouteData(router), origin: location.origin, brand })
    document.title = head.title
    setAttribute('meta[name="description"]', 'content', head.description)
    setAttribute('link[rel="canonical"]', 'href', head.canonical)
    for (const { lang, href } of head.alternates) setAttribute(`link[hreflang="${lang}"]`, 'href', href)
  }
  router.subscribe('onResolved', write)
  router.history.subscribe(({ location: { pathname } }) => {
    document.documentElement.lang = toHtmlLang(splitPath(pathname).lang)
    write()
  })
  return write
}

/**
 * Takes the focus to the beginning of a page that has come in place of another: what was pressed may be gone with the old one,
 * and the next Tab would start anywhere. A page that has put the focus into a field of its own keeps it there.
 */
export function followFocus(router: SiteRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const main = document.getElementById('main')
    if (!fromLocation || !pathChanged || main?.contains(document.activeElement) || document.querySelector('dialog[open]')) return
    main?.focus({ preventScroll: true })
  })
}

function setAttribute(selector: string, name: string, value: string): void {
  document.querySelector(selector)?.setAttribute(name, value)
}
