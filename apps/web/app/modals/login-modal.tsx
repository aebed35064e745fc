import '../account/forms.css'
import { useRouter } from '@tanstack/react-router'
import { takeWanted } from '../account/ask-login.ts'
import { LogInTabs } from '../account/log-in-tabs.tsx'
import type { ModalProps } from '../layout/overlays.tsx'
import { useText } from '../lang.tsx'
import { showModal, useAppStore } from '../state/app-store.ts'
import { formText } from '../text/account-forms.ts'
import { Dialog } from '../ui/dialog.tsx'

/** The login. Its pages are numbered from 1 by the menu index; closing it puts the index back. */
export default function LoginModal({ onClose }: ModalProps) {
  const t = useText()
  const router = useRouter()
  const menuIndex = useAppStore((state) => state.menuIndex)
  const close = () => {
    takeWanted()
    onClose()
  }
  const onDone = () => {
    const wanted = takeWanted()
    onClose()
    if (wanted) void router.navigate({ to: wanted })
  }
  return (
    <Dialog title={t(formText.logIn)} onClose={close}>
      <LogInTabs
        menuIndex={menuIndex}
        onMenu={(index) => useAppStore.setState({ menuIndex: index })}
        onDone={onDone}
        onForgot={() => showModal('forgot')}
      />
      <p className="account-turn">
        {t(formText.noAccount)}{' '}
        <button type="button" className="link" onClick={() => showModal('register')}>
          {t(formText.signUp)}
        </button>
      </p>
    </Dialog>
  )
}
