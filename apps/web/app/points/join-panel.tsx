import { useState } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { useAct } from '../account/use-act.ts'
import { useText } from '../lang.tsx'
import { showModal } from '../state/app-store.ts'
import { useUserStore } from '../state/user-store.ts'
import { pointText as words } from '../text/points.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

const ADD = 'npm run octet -- point add --name Frankfurt --tag home'
const JOIN = 'npm run octet -- agent --server https://… --token oct_point_…'

/** How to join a point, and for logged-in users a form that adds a private one. */
export function JoinPanel({ onAdded }: { onAdded: () => void }) {
  const t = useText()
  const isLoggedIn = useUserStore(({ token }) => token !== '')
  return (
    <section className="net-panel points-join">
      <h2>{t(words.joinTitle)}</h2>
      <p>{t(words.joinWords)}</p>
      <p>{t(words.joinOperator)}</p>
      <Command text={ADD} />
      <p>{t(words.joinAnywhere)}</p>
      <Command text={JOIN} />
      {isLoggedIn ? (
        <p>{t(words.joinUser)}</p>
      ) : (
        <p>
          <Button onClick={() => showModal('login')}>{t(words.logInFirst)}</Button>
        </p>
      )}
      {isLoggedIn && <AddPoint onAdded={onAdded} />}
      <p className="quiet">{t(words.joinBetter)}</p>
    </section>
  )
}

function Command({ text }: { text: string }) {
  return (
    <div className="points-command">
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} subject={text} isIconOnly />
    </div>
  )
}

function AddPoint({ onAdded }: { onAdded: () => void }) {
  const t = useText()
  const [name, setName] = useState('')
  const [command, setCommand] = useState('')
  const { isBusy, refusal, act } = useAct()
  const add = async () => {
    const { data } = await act<{ command: string }>('POST', 'points', { name })
    if (!data) return
    setCommand(`npm run octet -- ${data.command.replace(/^octet /, '')}`)
    setName('')
    onAdded()
  }
  return (
    <>
      <form
        method="dialog"
        className="points-add"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void add()
        }}
      >
        <input
          value={name}
          required
          maxLength={60}
          aria-label={t(words.pointName)}
          placeholder={t(words.pointName)}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" icon="Plus" isBusy={isBusy}>
          {t(words.add)}
        </Button>
      </form>
      <FormFailure words={refusal} />
      {command && (
        <>
          <Command text={command} />
          <p role="status">{t(words.tokenOnce)}</p>
        </>
      )}
    </>
  )
}
