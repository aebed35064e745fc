import { useText } from '../lang.tsx'
import { formText } from '../text/account-forms.ts'
import type { FormErrors } from './form-errors.ts'
import { PasswordField } from './password-field.tsx'
import type { ShownErrors } from './use-form-errors.ts'

type NewPassword = { readonly password: string; readonly confirmPassword: string }

type NewPasswordFieldsProps = {
  /** Of the first of the two. */
  readonly label: string
  readonly value: NewPassword
  readonly errors: ShownErrors<FormErrors>
  readonly onValue: (part: Partial<NewPassword>) => void
}

/** A password that is being chosen, and once more. */
export function NewPasswordFields({ label, value, errors, onValue }: NewPasswordFieldsProps) {
  const t = useText()
  return (
    <>
      <PasswordField
        isNew
        hasHelp
        label={label}
        name="password"
        value={value.password}
        error={errors.password}
        onValue={(password) => onValue({ password })}
      />
      <PasswordField
        isNew
        label={t(formText.confirmPassword)}
        name="confirm_password"
        value={value.confirmPassword}
        error={errors.confirmPassword}
        onValue={(confirmPassword) => onValue({ confirmPassword })}
      />
    </>
  )
}
