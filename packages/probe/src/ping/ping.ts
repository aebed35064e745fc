import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { countOf } from '@octet/core/counted.ts'
import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { PingRequest, PingResult } from '@octet/core/probe/ping.ts'
import type { Text } from '@octet/core/text.ts'
import type { Guard } from '../guard/guard.ts'
import type { Fetcher } from '../http/fetch.ts'
import { Mailbox } from '../mailbox.ts'
import type { Ladder } from './ladder.ts'
import type { PacketPacer } from './pacer.ts'
import { round, toLossPercent, toStatistics } from '@octet/core/probe/statistics.ts'
import { answersAs, askByPing, askByTraceroute, SMALL_BYTES, toElsewhere, toRefusal, type Refusal } from './refusal.ts'
import { runLines } from './system.ts'
import type { TargetSessions } from './target-sessions.ts'

export type PingParts = {
  readonly guard: Guard
  readonly fetcher: Fetcher
  readonly ladder: Ladder
  readonly pacer: PacketPacer
  readonly sessions: TargetSessions
}

type PacketRow = PingResult['packets'][number]
type Session = {
  readonly target: string
  readonly address: string
  readonly protocol: PingResult['protocol']
  readonly port: number | null
  readonly count: number
  readonly intervalMs: number
  readonly sizeBytes: number | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Told why a page did not come. */
  readonly onFault: (reason: Text) => void
}

const TOTAL_MS = 9500
const PACKET_MS = 1500
const MIN_INTERVAL_MS = 200
/** When systems send the first packet of a TCP connection again (RFC 6298 §2.1). */
const TCP_AGAIN_MS = 1000
/** Where any answer is faster than this, one behind that time is the answer to the second packet. */
const SURELY_FIRST_MS = 500
/** The distance at which the whole way is asked. */
export const WHOLE_WAY_HOPS = 30

/** Sends packets one after the other; yields after each outcome. */
export async function* pingTarget(request: PingRequest, parts: PingParts): AsyncGenerator<PingResult> {
  const { target, protocol: wanted = 'icmp', family } = request
  if (wanted === 'http') checkHttpPort(request.port)
  const started = performance.now()
  const signal = request.signal ?? new AbortController().signal
  const found = await parts.guard.open(target, { signal, timeoutMs: 3000 })
  const address = parts.guard.choose(found, family)
  using _session = parts.sessions.enter(address)
  // without any way to send ICMP a TCP connection answers the same question: is it there, how far is it
  const protocol = wanted === 'icmp' && parts.ladder.step === 'tcp' ? 'tcp' : wanted
  const port = protocol === 'icmp' ? null : (request.port ?? (protocol === 'tcp' ? 443 : null))
  const intervalMs = Math.max(request.intervalMs ?? MIN_INTERVAL_MS, MIN_INTERVAL_MS)
  const budgetMs = Math.min(request.timeoutMs ?? TOTAL_MS, TOTAL_MS) - PACKET_MS - (performance.now() - started)
  const count = Math.max(1, Math.min(request.count ?? 5, 40, Math.floor(budgetMs / intervalMs) + 1))
  let fault: Text | undefined
  const session: Session = {
    target,
    protocol,
    count,
    intervalMs,
    address,
    port,
    sizeBytes: request.sizeBytes,
    timeoutMs: PACKET_MS,
    signal,
    onFault: (reason) => (fault ??= reason),
  }
  const step = protocol === 'icmp' ? parts.ladder.step : 'tcp'
  const others = found.addresses.filter((one) => one !== address)
  const rows: PacketRow[] = []
  for await (const row of runSession(session, parts)) {
    rows.push(row)
    rows.sort((a, b) => a.seq - b.seq)
    const { shown } = findRepeats(session, rows)
    yield toResult(session, shown, { step, otherAddresses: others, isComplete: rows.length === count })
  }
  const { shown, text: repeats } = findRepeats(session, rows)
  const refusal = await findRefusal(session, shown, parts)
  const reason = refusal?.text ?? repeats ?? (shown.some(({ outcome }) => outcome === 'reply') ? undefined : fault)
  if (rows.length === count && !reason) return
  yield {
    ...toResult(session, refusal?.rows ?? shown, { step, otherAddresses: others, isComplete: true }),
    reason: reason ?? null,
  }
}

