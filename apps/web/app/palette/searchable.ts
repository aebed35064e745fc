import type { Text } from '@octet/core/text.ts'
import { GROUPS } from '@octet/core/tool.ts'
import search from 'virtual:octet/search'
import { findTool } from '../catalogue.ts'
import { GUIDE_LINKS } from '../docs/guide-links.ts'
import { siteLinks } from '../layout/nav-links.ts'
import { pagePaths } from '../page-files.ts'
import { formText } from '../text/account-forms.ts'
import { accountText } from '../text/account.ts'
import { guideText } from '../text/guides.ts'
import { paletteText } from '../text/palette.ts'
import { siteText } from '../text/site.ts'
import { PAGE_WORDS } from './page-words.ts'
import type { Searchable } from '@octet/tools/search/search-tools.ts'

/** Something the palette leads to: a tool, or another page of the site. */
export type Place = Searchable & { readonly icon: string; readonly note: Text }

/** Every tool with the words it is found by. */
export const toolPlaces: readonly Place[] = search.flatMap(({ id, summary, words }) => {
  const row = findTool(id)
  return row ? [{ id, route: row.route, title: row.title, icon: row.icon, note: GROUPS[row.group], summary, words }] : []
})

const FURTHER_PAGES: readonly { readonly to: string; readonly text: Text }[] = [
  { to: '/login', text: siteText.logIn },
  { to: '/signup', text: formText.signUp },
  { to: '/account/dashboard', text: accountText.dashboard },
  { to: '/account/downloads', text: accountText.downloads },
  { to: '/account/billing', text: accountText.billing },
  { to: '/account/profile', text: accountText.profile },
  { to: '/monitors', text: siteText.monitors },
  { to: '/products/databases', text: guideText.databases },
  { to: '/correction', text: guideText.correctionTitle },
  ...GUIDE_LINKS.map(({ to, title }) => ({ to, text: toGuideTitle(title) })),
]

/** “Docs: Databases”, since the name of a guide alone is also that of a page. */
function toGuideTitle(title: Text): Text {
  return { en: `${siteText.docs.en}: ${title.en}`, zh: `${siteText.docs.zh}：${title.zh}` }
}

/** The pages of the site that are no tools; those that stand in no menu are found by a search alone. */
export const pagePlaces: readonly Place[] = [...siteLinks, ...FURTHER_PAGES]
  .filter(({ to }) => pagePaths.includes(to))
  .map(({ to, text }) => ({
    id: to,
    route: to,
    title: text,
    icon: 'FileText',
    note: paletteText.page,
    summary: { en: '', zh: '' },
    words: [...(PAGE_WORDS[to] ?? []), ...to.split(/[/-]/).filter(Boolean)],
  }))
