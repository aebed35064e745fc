import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { ConnectionOptions, TLSSocket } from 'node:tls'
import { AppError } from '@octet/core/errors.ts'
import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { toUnmapped } from '@octet/core/ip/embedded.ts'
import type { Text } from '@octet/core/text.ts'
import { openSocket } from './connect.ts'
import { createFamilyFinder, hasFamily, refuseFamily, type Family, type FindFamilies } from './families.ts'
import { checkName, toShown } from './names.ts'
import { createPolicy, parseCanonical, toReached, type PolicyOptions } from './policy.ts'
import { pickRacers, raceTo, type Missed, type OnStep } from './race.ts'
import { createResolver, type ResolveName } from './resolver.ts'

export type GuardOptions = PolicyOptions & {
  /** How names become addresses; the machine's own resolvers unless given. */
  readonly resolver?: ResolveName | undefined
  /** Sockets open at once, over all visitors; 1,000 unless given. */
  readonly maxSockets?: number | undefined
  /** The IP versions this machine can leave by; read from its interfaces unless given. */
  readonly families?: FindFamilies | undefined
}

export type Limits = { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number | undefined }

/** A target that has passed: what was asked for, and the addresses that may be connected to. */
export type OpenTarget = { readonly host: string; readonly addresses: readonly string[] }

export type ConnectOptions = Limits & {
  readonly host: string
  readonly port: number
  /** Only this family, when given. */
  readonly family?: Family | undefined
  /** Speaks TLS with these settings; the certificate is verified only where they say so. */
  readonly tls?: ConnectionOptions | undefined
  /** Told when each part is done, for timings; once more of the address that answered, where two were tried. */
  readonly onStep?: OnStep | undefined
  /** Told of the other family's address where that did not answer. */
  readonly onMissed?: ((missed: readonly Missed[]) => void) | undefined
  /** Told of a stapled OCSP answer. */
  readonly onOcsp?: ((answer: Buffer) => void) | undefined
  /** Hands the socket over when the keys of TLS 1.2 or older are agreed on, before the server has taken the client. */
  readonly untilKeys?: boolean | undefined
}

export type ReachOptions = Pick<ConnectOptions, 'port' | 'family'> & Limits

/**
 * The one gate for everything this product sends on a visitor's behalf. It judges the literal, every resolved
 * address and the connected socket, and connects to the very address it judged.
 */
export type Guard = {
  /** The normal spelling of an open address, of `::ffff:192.0.2.1` the IPv4 address in it; throws `bad_address` or `refused_target`. */
  checkLiteral(text: string): string
  /** The normal spelling of an open name; throws `bad_domain` or `refused_target`. */
  checkName(text: string): string
  /** Whether packets may go to this address. */
  isOpen(address: string): boolean
  /** All addresses of a name. Throws `refused_target` when one of them is refused, `name_not_found` when there are none. */
  resolve(name: string, limits?: Limits): Promise<string[]>
  /** A literal or a name, checked and resolved. */
  open(host: string, limits?: Limits): Promise<OpenTarget>
  /** The first address that packets can leave for, of one family when given. Throws `name_not_found`, or `unavailable` where this machine lacks the family. */
  choose(target: OpenTarget, family?: Family): string
  /** The address that {@link Guard.connect} would end at: of two families that of the first to take a connection. */
  reach(target: OpenTarget, options: ReachOptions): Promise<{ readonly address: string; readonly missed: readonly Missed[] }>
  /** Whether this machine has the IP version that an address needs. */
  hasFamily(address: string): boolean
  /** A socket that is connected to an address that has passed. The caller ends it. */
  connect(options: ConnectOptions & { tls: ConnectionOptions }): Promise<TLSSocket>
  connect(options: ConnectOptions): Promise<Socket>
}

const RESOLVE_TIMEOUT_MS = 4000
const CONNECT_TIMEOUT_MS = 5000

/**
 * Builds the gate.
 *
 * @example
 * const guard = createGuard({ allowTargets: ['10.20.0.0/16'] })
 * guard.checkLiteral('127.0.0.1') // throws refused_target
 */
