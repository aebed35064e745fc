import { useState, type FormEvent } from 'react'
import { ForgotForm } from '../account/forgot-form.tsx'
import { toFormError, toFormErrors, type FormErrors } from '../account/form-errors.ts'
import { FormFailure } from '../account/form-failure.tsx'
import { LoneDone } from '../account/lone-done.tsx'
import { LoneForm } from '../account/lone-form.tsx'
import { PasswordField } from '../account/password-field.tsx'
import { request } from '../account/request.ts'
import { useFormErrors } from '../account/use-form-errors.ts'
import { useLinkToken } from '../account/use-link-token.ts'
import { useText } from '../lang.tsx'
import { definePage } from '../page.ts'
import { formText } from '../text/account-forms.ts'
import { Button } from '../ui/button.tsx'

/** The page behind the link of the mail. A button confirms, since programs that scan mails open links, too. */
export default definePage({
  title: formText.confirmTitle,
  description: formText.resetDescription,
  layout: 'simple',
  isPrivate: true,
  Component: ConfirmPage,
})

function ConfirmPage() {
  const t = useText()
  const token = useLinkToken()
  const [message, setMessage] = useState('')
  const [fault, setFault] = useState('')
  if (message) return <LoneDone title={t(formText.confirmTitle)} message={message} />
  const isDead = token === '' || fault === 'link_dead'
  return (
    <LoneForm title={t(formText.confirmTitle)}>
      {token === '' ? (
        <p>{t(formText.noToken)}</p>
      ) : (
        <Confirm token={token} isDead={isDead} onDone={setMessage} onFault={setFault} />
      )}
      {isDead && <ForgotForm path="account/resend" help={t(formText.newLink)} />}
      {fault === 'wrong_password' && <ForgotForm help={t(formText.confirmOther)} />}
    </LoneForm>
  )
}

type ConfirmProps = {
  readonly token: string | undefined
  readonly isDead: boolean
  readonly onDone: (message: string) => void
  readonly onFault: (error: string) => void
}

/** The button, and the password where the address was registered more than once. */
function Confirm({ token, isDead, onDone, onFault }: ConfirmProps) {
  const t = useText()
  const [password, setPassword] = useState<string>()
  const { errors, setErrors, form } = useFormErrors<FormErrors>()
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setErrors({ password: toFormError('password_missing') })
    setBusy(true)
    const { data, failure } = await request<{ message: string }>(
      'POST',
      'account/confirm',
      { token, password },
      { isQuiet: true },
    )
    setBusy(false)
    if (data) return onDone(data.message)
    onFault(failure.error)
    if (failure.error === 'password_missing') return setPassword('')
    setErrors(toFormErrors(failure))
  }
  return (
    <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
      {!isDead && <p>{t(password === undefined ? formText.confirmHelp : formText.confirmAgain)}</p>}
      {password !== undefined && !isDead && (
        <PasswordField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears by the press of a button, and is what that asks for
          autoFocus
          label={t(formText.password)}
          name="password"
          value={password}
          error={errors.password ?? errors.current}
          onValue={setPassword}
        />
      )}
      <FormFailure words={errors.form} />
      {!isDead && (
        <Button kind="primary" type="submit" isBusy={isBusy} disabled={token === undefined}>
          {t(formText.confirm)}
        </Button>
      )}
    </form>
  )
}
