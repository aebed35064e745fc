import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { takeWanted } from '../account/ask-login.ts'
import { LogInTabs } from '../account/log-in-tabs.tsx'
import { LoneForm } from '../account/lone-form.tsx'
import { useText } from '../lang.tsx'
import { definePage } from '../page.ts'
import { showModal } from '../state/app-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { formText } from '../text/account-forms.ts'
import { SiteLink } from '../ui/site-link.tsx'

export default definePage({
  title: formText.logIn,
  description: formText.logInDescription,
  layout: 'simple',
  Component: LogInPage,
})

function LogInPage() {
  const t = useText()
  const router = useRouter()
  const [menuIndex, setMenuIndex] = useState(1)
  const isLoggedIn = useUserStore((state) => state.token !== '')
  useEffect(() => {
    if (isLoggedIn) void router.navigate({ to: takeWanted() || '/account/dashboard' })
  }, [isLoggedIn, router])
  return (
    <LoneForm title={t(formText.logIn)}>
      <LogInTabs menuIndex={menuIndex} onMenu={setMenuIndex} onDone={() => undefined} onForgot={() => showModal('forgot')} />
      <p className="account-turn">
        {t(formText.noAccount)} <SiteLink to="/signup">{t(formText.signUp)}</SiteLink>
      </p>
    </LoneForm>
  )
}
