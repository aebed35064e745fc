import * as z from 'zod'
import type { Limits } from './limits.ts'

/** How packets are sent, best first. Which one was used stands in every result. */
export const PROBE_STEPS = {
  'mtr-packet': { en: 'mtr-packet with raw sockets', zh: 'mtr-packet（原始套接字）' },
  'mtr-packet-unprivileged': { en: 'mtr-packet without privileges', zh: 'mtr-packet（无特权）' },
  system: { en: 'the system’s ping and traceroute', zh: '系统 ping 与 traceroute' },
  tcp: { en: 'TCP connections', zh: 'TCP 连接' },
} as const
export type ProbeStep = keyof typeof PROBE_STEPS

const step = z
  .enum(['mtr-packet', 'mtr-packet-unprivileged', 'system', 'tcp'])
  .meta({ label: { en: 'Sent by', zh: '发送方式' }, options: PROBE_STEPS })
/** Points of before do not tell. */
const reason = z.object({ en: z.string(), zh: z.string() }).nullable().default(null)
const ms = (en: string, zh: string) => z.number().nullable().meta({ label: { en, zh }, unit: 'ms' })

const PACKET_OUTCOMES = {
  reply: { en: 'reply', zh: '应答' },
  refused: { en: 'refused (host is up)', zh: '拒绝（主机在线）' },
  expired: { en: 'expired on the way', zh: '途中 TTL 耗尽' },
  unreachable: { en: 'unreachable', zh: '不可达' },
  oversized: { en: 'too large for the path (MTU)', zh: '超过路径 MTU' },
  timeout: { en: 'no answer', zh: '无应答' },
} as const
const outcome = z
  .enum(['reply', 'refused', 'expired', 'unreachable', 'oversized', 'timeout'])
  .meta({ label: { en: 'Outcome', zh: '结果' }, options: PACKET_OUTCOMES })

/** Packets to one target and what follows from them. */
export const pingResultSchema = z.object({
  target: z.string().meta({ label: { en: 'Target', zh: '目标' } }),
  address: z.string().meta({ label: { en: 'Address', zh: '地址' } }),
  otherAddresses: z.array(z.string()).meta({ label: { en: 'Further addresses', zh: '其他地址' } }),
  protocol: z.enum(['icmp', 'tcp', 'http']).meta({ label: { en: 'Protocol', zh: '协议' } }),
  port: z
    .number()
    .nullable()
    .meta({ label: { en: 'Port', zh: '端口' } }),
  step,
  sent: z.number().meta({ label: { en: 'Sent', zh: '发送' } }),
  received: z.number().meta({ label: { en: 'Received', zh: '接收' } }),
  lossPercent: z
    .number()
    .nullable()
    .meta({ label: { en: 'Loss', zh: '丢包率' }, unit: '%' }),
  minMs: ms('Shortest', '最短'),
  avgMs: ms('Mean', '平均'),
  maxMs: ms('Longest', '最长'),
  medianMs: ms('Median', '中位'),
  p95Ms: ms('95th percentile', '95 分位'),
  mdevMs: ms('Deviation', '标准差'),
  jitterMs: ms('Jitter', '抖动'),
  packets: z
    .array(
      z.object({
        seq: z.number().meta({ label: { en: 'No.', zh: '序号' } }),
        ms: ms('Time', '耗时'),
        ttl: z
          .number()
          .nullable()
          .meta({ label: { en: 'TTL', zh: 'TTL' } }),
        from: z
          .string()
          .nullable()
          .meta({ label: { en: 'From', zh: '来自' } }),
        outcome,
      }),
    )
    .meta({ label: { en: 'Packets', zh: '各包' }, widget: 'table' }),
  reason: reason
    .describe('Who on the way refused packets or had to cut them, and why; or what else explains the packets')
    .meta({ label: { en: 'On the way', zh: '途中' } }),
  isComplete: z.boolean().meta({ widget: 'hidden' }),
})
export type PingResult = z.infer<typeof pingResultSchema>

