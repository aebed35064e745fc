import type { ModalProps } from '../layout/overlays.tsx'
import { useText } from '../lang.tsx'
import { modalText } from '../text/modals.ts'
import { Dialog } from '../ui/dialog.tsx'

/** A forgotten password. */
export default function ForgotModal({ onClose }: ModalProps) {
  const t = useText()
  return (
    <Dialog title={t(modalText.forgot)} onClose={onClose}>
      <p>{t(modalText.noPassword)}</p>
    </Dialog>
  )
}
