import { useText } from '../lang.tsx'
import { useAppStore, type Contact } from '../state/app-store.ts'
import { modalText } from '../text/modals.ts'

const KINDS = ['phone', 'email', 'qq', 'qq_code', 'wx_code'] as const

/** The ways to reach the operator that the configuration names. Nothing when it names none. */
export function ContactList({ title }: { title: string }) {
  const t = useText()
  const userData = useAppStore((state) => state.userData)
  const contacts = KINDS.flatMap((kind) => (userData[kind] ?? []).map((contact) => ({ kind, contact })))
  if (contacts.length === 0) return null
  return (
    <section className="contact-list">
      <h2>{title}</h2>
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
    </section>
  )
}

function ContactValue({ kind, contact: { name, value } }: { kind: (typeof KINDS)[number]; contact: Contact }) {
  if (kind === 'email') return <a href={`mailto:${value}`}>{value}</a>
  if (kind === 'phone') return <a href={`tel:${value}`}>{value}</a>
  if (/^(\/|https:|data:image\/)/.test(value)) return <img src={value} alt={name} width="160" height="160" />
  return <span>{value}</span>
}
