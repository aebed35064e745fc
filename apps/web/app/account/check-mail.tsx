import './mail-note.css'
import { useEffect, useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { useText } from '../lang.tsx'
import { formText } from '../text/account-forms.ts'
import { Button } from '../ui/button.tsx'
import { focusIt } from '../ui/focus-it.ts'
import { SiteLink } from '../ui/site-link.tsx'
import { hideModal } from '../state/app-store.ts'
import { toFailureText } from './failure-in.ts'
import { FormFailure } from './form-failure.tsx'
import { request } from './request.ts'
import type { Mailed } from './use-sent.ts'

type CheckMailProps = {
  readonly email: string
  readonly sent: Mailed
  /** The call that sends the mail again. */
  readonly resendPath: string
  /** Back to the form, as for an address that was mistyped. */
  readonly onBack: () => void
}

/** The mail is under way, waits, or was not sent: what to do, and what when it does not come. Takes the focus of the form whose place it takes. */
export function CheckMail({ email, sent: first, resendPath, onBack }: CheckMailProps) {
  const t = useText()
  const [sent, setSent] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const [words, setWords] = useState<{ readonly done?: Text; readonly failure?: Text }>({})
  const resend = async () => {
    setBusy(true)
    const { data, failure } = await request<Mailed>('POST', resendPath, { email }, { isQuiet: true })
    setBusy(false)
    if (data) setSent(data)
    setWords(failure ? { failure: toFailureText(failure) } : { done: formText.sentAgain })
  }
  const { is_late: isLate, is_unsent: isUnsent } = sent
  const canResend = !isLate && !isUnsent
  const heading = isUnsent ? formText.noMail : isLate ? formText.checkLater : formText.checkMail
  return (
    <div className="check-mail">
      <h3 key={heading.en} ref={focusIt} tabIndex={-1}>
        {t(heading)}
      </h3>
      <p role="status">{sent.message}</p>
      {!isUnsent && <p className="account-note">{t(isLate ? formText.mailLater : formText.mailTo, { email })}</p>}
      <OutboxHint />
      {canResend && <p className="account-note">{t(formText.notArrived)}</p>}
      <p className="account-buttons">
        {canResend && (
          <Button icon="Mail" isBusy={isBusy} onClick={() => void resend()}>
            {t(formText.resend)}
          </Button>
        )}
        <Button kind="ghost" onClick={onBack}>
          {t(formText.otherAddress)}
        </Button>
        <span role="status">{canResend && words.done && t(words.done)}</span>
      </p>
      <FormFailure words={words.failure && t(words.failure)} />
    </div>
  )
}

/** On the machine itself, while no mail server is set up: where the mails are. */
function OutboxHint() {
  const t = useText()
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (!isLoopback(location.hostname)) return
    void request('GET', 'account/outbox', {}, { isQuiet: true }).then(({ data }) => setHere(data !== undefined))
  }, [])
  if (!isHere) return null
  return (
    <p className="mail-note">
      {t(formText.outboxHelp)}{' '}
      <SiteLink to="/account/outbox" onClick={() => (hideModal('register'), hideModal('forgot'))}>
        {t(formText.outbox)}
      </SiteLink>
    </p>
  )
}

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
