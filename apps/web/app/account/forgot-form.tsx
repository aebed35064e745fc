import { useState, type FormEvent } from 'react'
import { useText } from '../lang.tsx'
import { formText } from '../text/account-forms.ts'
import { Button } from '../ui/button.tsx'
import { CheckMail } from './check-mail.tsx'
import { toFormError, toFormErrors, looksLikeEmail, type FormErrors } from './form-errors.ts'
import { FormFailure } from './form-failure.tsx'
import { request } from './request.ts'
import { TextField } from './text-field.tsx'
import { useFormErrors } from './use-form-errors.ts'
import { useSent, type Mailed } from './use-sent.ts'
import { keepTyped, useTyped } from './typed.ts'

type ForgotFormProps = {
  /** The call that sends the link: to reset the password unless told. */
  readonly path?: string
  readonly help: string
}

/** Asks for an address and has a link sent to it. */
export function ForgotForm({ path = 'account/forgot', help }: ForgotFormProps) {
  const t = useText()
  const email = useTyped((typed) => typed.email)
  const { errors, setErrors, form } = useFormErrors<FormErrors>()
  const [isBusy, setBusy] = useState(false)
  const { sent, setSent, back } = useSent(form.ref)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!looksLikeEmail(email)) return setErrors({ email: toFormError('email_wrong') })
    setBusy(true)
    const { data, failure } = await request<Mailed>('POST', path, { email }, { isQuiet: true })
    setBusy(false)
    setErrors(failure ? toFormErrors(failure) : {})
    if (data) setSent(data)
  }
  if (sent) return <CheckMail email={email} sent={sent} resendPath={path} onBack={back} />
  return (
    <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
      <p className="account-note">{help}</p>
      <TextField
        label={t(formText.email)}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        error={errors.email}
        onValue={(value) => keepTyped({ email: value })}
      />
      <FormFailure words={errors.form} />
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {t(formText.sendLink)}
      </Button>
    </form>
  )
}
