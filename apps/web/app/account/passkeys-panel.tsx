import { useRef, useState, type FormEvent } from 'react'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { profileText } from '../text/account-profile.ts'
import { Button } from '../ui/button.tsx'
import { CurrentPassword } from './current-password.tsx'
import { FormFailure } from './form-failure.tsx'
import { toFormError, toFormErrors, type FormErrors } from './form-errors.ts'
import { Panel } from './panel.tsx'
import { PasskeyRow, type Passkey } from './passkey-row.tsx'
import { isPasskeyFault, makePasskey, type PasskeyFault } from './passkey.ts'
import { request, useLoaded, type Failure } from './request.ts'
import { TextField } from './text-field.tsx'
import { useFormErrors } from './use-form-errors.ts'
import { Waiting } from './waiting.tsx'

/** The passkeys that log in to the account. */
export function PasskeysPanel() {
  const t = useText()
  const title = useRef<HTMLHeadingElement>(null)
  const loaded = useLoaded<readonly Passkey[]>('account/passkeys')
  return (
    <Panel title={t(profileText.passkeys)} titleRef={title} help={t(profileText.passkeysHelp)}>
      {!loaded.data && <Waiting loaded={loaded} />}
      {loaded.data && loaded.data.length > 0 && (
        <ul className="profile-list">
          {loaded.data.map((value) => (
            <PasskeyRow
              key={value.id}
              value={value}
              onChange={() => void loaded.reload()}
              onRemoved={() => {
                title.current?.focus()
                void loaded.reload()
              }}
            />
          ))}
        </ul>
      )}
      <AddPasskey onAdded={() => void loaded.reload()} />
    </Panel>
  )
}

function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const t = useText()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { errors, setErrors, form } = useFormErrors<FormErrors>()
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setErrors({ current: toFormError('password_missing') })
    setBusy(true)
    setErrors({})
    const outcome = await addPasskey({ name: name.trim() || t(profileText.passkeyPlace), password })
    setBusy(false)
    if ('failure' in outcome) return setErrors(toFormErrors(outcome.failure))
    if ('fault' in outcome) return setErrors({ form: t(outcome.fault, outcome.values) })
    setName('')
    setPassword('')
    toast.success(outcome.message)
    onAdded()
  }
  return (
    <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
      <TextField
        label={t(profileText.passkeyName)}
        value={name}
        maxLength={60}
        placeholder={t(profileText.passkeyPlace)}
        onValue={setName}
      />
      <CurrentPassword value={password} errors={errors} onValue={setPassword} />
      <FormFailure words={errors.form} />
      <p>
        <Button type="submit" icon="Fingerprint" isBusy={isBusy}>
          {t(profileText.passkeyAdd)}
        </Button>
      </p>
    </form>
  )
}

type Outcome = { message: string } | { failure: Failure } | PasskeyFault

async function addPasskey({ name, password }: { name: string; password: string }): Promise<Outcome> {
  const start = await request<{ options: unknown }>('POST', 'account/passkeys/start', { password }, { isQuiet: true })
  if (start.failure) return { failure: start.failure }
  const response = await makePasskey(start.data.options)
  if (isPasskeyFault(response)) return response
  const { data, failure } = await request<{ message: string }>('POST', 'account/passkeys', { name, response }, { isQuiet: true })
  return data ?? { failure }
}