/** Connections whose first packet was lost, which the system hides by sending it again: no answer to the packet that is counted. */
function findRepeats({ protocol, port }: Session, rows: readonly PacketRow[]): { shown: readonly PacketRow[]; text?: Text } {
  const isSlow = ({ ms }: PacketRow) => ms !== null && ms >= TCP_AGAIN_MS
  if (protocol !== 'tcp' || !rows.some(({ ms }) => ms !== null && ms < SURELY_FIRST_MS) || !rows.some(isSlow))
    return { shown: rows }
  const count = rows.filter(isSlow).length
  const shown = rows.map((row) => (isSlow(row) ? { ...row, ms: null, from: null, outcome: 'timeout' as const } : row))
  const en = `${countOf(count, 'connection')} to port ${port} came about only when the system sent its first packet again after 1 s: counted as lost`
  return { shown, text: { en, zh: `${count} 个到端口 ${port} 的连接在 1 秒后重发首包才建立，计为丢包` } }
}

type Found = { text: Text; rows?: PacketRow[] } | undefined

/**
 * Who on the way refuses connections. The system has one word (ECONNREFUSED) for the host's refusal and for ICMP's “port
 * unreachable” from anybody, and does not tell who says that there is no way.
 */
async function findTcpRefusal(
  { address, port, signal }: Session,
  rows: readonly PacketRow[],
  { ladder: { packets, traceable, traceroutePath: path }, pacer }: PingParts,
): Promise<Found> {
  const has = (wanted: PacketRow['outcome']) => rows.some(({ outcome }) => outcome === wanted)
  const name = (wanted: PacketRow['outcome'], { from, outcome, text }: Refusal): Found => ({
    text,
    rows: rows.map((row) => (row.outcome === wanted ? { ...row, ms: null, from, outcome } : row)),
  })
  if (port === null || has('reply')) return undefined
  if (has('refused') && packets && traceable.includes('tcp')) {
    await pacer.take(signal)
    const reply = await packets.send({ address, protocol: 'tcp', port, timeoutMs: PACKET_MS })
    const refusal = reply.outcome === 'unreachable' && 'from' in reply ? toRefusal(reply.from, 'rejected') : undefined
    if (refusal) return name('refused', refusal)
  }
  if (!has('unreachable') || !path) return undefined
  await pacer.take(signal)
  const refusal = await askByTraceroute({ address, ttl: WHOLE_WAY_HOPS, protocol: 'tcp', port, signal, path })
  return refusal && name('unreachable', refusal)
}

/** Why packets did not come through, and their rows with what is known then; undefined where nothing is. */
async function findRefusal(session: Session, rows: readonly PacketRow[], parts: PingParts): Promise<Found> {
  const { protocol, address, sizeBytes = 0, signal } = session
  const { step, pingPath } = parts.ladder
  const { pacer } = parts
  if (signal.aborted) return undefined
  if (protocol === 'tcp') return findTcpRefusal(session, rows, parts)
  if (protocol !== 'icmp') return undefined
  const told = rows.find(({ outcome, from }) => (outcome === 'unreachable' || outcome === 'expired') && from !== null)
  const other = told?.outcome === 'unreachable' ? told.from! : undefined
  if (other !== undefined && pingPath && (await answersAs(other, { address, signal, path: pingPath })))
    return {
      text: toElsewhere(other),
      rows: rows.map((row) => (row.from === other && row.outcome === 'unreachable' ? { ...row, outcome: 'reply' } : row)),
    }
  if (told) return toRefusal(told.from!, told.outcome === 'expired' ? 'time exceeded' : 'rejected')
  const isUntold = ({ outcome, from }: PacketRow) => (outcome === 'unreachable' || outcome === 'oversized') && from === null
  if (!step.startsWith('mtr-packet') || !pingPath || !(rows.some(isUntold) || sizeBytes > SMALL_BYTES)) return undefined
  await pacer.take(signal)
  const isThrough = rows.some(({ outcome }) => outcome === 'reply')
  const refusal = await askByPing({ address, signal, path: pingPath }, sizeBytes || undefined, isThrough ? 3 : 1)
  if (!refusal) return undefined
  // no router cuts a packet of IPv6 (RFC 8200 §4.5), and mtr-packet does not hear that it is too big
  const isLost = (row: PacketRow) =>
    isUntold(row) || (isIP(address) === 6 && refusal.outcome === 'oversized' && row.outcome === 'timeout')
  if (rows.some(isLost)) {
    const { from, outcome } = refusal
    return { text: refusal.text, rows: rows.map((row) => (isLost(row) ? { ...row, from, outcome } : row)) }
  }
  if (refusal.outcome !== 'oversized') return undefined
  const { en, zh } = refusal.text
  return {
    text: isThrough
      ? { en: `${en}; they went on in fragments`, zh: `${zh}，已分片通过` }
      : { en: `${en}, and their fragments get lost`, zh: `${zh}，分片后未能到达` },
  }
}

