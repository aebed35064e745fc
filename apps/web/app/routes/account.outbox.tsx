import { LoneForm } from '../account/lone-form.tsx'
import { Outbox } from '../account/outbox.tsx'
import { useText } from '../lang.tsx'
import { definePage } from '../page.ts'
import { formText } from '../text/account-forms.ts'

/** The mails of a machine without a mail server, for the browser on the machine itself. */
export default definePage({
  title: formText.outboxTitle,
  description: formText.outboxDescription,
  layout: 'simple',
  isPrivate: true,
  Component: OutboxPage,
})

function OutboxPage() {
  const t = useText()
  return (
    <LoneForm title={t(formText.outboxTitle)}>
      <p className="account-note">{t(formText.outboxHelp)}</p>
      <Outbox />
    </LoneForm>
  )
}
