import { useState, type FormEvent } from 'react'
import { CurrentPassword } from '../account/current-password.tsx'
import { FormFailure } from '../account/form-failure.tsx'
import { toFormError, toFormErrors, type FormErrors } from '../account/form-errors.ts'
import { request } from '../account/request.ts'
import { useFormErrors } from '../account/use-form-errors.ts'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { adminText } from '../text/admin.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type Person = { readonly id: string; readonly email: string; readonly role: 'user' | 'operator' }

/** Makes somebody an operator, or takes that away, once the own password is shown. */
export function RoleButton({ user, onDone }: { user: Person; onDone: () => void }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button subject={user.email} onClick={() => setOpen(true)}>
        {t(user.role === 'user' ? adminText.makeOperator : adminText.endOperator)}
      </Button>
      {isOpen && <RoleDialog user={user} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  )
}

type RoleDialogProps = { readonly user: Person; readonly onDone: () => void; readonly onClose: () => void }

function RoleDialog({ user: { id, email, role }, onDone, onClose }: RoleDialogProps) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { errors, setErrors, form } = useFormErrors<FormErrors>()
  const isGiven = role === 'user'
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setErrors({ current: toFormError('password_missing') })
    setBusy(true)
    const wanted = { role: isGiven ? 'operator' : 'user', password }
    const { data, failure } = await request<{ message: string }>('POST', `admin/users/${id}/role`, wanted, { isQuiet: true })
    setBusy(false)
    if (failure) return setErrors(toFormErrors(failure))
    if (data) toast.success(data.message)
    onClose()
    onDone()
  }
  return (
    <Dialog title={t(isGiven ? adminText.makeOperatorTitle : adminText.endOperatorTitle, { email })} onClose={onClose}>
      <form method="dialog" {...form} className="account-form" noValidate onSubmit={onSubmit}>
        <p>{t(isGiven ? adminText.makeOperatorSure : adminText.endOperatorSure)}</p>
        <CurrentPassword value={password} errors={errors} onValue={setPassword} />
        <FormFailure words={errors.form} />
        <p className="account-buttons">
          <Button kind="primary" className="danger" type="submit" isBusy={isBusy}>
            {t(isGiven ? adminText.makeOperator : adminText.endOperator)}
          </Button>
          <Button kind="ghost" isBusy={isBusy} onClick={onClose}>
            {t(adminText.cancel)}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
