import { ContactForm } from '../contact/contact-form.tsx'
import { ContactList } from '../contact/contact-list.tsx'
import type { ModalProps } from '../layout/overlays.tsx'
import { useText } from '../lang.tsx'
import { useAppStore } from '../state/app-store.ts'
import { contactText } from '../text/contact.ts'
import { modalText } from '../text/modals.ts'
import { Dialog } from '../ui/dialog.tsx'

/** A message to the operator, and the operator's contacts. */
export default function FeedbackModal({ onClose }: ModalProps) {
  const t = useText()
  const canBeKept = useAppStore((state) => state.initData?.accounts !== false)
  return (
    <Dialog title={t(modalText.feedback)} onClose={onClose}>
      {canBeKept && <ContactForm first="feedback" />}
      <ContactList title={t(canBeKept ? contactText.otherWays : modalText.contactsHere)} />
    </Dialog>
  )
}
