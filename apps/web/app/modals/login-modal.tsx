import type { ModalProps } from '../layout/overlays.tsx'
import { useText } from '../lang.tsx'
import { showModal, useAppStore } from '../state/app-store.ts'
import { modalText } from '../text/modals.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Tabs } from '../ui/tabs.tsx'

/** The login. Its pages are numbered from 1 by the menu index. */
export default function LoginModal({ onClose }: ModalProps) {
  const t = useText()
  const menuIndex = useAppStore((state) => state.menuIndex)
  const content = <p>{t(modalText.noAccounts)}</p>
  const tabs = [
    { id: '1', label: t(modalText.loginPassword), content },
    { id: '2', label: t(modalText.loginCode), content },
  ]
  return (
    <Dialog title={t(modalText.login)} onClose={onClose}>
      <Tabs
        label={t(modalText.loginPages)}
        tabs={tabs}
        active={String(menuIndex)}
        onChange={(id) => useAppStore.setState({ menuIndex: Number(id) })}
      />
      <p className="dialog-foot">
        <Button kind="ghost" onClick={() => showModal('register')}>
          {t(modalText.register)}
        </Button>
        <Button kind="ghost" onClick={() => showModal('forgot')}>
          {t(modalText.forgot)}
        </Button>
      </p>
    </Dialog>
  )
}
