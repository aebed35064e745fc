import '../account/account.css'
import '../account/keys.css'
import '../account/forms.css'
import '../account/statistics.css'
import './admin.css'
import type { ReactNode } from 'react'
import { useGuard } from '../account/use-guard.ts'
import { useText } from '../lang.tsx'
import { useUserStore } from '../state/user-store.ts'
import { adminText } from '../text/admin.ts'
import { SiteLink } from '../ui/site-link.tsx'

const TABS = [
  { to: '/admin', text: adminText.overview },
  { to: '/admin/users', text: adminText.users },
  { to: '/admin/payments', text: adminText.payments },
  { to: '/admin/messages', text: adminText.messages },
  { to: '/admin/corrections', text: adminText.corrections },
  { to: '/admin/jobs', text: adminText.jobs },
  { to: '/admin/mails', text: adminText.mails },
  { to: '/admin/tools', text: adminText.tools },
  { to: '/admin/audit', text: adminText.audit },
] as const

/** The back office around one of its pages. The server refuses its calls to everybody but operators. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const t = useText()
  const role = useUserStore((state) => state.user?.role)
  useGuard()
  return (
    <article className="wide account">
      <header className="account-head">
        <h1>{t(adminText.title)}</h1>
      </header>
      {role === 'user' ? (
        <p>{t(adminText.notYours)}</p>
      ) : (
        <>
          <nav className="account-tabs" aria-label={t(adminText.title)}>
            {TABS.map(({ to, text }) => (
              <SiteLink key={to} to={to}>
                {t(text)}
              </SiteLink>
            ))}
          </nav>
          {role === 'operator' && children}
        </>
      )}
    </article>
  )
}