export function createGuard({
  resolver = createResolver([]),
  maxSockets = 1000,
  families = createFamilyFinder(),
  ...rules
}: GuardOptions = {}): Guard {
  const policy = createPolicy(rules)
  let openSockets = 0

  const checkLiteral = (text: string): string => {
    const address = parseCanonical(text)
    const reason = policy.findRefusal(address)
    if (reason) throw new AppError('refused_target', { got: text, reason })
    return formatAddress(toUnmapped(address)) // packets go over IPv4, by which mtr-packet and the families have to know it
  }

  const resolve = async (name: string, { signal, timeoutMs = RESOLVE_TIMEOUT_MS }: Limits = {}): Promise<string[]> => {
    const checked = checkName(name)
    const addresses = await callResolver(resolver, checked, { signal, timeoutMs })
    if (addresses.length === 0) throw new AppError('name_not_found', { got: name })
    for (const address of addresses) refuseResolved(policy, name, address)
    return addresses
  }

  const open = async (host: string, limits?: Limits): Promise<OpenTarget> =>
    isLiteral(host)
      ? { host, addresses: [checkLiteral(host)] }
      : { host: checkName(host), addresses: await resolve(host, limits) }

  const isOpen = (text: string): boolean => {
    const address = findAddress(text)
    return address !== undefined && policy.findRefusal(address) === undefined
  }

  const canLeaveFor = (address: string): boolean => hasFamily(address, families())

  const findUsable = ({ host, addresses }: OpenTarget, family?: Family): string[] => {
    // a literal says its family itself
    const wanted = addresses.filter((address) => family === undefined || address === host || isIP(address) === family)
    if (wanted.length === 0) throw new AppError('name_not_found', { got: `${host} (IPv${family})` })
    const usable = wanted.filter(canLeaveFor)
    if (usable.length === 0) throw refuseFamily(wanted[0]!)
    return usable
  }

  const connectOnce = async ({ family, ...options }: ConnectOptions): Promise<Socket> => {
    const { timeoutMs = CONNECT_TIMEOUT_MS, signal } = options
    const started = performance.now()
    const usable = findUsable(await open(options.host, { signal, timeoutMs: Math.min(timeoutMs, RESOLVE_TIMEOUT_MS) }), family)
    options.onStep?.('resolved', usable[0]!, performance.now())
    return connectToFirst(usable, { ...options, signal, timeoutMs: timeoutMs - (performance.now() - started) }, isOpen)
  }

  const reach: Guard['reach'] = async (target, { family, timeoutMs = CONNECT_TIMEOUT_MS, ...options }) => {
    const usable = findUsable(target, family)
    if (pickRacers(usable).length === 1) return { address: usable[0]!, missed: [] }
    let missed: readonly Missed[] = []
    const onMissed = (others: readonly Missed[]) => (missed = others)
    const socket = await counted(() => connectToFirst(usable, { ...options, host: target.host, timeoutMs, onMissed }, isOpen))
    const reached = findAddress(socket.remoteAddress ?? '')
    socket.destroy()
    return { address: reached ? formatAddress(toUnmapped(reached)) : usable[0]!, missed }
  }

  const connect = (options: ConnectOptions): Promise<Socket> => counted(() => connectOnce(options))

  const counted = async (open: () => Promise<Socket>): Promise<Socket> => {
    if (openSockets >= maxSockets)
      throw new AppError('unavailable', { reason: { en: 'too many connections are open', zh: '打开的连接过多' } })
    openSockets++
    try {
      const socket = await open()
      return socket.once('close', () => openSockets--)
    } catch (error) {
      openSockets--
      throw error
    }
  }

  return {
    checkLiteral,
    checkName,
    isOpen,
    resolve,
    open,
    choose: (target, family) => findUsable(target, family)[0]!,
    reach,
    hasFamily: canLeaveFor,
    connect: connect as Guard['connect'],
  }
}

/** Whether a text is meant as an address: then it must be one in its normal spelling. */
function isLiteral(host: string): boolean {
  return host.includes(':') || /^[\d.]+$/.test(host)
}

function refuseResolved(policy: ReturnType<typeof createPolicy>, name: string, text: string): void {
  const address = findAddress(text)
  const reason = address ? policy.findRefusal(address) : { en: 'the answer is not an address', zh: '解析结果不是地址' }
  if (!reason) return
  const got = `${toShown(name)} → ${toShown(text)}`
  throw new AppError('refused_target', { got, reason })
}

async function callResolver(
  resolver: ResolveName,
  name: string,
  { signal, timeoutMs }: Limits & { timeoutMs: number },
): Promise<string[]> {
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)))
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    return await Promise.race([resolver(name, { signal: either, timeoutMs }), rejectWhenAborted(either)])
  } catch (error) {
    if (signal?.aborted) throw new AppError('cancelled', {}, { cause: error })
    if (timeout.aborted) throw new AppError('target_failed', { reason: toLate(name, timeoutMs) }, { cause: error })
    throw error
  }
}

/** Silence of name servers, not of the target. */
function toLate(name: string, timeoutMs: number): Text {
  const limit = Math.round(timeoutMs)
  return { en: `${name} could not be resolved within ${limit} ms`, zh: `${limit} 毫秒内未能解析 ${name}` }
}

function connectToFirst(
  addresses: readonly string[],
  options: Omit<ConnectOptions, 'family'> & { timeoutMs: number },
  isOpen: (address: string) => boolean,
): Promise<Socket> {
  const racers = pickRacers(addresses)
  if (racers.length === 1) return connectTo(racers[0]!, options, isOpen)
  return raceTo(racers, options, (address, attempt) => connectTo(address, { ...options, ...attempt }, isOpen))
}

async function connectTo(
  address: string,
  options: Omit<ConnectOptions, 'family'> & { timeoutMs: number },
  isOpen: (address: string) => boolean,
): Promise<Socket> {
  const socket = await openSocket({ ...options, address })
  verifyPeer(socket, address, isOpen)
  return socket
}

/** The connected address must be the one that was judged. */
function verifyPeer(socket: Socket, expected: string, isOpen: (address: string) => boolean): void {
  const peer = findAddress(socket.remoteAddress ?? '')
  const wanted = findAddress(expected)
  if (peer && wanted && toReached(peer).value === toReached(wanted).value && isOpen(formatAddress(peer))) return
  socket.destroy()
  const reason = { en: 'the socket reached another address than the checked one', zh: '连接到的地址与检查过的地址不一致' }
  throw new AppError('refused_target', { got: expected, reason })
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
