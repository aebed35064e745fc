import { findAddress } from '@octet/core/ip/address.ts'
import { findSpecial } from '@octet/core/ip/special.ts'
import type { Text } from '@octet/core/text.ts'
import { ipText } from '../text/ip.ts'

const MAX_WAIT_MS = 3000

/** A name or an address that a page may learn from the browser, and what that gives away. */
export type Candidate = { readonly name: string; readonly meaning: Text }

/** The browser's ICE candidates (RFC 8839), each once; undefined where WebRTC is switched off. */
export async function findCandidates(): Promise<Candidate[] | undefined> {
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
  return [...names].map((name) => ({ name, meaning: toMeaning(name) }))
}

function toMeaning(name: string): Text {
  const address = findAddress(name)
  if (!address) return ipText.webrtcHidden
  const block = findSpecial(address)
  return block && !block.global ? ipText.webrtcLocal : ipText.webrtcPublic
}
