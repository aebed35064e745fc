import '../account/forms.css'
import { SignUpForm } from '../account/sign-up-form.tsx'
import type { ModalProps } from '../layout/overlays.tsx'
import { useText } from '../lang.tsx'
import { showModal } from '../state/app-store.ts'
import { formText } from '../text/account-forms.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Signing up. What was typed stays while the login is looked at. */
export default function RegisterModal({ onClose }: ModalProps) {
  const t = useText()
  return (
    <Dialog title={t(formText.signUp)} onClose={onClose}>
      <SignUpForm />
      <p className="account-turn">
        {t(formText.haveAccount)}{' '}
        <button type="button" className="link" onClick={() => showModal('login')}>
          {t(formText.logIn)}
        </button>
      </p>
    </Dialog>
  )
}
