import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { createServer, type Server as TcpServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { decodeMessage, encodeMessage, type Message, type Question, type Rr } from '../dns/message.ts'
import { writeRdata, type RdataFields } from '../dns/rdata.ts'
import { CLASSES, findType } from '../dns/types.ts'

/** What a test server says to a question; `raw` replaces the whole message, undefined means silence. */
export type Script = (question: Question, query: Message) => Partial<Message> | { raw: Uint8Array } | undefined

const MAX_ATTEMPTS = 20

export type DnsTestServer = AsyncDisposable & {
  readonly port: number
  /** Each question once: after a standstill of the machine one is sent again, as it is and from where it came. */
  readonly asked: readonly Question[]
}

/** An in-process DNS server on one loopback address, UDP and TCP on the same port. */
export async function startDnsServer(script: Script, { host = '127.0.0.1', port = 0 } = {}): Promise<DnsTestServer> {
  const asked: Question[] = []
  const datagrams = new Set<string>()
  const answer = (bytes: Uint8Array, fromPort?: number): Uint8Array | undefined => {
    const query = decodeMessage(bytes)
    const question = query.questions[0]!
    const datagram = `${fromPort} ${query.id}`
    if (fromPort === undefined || !datagrams.has(datagram)) asked.push(question)
    datagrams.add(datagram)
    const said = script(question, query)
    return (
      said &&
      ('raw' in said
        ? said.raw
        : encodeMessage({
            ...EMPTY,
            ...said,
            id: query.id,
            questions: query.questions,
            flags: { ...EMPTY.flags, rd: query.flags.rd, ...said.flags },
          }))
    )
  }
  const { tcp, udp } = await openBoth(host, port)
  tcp.on('connection', (socket) => serveTcp(socket, answer))
  udp.on('message', (bytes, peer) => {
    const reply = answer(bytes, peer.port)
    if (reply) udp.send(reply, peer.port, peer.address)
  })
  return { port: udp.address().port, asked, [Symbol.asyncDispose]: () => close(tcp, udp) }
}

/** Both on one port. One that is free for TCP may be another test's for UDP: then another is taken, unless it was asked for. */
async function openBoth(host: string, port: number): Promise<{ tcp: TcpServer; udp: UdpSocket }> {
  for (let attempt = 1; ; attempt++) {
    const tcp = createServer()
    const udp = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    try {
      tcp.listen(port, host)
      await once(tcp, 'listening')
      udp.bind((tcp.address() as AddressInfo).port, host)
      await once(udp, 'listening')
      return { tcp, udp }
    } catch (error) {
      await close(tcp, udp)
      if (port !== 0 || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** A record from its fields. */
export function rr(name: string, type: string, fields: RdataFields, ttl = 300): Rr {
  const number = findType(type)!
  return { name, type: number, class: CLASSES.IN, ttl, rdata: writeRdata(number, fields) }
}

const EMPTY: Omit<Message, 'edns'> = {
  id: 0,
  opcode: 0,
  rcode: 0,
  flags: { qr: true, aa: false, tc: false, rd: false, ra: false, ad: false, cd: false },
  questions: [],
  answers: [],
  authorities: [],
  additionals: [],
}

function serveTcp(socket: Socket, answer: (bytes: Uint8Array) => Uint8Array | undefined): void {
  let bytes = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk as Buffer])
    while (bytes.length >= 2 && bytes.length >= 2 + bytes.readUInt16BE()) {
      const size = bytes.readUInt16BE()
      const reply = answer(bytes.subarray(2, 2 + size))
      bytes = bytes.subarray(2 + size)
      if (reply) socket.write(Buffer.concat([Buffer.of(reply.length >> 8, reply.length & 0xff), reply]))
    }
  })
}

async function close(tcp: TcpServer, udp: UdpSocket): Promise<void> {
  udp.close()
  tcp.close()
}
