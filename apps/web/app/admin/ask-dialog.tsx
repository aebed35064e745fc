import { useState } from 'react'
import { useText } from '../lang.tsx'
import { adminText } from '../text/admin.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** What changes something for a person, in words that are asked before it is done. */
export type Question = {
  readonly title: string
  /** What comes of it. */
  readonly words: string
  readonly yes: string
  readonly isDanger?: boolean
  readonly act: () => Promise<void>
}

/** «Really?», as before a refund: nothing is done until it is confirmed. */
export function AskDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const { title, words, yes, isDanger = false, act } = question
  const onYes = async () => {
    setBusy(true)
    await act()
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="account-form">
        <p>{words}</p>
        <p className="account-buttons">
          <Button kind="primary" className={isDanger ? 'danger' : ''} isBusy={isBusy} onClick={() => void onYes()}>
            {yes}
          </Button>
          <Button kind="ghost" isBusy={isBusy} onClick={onClose}>
            {t(adminText.cancel)}
          </Button>
        </p>
      </div>
    </Dialog>
  )
}

type AskButtonProps = { readonly label: string; readonly subject: string; readonly question: Omit<Question, 'yes'> }

/** A button of a row that asks first; the subject is the name of the row. */
export function AskButton({ label, subject, question }: AskButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button subject={subject} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && <AskDialog question={{ ...question, yes: label }} onClose={() => setAsking(false)} />}
    </>
  )
}
