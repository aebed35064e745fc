import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { answerZone, cutAnswer, type Subnet, type WatchedZone } from './answer-zone.ts'

/** A resolver has asked for a name with a live token. */
export type Seen = {
  readonly token: string
  /** Address the query came from. */
  readonly resolver: string
  readonly transport: 'udp' | 'tcp'
  /** What the resolver said of its client's address, as a CIDR; null when it said nothing. */
  readonly subnet: string | null
}

export type ZoneServerOptions = {
  readonly zone: WatchedZone
  readonly listen: readonly { readonly host: string; readonly port: number }[]
  readonly onSeen: (seen: Seen) => void
  readonly take: Take
  /** Told what became of each packet. */
  readonly onPacket?: ((outcome: PacketOutcome) => void) | undefined
}

/** `cut`: asked again over TCP, for it asks too often; `dropped`: no answer, for the same reason; `broken`: no question. */
export type PacketOutcome = 'answered' | 'cut' | 'dropped' | 'broken'

/** What a question of this address gets now: an answer, its question back with TC set at most, or nothing. */
export type Take = (address: string) => 'answer' | 'cut' | 'nothing'

/** No question needs more. */
const MAX_QUERY_BYTES = 1232
const MAX_CONNECTIONS = 64
const MAX_CONNECTIONS_OF_ONE = 8
const MAX_QUERIES_OF_CONNECTION = 32
const MAX_WAITING_BYTES = 4096
const IDLE_MS = 5_000
const CONNECTION_MS = 20_000

type Answerer = (bytes: Uint8Array, address: string, transport: Seen['transport']) => Uint8Array | undefined

/**
 * Answers for a watched zone over UDP and TCP, and tells who asks. A source that asks too often gets, over UDP, every other
 * time its question back with TC set and no more else; over TCP its connection ends. Throws what `listen` throws.
 */
export async function serveZone(options: ZoneServerOptions): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const answer = createAnswerer(options)
  for (const { host, port } of options.listen) {
    stack.use(await listenTcp(answer, host, port))
    const udp = await listenUdp(answer, host, port)
    stack.defer(() => void udp.close())
  }
  return stack.move()
}

function createAnswerer({ zone, onSeen, take, onPacket }: ZoneServerOptions): Answerer {
  let cutCount = 0
  const end = (outcome: PacketOutcome, reply: Uint8Array | undefined) => {
    onPacket?.(reply ? outcome : outcome === 'answered' ? 'broken' : 'dropped')
    return reply
  }
  return (bytes, address, transport) => {
    if (bytes.length > MAX_QUERY_BYTES) return end('answered', undefined)
    const due = take(address)
    if (due !== 'answer')
      return end('cut', due === 'cut' && transport === 'udp' && ++cutCount % 2 === 0 ? cutAnswer(bytes) : undefined)
    const { reply, token, subnet } = answerZone(bytes, zone)
    if (token !== undefined) onSeen({ token, resolver: address, transport, subnet: toCidr(subnet) })
    return end('answered', reply)
  }
}

/** A prefix of 0 says that the client wants nothing to be told (RFC 7871 §7.1.2). */
const toCidr = (subnet: Subnet | undefined): string | null =>
  subnet && subnet.sourcePrefix > 0 ? `${subnet.subnet}/${subnet.sourcePrefix}` : null

async function listenUdp(answer: Answerer, host: string, port: number): Promise<UdpSocket> {
  const udp = host.includes(':') ? createSocket({ type: 'udp6', ipv6Only: true }) : createSocket('udp4')
  const heed = (bytes: Uint8Array, peer: RemoteInfo) => {
    if (peer.port === 0) return // may be forged, but cannot be answered
    const reply = answer(bytes, toPlain(peer.address), 'udp')
    if (reply) udp.send(reply, peer.port, peer.address, () => {}) // a lost answer is asked for again
  }
  udp.on('message', heed)
  try {
    udp.bind(port, host)
    await once(udp, 'listening')
  } catch (error) {
    udp.close()
    throw error
  }
  udp.on('error', () => {})
  return udp
}

async function listenTcp(answer: Answerer, host: string, port: number): Promise<AsyncDisposable> {
  const open = new Set<Socket>()
  const ofOne = new Map<string, number>()
  const server = createServer((socket) => {
    const address = toPlain(socket.remoteAddress ?? '')
    const count = (ofOne.get(address) ?? 0) + 1
    if (count > MAX_CONNECTIONS_OF_ONE) return void socket.on('error', () => {}).destroy()
    ofOne.set(address, count)
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      const left = (ofOne.get(address) ?? 1) - 1
      if (left === 0) ofOne.delete(address)
      else ofOne.set(address, left)
    })
    serveConnection(socket, (bytes) => answer(bytes, address, 'tcp'))
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen({ host, port, ipv6Only: host.includes(':') })
  await once(server, 'listening')
  server.on('error', () => {})
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Messages with their length before them (RFC 7766 §8), any number in one piece or one in many. */
function serveConnection(socket: Socket, answer: (bytes: Uint8Array) => Uint8Array | undefined): void {
  let bytes: Buffer = Buffer.alloc(0)
  let left = MAX_QUERIES_OF_CONNECTION
  const limit = setTimeout(() => socket.destroy(), CONNECTION_MS).unref()
  socket.once('close', () => clearTimeout(limit))
  socket.setTimeout(IDLE_MS, () => socket.destroy())
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    while (bytes.length >= 2) {
      const sizeBytes = bytes.readUInt16BE()
      if (sizeBytes > MAX_QUERY_BYTES || socket.writableLength > MAX_WAITING_BYTES) return void socket.destroy()
      if (bytes.length < 2 + sizeBytes) return
      const reply = left-- > 0 ? answer(bytes.subarray(2, 2 + sizeBytes)) : undefined
      if (!reply) return void socket.destroy()
      bytes = bytes.subarray(2 + sizeBytes)
      socket.write(Buffer.concat([Buffer.of(reply.length >> 8, reply.length & 0xff), reply]))
    }
  })
}

const toPlain = (address: string): string => address.replace(/%.*$/, '')
