import { randomInt } from 'node:crypto'
import { getServers } from 'node:dns'
import { AppError, isAppError, toFailureWords } from '@octet/core/errors.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import type { Guard } from '../guard/guard.ts'
import { DnsFormatError } from './format-error.ts'
import { OWN_RESOLVER } from '../unreachable.ts'
import { exchange, type Reply } from './exchange.ts'
import type { Server } from './server.ts'
import { decodeMessage, encodeQuery, type EdnsOption, type Flags, type Message } from './message.ts'
import { toNormalName, type Name } from './names.ts'
import { toRcodeName } from './types.ts'

/** What is asked, and how. */
export type Ask = {
  readonly name: Name
  readonly type: number
  readonly class?: number
  readonly server?: Server | undefined
  readonly flags?: Partial<Pick<Flags, 'rd' | 'cd' | 'ad'>>
  readonly isDnssecOk?: boolean
  /** Client subnet to pretend (RFC 7871), e.g. `198.51.100.0/24`. */
  readonly clientSubnet?: string | undefined
  readonly wantsNsid?: boolean
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

/** An answer with what was measured on its way. */
export type Answered = {
  readonly message: Message
  readonly server: Server
  readonly address: string
  readonly transport: Reply['transport']
  readonly ms: number
  readonly sizeBytes: number
  /** The UDP answer was cut and TCP was used for the rest. */
  readonly wasTruncated: boolean
}

/** Asks DNS servers. */
export type DnsClient = {
  ask(options: Ask): Promise<Answered>
  /** The resolvers of this machine, in order. */
  readonly systemServers: readonly Server[]
}

export type DnsClientOptions = {
  readonly guard: Guard
  /** Resolvers asked when none is named; those of the system unless given. */
  readonly systemServers?: readonly Server[] | undefined
  readonly ca?: string | undefined
}

const TIMEOUT_MS = 4000
const TC_BIT = 0x02
/** FORMERR and NOTIMP: how servers say that they do not know EDNS (RFC 6891 §7). */
const NO_EDNS: ReadonlySet<number> = new Set([1, 4])
const UDP_SIZE_BYTES = 1232 // DNS flag day 2020: fits every path without fragments

/**
 * Builds a client. Truncated UDP answers are fetched over TCP; a server that does not understand EDNS is asked without it.
 *
 * @example
 * const { message } = await createDnsClient({ guard }).ask({ name: 'example.com.', type: TYPES.AAAA })
 */
export function createDnsClient({ guard, systemServers = findSystemServers(), ca }: DnsClientOptions): DnsClient {
  const askServer = async (server: Server, options: Ask, timeoutMs: number): Promise<Answered> => {
    const started = performance.now()
    const limits = () => ({
      guard,
      ca,
      signal: options.signal,
      timeoutMs: Math.max(1, timeoutMs - (performance.now() - started)),
    })
    const send = async (target: Server, withEdns: boolean) => {
      const reply = await exchange(toQuery(options, withEdns), target, limits()).catch((error: unknown) => {
        throw toWholeLimit(error, timeoutMs)
      })
      // some servers cut in the middle of a record: nothing of that is to be read
      const isCut = target.transport === 'udp' && (reply.bytes[2]! & TC_BIT) !== 0
      return { reply, message: readAnswer(isCut ? { ...reply, bytes: toHead(reply.bytes) } : reply, target) }
    }
    let withEdns = true
    let got = await send(server, withEdns)
    if (NO_EDNS.has(got.message.rcode) && got.message.edns === undefined) got = await send(server, (withEdns = false))
    const wasTruncated = got.message.flags.tc && server.transport === 'udp'
    if (wasTruncated)
      got = await send({ ...server, transport: 'tcp' }, withEdns).catch((error: unknown) => {
        throw toCutError(error)
      })
    const { reply, message } = got
    return {
      message,
      server,
      address: reply.address,
      transport: reply.transport,
      ms: reply.ms,
      sizeBytes: reply.bytes.length,
      wasTruncated,
    }
  }

  const ask = async (options: Ask): Promise<Answered> => {
    const { timeoutMs = TIMEOUT_MS, server } = options
    if (server) return askServer(server, options, timeoutMs)
    if (systemServers.length === 0)
      throw new AppError('unavailable', { reason: { en: 'this machine has no resolver', zh: '本机未配置解析器' } })
    let failure: unknown
    for (const system of systemServers.slice(0, 3)) {
      try {
        return await askServer(system, options, timeoutMs / Math.min(3, systemServers.length))
      } catch (error) {
        if (isAppError(error) && error.key === 'cancelled') throw error
        failure = error
      }
    }
    throw failure
  }

  return { ask, systemServers }
}

/** The header of a message alone, which announces nothing behind it. */
function toHead(bytes: Uint8Array): Uint8Array {
  return Uint8Array.of(...bytes.subarray(0, 4), ...new Uint8Array(8))
}

/** A time that is over is told as it was given, not as what earlier steps had left of it. */
function toWholeLimit(error: unknown, timeoutMs: number): unknown {
  if (!isAppError(error) || error.key !== 'timed_out') return error
  return new AppError('timed_out', { ...error.details, limit: Math.round(timeoutMs) }, { cause: error })
}

/** The answer exists, but is too long for UDP: what keeps it away is TCP. */
function toCutError(error: unknown): unknown {
  if (!isAppError(error) || error.key === 'cancelled') return error
  const reason = {
    en: `the answer is too long for UDP, and over TCP: ${toFailureWords(error, 'en')}`,
    zh: `应答过长，UDP 装不下；改用 TCP 时：${toFailureWords(error, 'zh')}`,
  }
  return new AppError('target_failed', { reason }, { cause: error })
}

/** A malformed answer is the other side's fault: an error with its place, not a bug. */
function readAnswer({ bytes, address }: Reply, { isTrusted }: Server): Message {
  try {
    return decodeMessage(bytes)
  } catch (error) {
    if (!(error instanceof DnsFormatError)) throw error
    const who = isTrusted ? OWN_RESOLVER : { en: address, zh: address }
    const reason = {
      en: `${who.en} sent a malformed answer: ${error.reason.en}`,
      zh: `${who.zh} 返回的报文格式错误：${error.reason.zh}`,
    }
    throw new AppError('target_failed', { reason }, { cause: error })
  }
}

/** The resolvers of this machine (`/etc/resolv.conf`), as trusted servers. */
function findSystemServers(): Server[] {
  return getServers().map((text) => {
    const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+|[^:]*:[^:]*:.*?))(?::(\d+))?$/.exec(text) ?? []
    return { transport: 'udp', host: bracketed ?? plain ?? text, port: Number(port ?? 53), isTrusted: true }
  })
}

