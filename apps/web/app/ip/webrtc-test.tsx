import { useState } from 'react'
import { findAddress } from '@octet/core/ip/address.ts'
import { findSpecial } from '@octet/core/ip/special.ts'
import { useText } from '../lang.tsx'
import { ipText } from '../text/ip.ts'
import { Button } from '../ui/button.tsx'
import { CopyValue } from './copy-value.tsx'

const MAX_WAIT_MS = 3000

/** Asks the browser for its ICE candidates (RFC 8839) without a server, on a click. */
export function WebrtcTest() {
  const t = useText()
  const [state, setState] = useState<'idle' | 'busy' | 'off' | 'done'>('idle')
  const [names, setNames] = useState<readonly string[]>([])
  const run = async () => {
    setState('busy')
    const found = await collectCandidates()
    setNames(found ?? [])
    setState(found ? 'done' : 'off')
  }
  return (
    <section className="ip-panel ip-webrtc">
      <h2>{t(ipText.webrtc)}</h2>
      <p className="ip-hint">{t(ipText.webrtcHelp)}</p>
      <div role="status">
        {state === 'off' && <p className="ip-hint">{t(ipText.webrtcOff)}</p>}
        {state === 'done' && names.length === 0 && <p className="ip-hint">{t(ipText.webrtcNone)}</p>}
        {names.length > 0 && (
          <ul>
            {names.map((name) => (
              <li key={name}>
                <CopyValue words={name} />
                <small>{t(toMeaning(name))}</small>
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

function toMeaning(name: string) {
  const address = findAddress(name)
  if (!address) return ipText.webrtcHidden
  const block = findSpecial(address)
  return block && !block.global ? ipText.webrtcLocal : ipText.webrtcPublic
}

/** Names and addresses of the candidates, each once; undefined where WebRTC is switched off. */
async function collectCandidates(): Promise<string[] | undefined> {
  if (typeof RTCPeerConnection === 'undefined') return undefined
  const connection = new RTCPeerConnection()
  const names = new Set<string>()
  try {
    const { promise, resolve } = Promise.withResolvers<void>()
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (!candidate) return resolve()
      const name = candidate.address ?? candidate.candidate.split(' ')[4]
      if (name) names.add(name)
    })
    connection.createDataChannel('')
    await connection.setLocalDescription()
    setTimeout(resolve, MAX_WAIT_MS)
    await promise
  } finally {
    connection.close()
  }
  return [...names]
}
