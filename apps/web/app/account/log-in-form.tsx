import { useState, type FormEvent } from 'react'
import { useText } from '../lang.tsx'
import { formText } from '../text/account-forms.ts'
import { Button } from '../ui/button.tsx'
import { FormFailure } from './form-failure.tsx'
import { toFormError, toFormErrors, looksLikeEmail, type FormErrors } from './form-errors.ts'
import { takeLogIn, type LoggedIn } from './log-in.ts'
import { PasswordField } from './password-field.tsx'
import { request } from './request.ts'
import { TextField } from './text-field.tsx'
import { keepTyped, useTyped } from './typed.ts'
import { useFormErrors } from './use-form-errors.ts'

type LogInFormProps = { readonly onDone: () => void; readonly onForgot: () => void }

/** Address and password, and the second step for those who have one. */
export function LogInForm({ onDone, onForgot }: LogInFormProps) {
  const t = useText()
  const { email, password, isRemembered } = useTyped()
  const [code, setCode] = useState<string>()
  const { errors, setErrors, form } = useFormErrors<FormErrors>()
  const [isBusy, setBusy] = useState(false)

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const found: FormErrors = {
      ...(!looksLikeEmail(email) && { email: toFormError('email_wrong') }),
      ...(password === '' && { password: toFormError('password_missing') }),
      ...(code === '' && { code: toFormError('code_required') }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const { data, failure } = await request<LoggedIn>(
      'POST',
      'account/log_in',
      { email, password, remember: isRemembered, ...(code && { code }) },
      { isQuiet: true },
    )
    setBusy(false)
    if (data) return void takeLogIn(data).then(onDone)
    if (failure.error === 'code_required' && code === undefined) return setCode('')
    setErrors(toFormErrors(failure))
  }

  const goBack = () => {
    setCode(undefined)
    requestAnimationFrame(() => form.ref.current?.querySelector<HTMLElement>('[name=password]')?.focus())
  }

  if (code !== undefined)
    return (
      <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
        <h3>{t(formText.secondFactor)}</h3>
        <TextField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step appears by the press of a button, and this is what it asks for
          autoFocus
          label={t(formText.code)}
          name="code"
          value={code}
          inputMode="text"
          autoComplete="one-time-code"
          help={t(formText.codeHelp)}
          error={errors.code}
          onValue={setCode}
        />
        <FormFailure words={errors.form ?? errors.password} />
        <p className="account-buttons">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t(formText.logIn)}
          </Button>
          <Button kind="ghost" onClick={goBack}>
            {t(formText.back)}
          </Button>
        </p>
      </form>
    )
  return (
    <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
      <TextField
        label={t(formText.email)}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        error={errors.email}
        onValue={(value) => keepTyped({ email: value })}
      />
      <PasswordField
        label={t(formText.password)}
        name="password"
        value={password}
        error={errors.password}
        onValue={(value) => keepTyped({ password: value })}
      />
      <div className="account-row">
        <label className="tick">
          <input type="checkbox" checked={isRemembered} onChange={(event) => keepTyped({ isRemembered: event.target.checked })} />
          {t(formText.remember)}
        </label>
        <button type="button" className="link" onClick={onForgot}>
          {t(formText.forgot)}
        </button>
      </div>
      <FormFailure words={errors.form} />
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {t(formText.logIn)}
      </Button>
    </form>
  )
}
