import { useState, type FormEvent } from 'react'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { profileText } from '../text/account-profile.ts'
import { Button } from '../ui/button.tsx'
import { FormFailure } from './form-failure.tsx'
import { toFormError, toFormErrors, type FormErrors } from './form-errors.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { Panel } from './panel.tsx'
import { PasswordField } from './password-field.tsx'
import { request } from './request.ts'
import { useFormErrors } from './use-form-errors.ts'

const EMPTY = { current: '', password: '', confirmPassword: '' }

/** Current, new and confirmed password. */
export function PasswordPanel() {
  const t = useText()
  const email = useUserStore((state) => state.user?.email ?? '')
  const [typed, setTyped] = useState(EMPTY)
  const { errors, setErrors, form } = useFormErrors<FormErrors>()
  const [isBusy, setBusy] = useState(false)
  const set = (part: Partial<typeof EMPTY>) => setTyped((last) => ({ ...last, ...part }))
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const found: FormErrors = {
      ...(typed.current === '' && { current: toFormError('password_missing') }),
      ...(typed.password === '' && { password: toFormError('password_missing') }),
      ...(typed.password !== typed.confirmPassword && { confirmPassword: toFormError('passwords_differ') }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const { confirmPassword, ...rest } = typed
    const input = { ...rest, confirm_password: confirmPassword }
    const { data, failure } = await request<{ message: string }>('POST', 'account/password', input, { isQuiet: true })
    setBusy(false)
    if (failure) return setErrors(toFormErrors(failure))
    setTyped(EMPTY)
    toast.success(data.message)
  }
  return (
    <Panel title={t(profileText.password)} help={t(profileText.passwordHelp)}>
      <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
        {/* For password managers, which want to know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t(profileText.currentPassword)}
          name="current"
          value={typed.current}
          error={errors.current}
          onValue={(current) => set({ current })}
        />
        <NewPasswordFields label={t(profileText.newPassword)} value={typed} errors={errors} onValue={set} />
        <FormFailure words={errors.form} />
        <p>
          <Button type="submit" isBusy={isBusy}>
            {t(profileText.changePassword)}
          </Button>
        </p>
      </form>
    </Panel>
  )
}
