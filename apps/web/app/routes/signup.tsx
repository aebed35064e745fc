import { LoneForm } from '../account/lone-form.tsx'
import { SignUpForm } from '../account/sign-up-form.tsx'
import { useLeaveLoggedIn } from '../account/use-leave-logged-in.ts'
import { useText } from '../lang.tsx'
import { definePage } from '../page.ts'
import { formText } from '../text/account-forms.ts'
import { SiteLink } from '../ui/site-link.tsx'

export default definePage({
  title: formText.signUp,
  description: formText.signUpDescription,
  layout: 'simple',
  Component: SignUpPage,
})

function SignUpPage() {
  const t = useText()
  useLeaveLoggedIn()
  return (
    <LoneForm title={t(formText.signUp)}>
      <p className="lead">{t(formText.signUpLead)}</p>
      <SignUpForm />
      <p className="account-turn">
        {t(formText.haveAccount)} <SiteLink to="/login">{t(formText.logIn)}</SiteLink>
      </p>
    </LoneForm>
  )
}
