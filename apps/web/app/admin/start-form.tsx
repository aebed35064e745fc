import { useRouter } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { looksLikeEmail, toFormError, toFormErrors, type FormErrors } from '../account/form-errors.ts'
import { takeLogIn, type LoggedIn } from '../account/log-in.ts'
import { NewPasswordFields } from '../account/new-password-fields.tsx'
import { request } from '../account/request.ts'
import { TextField } from '../account/text-field.tsx'
import { useFormErrors } from '../account/use-form-errors.ts'
import { useText } from '../lang.tsx'
import { adminText } from '../text/admin.ts'
import { formText } from '../text/account-forms.ts'
import { Button } from '../ui/button.tsx'

/** Creates the operator's account and goes to the back office. */
export function StartForm({ token }: { token: string }) {
  const t = useText()
  const router = useRouter()
  const [typed, setTyped] = useState({ email: '', password: '', confirmPassword: '' })
  const { errors, setErrors, form } = useFormErrors<FormErrors>()
  const [isBusy, setBusy] = useState(false)
  const set = (part: Partial<typeof typed>) => setTyped((last) => ({ ...last, ...part }))
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const found: FormErrors = {
      ...(!looksLikeEmail(typed.email) && { email: toFormError('email_wrong') }),
      ...(typed.password === '' && { password: toFormError('password_missing') }),
      ...(typed.password !== typed.confirmPassword && { confirmPassword: toFormError('passwords_differ') }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const { confirmPassword, ...rest } = typed
    const input = { token, ...rest, confirm_password: confirmPassword }
    const { data, failure } = await request<LoggedIn>('POST', 'account/operator', input, { isQuiet: true })
    setBusy(false)
    if (failure) return setErrors(toFormErrors(failure))
    await takeLogIn(data)
    await router.navigate({ to: '/admin' })
  }
  return (
    <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
      <p className="account-note">{t(adminText.startHelp)}</p>
      <TextField
        label={t(formText.email)}
        name="email"
        type="email"
        autoComplete="username"
        value={typed.email}
        error={errors.email}
        onValue={(email) => set({ email })}
      />
      <NewPasswordFields label={t(formText.password)} value={typed} errors={errors} onValue={set} />
      <FormFailure words={errors.form} />
      <Button kind="primary" type="submit" isBusy={isBusy} disabled={token === ''}>
        {t(adminText.startCreate)}
      </Button>
    </form>
  )
}
