import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { isIP } from 'node:net'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import { AppError } from '@octet/core/errors.ts'
import { findAddress } from '@octet/core/ip/address.ts'

export type PacketProtocol = 'icmp' | 'udp' | 'tcp'

export type Packet = {
  /** A literal; mtr-packet resolves nothing. */
  readonly address: string
  readonly protocol: PacketProtocol
  readonly ttl?: number | undefined
  readonly port?: number | undefined
  /** Where a UDP packet comes from. With a port to go to it keeps a packet on the way of others with both. */
  readonly localPort?: number | undefined
  readonly sizeBytes?: number | undefined
  readonly timeoutMs: number
}

/** What came back of one packet. */
export type PacketReply =
  | {
      readonly outcome: 'reply' | 'expired' | 'unreachable'
      readonly from: string
      readonly ms: number
      readonly mpls: readonly string[]
    }
  | { readonly outcome: 'timeout' | 'unreachable' | 'oversized' }
  | { readonly outcome: 'failed'; readonly reason: string }

const MAX_IN_FLIGHT = 4000
const GRACE_MS = 1500

/**
 * One `mtr-packet` child spoken to over pipes (mtr-packet(8)): thousands of packets in flight in one small process.
 * It starts with the first packet and again after it has died.
 */
export class MtrPacket implements AsyncDisposable {
  readonly #path: string
  readonly #waiting = new Map<number, (reply: PacketReply) => void>()
  #child: ChildProcessWithoutNullStreams | undefined
  #token = 0

  constructor(path: string) {
    this.#path = path
  }

  /** Sends one packet and waits for what becomes of it. */
  send(packet: Packet): Promise<PacketReply> {
    if (this.#waiting.size >= MAX_IN_FLIGHT) return Promise.resolve({ outcome: 'failed', reason: 'too many packets in flight' })
    let child: ChildProcessWithoutNullStreams
    try {
      child = this.#child ??= this.#start()
    } catch (error) {
      return Promise.resolve({ outcome: 'failed', reason: (error as Error).message })
    }
    const token = (this.#token = (this.#token % 0x7fff_fffe) + 1)
    const { promise, resolve } = Promise.withResolvers<PacketReply>()
    // the child tells of every time-out; this one is for a child that hangs
    const timer = setTimeout(() => this.#settle(token, { outcome: 'timeout' }), packet.timeoutMs + GRACE_MS)
    this.#waiting.set(token, (reply) => {
      clearTimeout(timer)
      resolve(toOwnReply(reply, packet.address))
    })
    holdOpen(child, true)
    child.stdin.write(`${token} ${toCommand(packet)}\n`)
    return promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child
    this.#child = undefined
    child?.kill()
    this.#failAll('the sender was closed')
  }

  /** Throws where the system refuses at once, such as a program with a capability that this one may not pass on (EPERM). */
  #start(): ChildProcessWithoutNullStreams {
    const child = spawn(this.#path, [], { env: {}, stdio: 'pipe' })
    const end = (reason: string) => {
      if (this.#child !== child) return
      this.#child = undefined
      this.#failAll(reason)
    }
    child.on('error', (error) => end(error.message))
    child.on('exit', (code) => end(`mtr-packet ended with ${code}`))
    child.stdin.on('error', () => {}) // told by `exit`
    child.stderr.resume()
    createInterface(child.stdout).on('line', (line) => {
      const { token, reply } = parseReply(line)
      this.#settle(token, reply)
    })
    return child
  }

  #settle(token: number, reply: PacketReply): void {
    this.#waiting.get(token)?.(reply)
    this.#waiting.delete(token)
    // an idle child does not keep the program alive
    if (this.#waiting.size === 0 && this.#child) holdOpen(this.#child, false)
  }

  #failAll(reason: string): void {
    for (const settle of this.#waiting.values()) settle({ outcome: 'failed', reason })
    this.#waiting.clear()
  }
}

/** Whether a child and its pipes keep this program alive. */
function holdOpen(child: ChildProcessWithoutNullStreams, isHeld: boolean): void {
  // the pipes of a child are sockets (node:child_process), only typed more narrowly
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as unknown as readonly Pick<
    ChildProcess,
    'ref' | 'unref'
  >[])
    handle[isHeld ? 'ref' : 'unref']()
}

/** The line of a packet. The address must be a literal and numbers are numbers, so nothing else can get in. */
export function toCommand({ address, protocol, ttl, port, localPort, sizeBytes, timeoutMs }: Packet): string {
  const version = isIP(address)
  if (version === 0)
    throw new AppError('bad_address', {
      got: address.slice(0, 100),
      reason: { en: 'a literal is needed here', zh: '此处须为地址' },
    })
  const words = [
    'send-probe',
    `ip-${version}`,
    address,
    'protocol',
    protocol,
    'timeout',
    Math.max(1, Math.ceil(timeoutMs / 1000)),
  ]
  for (const [name, value] of Object.entries({ ttl, port, 'local-port': localPort, size: sizeBytes }))
    if (value !== undefined) words.push(name, Math.trunc(value))
  return words.join(' ')
}

/**
 * mtr-packet takes ICMP's “port unreachable” for the target's reply, which it is for UDP. From anybody else it is the word of a
 * firewall on the way: what Linux rejects with unless told otherwise (iptables-extensions(8)).
 */
function toOwnReply(reply: PacketReply, target: string): PacketReply {
  if (reply.outcome !== 'reply' || findAddress(reply.from)?.value === findAddress(target)?.value) return reply
  return { ...reply, outcome: 'unreachable' }
}

/** Reads `7 ttl-expired ip-4 192.0.2.1 round-trip-time 1250 mpls 16,0,1,1`. */
export function parseReply(line: string): { token: number; reply: PacketReply } {
  const [token = '', kind = '', ...words] = line.trim().split(/\s+/)
  const values = new Map(Array.from({ length: words.length / 2 }, (_, index) => [words[index * 2]!, words[index * 2 + 1]!]))
  return { token: Number(token), reply: toReply(kind, values) }
}

function toReply(kind: string, values: ReadonlyMap<string, string>): PacketReply {
  switch (kind) {
    case 'reply':
    case 'ttl-expired': {
      const from = values.get('ip-4') ?? values.get('ip-6') ?? ''
      const mpls = (values.get('mpls') ?? '').split(',').filter(Boolean)
      return {
        outcome: kind === 'reply' ? 'reply' : 'expired',
        from,
        ms: Number(values.get('round-trip-time')) / 1000,
        mpls: toLabels(mpls),
      }
    }
    case 'no-reply':
      return { outcome: 'timeout' }
    case 'no-route':
    case 'network-down':
    case 'host-unreachable':
    case 'network-unreachable':
    // our commands are well-formed: what mtr-packet cannot use is the missing source address of a network without a route
    case 'invalid-argument':
      return { outcome: 'unreachable' }
    default: {
      const isOversized = kind === 'unexpected-error' && Number(values.get('errno')) === constants.errno.EMSGSIZE
      return isOversized ? { outcome: 'oversized' } : { outcome: 'failed', reason: [kind, ...values.values()].join(' ') }
    }
  }
}

/** Label, traffic class, bottom of stack, TTL (RFC 4950) → `16 tc 0 s 1 ttl 1`. */
function toLabels(numbers: readonly string[]): string[] {
  return Array.from({ length: Math.floor(numbers.length / 4) }, (_, index) => {
    const [label, tc, bottom, ttl] = numbers.slice(index * 4, index * 4 + 4)
    return `${label} tc ${tc} s ${bottom} ttl ${ttl}`
  })
}
