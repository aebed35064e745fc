import { LoneForm } from '../account/lone-form.tsx'
import { ContactForm } from '../contact/contact-form.tsx'
import { ContactList } from '../contact/contact-list.tsx'
import { useText } from '../lang.tsx'
import { definePage } from '../page.ts'
import { CATEGORIES, contactText } from '../text/contact.ts'

/** `?about=custom` opens the form with that category. */
export default definePage({
  title: contactText.title,
  description: contactText.description,
  Component: ContactPage,
})

function ContactPage({ search }: { search: Readonly<Record<string, string>> }) {
  const t = useText()
  const first = CATEGORIES.find((category) => category === search['about'])
  return (
    <LoneForm title={t(contactText.title)}>
      <p className="account-note">{t(contactText.lead)}</p>
      <ContactForm {...(first && { first })} />
      <ContactList title={t(contactText.otherWays)} />
    </LoneForm>
  )
}
