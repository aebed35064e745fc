import { useState } from 'react'
import { useAct } from '../account/use-act.ts'
import { FormFailure } from '../account/form-failure.tsx'
import { useText } from '../lang.tsx'
import { pointText as words } from '../text/points.ts'
import { Button } from '../ui/button.tsx'
import { PointCommand } from './point-command.tsx'

/** A new token for a point of one's own: the command that joins it, shown once. The old one works meanwhile. */
export function usePointToken(id: string, name: string) {
  const t = useText()
  const [command, setCommand] = useState('')
  const { isBusy, refusal, act } = useAct()
  const renew = async () => {
    const { data } = await act<{ command: string }>('POST', `points/${id}/token`, {})
    if (data) setCommand(`npm run octet -- ${data.command.replace(/^octet /, '')}`)
  }
  const button = (
    <Button kind="ghost" icon="Refresh" isIconOnly subject={name} isBusy={isBusy} onClick={() => void renew()}>
      {t(words.newToken)}
    </Button>
  )
  const shown = (
    <>
      <FormFailure words={refusal} />
      {command && (
        <div className="points-token">
          <PointCommand text={command} />
          <p role="status">{t(words.newTokenHelp)}</p>
        </div>
      )}
    </>
  )
  return { button, shown }
}
