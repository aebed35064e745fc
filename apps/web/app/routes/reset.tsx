import { useState, type FormEvent } from 'react'
import { ForgotForm } from '../account/forgot-form.tsx'
import { FormFailure } from '../account/form-failure.tsx'
import { toFormError, toFormErrors, type FormErrors } from '../account/form-errors.ts'
import { LoneDone } from '../account/lone-done.tsx'
import { LoneForm } from '../account/lone-form.tsx'
import { NewPasswordFields } from '../account/new-password-fields.tsx'
import { request } from '../account/request.ts'
import { useFormErrors } from '../account/use-form-errors.ts'
import { useLinkToken } from '../account/use-link-token.ts'
import { useText } from '../lang.tsx'
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
  const [typed, setTyped] = useState({ password: '', confirmPassword: '' })
  const { errors, setErrors, form } = useFormErrors<FormErrors>()
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const { password, confirmPassword } = typed
    if (password === '') return setErrors({ password: toFormError('password_missing') })
    if (password !== confirmPassword) return setErrors({ confirmPassword: toFormError('passwords_differ') })
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
    <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
      <p className="account-note">{t(formText.resetHelp)}</p>
      <NewPasswordFields
        label={t(formText.newPassword)}
        value={typed}
        errors={errors}
        onValue={(part) => setTyped((last) => ({ ...last, ...part }))}
      />
      <FormFailure words={errors.form} />
      <Button kind="primary" type="submit" isBusy={isBusy} disabled={token === ''}>
        {t(formText.save)}
      </Button>
    </form>
  )
}
