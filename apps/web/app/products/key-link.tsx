import { useText } from '../lang.tsx'
import { useAppStore } from '../state/app-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { keyLinkText } from '../text/key-link.ts'
import { SiteLink } from '../ui/site-link.tsx'

/** To the first key: by signing up, or on the dashboard of who is logged in. Nothing where there are no accounts. */
export function KeyLink() {
  const t = useText()
  const isKnown = useUserStore(({ user }) => Boolean(user))
  const accounts = useAppStore(({ initData }) => initData?.accounts)
  if (accounts === false) return null
  return (
    <SiteLink to={isKnown ? '/account/dashboard' : '/signup'} className="button primary">
      {t(keyLinkText.get)}
    </SiteLink>
  )
}
