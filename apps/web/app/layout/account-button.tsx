import { useText } from '../lang.tsx'
import { showModal } from '../state/app-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { siteText } from '../text/site.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { useRouter, useRouterState } from '@tanstack/react-router'

/**
 * Opens the login, where the page is not the login itself, or the menu of who is logged in; the name on show is the phone, or
 * the email address.
 */
export function AccountButton() {
  const t = useText()
  const router = useRouter()
  const user = useUserStore((state) => state.user)
  const isLogInPage = useRouterState({ select: ({ location }) => location.pathname.endsWith('/login') })
  if (!user)
    return isLogInPage ? null : (
      <Button kind="ghost" className="log-in" onClick={() => showModal('login')}>
        {t(siteText.logIn)}
      </Button>
    )
  const items = [
    {
      id: 'account',
      icon: 'User',
      label: t(siteText.account),
      onSelect: () => void router.navigate({ to: '/account/dashboard' }),
    },
    {
      id: 'monitors',
      icon: 'Bell',
      label: t(siteText.monitors),
      onSelect: () => void router.navigate({ to: '/monitors' }),
    },
    ...(user.role === 'operator'
      ? [
          {
            id: 'admin',
            icon: 'Adjustments',
            label: t(siteText.backOffice),
            onSelect: () => void router.navigate({ to: '/admin' }),
          },
        ]
      : []),
    {
      id: 'out',
      icon: 'Logout',
      label: t(siteText.logOut),
      onSelect: () => void import('../account/log-out.ts').then(({ logOut }) => logOut()),
    },
  ]
  return <Menu label={user.name} icon="User" items={items} />
}
