import { isIP } from 'node:net'
import { fillText, type Text } from '@octet/core/text.ts'
import { mergeArrivals } from '../arrivals.ts'
import { FlowBook } from './flow-book.ts'
import { runLines } from './system.ts'
import { parseTracerouteLine } from './traceroute-line.ts'

export type FlowRequest = {
  readonly address: string
  readonly protocol: 'udp' | 'tcp'
  readonly port: number
  readonly maxHops: number
  /** How many flows. */
  readonly flows: number
  /** The system's traceroute; undefined where there is none. */
  readonly path: string | undefined
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

/** Which way each went, and why nothing is known of it. */
export type TracedFlows = { readonly book: FlowBook; readonly note: Text | null }

const IN_FLIGHT = 4
/** Below those that systems give away by themselves. */
const [FIRST_LOCAL_PORT, LOCAL_PORTS] = [12_000, 18_000]

const NO_TRACEROUTE = {
  en: 'Paths are not distinguished: mtr-packet keeps both ports of a flow only with UDP over IPv4, and this machine has no traceroute (Debian: apt-get install traceroute), which does so.',
  zh: '未能区分路径：mtr-packet 仅在 UDP（IPv4）下能固定一条流的两个端口，而本机未安装可做到这一点的 traceroute（Debian：apt-get install traceroute）。',
} as const
const NOT_ALLOWED = {
  en: 'Paths are not distinguished: traceroute may not send packets of a fixed flow by {protocol} here. With TCP it needs root or cap_net_raw: setcap cap_net_raw+ep on the program.',
  zh: '未能区分路径：本机的 traceroute 无权以固定端口发送 {protocol} 包。TCP 方式需要 root 或 cap_net_raw 权限：对该程序执行 setcap cap_net_raw+ep。',
} as const

/**
 * The ways of some flows by the system's traceroute, each with ports of its own that stay the same at every hop. mtr-packet
 * knows its packets by their ports where it cannot by their checksum (UDP over IPv6, TCP): there every packet is a flow.
 */
export async function traceFlows(request: FlowRequest): Promise<TracedFlows> {
  const { address, protocol, port, maxHops, flows, path, signal, timeoutMs } = request
  const book = new FlowBook()
  if (!path) return { book, note: NO_TRACEROUTE }
  const deadline = performance.now() + timeoutMs
  const firstPort = FIRST_LOCAL_PORT + Math.floor(Math.random() * LOCAL_PORTS)
  const method = protocol === 'tcp' ? '-T' : '-U'
  const jobs = Array.from({ length: flows }, (_, flow) => async () => {
    const ports = [`--sport=${firstPort + flow}`, '-p', String(port)]
    const args = [`-${isIP(address)}`, '-n', method, ...ports, '-q', '1', '-w', '1', '-m', String(maxHops), '--', address]
    const left = deadline - performance.now()
    if (left <= 0 || signal.aborted) return false
    let hasHops = false
    for await (const line of runLines(path, args, { signal, timeoutMs: left }))
      for (const { ttl, reply } of parseTracerouteLine(line, address)) {
        hasHops = true
        if ('from' in reply) book.add(flow, ttl, reply.from)
      }
    return hasHops
  })
  let isAllowed = false
  for await (const hasHops of mergeArrivals(jobs, IN_FLIGHT)) isAllowed ||= hasHops
  if (isAllowed) return { book, note: null }
  const name = protocol.toUpperCase()
  return { book, note: { en: fillText(NOT_ALLOWED.en, { protocol: name }), zh: fillText(NOT_ALLOWED.zh, { protocol: name }) } }
}
