import { useState } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { useAct } from '../account/use-act.ts'
import { useText } from '../lang.tsx'
import { pointText as words } from '../text/points.ts'
import { Button } from '../ui/button.tsx'
import { PointCommand } from './point-command.tsx'

/** A form that adds a private point, and the command that joins it, shown once. */
export default function AddPoint({ onAdded }: { onAdded: () => void }) {
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
          <PointCommand text={command} />
          <p role="status">{t(words.tokenOnce)}</p>
        </>
      )}
    </>
  )
}
