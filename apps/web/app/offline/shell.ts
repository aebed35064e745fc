import type { Lang } from '@octet/core/text.ts'
import built from 'virtual:octet/built'
import { toDocument } from '../document.ts'
import { EMPTY_CONTEXT } from '../page-context.ts'
import { offlineText } from '../text/offline.ts'

/** An empty page in which the browser draws any page that works offline. The service worker keeps it. */
export const renderShell = (lang: Lang, brand: string): string =>
  toDocument({
    lang,
    head: {
      brand,
      title: brand,
      description: offlineText.description[lang],
      canonical: '/offline',
      alternates: [],
      isIndexed: false,
      image: `/cards/${lang}/octet.png`,
    },
    body: '',
    page: EMPTY_CONTEXT,
    modules: [],
    built,
  })
