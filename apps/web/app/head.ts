import { fillText, LANGS, type Lang, type Text } from '@octet/core/text.ts'
import { toLocalPath } from './locale.ts'
import type { RouteData } from './router.tsx'
import { siteText } from './text/site.ts'

/** What a page says of itself to browsers and search engines. */
export type Head = {
  readonly brand: string
  readonly title: string
  readonly description: string
  readonly canonical: string
  readonly alternates: readonly { readonly lang: string; readonly href: string }[]
  readonly isIndexed: boolean
  /** Picture that other sites show beside a link: 1200 × 630 pixels, see the server's `share-cards.ts`. */
  readonly image: string
}

/** The head of a page; of the not-found page where there is no route. */
export function toHead({
  lang,
  path,
  route,
  origin,
  brand,
}: {
  lang: Lang
  path: string
  route: RouteData | undefined
  origin: string
  brand: string
}): Head {
  const { title, description } = toTexts(route)
  const fill = (text: Text) => fillText(text[lang], { brand })
  const href = (lang: Lang) => origin + toLocalPath(path, lang)
  return {
    brand,
    title: path === '/' && route ? fill(title) : `${fill(title)} · ${brand}`,
    description: fill(description),
    canonical: href(lang),
    alternates: [
      ...LANGS.map((lang) => ({ lang: lang === 'zh' ? 'zh-CN' : 'en', href: href(lang) })),
      { lang: 'x-default', href: href('en') },
    ],
    isIndexed: route !== undefined && !route.page?.isPrivate,
    image: `${origin}/cards/${lang}/${route?.card?.id ?? 'octet'}.png`,
  }
}

function toTexts(route: RouteData | undefined): { title: Text; description: Text } {
  if (route?.card) return { title: route.card.title, description: route.card.summary }
  if (route?.page) return route.page.describe?.(route.data) ?? route.page
  return { title: siteText.notFoundTitle, description: siteText.notFoundHelp }
}
