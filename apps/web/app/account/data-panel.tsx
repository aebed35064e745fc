import { useState, type FormEvent } from 'react'
import { toHeaders } from '../api/call.ts'
import { useText } from '../lang.tsx'
import { profileText } from '../text/account-profile.ts'
import { Button } from '../ui/button.tsx'
import { noteDeleted } from './ask-login.ts'
import { toFailureText } from './failure-in.ts'
import { toFormError, type Words } from './form-errors.ts'
import { leave } from './log-out.ts'
import { Panel } from './panel.tsx'
import { PasswordField } from './password-field.tsx'
import { request } from './request.ts'
import { saveBlob } from './save-blob.ts'
import { useFormErrors } from './use-form-errors.ts'
import { useSwapFocus } from './use-swap-focus.ts'

/** The person's data: taken along, or deleted with the account. */
export function DataPanel() {
  const t = useText()
  const [isDeleting, setDeleting] = useState(false)
  const place = useSwapFocus<HTMLDivElement>(isDeleting)
  return (
    <>
      <Panel title={t(profileText.data)} help={t(profileText.dataHelp)}>
        <p>
          <Button icon="Download" onClick={() => void download()}>
            {t(profileText.export)}
          </Button>
        </p>
      </Panel>
      <Panel title={t(profileText.delete)} help={t(profileText.deleteHelp)}>
        <div ref={place}>
          {isDeleting ? (
            <DeleteForm onClose={() => setDeleting(false)} />
          ) : (
            <p>
              <Button icon="Trash" onClick={() => setDeleting(true)}>
                {t(profileText.delete)}
              </Button>
            </p>
          )}
        </div>
      </Panel>
    </>
  )
}

async function download(): Promise<void> {
  const answer = await fetch('/v1/account/export', { headers: toHeaders() }).catch(() => undefined)
  // Asked once more by the call that says why it failed.
  if (!answer?.ok) return void request('GET', 'account/export')
  saveBlob(await answer.blob(), 'octet-account.json')
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [password, setPassword] = useState('')
  const { errors, setErrors, form } = useFormErrors<{ readonly deletePassword?: Words }>()
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setErrors({ deletePassword: toFormError('password_missing') })
    setBusy(true)
    const { failure } = await request('POST', 'account/delete', { password }, { isQuiet: true })
    setBusy(false)
    if (failure) return setErrors({ deletePassword: toFailureText(failure) })
    noteDeleted()
    leave()
  }
  return (
    <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
      <PasswordField
        label={t(profileText.currentPassword)}
        name="delete_password"
        value={password}
        error={errors.deletePassword}
        onValue={setPassword}
      />
      <p className="account-buttons">
        <Button kind="primary" className="danger" type="submit" isBusy={isBusy}>
          {t(profileText.deleteNow)}
        </Button>
        <Button kind="ghost" onClick={onClose}>
          {t(profileText.cancel)}
        </Button>
      </p>
    </form>
  )
}
