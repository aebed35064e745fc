import type { ModalProps } from '../layout/overlays.tsx'
import { useText } from '../lang.tsx'
import { modalText } from '../text/modals.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Signing up. */
export default function RegisterModal({ onClose }: ModalProps) {
  const t = useText()
  return (
    <Dialog title={t(modalText.register)} onClose={onClose}>
      <p>{t(modalText.noAccounts)}</p>
    </Dialog>
  )
}
