import type { Text } from '@octet/core/text.ts'
import { GROUPS } from '@octet/core/tool.ts'
import search from 'virtual:octet/search'
import { findTool } from '../catalogue.ts'
import { siteLinks } from '../layout/nav-links.ts'
import { paletteText } from '../text/palette.ts'
import type { Searchable } from './search-tools.ts'

/** Something the palette leads to: a tool, or another page of the site. */
export type Place = Searchable & { readonly icon: string; readonly note: Text }

/** Every tool with the words it is found by. */
export const toolPlaces: readonly Place[] = search.flatMap(({ id, summary, words }) => {
  const row = findTool(id)
  return row ? [{ id, route: row.route, title: row.title, icon: row.icon, note: GROUPS[row.group], summary, words }] : []
})

/** The pages of the site that are no tools. */
export const pagePlaces: readonly Place[] = siteLinks.map(({ to, text }) => ({
  id: to,
  route: to,
  title: text,
  icon: 'FileText',
  note: paletteText.page,
  summary: { en: '', zh: '' },
  words: to.split(/[/-]/).filter(Boolean),
}))