function runSession(session: Session, parts: PingParts): AsyncGenerator<PacketRow> {
  if (session.protocol === 'icmp' && parts.ladder.step === 'system') return pingBySystem(session, parts.ladder.pingPath!)
  return pingByPackets(session, (seq) => sendOne(session, seq, parts))
}

/** Packets leave at their interval, whether or not the one before has been answered. */
async function* pingByPackets(
  { count, intervalMs, signal }: Session,
  send: (seq: number) => Promise<PacketRow>,
): AsyncGenerator<PacketRow> {
  const mailbox = new Mailbox<PacketRow>()
  const leave = new AbortController()
  const either = AbortSignal.any([signal, leave.signal])
  const fail = (error: Error) => mailbox.fail(signal.aborted ? new AppError('cancelled', {}, { cause: error }) : error)
  const run = async () => {
    const sent: Promise<void>[] = []
    for (let seq = 1; seq <= count; seq++) {
      if (seq > 1) await sleep(intervalMs, undefined, { signal: either })
      // a packet that fails must be heard at once, not when all have been sent
      sent.push(send(seq).then((row) => mailbox.put(row), fail))
    }
    await Promise.all(sent)
  }
  run().then(() => mailbox.close(), fail)
  try {
    yield* mailbox
  } finally {
    leave.abort()
  }
}

async function sendOne(session: Session, seq: number, { guard, fetcher, ladder, pacer }: PingParts): Promise<PacketRow> {
  const { protocol, address, port, sizeBytes, timeoutMs, signal, target } = session
  await pacer.take(signal)
  const base = { seq, ms: null, ttl: null, from: null }
  if (protocol === 'icmp') {
    const reply = await ladder.packets!.send({ address, protocol, sizeBytes, timeoutMs })
    if (reply.outcome === 'failed')
      throw new AppError('unavailable', {
        reason: { en: `the packet was not sent: ${reply.reason}`, zh: `数据包未能发出：${reply.reason}` },
      })
    return 'ms' in reply
      ? { ...base, ms: round(reply.ms), from: reply.from, outcome: reply.outcome }
      : { ...base, outcome: reply.outcome }
  }
  const started = performance.now()
  try {
    if (protocol === 'http') {
      const { hops } = await fetcher.fetch(
        `${port === 80 ? 'http' : 'https'}://${isIP(target) === 6 ? `[${target}]` : target}/`,
        { method: 'HEAD', maxRedirects: 0, family: isIP(address) as 4 | 6, signal, timeoutMs },
      )
      return { ...base, ms: hops[0]!.timing.firstByteMs, from: hops[0]!.address, outcome: 'reply' }
    }
    const socket = await guard.connect({ host: address, port: port!, signal, timeoutMs })
    const ms = round(performance.now() - started)
    socket.destroy()
    return { ...base, ms, from: address, outcome: 'reply' }
  } catch (error) {
    if (protocol === 'http' && isAppError(error) && error.key === 'target_failed') session.onFault(toReason(error))
    return { ...base, ...toTcpOutcome(error as Error, round(performance.now() - started), address) }
  }
}

