import { useEffect, useState, type RefObject } from 'react'

/** The word that a mail is under way, in place of a form, and the way back to it: then its address has the focus. */
export function useSent(form: RefObject<HTMLFormElement | null>) {
  const [message, setMessage] = useState('')
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    if (isBack) form.current?.querySelector<HTMLElement>('[name=email]')?.focus()
  }, [isBack, form])
  const show = (words: string) => {
    setMessage(words)
    setBack(words === '')
  }
  return { message, setMessage: show, back: () => show('') }
}