const DEFAULT_PORTS = { udp: 53, tcp: 53, tls: 853, https: 443 } as const

/**
 * Reads how people name a server: `1.1.1.1`, `tcp://9.9.9.9`, `tls://dns.google`, `https://dns.google/dns-query`.
 * Only the port of each protocol is open to visitors.
 *
 * @throws {AppError} `bad_input`
 */
export function parseServer(text: string, { isTrusted = false }: { isTrusted?: boolean } = {}): Server {
  const [, scheme, rest = text] = /^([a-z]+):\/\/(.+)$/i.exec(text) ?? []
  const transport = (scheme?.toLowerCase() ?? 'udp') as Server['transport']
  const expected = {
    en: 'an address, or udp://, tcp://, tls:// or https:// and a host',
    zh: 'IP 地址，或 udp://、tcp://、tls://、https:// 加主机名',
  }
  if (!(transport in DEFAULT_PORTS)) throw new AppError('bad_input', { field: 'server', expected, got: text.slice(0, 100) })
  const port = DEFAULT_PORTS[transport]
  if (findAddress(rest)) return { transport, host: rest, port, ...(isTrusted && { isTrusted }) }
  const [, bracketed, plain = '', written, path] =
    /^(?:\[([^\]]+)\]|([^/:?#@\s]+))(?::(\d{1,5}))?(\/[^\s#]{0,200})?$/.exec(rest) ?? []
  const host = bracketed ?? plain
  if (
    !host ||
    (written !== undefined && Number(written) !== port && !isTrusted) ||
    Number(written) > 65_535 ||
    (path !== undefined && path !== '/' && transport !== 'https')
  )
    throw new AppError('bad_input', { field: 'server', expected, got: text.slice(0, 100) })
  return {
    transport,
    host,
    port: written === undefined ? port : Number(written),
    ...(isTrusted && { isTrusted }),
    ...(transport === 'https' && { path: path && path !== '/' ? path : '/dns-query' }),
  }
}

/** `tls://dns.google`, `1.1.1.1`; the inverse of {@link parseServer}, with the port where it is not the usual one. */
export function toServerText({ transport, host, port, path }: Server): string {
  const shown = `${host.includes(':') ? `[${host}]` : host}${port === DEFAULT_PORTS[transport] ? '' : `:${port}`}`
  return transport === 'udp' ? (port === 53 ? host : shown) : `${transport}://${shown}${path ?? ''}`
}

/** NOERROR and NXDOMAIN are answers; anything else is a failure of the server. */
export function refuseFailure({ message, address, server }: Answered): Message {
  if (message.rcode === 0 || message.rcode === 3) return message
  const who = server.isTrusted ? OWN_RESOLVER : { en: address, zh: address }
  const rcode = toRcodeName(message.rcode)
  throw new AppError('target_failed', { reason: { en: `${who.en} answered ${rcode}`, zh: `${who.zh} 返回 ${rcode}` } })
}

export function toQuery(options: Ask, withEdns: boolean): Uint8Array {
  const { name, type, flags, isDnssecOk = false } = options
  const edns = { udpSizeBytes: UDP_SIZE_BYTES, isDnssecOk, options: toEdnsOptions(options) }
  const klass = options.class === undefined ? {} : { class: options.class }
  return encodeQuery({
    id: randomInt(0x10000),
    name: toAbsolute(name),
    type,
    ...klass,
    flags: { rd: true, ...flags },
    edns: withEdns ? edns : undefined,
  })
}

function toEdnsOptions({ clientSubnet, wantsNsid }: Ask): EdnsOption[] {
  const options: EdnsOption[] = []
  if (wantsNsid) options.push({ code: 3, data: new Uint8Array() })
  if (clientSubnet) options.push({ code: 8, data: toSubnetOption(clientSubnet) })
  return options
}

/** RFC 7871 §6: family, prefix, zero scope, only the bytes of the prefix. */
function toSubnetOption(text: string): Uint8Array {
  const [host = '', length] = text.split('/')
  const address = findAddress(host)
  const bits = address?.version === 4 ? 32 : 128
  const prefix = Number(length ?? (bits === 32 ? 24 : 56))
  if (!address || !/^\d{1,3}$/.test(length ?? '0') || prefix > bits)
    throw new AppError('bad_input', {
      field: 'clientSubnet',
      expected: { en: 'a network such as 198.51.100.0/24', zh: '如 198.51.100.0/24 的网段' },
      got: text.slice(0, 100),
    })
  const masked = (address.value >> BigInt(bits - prefix)) << BigInt(bits - prefix)
  const bytes = Buffer.from(masked.toString(16).padStart(bits / 4, '0'), 'hex').subarray(0, Math.ceil(prefix / 8))
  return Uint8Array.of(0, bits === 32 ? 1 : 2, prefix, 0, ...bytes)
}

function toAbsolute(name: string): Name {
  return name.endsWith('.') ? name : toNormalName(name)
}
