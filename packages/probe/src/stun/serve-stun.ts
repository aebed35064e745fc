import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { answerBinding } from './answer-binding.ts'

export type StunOptions = {
  readonly host: string
  readonly port: number
  /** Whether a source gets an answer now. */
  readonly take: (address: string) => boolean
}

/** Tells whoever asks by STUN over UDP which address they come from. Throws what binding throws. */
export async function serveStun({ host, port, take }: StunOptions): Promise<AsyncDisposable> {
  const socket = host.includes(':') ? createSocket({ type: 'udp6', ipv6Only: true }) : createSocket('udp4')
  socket.on('message', (bytes, peer) => {
    const address = peer.address.replace(/%.*$/, '')
    if (peer.port === 0 || !take(address)) return // port 0 may be forged, but cannot be answered
    const answer = answerBinding(bytes, { address, port: peer.port })
    if (answer) socket.send(answer, peer.port, peer.address, () => {}) // a lost answer is asked for again
  })
  try {
    socket.bind(port, host)
    await once(socket, 'listening')
  } catch (error) {
    socket.close()
    throw error
  }
  socket.on('error', () => {})
  return { [Symbol.asyncDispose]: async () => void socket.close() }
}
