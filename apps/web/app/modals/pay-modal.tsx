import type { ModalProps } from '../layout/overlays.tsx'
import { useText } from '../lang.tsx'
import { modalText } from '../text/modals.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Paying for a plan. */
export default function PayModal({ onClose }: ModalProps) {
  const t = useText()
  return (
    <Dialog title={t(modalText.pay)} onClose={onClose}>
      <p>{t(modalText.noPay)}</p>
    </Dialog>
  )
}
