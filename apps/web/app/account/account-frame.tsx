import './account.css'
import { useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { useText } from '../lang.tsx'
import { showModal } from '../state/app-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { accountText } from '../text/account.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { isLeaving } from './log-out.ts'

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
  useGuard()
  return (
    <article className="wide account">
      <header className="account-head">
        <h1>{t(accountText.title)}</h1>
        <p>{user?.name}</p>
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

/** Whoever is logged out while the page is open goes home, and may log in there. */
export function useGuard(): void {
  const router = useRouter()
  useEffect(
    () =>
      useUserStore.subscribe(({ token }, before) => {
        if (token !== '' || before.token === '' || isLeaving()) return
        void router.navigate({ to: '/' }).then(() => showModal('login'))
      }),
    [router],
  )
}
