import { useState } from 'react'
import { ForgotForm } from '../account/forgot-form.tsx'
import { FormFailure } from '../account/form-failure.tsx'
import { LoneDone } from '../account/lone-done.tsx'
import { LoneForm } from '../account/lone-form.tsx'
import { request } from '../account/request.ts'
import { useLinkToken } from '../account/use-link-token.ts'
import { useText } from '../lang.tsx'
import { definePage } from '../page.ts'
import { formText } from '../text/account-forms.ts'
import { Button } from '../ui/button.tsx'

/** The page behind the link of the mail. A button confirms, since programs that scan mails open links, too. */
export default definePage({
  title: formText.confirmTitle,
  description: formText.resetDescription,
  layout: 'simple',
  isPrivate: true,
  Component: ConfirmPage,
})

function ConfirmPage() {
  const t = useText()
  const token = useLinkToken()
  const [message, setMessage] = useState('')
  const [failure, setFailure] = useState<{ msg: string; isDead: boolean }>()
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const { data, failure: fault } = await request<{ message: string }>('POST', 'account/confirm', { token }, { isQuiet: true })
    setBusy(false)
    if (data) setMessage(data.message)
    setFailure(fault && { msg: fault.msg, isDead: fault.error === 'link_dead' })
  }
  if (message) return <LoneDone title={t(formText.confirmTitle)} message={message} />
  return (
    <LoneForm title={t(formText.confirmTitle)}>
      {token === '' ? (
        <p>{t(formText.noToken)}</p>
      ) : (
        <>
          <p>{t(formText.confirmHelp)}</p>
          <FormFailure words={failure?.msg} />
          {!failure?.isDead && (
            <p>
              <Button kind="primary" disabled={isBusy || token === undefined} onClick={() => void confirm()}>
                {t(formText.confirm)}
              </Button>
            </p>
          )}
        </>
      )}
      {(token === '' || failure?.isDead) && <ForgotForm path="account/resend" help={t(formText.newLink)} />}
    </LoneForm>
  )
}
