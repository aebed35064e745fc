import type { Text } from '@octet/core/text.ts'
import { siteText } from '../text/site.ts'
import { pagePaths } from '../page-files.ts'

type NavLink = { readonly to: string; readonly text: Text; readonly where: readonly ('bar' | 'footer')[] }

const LINKS: readonly NavLink[] = [
  { to: '/tools', text: siteText.tools, where: ['bar', 'footer'] },
  { to: '/pipeline', text: siteText.pipeline, where: ['bar', 'footer'] },
  { to: '/ip-data', text: siteText.ipData, where: ['bar', 'footer'] },
  { to: '/pricing', text: siteText.pricing, where: ['bar', 'footer'] },
  { to: '/docs', text: siteText.docs, where: ['bar', 'footer'] },
  { to: '/points', text: siteText.points, where: ['footer'] },
  { to: '/status', text: siteText.status, where: ['footer'] },
  { to: '/contact', text: siteText.contact, where: ['footer'] },
  { to: '/terms', text: siteText.terms, where: ['footer'] },
  { to: '/privacy', text: siteText.privacy, where: ['footer'] },
]

/** Links to the pages that this build has. */
export const siteLinks: readonly NavLink[] = LINKS.filter(({ to }) => pagePaths.includes(to))

export const toNavLinks = (where: 'bar' | 'footer'): NavLink[] => siteLinks.filter((link) => link.where.includes(where))
