import type { ModalProps } from '../layout/overlays.tsx'
import { useText } from '../lang.tsx'
import { useAppStore, type Contact } from '../state/app-store.ts'
import { modalText } from '../text/modals.ts'
import { Dialog } from '../ui/dialog.tsx'

const KINDS = ['phone', 'email', 'qq', 'qq_code', 'wx_code'] as const

/** The operator's contacts, as the configuration names them. */
export default function FeedbackModal({ onClose }: ModalProps) {
  const t = useText()
  const userData = useAppStore((state) => state.userData)
  const contacts = KINDS.flatMap((kind) => (userData[kind] ?? []).map((contact) => ({ kind, contact })))
  return (
    <Dialog title={t(modalText.feedback)} onClose={onClose}>
      <p>{t(contacts.length > 0 ? modalText.contactsHere : modalText.noContacts)}</p>
      {contacts.length > 0 && (
        <dl>
          {contacts.map(({ kind, contact }) => (
            <div key={kind + contact.value}>
              <dt>{contact.name || t(modalText[kind])}</dt>
              <dd>
                <ContactValue kind={kind} contact={contact} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  )
}

function ContactValue({ kind, contact: { name, value } }: { kind: (typeof KINDS)[number]; contact: Contact }) {
  if (kind === 'email') return <a href={`mailto:${value}`}>{value}</a>
  if (kind === 'phone') return <a href={`tel:${value}`}>{value}</a>
  if (/^(\/|https:|data:image\/)/.test(value)) return <img src={value} alt={name} width="160" height="160" />
  return <span>{value}</span>
}
