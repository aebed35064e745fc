import './mail-note.css'
import type { Text } from '@octet/core/text.ts'
import { useLang, useText } from '../lang.tsx'
import { formText } from '../text/account-forms.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { useLoaded } from './request.ts'

type Outlook = 'sent' | 'kept' | 'unsent'

/**
 * Where emails are offered, but no mail server is set up: that none is sent, and where else to look or what else there is.
 * Nothing where they are sent.
 */
export function MailNote({ more }: { readonly more?: Text }) {
  const t = useText()
  const lang = useLang()
  const { data } = useLoaded<{ readonly outlook: Outlook }>('account/mail')
  if (!data || data.outlook === 'sent') return null
  const blank = lang === 'zh' ? '' : ' '
  const isKept = data.outlook === 'kept'
  return (
    <p className="mail-note" role="note">
      {t(isKept ? formText.outboxHelp : formText.noMailServer)}
      {more && blank + t(more)}
      {isKept && (
        <>
          {' '}
          <SiteLink to="/account/outbox">{t(formText.outbox)}</SiteLink>
        </>
      )}
    </p>
  )
}
