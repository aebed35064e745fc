import { useState } from 'react'
import { arrived } from '../arrived.ts'
import { fetchData } from '../api/fetch-data.ts'
import { useLang, useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { Button } from '../ui/button.tsx'
import { CopyValue } from './copy-value.tsx'
import { useOwnRecord } from './use-own-record.ts'
import type { Candidate } from './webrtc-candidates.ts'

/** Asks the browser for its ICE candidates (RFC 8839), by the site's own STUN server where it has one, on a click. */
export function WebrtcTest() {
  const t = useText()
  const [state, setState] = useState<'idle' | 'busy' | 'off' | 'done'>('idle')
  const [candidates, setCandidates] = useState<readonly Candidate[]>([])
  const [isAnswered, setAnswered] = useState<boolean>()
  const lang = useLang()
  const own = useOwnRecord()
  const run = async () => {
    setState('busy')
    const { findCandidates } = await arrived(import('./webrtc-candidates.ts'))
    const { data } = await fetchData<{ url: string | null }>('/v1/stun', { lang })
    const found = await findCandidates({ stun: data?.url ?? null, seen: own?.ip })
    setCandidates(found?.candidates ?? [])
    setAnswered(found?.isAnswered)
    setState(found ? 'done' : 'off')
  }
  return (
    <section className="ip-panel ip-webrtc">
      <h2>{t(ipText.webrtc)}</h2>
      <p className="ip-hint">{t(ipText.webrtcHelp)}</p>
      <div role="status">
        {state === 'off' && <p className="ip-hint">{t(ipText.webrtcOff)}</p>}
        {state === 'done' && isAnswered === false && <p className="ip-hint">{t(ipText.webrtcSilent)}</p>}
        {state === 'done' && candidates.length === 0 && <p className="ip-hint">{t(ipText.webrtcNone)}</p>}
        {candidates.length > 0 && (
          <ul>
            {candidates.map(({ name, meaning }) => (
              <li key={name}>
                <CopyValue words={name} />
                <small>{t(meaning)}</small>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button icon="Radar2" isBusy={state === 'busy'} onClick={() => void run()}>
        {t(state === 'busy' ? ipText.webrtcBusy : state === 'idle' ? ipText.webrtcRun : ipText.webrtcAgain)}
      </Button>
    </section>
  )
}
