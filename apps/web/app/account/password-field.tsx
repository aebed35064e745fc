import { useState } from 'react'
import { useText } from '../lang.tsx'
import { formText } from '../text/account-forms.ts'
import { Button } from '../ui/button.tsx'
import { toStrength } from './strength.ts'
import { TextField } from './text-field.tsx'

type PasswordFieldProps = {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly error?: string | undefined
  /** A password that is being chosen: shows how strong it is, and the browser offers to make one. */
  readonly isNew?: boolean
  readonly hasHelp?: boolean
  readonly autoFocus?: boolean
  readonly onValue: (value: string) => void
}

/** A password that can be shown. */
export function PasswordField({ isNew = false, hasHelp = false, ...rest }: PasswordFieldProps) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  return (
    <div className="password">
      <TextField
        {...rest}
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        help={hasHelp ? t(formText.passwordHelp) : undefined}
      >
        <Button kind="ghost" icon={isShown ? 'EyeOff' : 'Eye'} isIconOnly subject={rest.label} onClick={() => setShown(!isShown)}>
          {t(isShown ? formText.hidePassword : formText.showPassword)}
        </Button>
      </TextField>
      {hasHelp && rest.value !== '' && <Strength password={rest.value} />}
    </div>
  )
}

const WORDS = [formText.strength0, formText.strength1, formText.strength2, formText.strength3, formText.strength4] as const

function Strength({ password }: { password: string }) {
  const t = useText()
  const strength = toStrength(password)
  return (
    <p className={`strength s${strength}`}>
      <meter min={0} max={4} low={2} high={3} optimum={4} value={strength} aria-hidden="true" />
      <span aria-live="polite">{t(formText.strength, { strength: t(WORDS[strength]) })}</span>
    </p>
  )
}