const hop = z.object({
  ttl: z.number().meta({ label: { en: 'Hop', zh: '跳' } }),
  addresses: z.array(z.string()).meta({ label: { en: 'Address', zh: '地址' } }),
  names: z
    .array(z.string())
    .describe('The name of each address, in their order; empty where it has none')
    .meta({ label: { en: 'Name', zh: '名称' } }),
  sent: z.number().meta({ label: { en: 'Sent', zh: '发送' } }),
  received: z.number().meta({ label: { en: 'Received', zh: '接收' } }),
  lossPercent: z
    .number()
    .nullable()
    .meta({ label: { en: 'Loss', zh: '丢包率' }, unit: '%' }),
  lastMs: ms('Last', '最近'),
  bestMs: ms('Best', '最短'),
  avgMs: ms('Mean', '平均'),
  worstMs: ms('Worst', '最长'),
  stdevMs: ms('Deviation', '标准差'),
  jitterMs: ms('Jitter', '抖动'),
  mpls: z.array(z.string()).meta({ label: { en: 'MPLS', zh: 'MPLS' } }),
  isTarget: z.boolean(),
  isUnreachable: z
    .boolean()
    .default(false) // points of before do not tell
    .describe('Who is here, or somebody whose address is not told, answered that the target is unreachable')
    .meta({ label: { en: 'Unreachable', zh: '不可达' } }),
})

/** The way to a target, hop by hop. */
export const traceResultSchema = z.object({
  target: z.string().meta({ label: { en: 'Target', zh: '目标' } }),
  address: z.string().meta({ label: { en: 'Address', zh: '地址' } }),
  protocol: z.enum(['icmp', 'udp', 'tcp']).meta({ label: { en: 'Protocol', zh: '协议' } }),
  port: z
    .number()
    .nullable()
    .meta({ label: { en: 'Port', zh: '端口' } }),
  step,
  hops: z.array(hop).meta({ label: { en: 'Hops', zh: '各跳' }, widget: 'table' }),
  paths: z
    .array(
      z.object({
        flows: z
          .number()
          .describe('Rounds that went this way')
          .meta({ label: { en: 'Flows', zh: '流数' } }),
        addresses: z
          .array(z.string().nullable())
          .describe('The address at each hop from the first on; null where nobody answered')
          .meta({ label: { en: 'Addresses', zh: '地址' } }),
      }),
    )
    .default([]) // points of before do not tell
    .describe('By UDP and TCP each round is a flow with ports of its own: the ways that load balancers chose for them')
    .meta({ label: { en: 'Paths', zh: '路径' } }),
  pathsNote: z
    .object({ en: z.string(), zh: z.string() })
    .nullable()
    .default(null)
    .describe('Why paths are not told apart')
    .meta({ label: { en: 'Paths not distinguished', zh: '未区分路径' } }),
  reason: reason
    .describe('Who ends the way before the target, and why; or that it goes round in a circle')
    .meta({ label: { en: 'Why it ends', zh: '中断原因' } }),
  isReached: z.boolean().meta({ label: { en: 'Reached', zh: '已到达' } }),
  isComplete: z.boolean().meta({ widget: 'hidden' }),
})
export type TraceResult = z.infer<typeof traceResultSchema>
export type TraceHop = TraceResult['hops'][number]

export type PingRequest = Limits & {
  readonly target: string
  readonly protocol?: 'icmp' | 'tcp' | 'http' | undefined
  readonly port?: number | undefined
  readonly family?: 4 | 6 | undefined
  /** 1–40 packets. */
  readonly count?: number | undefined
  /** 200 ms at least. */
  readonly intervalMs?: number | undefined
  /** Bytes of the ICMP payload and header, 28–1472. */
  readonly sizeBytes?: number | undefined
}

export type TraceRequest = Limits & {
  readonly target: string
  readonly protocol?: 'icmp' | 'udp' | 'tcp' | undefined
  readonly port?: number | undefined
  readonly family?: 4 | 6 | undefined
  readonly maxHops?: number | undefined
  /** Packets per hop, 1–10. */
  readonly rounds?: number | undefined
}

/** Which step this machine has, and how to get a better one. */
export type ProbeStepInfo = { readonly step: ProbeStep; readonly note: { readonly en: string; readonly zh: string } }

export type PingProbe = {
  /** Throws `bad_domain`, `refused_target`, `name_not_found`, `too_many_requests`. */
  ping(request: PingRequest): AsyncIterable<PingResult>
  /** Throws as `ping`; `unavailable` where this machine cannot trace. */
  trace(request: TraceRequest): AsyncIterable<TraceResult>
  describeStep(): Promise<ProbeStepInfo>
}