/** Why, where it is told in both languages. */
function toReason(error: AppError): Text {
  const { reason } = error.details
  return typeof reason === 'object' && 'en' in reason
    ? reason
    : { en: toErrorMessage(error, 'en'), zh: toErrorMessage(error, 'zh') }
}

/** Pages are fetched from their own ports only; a result is not to name another. */
function checkHttpPort(port: number | undefined): void {
  if (port === undefined || port === 80 || port === 443) return
  throw new AppError('bad_input', { field: 'port', expected: '80 | 443', got: port })
}

/** A refusal is an answer of the host; silence is not. */
function toTcpOutcome(error: Error, ms: number, address: string): Partial<PacketRow> & Pick<PacketRow, 'outcome'> {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED' || (error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'ECONNREFUSED'))
    return { outcome: 'refused', ms, from: address }
  // accepted and dropped at once: a refusal of what has not been accepted is ECONNREFUSED (tcp(7))
  if (code === 'ECONNRESET') return { outcome: 'reply', ms, from: address }
  if (isAppError(error) && error.key === 'timed_out') return { outcome: 'timeout' }
  if (isAppError(error) && error.key !== 'target_failed' && error.key !== 'unavailable') throw error
  return { outcome: 'unreachable' }
}

/** The system's ping, its lines read as they come. */
async function* pingBySystem(
  { address, count, intervalMs, sizeBytes, signal, timeoutMs }: Session,
  path: string,
): AsyncGenerator<PacketRow> {
  const size = sizeBytes === undefined ? [] : ['-s', String(Math.max(8, sizeBytes - 28))]
  const args = [
    '-n',
    '-c',
    String(count),
    '-i',
    String(intervalMs / 1000),
    '-W',
    String(Math.ceil(timeoutMs / 1000)),
    ...size,
    '--',
    address,
  ]
  const answered = new Set<number>()
  for await (const line of runLines(path, args, { signal, timeoutMs: count * intervalMs + timeoutMs + 500 })) {
    const row = parsePingLine(line)
    if (!row || answered.has(row.seq) || row.seq > count) continue
    answered.add(row.seq)
    yield row
  }
  if (signal.aborted) throw new AppError('cancelled')
  for (let seq = 1; seq <= count; seq++)
    if (!answered.has(seq)) yield { seq, ms: null, ttl: null, from: null, outcome: 'timeout' }
}

/** `64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=12.3 ms`, or what a router said instead. */
export function parsePingLine(line: string): PacketRow | undefined {
  const reply = /from ([\da-f.:]+?):? .*?(?:icmp_)?seq=(\d+).*?(?:ttl|hlim)=(\d+).*?time[=<]([\d.]+)/i.exec(line)
  if (reply) return { seq: Number(reply[2]), ms: Number(reply[4]), ttl: Number(reply[3]), from: reply[1]!, outcome: 'reply' }
  const failure = /from ([\da-f.:]+?):? .*?(?:icmp_)?seq=(\d+) (.*)$/i.exec(line)
  if (!failure) return undefined
  return {
    seq: Number(failure[2]),
    ms: null,
    ttl: null,
    from: failure[1]!,
    outcome: toFailure(failure[3]!),
  }
}

function toFailure(said: string): 'expired' | 'oversized' | 'unreachable' {
  if (/time to live|hop limit/i.test(said)) return 'expired'
  return /frag needed|too big/i.test(said) ? 'oversized' : 'unreachable'
}

function toResult(
  session: Session,
  rows: readonly PacketRow[],
  about: Pick<PingResult, 'step' | 'otherAddresses' | 'isComplete'>,
): PingResult {
  const { target, address, protocol, port } = session
  const good = rows.filter(({ outcome, ms }) => (outcome === 'reply' || outcome === 'refused') && ms !== null)
  return {
    target,
    address,
    protocol,
    port,
    ...about,
    sent: rows.length,
    received: good.length,
    lossPercent: toLossPercent(rows.length, good.length),
    ...toStatistics(good.map(({ ms }) => ms!)),
    packets: [...rows],
    reason: null,
  }
}
