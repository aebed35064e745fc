import { findAddress, type Address } from '@octet/core/ip/address.ts'
import { findSpecial } from '@octet/core/ip/special.ts'
import type { Text } from '@octet/core/text.ts'
import { ipText } from '../text/ip.ts'

const MAX_WAIT_MS = 3000

/** A name or an address that a page may learn from the browser, and what that gives away. */
export type Candidate = { readonly name: string; readonly meaning: Text }

type Asked = {
  /** A STUN server, which tells a browser its address as seen from there. */
  readonly stun: string | null
  /** The address that this site sees by HTTP. */
  readonly seen: string | undefined
}
/** `isAnswered`: whether the STUN server came through; undefined where there is none. */
export type Candidates = { readonly candidates: readonly Candidate[]; readonly isAnswered: boolean | undefined }

/** The browser's ICE candidates (RFC 8839), each once; undefined where WebRTC is switched off. */
export async function findCandidates({ stun, seen }: Asked): Promise<Candidates | undefined> {
  if (typeof RTCPeerConnection === 'undefined') return undefined
  const connection = new RTCPeerConnection(stun === null ? {} : { iceServers: [{ urls: stun }] })
  const names = new Map<string, boolean>()
  try {
    const { promise, resolve } = Promise.withResolvers<void>()
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (!candidate) return resolve()
      const name = candidate.address ?? candidate.candidate.split(' ')[4]
      if (name) names.set(name, names.get(name) === true || candidate.type === 'srflx')
    })
    connection.createDataChannel('')
    await connection.setLocalDescription()
    setTimeout(resolve, MAX_WAIT_MS)
    await promise
  } finally {
    connection.close()
  }
  const candidates = [...names.keys()].map((name) => ({ name, meaning: toMeaning(name, seen) }))
  return { candidates, isAnswered: stun === null ? undefined : [...names.values()].includes(true) }
}

/** What a name gives away beside the address that this site sees; that of the other family says nothing of a leak. */
export function toMeaning(name: string, seen?: string): Text {
  const address = findAddress(name)
  if (!address) return ipText.webrtcHidden
  const own = seen === undefined ? undefined : findAddress(seen)
  if (own?.version === address.version && own.value === address.value) return ipText.webrtcSame
  const block = findSpecial(address)
  if (block && !block.global) return ipText.webrtcLocal
  if (own?.version !== address.version || isNeighbour(own, address)) return ipText.webrtcPublic
  return ipText.webrtcOther
}

/** A device has several IPv6 addresses in its network, and uses now one, now another. */
const isNeighbour = (one: Address, other: Address): boolean => one.version === 6 && one.value >> 64n === other.value >> 64n
