import { useEffect, useState, type RefObject } from 'react'

/** The answer to a call that has a mail sent. */
export type Mailed = {
  readonly message: string
  /** The mail waits for the mail server. */
  readonly is_late: boolean
  /** There is no mail server here that could send it. */
  readonly is_unsent: boolean
}

/** The word that a mail is under way, in place of a form, and the way back to it: then its address has the focus. */
export function useSent(form: RefObject<HTMLFormElement | null>) {
  const [sent, setSent] = useState<Mailed>()
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    if (isBack) form.current?.querySelector<HTMLElement>('[name=email]')?.focus()
  }, [isBack, form])
  const show = (mailed: Mailed | undefined) => {
    setSent(mailed)
    setBack(!mailed)
  }
  return { sent, setSent: show, back: () => show(undefined) }
}
