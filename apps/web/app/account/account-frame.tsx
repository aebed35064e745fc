import './account.css'
import type { ReactNode } from 'react'
import { useText } from '../lang.tsx'
import { useUserStore } from '../state/user-store.ts'
import { accountText } from '../text/account.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { useGuard } from './use-guard.ts'

const TABS = [
  { to: '/account/dashboard', text: accountText.dashboard },
  { to: '/account/downloads', text: accountText.downloads },
  { to: '/account/billing', text: accountText.billing },
  { to: '/account/profile', text: accountText.profile },
] as const

/** The personal center: who is logged in, its four tabs, and the page of the open one. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const t = useText()
  const user = useUserStore((state) => state.user)
  const unread = useUserStore((state) => state.unread)
  useGuard()
  return (
    <article className="wide account">
      <header className="account-head">
        <h1>{t(accountText.title)}</h1>
        <p>
          {user?.name}
          {user && unread > 0 && (
            <>
              {' · '}
              <SiteLink to="/monitors">{t(accountText.news, { count: unread })}</SiteLink>
            </>
          )}
        </p>
      </header>
      <nav className="account-tabs" aria-label={t(accountText.title)}>
        {TABS.map(({ to, text }) => (
          <SiteLink key={to} to={to}>
            {t(text)}
          </SiteLink>
        ))}
      </nav>
      {children}
    </article>
  )
}
