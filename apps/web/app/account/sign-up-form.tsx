import { useId, useState, type FormEvent } from 'react'
import { useLang, useText } from '../lang.tsx'
import { pagePaths } from '../page-files.ts'
import { toLocalPath } from '../locale.ts'
import { useAppStore } from '../state/app-store.ts'
import { formText } from '../text/account-forms.ts'
import { Button } from '../ui/button.tsx'
import { CheckMail } from './check-mail.tsx'
import { toFormError, toFormErrors, looksLikeEmail, type FormErrors } from './form-errors.ts'
import { FormFailure } from './form-failure.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { request } from './request.ts'
import { TextField } from './text-field.tsx'
import { keepTyped, useTyped } from './typed.ts'
import { useFormErrors } from './use-form-errors.ts'
import { useSent, type Mailed } from './use-sent.ts'

const PHONE = /^\+?[\d ()-]{5,24}$/

/** Signing up, and then the state in which the mail has to be answered. */
export function SignUpForm() {
  const t = useText()
  const lang = useLang()
  const regType = useAppStore((state) => state.reg_type)
  const accounts = useAppStore((state) => state.initData?.accounts)
  const typed = useTyped()
  const { email, phone, password, confirmPassword, hasAgreed } = typed
  const { errors, setErrors, form } = useFormErrors<FormErrors>()
  const [isBusy, setBusy] = useState(false)
  const { sent, setSent, back } = useSent(form.ref)

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const found: FormErrors = {
      ...(!looksLikeEmail(email) && { email: toFormError('email_wrong') }),
      ...(password === '' && { password: toFormError('password_missing') }),
      ...(password !== confirmPassword && { confirmPassword: toFormError('passwords_differ') }),
      ...(phone.trim() !== '' && !PHONE.test(phone.trim()) && { phone: t(formText.phoneWrong) }),
      ...(!hasAgreed && { agree: toFormError('agreement_missing') }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const { data, failure } = await request<Mailed>(
      'POST',
      'account/sign_up',
      {
        email,
        password,
        confirm_password: confirmPassword,
        agree: hasAgreed,
        reg_type: regType,
        lang,
        ...(phone.trim() && { phone: phone.trim() }),
      },
      { isQuiet: true },
    )
    setBusy(false)
    if (failure) return setErrors(toFormErrors(failure))
    keepTyped({ password: '', confirmPassword: '' })
    setSent(data)
  }

  if (accounts === false) return <p>{t(formText.noAccounts)}</p>
  if (sent) return <CheckMail email={email} sent={sent} resendPath="account/resend" onBack={back} />
  return (
    <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
      <TextField
        label={t(formText.email)}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        error={errors.email}
        onValue={(value) => keepTyped({ email: value })}
      />
      <NewPasswordFields label={t(formText.password)} value={{ password, confirmPassword }} errors={errors} onValue={keepTyped} />
      <TextField
        label={t(formText.phone)}
        name="phone"
        type="tel"
        autoComplete="tel"
        value={phone}
        help={t(formText.phoneHelp)}
        error={errors.phone}
        onValue={(value) => keepTyped({ phone: value })}
      />
      <Agreement hasAgreed={hasAgreed} error={errors.agree} />
      <FormFailure words={errors.form} />
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {t(formText.signUp)}
      </Button>
    </form>
  )
}

function Agreement({ hasAgreed, error }: { hasAgreed: boolean; error: string | undefined }) {
  const t = useText()
  const id = useId()
  return (
    <div className="field">
      <div className="tick">
        <input
          id={id}
          type="checkbox"
          name="agree"
          checked={hasAgreed}
          aria-invalid={error !== undefined}
          {...(error && { 'aria-describedby': `${id}-error` })}
          onChange={(event) => keepTyped({ hasAgreed: event.target.checked })}
        />
        <label htmlFor={id}>
          {t(formText.agree)}
          <LawLink to="/terms">{t(formText.terms)}</LawLink>
          {t(formText.and)}
          <LawLink to="/privacy">{t(formText.privacy)}</LawLink>
        </label>
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Opens beside the form, which stays as it is. */
function LawLink({ to, children }: { to: string; children: string }) {
  const lang = useLang()
  if (!pagePaths.includes(to)) return children
  return (
    <a href={toLocalPath(to, lang)} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
