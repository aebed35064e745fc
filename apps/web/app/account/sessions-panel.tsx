import { useRef, useState } from 'react'
import { toDayTime } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { profileText } from '../text/account-profile.ts'
import { Button } from '../ui/button.tsx'
import { toDeviceName } from './device-name.ts'
import { logOut, logOutEverywhere } from './log-out.ts'
import { FormFailure } from './form-failure.tsx'
import { Panel } from './panel.tsx'
import { useLoaded } from './request.ts'
import { useAct } from './use-act.ts'
import { Waiting } from './waiting.tsx'

type SessionRow = {
  readonly id: string
  readonly agent: string
  readonly address: string
  readonly created_at: string
  readonly expires_at: string
  readonly is_current: boolean
}

/** The devices that are logged in. */
export function SessionsPanel() {
  const t = useText()
  const lang = useLang()
  const loaded = useLoaded<readonly SessionRow[]>('account/sessions')
  const title = useRef<HTMLHeadingElement>(null)
  const [isBusy, setBusy] = useState(false)
  const endAll = async () => {
    setBusy(true)
    await logOutEverywhere()
    setBusy(false)
  }
  const onEnded = (message: string) => {
    title.current?.focus()
    toast.success(message)
    void loaded.reload()
  }
  return (
    <Panel title={t(profileText.sessions)} titleRef={title}>
      {!loaded.data && <Waiting loaded={loaded} />}
      {loaded.data && (
        <ul className="profile-list">
          {loaded.data.map((row) => {
            const device = toDeviceName(row.agent) || t(profileText.unknownDevice)
            return (
              <li key={row.id}>
                <div title={row.agent}>
                  <strong>{device}</strong>
                  {row.is_current && <span className="here"> · {t(profileText.thisDevice)}</span>}
                  <p className="account-note">
                    {row.address} ·{' '}
                    {t(profileText.since, { time: toDayTime(row.created_at, lang), end: toDayTime(row.expires_at, lang) })}
                  </p>
                </div>
                {!row.is_current && <EndSession id={row.id} subject={`${device}, ${row.address}`} onEnded={onEnded} />}
              </li>
            )
          })}
        </ul>
      )}
      <p className="account-buttons">
        <Button icon="Logout" onClick={() => void logOut()}>
          {t(profileText.logOut)}
        </Button>
        <Button isBusy={isBusy} onClick={() => void endAll()}>
          {t(profileText.logOutEverywhere)}
        </Button>
      </p>
    </Panel>
  )
}

type EndProps = { readonly id: string; readonly subject: string; readonly onEnded: (message: string) => void }

function EndSession({ id, subject, onEnded }: EndProps) {
  const t = useText()
  const { isBusy, refusal, act } = useAct()
  const end = async () => {
    const { data } = await act<{ message: string }>('DELETE', `account/sessions/${id}`)
    if (data) onEnded(data.message)
  }
  return (
    <div>
      <Button subject={subject} isBusy={isBusy} onClick={() => void end()}>
        {t(profileText.endSession)}
      </Button>
      <FormFailure words={refusal} />
    </div>
  )
}
