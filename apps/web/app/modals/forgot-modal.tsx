import '../account/forms.css'
import { ForgotForm } from '../account/forgot-form.tsx'
import type { ModalProps } from '../layout/overlays.tsx'
import { useText } from '../lang.tsx'
import { showModal } from '../state/app-store.ts'
import { formText } from '../text/account-forms.ts'
import { Dialog } from '../ui/dialog.tsx'

/** A forgotten password: a link by mail. */
export default function ForgotModal({ onClose }: ModalProps) {
  const t = useText()
  return (
    <Dialog title={t(formText.forgotTitle)} onClose={onClose}>
      <ForgotForm help={t(formText.forgotHelp)} />
      <p className="account-turn">
        <button type="button" className="link" onClick={() => showModal('login')}>
          {t(formText.logIn)}
        </button>
      </p>
    </Dialog>
  )
}
