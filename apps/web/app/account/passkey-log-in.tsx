import { useState } from 'react'
import { useText } from '../lang.tsx'
import { formText } from '../text/account-forms.ts'
import { Button } from '../ui/button.tsx'
import { toFailureText } from './failure-in.ts'
import { FormFailure } from './form-failure.tsx'
import { takeLogIn, type LoggedIn } from './log-in.ts'
import { isPasskeyFault, usePasskey, type PasskeyFault } from './passkey.ts'
import { request, type Failure } from './request.ts'
import { keepTyped, useTyped } from './typed.ts'

/** Logging in by a passkey: nothing to type. */
export function PasskeyLogIn({ onDone }: { onDone: () => void }) {
  const t = useText()
  const isRemembered = useTyped((typed) => typed.isRemembered)
  const [failure, setFailure] = useState<PasskeyFault>()
  const [isBusy, setBusy] = useState(false)
  const logIn = async () => {
    setBusy(true)
    setFailure(undefined)
    const failed = await logInByPasskey(isRemembered)
    setBusy(false)
    if (failed === undefined) return onDone()
    setFailure(failed)
  }
  return (
    <div className="account-form">
      <p className="account-note">{t(formText.passkeyHelp)}</p>
      <label className="tick">
        <input type="checkbox" checked={isRemembered} onChange={(event) => keepTyped({ isRemembered: event.target.checked })} />
        {t(formText.remember)}
      </label>
      <FormFailure words={failure && t(failure.fault, failure.values)} />
      <Button kind="primary" icon="Fingerprint" isBusy={isBusy} onClick={() => void logIn()}>
        {t(formText.passkeyStart)}
      </Button>
    </div>
  )
}

/** Undefined when it worked, else what is the matter. */
async function logInByPasskey(isRemembered: boolean): Promise<PasskeyFault | undefined> {
  const start = await request<{ options: unknown }>('POST', 'account/passkeys/log_in_start', {}, { isQuiet: true })
  if (start.failure) return toFault(start.failure)
  const used = await usePasskey(start.data.options)
  if (isPasskeyFault(used)) return used
  const { data, failure } = await request<LoggedIn>(
    'POST',
    'account/passkeys/log_in',
    { response: used, remember: isRemembered },
    { isQuiet: true },
  )
  if (failure) return toFault(failure)
  await takeLogIn(data)
  return undefined
}

const toFault = (failure: Failure): PasskeyFault => ({ fault: toFailureText(failure), values: {} })
