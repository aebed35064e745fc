import { useText } from '../lang.tsx'
import { profileText } from '../text/account-profile.ts'
import type { FormErrors } from './form-errors.ts'
import { PasswordField } from './password-field.tsx'
import type { ShownErrors } from './use-form-errors.ts'

type CurrentPasswordProps = {
  readonly value: string
  readonly errors: ShownErrors<FormErrors>
  readonly onValue: (value: string) => void
}

/** The password of the account, which a form asks for again before it changes who may log in. */
export function CurrentPassword({ value, errors, onValue }: CurrentPasswordProps) {
  const t = useText()
  return (
    <PasswordField
      label={t(profileText.currentPassword)}
      name="current"
      value={value}
      error={errors.current ?? errors.password}
      onValue={onValue}
    />
  )
}
