import { useState } from 'react'
import { LogInTabs } from '../account/log-in-tabs.tsx'
import { LoneForm } from '../account/lone-form.tsx'
import { useLeaveLoggedIn } from '../account/use-leave-logged-in.ts'
import { useText } from '../lang.tsx'
import { definePage } from '../page.ts'
import { showModal } from '../state/app-store.ts'
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
  const [menuIndex, setMenuIndex] = useState(1)
  useLeaveLoggedIn()
  return (
    <LoneForm title={t(formText.logIn)}>
      <LogInTabs menuIndex={menuIndex} onMenu={setMenuIndex} onDone={() => undefined} onForgot={() => showModal('forgot')} />
      <p className="account-turn">
        {t(formText.noAccount)} <SiteLink to="/signup">{t(formText.signUp)}</SiteLink>
      </p>
    </LoneForm>
  )
}
