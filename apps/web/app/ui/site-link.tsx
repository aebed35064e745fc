import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLang } from '../lang.tsx'

type SiteLinkProps = {
  /** Path without the language, e.g. `/format/json`. */
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly className?: string
  readonly title?: string | undefined
  readonly onClick?: () => void
  readonly children: ReactNode
}

/**
 * A link to a page of this site in the page's language; the page on show is marked with `aria-current`. The router keeps the
 * address that it has written for a link, so that each language has links of its own.
 */
export const SiteLink = ({ to, search, children, ...rest }: SiteLinkProps) => (
  <Link key={useLang()} to={to} {...(search ? { search } : {})} activeOptions={{ exact: true, includeSearch: false }} {...rest}>
    {children}
  </Link>
)
