import { useState, type FormEvent } from 'react'
import { ForgotForm } from '../account/forgot-form.tsx'
import { FormFailure } from '../account/form-failure.tsx'
import { toFormError, toFormErrors, type FormErrors } from '../account/form-errors.ts'
import { LoneDone } from '../account/lone-done.tsx'
import { LoneForm } from '../account/lone-form.tsx'
import { PasswordField } from '../account/password-field.tsx'
import { request } from '../account/request.ts'
import { useLinkToken } from '../account/use-link-token.ts'
import { useLang, useText } from '../lang.tsx'
import { definePage } from '../page.ts'
import { logOutHere } from '../state/user-store.ts'
import { formText } from '../text/account-forms.ts'
import { Button } from '../ui/button.tsx'

/** The page behind the link of a forgotten password. */
export default definePage({
  title: formText.resetTitle,
  description: formText.resetDescription,
  layout: 'simple',
  isPrivate: true,
  Component: ResetPage,
})

function ResetPage() {
  const t = useText()
  const token = useLinkToken()
  const [message, setMessage] = useState('')
  const [deadWords, setDeadWords] = useState('')
  if (message) return <LoneDone title={t(formText.resetTitle)} message={message} />
  return (
    <LoneForm title={t(formText.resetTitle)}>
      <FormFailure words={deadWords} />
      {token === '' || deadWords ? (
        <>
          {!deadWords && <p>{t(formText.noToken)}</p>}
          <ForgotForm help={t(formText.forgotHelp)} />
        </>
      ) : (
        <NewPassword token={token ?? ''} onDone={setMessage} onDead={setDeadWords} />
      )}
    </LoneForm>
  )
}

type NewPasswordProps = { token: string; onDone: (message: string) => void; onDead: (words: string) => void }

function NewPassword({ token, onDone, onDead }: NewPasswordProps) {
  const t = useText()
  const lang = useLang()
  const [password, setPassword] = useState('')
  const [confirmPassword, setConfirmPassword] = useState('')
  const [errors, setErrors] = useState<FormErrors>({})
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setErrors({ password: toFormError('password_missing', lang) })
    if (password !== confirmPassword) return setErrors({ confirmPassword: toFormError('passwords_differ', lang) })
    setBusy(true)
    const { data, failure } = await request<{ message: string }>(
      'POST',
      'account/reset',
      { token, password, confirm_password: confirmPassword },
      { isQuiet: true },
    )
    setBusy(false)
    if (failure) return failure.error === 'link_dead' ? onDead(failure.msg) : setErrors(toFormErrors(failure))
    logOutHere()
    onDone(data.message)
  }
  return (
    <form method="dialog" className="account-form" noValidate onSubmit={onSubmit}>
      <p className="account-note">{t(formText.resetHelp)}</p>
      <PasswordField
        isNew
        hasHelp
        label={t(formText.newPassword)}
        name="password"
        value={password}
        error={errors.password}
        onValue={setPassword}
      />
      <PasswordField
        isNew
        label={t(formText.confirmPassword)}
        name="confirm_password"
        value={confirmPassword}
        error={errors.confirmPassword}
        onValue={setConfirmPassword}
      />
      <FormFailure words={errors.form} />
      <Button kind="primary" type="submit" disabled={isBusy || token === ''}>
        {t(formText.save)}
      </Button>
    </form>
  )
}
