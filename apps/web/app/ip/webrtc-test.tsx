import { useState } from 'react'
import { arrived } from '../arrived.ts'
import { useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { Button } from '../ui/button.tsx'
import { CopyValue } from './copy-value.tsx'
import type { Candidate } from './webrtc-candidates.ts'

/** Asks the browser for its ICE candidates (RFC 8839) without a server, on a click. */
export function WebrtcTest() {
  const t = useText()
  const [state, setState] = useState<'idle' | 'busy' | 'off' | 'done'>('idle')
  const [candidates, setCandidates] = useState<readonly Candidate[]>([])
  const run = async () => {
    setState('busy')
    const { findCandidates } = await arrived(import('./webrtc-candidates.ts'))
    const found = await findCandidates()
    setCandidates(found ?? [])
    setState(found ? 'done' : 'off')
  }
  return (
    <section className="ip-panel ip-webrtc">
      <h2>{t(ipText.webrtc)}</h2>
      <p className="ip-hint">{t(ipText.webrtcHelp)}</p>
      <div role="status">
        {state === 'off' && <p className="ip-hint">{t(ipText.webrtcOff)}</p>}
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
      <Button icon="Radar2" disabled={state === 'busy'} onClick={() => void run()}>
        {t(state === 'busy' ? ipText.webrtcBusy : state === 'idle' ? ipText.webrtcRun : ipText.webrtcAgain)}
      </Button>
    </section>
  )
}
