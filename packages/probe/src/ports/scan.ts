import { AppError, isAppError } from '@octet/core/errors.ts'
import { UDP_PORTS, type PortProbe, type PortRow, type PortScan } from '@octet/core/probe/ports.ts'
import { mergeArrivals } from '../arrivals.ts'
import type { Guard } from '../guard/guard.ts'
import type { FindRejecter } from '../ping/ping-probe.ts'
import { TargetSessions } from '../ping/target-sessions.ts'
import { PacketPacer } from '../ping/pacer.ts'
import { identifyService } from './identify.ts'
import { toRefusedState, tryUdp } from './try-udp.ts'
import { UDP_SERVICES, type UdpService } from './udp-services.ts'

const MAX_PORTS = 1000
const IN_FLIGHT = 150
const PORT_MS = 1500
const TOTAL_MS = 9000
const DETAILS_MS = 2500
/** Connections begun per second, over all visitors. */
const PER_SECOND = 400
/** More at once would be timed while they wait for each other. */
const BURST = 4
/** Of so many ports it is found out who says that there is no way: one program is run for each. */
const MAX_NAMED = 12
/** A value is yielded at most this often, since it holds all ports so far. */
const YIELD_MS = 100

export type PortProbeOptions = {
  readonly guard: Guard
  /** What is asked over UDP, by port; {@link UDP_SERVICES} unless given. */
  readonly udpServices?: Readonly<Record<number, UdpService>> | undefined
  /** Asked of each port that is closed; without it nobody on the way is told from the host. */
  readonly findRejecter?: FindRejecter | undefined
}

/** Connect scans over TCP and questions over UDP: an answer to every port, silence said as such. */
export function createPortProbe({ guard, udpServices = UDP_SERVICES, findRejecter }: PortProbeOptions): PortProbe {
  const pacer = new PacketPacer({ perSecond: PER_SECOND, burst: BURST })
  const sessions = new TargetSessions(2)
  return {
    async *scan({ target, ports, protocol = 'tcp', family, wantsDetails = true, signal, timeoutMs = TOTAL_MS }) {
      const wanted = checkPorts(ports)
      if (protocol === 'udp') checkUdpPorts(wanted, udpServices)
      const started = performance.now()
      const address = guard.choose(await guard.open(target, { signal, timeoutMs: 3000 }), family)
      using _session = sessions.enter(address)
      const deadline = started + Math.min(timeoutMs, TOTAL_MS)
      const rows: PortRow[] = []
      const never = new AbortController().signal
      let unreachable = 0
      const toResult = (isComplete: boolean): PortScan => {
        const count = (state: PortRow['state']) => rows.filter((row) => row.state === state).length
        const sorted = [...rows].sort((a, b) => a.port - b.port)
        return {
          target,
          address,
          protocol,
          open: count('open'),
          closed: count('closed'),
          filtered: count('filtered'),
          unreachable: count('unreachable'),
          asked: rows.length,
          total: wanted.length,
          ports: sorted,
          isComplete,
        }
      }
      const jobs = wanted.map((port) => async (): Promise<PortRow | undefined> => {
        await pacer.take(signal).catch(toCancelled)
        const left = deadline - performance.now()
        if (left < 50) return undefined
        const row = await (protocol === 'udp'
          ? tryUdp({ address, port, service: udpServices[port]!, signal, timeoutMs: Math.min(PORT_MS, left) })
          : tryPort({
              guard,
              host: target,
              address,
              port,
              signal,
              timeoutMs: Math.min(PORT_MS, left),
              detailsMs: wantsDetails ? Math.min(DETAILS_MS, left) : 0,
            }))
        // The system has one word (ECONNREFUSED) for the host's refusal and for ICMP's “port unreachable” from anybody.
        const timeoutMs = Math.min(PORT_MS, deadline - performance.now())
        const isRefused = row.state === 'closed' || (row.state === 'unreachable' && ++unreachable <= MAX_NAMED)
        if (!isRefused || !findRejecter || timeoutMs < 50) return row
        const asking = { address, protocol, port, signal: signal ?? never, timeoutMs }
        const rejectedBy = await findRejecter(asking).catch(toCancelled)
        return rejectedBy === undefined ? row : { ...row, state: 'unreachable', rejectedBy }
      })
      let yielded = 0
      for await (const row of mergeArrivals(jobs, IN_FLIGHT)) {
        if (!row) continue
        rows.push(row)
        if (performance.now() - yielded < YIELD_MS) continue
        yielded = performance.now()
        yield toResult(false)
      }
      yield toResult(true)
    },
  }
}

/** Waiting for one's turn fails only where the scan is given up. */
function toCancelled(cause: unknown): never {
  throw new AppError('cancelled', {}, { cause })
}

type TryOptions = {
  guard: Guard
  host: string
  address: string
  port: number
  signal: AbortSignal | undefined
  timeoutMs: number
  detailsMs: number
}

async function tryPort({ guard, host, address, port, signal, timeoutMs, detailsMs }: TryOptions): Promise<PortRow> {
  const started = performance.now()
  const empty = { port, rejectedBy: null, banner: null, tls: null, http: null }
  const since = () => Math.round((performance.now() - started) * 100) / 100
  try {
    const socket = await guard.connect({ host: address, port, signal, timeoutMs })
    const ms = since()
    const details =
      detailsMs > 0 ? await identifyService({ socket, guard, host, address, port, signal, timeoutMs: detailsMs }) : {}
    socket.destroy()
    return { ...empty, state: 'open', ms, ...details }
  } catch (error) {
    if (isAppError(error) && error.key !== 'timed_out') throw error
    const code = error instanceof Error && 'code' in error ? error.code : ''
    // a reset of what has not been accepted is ECONNREFUSED (tcp(7)): this one has been, and is dropped at once
    const state = code === 'ECONNRESET' ? 'open' : toRefusedState(code)
    return { ...empty, state, ms: state === 'filtered' ? null : since() }
  }
}

function checkUdpPorts(ports: readonly number[], services: Readonly<Record<number, UdpService>>): void {
  const wrong = ports.find((port) => !services[port])
  if (wrong === undefined) return
  throw new AppError('bad_input', { field: 'ports', expected: UDP_PORTS.join(', '), got: wrong })
}

function checkPorts(ports: readonly number[]): number[] {
  const unique = [...new Set(ports)]
  const wrong = unique.find((port) => !Number.isInteger(port) || port < 1 || port > 65_535)
  if (unique.length > 0 && unique.length <= MAX_PORTS && wrong === undefined) return unique
  throw new AppError('bad_input', {
    field: 'ports',
    expected: { en: `1–${MAX_PORTS} ports of 1–65535`, zh: `1–${MAX_PORTS} 个端口，范围 1–65535` },
    got: wrong ?? unique.length,
  })
}
